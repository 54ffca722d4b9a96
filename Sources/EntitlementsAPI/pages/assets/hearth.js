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
const showTimes = (part) => {
  for (const time of part.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    if (!isNaN(moment)) time.title = moment.toLocaleString();
  }
};
showTimes(document);

// Takes over what differs, so that nothing flashes and what is unfolded stays so.
const takeOver = (old, fresh) => {
  if (old.isEqualNode(fresh)) return;
  const isSameShape = old.nodeName === fresh.nodeName && old.childNodes.length === fresh.childNodes.length;
  if (old.nodeType !== Node.ELEMENT_NODE || !isSameShape) return old.replaceWith(fresh);
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const pairs = [...old.childNodes].map((child, place) => [child, fresh.childNodes[place]]);
  for (const [child, freshChild] of pairs) takeOver(child, freshChild);
};

// Parts of a page that change: the server sends them again while the tab is visible. If it cannot,
// the page says so, because old numbers look like good ones, and asks again until it can.
for (const part of document.querySelectorAll("[data-live]")) {
  const lost = document.createElement("p");
  lost.className = "banner bad";
  lost.setAttribute("role", "alert");
  let source, timer, failures = 0, shownAt = new Date();
  const listen = () => {
    clearTimeout(timer);
    if (source) source.close();
    if (document.hidden) return;
    source = new EventSource(part.dataset.live);
    source.addEventListener("message", (event) => {
      const fresh = part.cloneNode(false);
      fresh.innerHTML = event.data;
      failures = 0;
      shownAt = new Date();
      fresh.classList.remove("stale");
      part.classList.remove("stale");
      lost.remove();
      if (fresh.childNodes.length === part.childNodes.length) takeOver(part, fresh);
      else part.replaceChildren(...fresh.childNodes);
      showTimes(part);
    });
    source.addEventListener("end", () => {
      source.close();
      location.reload();
    });
    source.addEventListener("error", (event) => {
      if (event.target !== source) return;
      // A stream that ends may begin again. A refused one ends for good, and so does one that fails twice.
      failures += 1;
      if (failures > 1 || source.readyState === EventSource.CLOSED) {
        lost.textContent = `Not updated since ${shownAt.toLocaleTimeString()}: `
          + "the server or its database does not answer. This page asks again every few seconds.";
        if (!lost.isConnected) part.before(lost);
        part.classList.add("stale");
      }
      source.close();
      timer = setTimeout(listen, failures > 1 ? 3000 : 1000);
    });
  };
  document.addEventListener("visibilitychange", listen);
  listen();
}

// Documentation
// A button that copies a block of code, and blocks that scroll by the keyboard.
for (const block of document.querySelectorAll("main pre")) {
  const box = document.createElement("div");
  const button = document.createElement("button");
  box.className = "copied";
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  block.replaceWith(box);
  box.append(block, button);
}
for (const block of document.querySelectorAll("main pre, .scroll")) {
  block.tabIndex = 0;
}

// The list of contents shows the current page.
const current = document.querySelector(".docs .side [aria-current]");
if (current) current.parentElement.scrollTop = current.offsetTop - current.parentElement.clientHeight / 2;

// The search of the documentation: every word must be in an entry, and titles count most.
const finder = document.querySelector("input[data-index]");
if (finder) {
  const results = document.getElementById("results");
  let entries;
  const links = () => [...results.querySelectorAll("a")];
  const rank = ([, title, , words], wanted) => {
    const name = title.toLowerCase();
    const text = `${name} ${words.toLowerCase()}`;
    if (!wanted.every((word) => text.includes(word))) return 0;
    return 1 + wanted.filter((word) => name.includes(word)).length + (name.startsWith(wanted[0]) ? 2 : 0);
  };
  const show = async () => {
    entries ??= fetch(finder.dataset.index).then((answer) => answer.json());
    const index = await entries;
    const wanted = finder.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.hidden = wanted.length === 0;
    const found = index.map((entry) => [rank(entry, wanted), entry]).filter(([points]) => points > 0)
      .sort((one, other) => other[0] - one[0]).slice(0, 12);
    results.replaceChildren(...found.map(([, [kind, title, path, words]]) => {
      const link = document.createElement("a");
      const detail = document.createElement("span");
      link.href = path;
      link.textContent = title;
      detail.className = "dim";
      detail.textContent = `${kind} · ${words}`;
      link.append(detail);
      return link;
    }));
    const count = document.createElement("p");
    count.setAttribute("role", "status");
    count.textContent = found.length === 0 ? "Nothing has these words." : "";
    results.append(count);
  };
  finder.addEventListener("input", show);
  finder.addEventListener("focus", show);
  finder.form.addEventListener("submit", (event) => {
    const first = links()[0];
    if (!first) return;
    event.preventDefault();
    location.assign(first.href);
  });
  finder.form.addEventListener("keydown", (event) => {
    const all = [finder, ...links()];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      all[Math.max(0, Math.min(all.length - 1, all.indexOf(document.activeElement) + step))].focus();
    } else if (event.key === "Escape") {
      finder.value = "";
      results.hidden = true;
      finder.focus();
    }
  });
  document.addEventListener("click", (event) => {
    if (!finder.form.contains(event.target)) results.hidden = true;
  });
}
