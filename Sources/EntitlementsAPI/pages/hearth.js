// The one script of all pages. Every page works without it.
"use strict";

// "/" focuses the search.
document.addEventListener("keydown", (event) => {
  const search = document.getElementById("search");
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  if (event.key === "/" && search && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    search.focus();
  }
});

// Exact times in the reader's zone.
for (const time of document.querySelectorAll("time[datetime]")) {
  const moment = new Date(time.dateTime);
  if (!isNaN(moment)) time.title = moment.toLocaleString();
}
