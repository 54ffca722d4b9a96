"""A terminal without a window, and a picture of what it shows."""
import contextlib
import html
import os
import pty
import re
import select
import signal
import subprocess
import time

WAIT_SECONDS = 30
COLOURS = {"1": "font-weight:600;color:#f0f6fc", "31": "color:#ff7b72", "32": "color:#7ee787",
           "33": "color:#e3b341"}
PAGE = """<!doctype html><meta charset="utf-8"><title>Terminal</title>
<body style="margin:0;background:#0d1117">
<pre style="display:inline-block;margin:0;padding:16px 20px;color:#c9d1d9;font:15px/1.5 'DejaVu Sans Mono',monospace">{}</pre>"""


class Terminal(contextlib.AbstractContextManager):
    """A command on a terminal of its own, until the end of the `with`."""

    def __init__(self, command, environment):
        self.text = ""
        master, inner = pty.openpty()
        self.master = master
        self.process = subprocess.Popen(
            command, env=environment, stdin=inner, stdout=inner, stderr=inner, start_new_session=True,
            # A shell in the background ignores Ctrl-C, and so would the command.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        os.close(inner)

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(WAIT_SECONDS)
        os.close(self.master)

    def see(self, words):
        """Waits until the terminal shows these words."""
        deadline = time.monotonic() + WAIT_SECONDS
        while words not in re.sub(r"\x1b\[\d+m", "", self.text):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.master], [], [], left)[0]:
                raise AssertionError(f"“{words}” is not shown within {WAIT_SECONDS} s:\n{self.text}")
            self.text += os.read(self.master, 65_536).decode()

    def page(self, prompt):
        """Returns the terminal as HTML, with the line that was typed first."""
        text = html.escape(f"$ {prompt}\n" + self.text.replace("\r\n", "\n"))
        return PAGE.format(re.sub(
            r"\x1b\[(\d+)m(.*?)\x1b\[0m", lambda one: f'<span style="{COLOURS[one[1]]}">{one[2]}</span>',
            text))
