"""What stands between a client and the server: each proxy does one thing that proxies do."""

import contextlib
import http.client
import http.server
import socket
import sys
import threading
import time

# A lost write is answered with this `Retry-After`.
RETRY_AFTER_SECONDS = 1
# Longer than any call may take.
SILENCE_SECONDS = 30


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, handler, upstream=None, thief=None):
        super().__init__(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.upstream, self.thief = upstream, thief
        self.changed = threading.Condition()
        self.ended = threading.Event()
        self.messages, self.secret = [], None
        self.seen, self.lost, self.early, self.streams, self.requests = {}, 0, [], 0, []

    def handle_error(self, request, client_address):
        """A client that has gone is no error."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)

    def message_for(self, user):
        """A webhook of the server about an app user, with the secret that verifies it."""
        def found():
            return [message for message in self.messages if user in message["body"]
                    and '"entitlements_changed"' in message["body"]]
        with self.changed:
            if not self.changed.wait_for(found, timeout=60):
                sys.exit(f"No webhook came for {user}.")
            return found()[0] | {"secret": self.secret}


@contextlib.contextmanager
def listening(handler, **options):
    with Listener(handler, **options) as listener:
        thread = threading.Thread(target=listener.serve_forever, daemon=True)
        thread.start()
        yield listener
        listener.ended.set()
        listener.shutdown()


@contextlib.contextmanager
def proxies(upstream):
    """A proxy of each kind, by name, and the address to which one of them redirects."""
    with contextlib.ExitStack() as stack:
        thief = stack.enter_context(listening(Thief))
        found = {name: stack.enter_context(listening(handler, upstream=upstream,
                                                     thief=thief.address))
                 for name, handler in KINDS.items()}
        yield found, thief


def closed_address():
    """An address where no server listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # An answer goes out in one piece, or a client waits for the acknowledgement.
    wbufsize = -1
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.handle_request(None)

    def do_POST(self):
        self.handle_request(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def handle_request(self, body):
        raise NotImplementedError

    def answer(self, status, kind, data, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def ask(self, body):
        headers = {name: value for name, value in self.headers.items()
                   if name.lower() not in ("host", "connection", "accept-encoding")}
        upstream = http.client.HTTPConnection(self.server.upstream, timeout=60)
        upstream.request(self.command, self.path, body, headers)
        return upstream.getresponse()

    def pass_on(self, body):
        with self.ask(body) as answer:
            data = answer.read()
            self.answer(answer.status, answer.headers["Content-Type"] or "text/plain", data)


class Receiver(Handler):
    """Takes the server's webhooks."""

    def handle_request(self, body):
        headers = {name.lower(): value for name, value in self.headers.items()
                   if name.lower().startswith("webhook-")}
        with self.server.changed:
            self.server.messages.append({"headers": headers, "body": body.decode()})
            self.server.changed.notify_all()
        self.answer(200, "text/plain", b"")


class Thief(Handler):
    """Another origin, which no request may reach."""

    def handle_request(self, body):
        self.server.requests.append((self.path, self.headers.get("Authorization")))
        self.answer(200, "application/json", b'{"is_active": true}')


class Lossy(Handler):
    """Loses the first answer to each request, and ends a stream after each change."""

    def handle_request(self, body):
        is_first = self.is_first(body)
        with self.ask(body) as answer:
            if answer.headers.get_content_type() == "text/event-stream":
                self.stream(answer)
            elif is_first:
                answer.read()
                self.lose()
            else:
                data = answer.read()
                self.answer(answer.status, answer.headers["Content-Type"] or "text/plain", data)

    def is_first(self, body):
        """Whether it comes for the first time; notes one that is repeated too early."""
        request = (self.command, self.path, body, self.headers["Authorization"],
                   self.headers["Idempotency-Key"])
        now, before = time.monotonic(), self.server.seen.get(request)
        self.server.seen.setdefault(request, now)
        is_keyed = self.command == "POST" and self.headers["Idempotency-Key"]
        if before is not None and is_keyed and now - before < RETRY_AFTER_SECONDS:
            self.server.early.append(self.path)
        # What cannot be repeated is not lost: the story has one outcome.
        return before is None and (self.command == "GET" or is_keyed)

    def lose(self):
        self.server.lost += 1
        self.close_connection = True
        if self.command == "GET":
            return  # Without an answer.
        self.answer(503, "text/html", b"<h1>Busy</h1>", [("Retry-After", RETRY_AFTER_SECONDS)])

    def stream(self, answer):
        self.server.streams += 1
        self.close_connection = True
        self.send_response(answer.status)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.flush()
        has_data = False
        with contextlib.suppress(OSError):
            for line in answer:
                self.wfile.write(line)
                self.wfile.flush()
                has_data = has_data or line.startswith(b"data:")
                if has_data and line == b"\n":
                    return


class Silent(Handler):
    """Takes a request, and says nothing."""

    def handle_request(self, body):
        self.close_connection = True
        self.server.ended.wait(SILENCE_SECONDS)


class Fading(Handler):
    """Answers the first request, and is silent from then on."""

    def handle_request(self, body):
        if self.server.lost == 0:
            self.server.lost = 1
            return self.pass_on(body)
        self.close_connection = True
        self.server.ended.wait(SILENCE_SECONDS)


class Trickling(Handler):
    """Sends an answer byte by byte, so that no single read waits for long."""

    def handle_request(self, body):
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", "1000")
            self.end_headers()
            for _ in range(1000):
                self.wfile.write(b" ")
                self.wfile.flush()
                if self.server.ended.wait(0.05):
                    return


class Cutting(Handler):
    """Ends the connection in the middle of an answer."""

    def handle_request(self, body):
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"is_active": tr')


class Repeating(Handler):
    """Sends each request to the server twice, and gives the second answer."""

    def handle_request(self, body):
        with self.ask(body) as first:
            first.read()
        self.pass_on(body)


class Redirecting(Handler):
    """Sends each request to another origin."""

    def handle_request(self, body):
        self.server.lost += 1
        status = [301, 302, 307, 308][self.server.lost % 4]
        self.answer(status, "text/html", b"", [("Location", self.server.thief + self.path)])


class Page(Handler):
    """Answers with a page instead of asking the server: in `/v1/me` as if all were well."""

    def handle_request(self, body):
        status = 200 if self.path.startswith("/v1/me") else 502
        self.answer(status, "text/html", b"<html><h1>Sign in to the Wi-Fi</h1></html>")


KINDS = {"lossy": Lossy, "silent": Silent, "fading": Fading, "trickling": Trickling,
         "cutting": Cutting, "repeating": Repeating, "redirecting": Redirecting, "page": Page}
