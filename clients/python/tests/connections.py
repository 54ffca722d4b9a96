"""Shows how Hearth keeps its connections, and prints what came of it as JSON."""

from __future__ import annotations

import http.server
import json
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from hearth import Hearth, RefusedError

# A number that comes back shows whose answer it is.
ANSWER = '{"is_active": true, "app_user_id": "%s"}'


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    connections: set[object] = set()

    def setup(self) -> None:
        super().setup()
        Handler.connections.add(self.client_address)

    def do_GET(self) -> None:
        body = (ANSWER % self.path.split("/")[3]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        # Without a word, as a proxy that has waited for too long.
        self.close_connection = "forgetful" in self.path

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(422)
        self.send_header("Content-Type", "application/problem+json")
        self.send_header("Content-Length", "33")
        self.end_headers()
        self.wfile.write(b'{"code": "too_bad", "status":422}')

    def log_message(self, *_: object) -> None:
        pass


def opened(work: Callable[[], object]) -> int:
    """How many connections a piece of work opens."""
    Handler.connections.clear()
    work()
    return len(Handler.connections)


def is_own(hearth: Hearth, user: str) -> bool:
    return hearth.entitlement("plus", user)["app_user_id"] == user


def threads(hearth: Hearth) -> bool:
    with ThreadPoolExecutor(8) as pool:
        return all(pool.map(lambda number: is_own(hearth, f"u_{number}"), range(200)))


def forked(hearth: Hearth) -> bool:
    """A parent and its child ask at once over what was one connection."""
    hearth.is_active("plus", "u_1")
    child = os.fork()
    are_own = all(is_own(hearth, f"u_{child}_{number}") for number in range(100))
    if child == 0:
        os._exit(0 if are_own else 1)
    return are_own and os.waitpid(child, 0)[1] == 0


def refused(hearth: Hearth) -> None:
    for _ in range(5):
        try:
            hearth.request("POST", "/v1/users", {}, "key")
        except RefusedError:
            pass


json.load(sys.stdin)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
hearth = Hearth(f"http://127.0.0.1:{server.server_port}", "key", timeout=30)
print(
    json.dumps(
        [
            [opened(lambda: [is_own(hearth, f"u_{number}") for number in range(20)])],
            [opened(lambda: refused(hearth))],
            [all(is_own(hearth, "forgetful") for _ in range(20))],
            [threads(hearth), opened(lambda: threads(hearth)) <= 8],
            [forked(hearth)],
        ]
    )
)
