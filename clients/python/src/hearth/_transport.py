"""Sends requests over kept connections. A limit holds for a whole answer, not for each read."""

from __future__ import annotations

import http.client
import io
import os
import select
import socket
import ssl
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from ._exchange import (
    MAXIMUM_ANSWER_BYTES,
    SILENCE_SECONDS,
    Answer,
    Request,
    cut_off,
    no_connection,
    timed_out,
    too_large,
)
from ._options import KEPT_SECONDS, MAXIMUM_CONNECTIONS, Options, check_key
from .errors import OptionError

_CHUNK_BYTES = 64 * 1024


class Transport:
    """The connections to one server. Threads share them, and a forked process makes its own."""

    def __init__(self, options: Options) -> None:
        self._options = options
        parts = urlsplit(options.address)
        self._is_encrypted = parts.scheme == "https"
        self._host = parts.hostname or ""
        self._port = parts.port or (443 if self._is_encrypted else 80)
        self._prefix = parts.path
        self._context = ssl.create_default_context() if self._is_encrypted else None
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._room = threading.BoundedSemaphore(MAXIMUM_CONNECTIONS)
        self._process = os.getpid()

    def token(self, seconds: float) -> str:
        key = self._options.key
        token = key if isinstance(key, str) else key()
        if not isinstance(token, str):
            raise OptionError("wrong_option", "`key` must return a text; AsyncHearth awaits.")
        return check_key(token)

    def send(self, request: Request, token: str, seconds: float) -> Answer:
        """The answer; raises a NetworkError or a TimedOutError."""
        with self._answered(request, token, seconds) as response:
            body = response.read(MAXIMUM_ANSWER_BYTES + 1)
            if len(body) > MAXIMUM_ANSWER_BYTES:
                raise too_large()
            return Answer(response.status, _names_of(response), body)

    @contextmanager
    def stream(
        self, request: Request, token: str, seconds: float
    ) -> Generator[tuple[Answer, Iterator[bytes]], None, None]:
        """The head of an answer, and its bytes as they arrive."""
        with self._answered(request, token, seconds, is_stream=True) as response:
            body = b"" if response.status == 200 else response.read(MAXIMUM_ANSWER_BYTES)
            yield Answer(response.status, _names_of(response), body), _chunks_of(response)

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    @contextmanager
    def _answered(
        self, request: Request, token: str, seconds: float, is_stream: bool = False
    ) -> Generator[http.client.HTTPResponse, None, None]:
        path, content = request.target(self._prefix), request.content()
        headers = dict(request.all_headers(self._options, token))
        end = time.monotonic() + seconds
        self._forget_connections()
        room = self._room
        if not room.acquire(timeout=seconds):
            raise timed_out(seconds)
        connection: Connection | None = None
        try:
            connection = self._kept() or self._opened(end)
            connection.socket.end = end
            connection.request(request.method, path, content, headers)
            if is_stream:
                connection.socket.end = None
            with connection.getresponse() as response:
                yield response
                if not is_stream and response.isclosed() and connection.is_kept:
                    self._keep(connection)
                    connection = None
        except (TimeoutError, socket.timeout):
            raise timed_out(SILENCE_SECONDS if is_stream else seconds) from None
        except (http.client.HTTPException, ConnectionResetError, BrokenPipeError):
            raise cut_off() from None
        except OSError as error:
            raise no_connection(str(error) or type(error).__name__) from None
        finally:
            if connection is not None:
                connection.close()
            room.release()

    def _opened(self, end: float) -> Connection:
        found = socket.getaddrinfo(self._host, self._port, type=socket.SOCK_STREAM)
        failure = OSError("The host has no address.")
        for number, (*_, address) in enumerate(found):
            # A silent address leaves time for the ones after it.
            share = _left(end) / (len(found) - number)
            try:
                plain = socket.create_connection((str(address[0]), self._port), share)
            except OSError as error:
                failure = error
                continue
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._context is None:
                return Connection(self._host, self._port, plain)
            try:
                plain.settimeout(_left(end))
                encrypted = self._context.wrap_socket(plain, server_hostname=self._host)
            except BaseException:
                plain.close()
                raise
            return Connection(self._host, self._port, encrypted)
        raise failure

    def _kept(self) -> Connection | None:
        """A connection that is open, as far as one can tell."""
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection = self._idle.pop()
            if connection.is_usable():
                return connection
            connection.close()

    def _keep(self, connection: Connection) -> None:
        connection.used_at = time.monotonic()
        with self._lock:
            self._idle.append(connection)

    def _forget_connections(self) -> None:
        """In a new process: a connection of its parent would give one the other's answers."""
        if self._process == os.getpid():
            return
        with self._lock:
            if self._process != os.getpid():
                self._idle = []
                self._room = threading.BoundedSemaphore(MAXIMUM_CONNECTIONS)
                self._process = os.getpid()


class Connection(http.client.HTTPConnection):
    """An open connection, and until when a request may take."""

    def __init__(self, host: str, port: int, opened: socket.socket) -> None:
        super().__init__(host, port)
        self.auto_open = 0
        self.used_at = 0.0
        self.socket = Socket(opened)
        self.sock: Any = self.socket

    @property
    def is_kept(self) -> bool:
        return self.sock is not None

    def is_usable(self) -> bool:
        """Whether it is young, and the server has neither closed it nor said anything."""
        if time.monotonic() - self.used_at > KEPT_SECONDS:
            return False
        poll = select.poll()
        poll.register(self.socket.fileno(), select.POLLIN)
        return not poll.poll(0)


class Socket:
    """What http.client uses of a socket, with one end for all reads and writes together."""

    def __init__(self, opened: socket.socket) -> None:
        self._opened = opened
        self._readers = 0
        self._is_closed = False
        # None: as long as a stream may be silent.
        self.end: float | None = None

    def fileno(self) -> int:
        return self._opened.fileno()

    def sendall(self, data: bytes) -> None:
        self._opened.settimeout(self._seconds())
        self._opened.sendall(data)

    def recv_into(self, buffer: Any) -> int:
        self._opened.settimeout(self._seconds())
        return self._opened.recv_into(buffer)

    def makefile(self, mode: str) -> io.BufferedReader:
        self._readers += 1
        return io.BufferedReader(Reader(self), _CHUNK_BYTES)

    def close(self) -> None:
        """Closes it after the last reader: http.client closes before an answer is read."""
        self._is_closed = True
        if self._readers == 0:
            self._opened.close()

    def end_reader(self) -> None:
        self._readers -= 1
        if self._is_closed:
            self.close()

    def _seconds(self) -> float:
        return SILENCE_SECONDS if self.end is None else _left(self.end)


class Reader(io.RawIOBase):
    """Reads an answer from a socket, which stays open for the next one."""

    def __init__(self, opened: Socket) -> None:
        self._socket = opened

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._socket.recv_into(buffer)

    def close(self) -> None:
        if not self.closed:
            self._socket.end_reader()
        super().close()


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _chunks_of(response: http.client.HTTPResponse) -> Iterator[bytes]:
    while chunk := response.read1(_CHUNK_BYTES):
        yield chunk


def _names_of(response: http.client.HTTPResponse) -> dict[str, str]:
    return {name.lower(): value for name, value in response.getheaders()}
