"""Sends requests over kept connections, for asyncio and trio."""

from __future__ import annotations

import inspect
import ssl
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

try:
    import anyio
    import httpcore
except ImportError as error:
    raise ImportError("Run `pip install hearth-client[async]`.") from error

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


class AsyncTransport:
    """The connections to one server. They belong to the event loop that opened them."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._url = httpcore.URL(options.address)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_connections=MAXIMUM_CONNECTIONS,
            max_keepalive_connections=MAXIMUM_CONNECTIONS,
            keepalive_expiry=KEPT_SECONDS,
        )

    async def token(self, seconds: float) -> str:
        key = self._options.key
        token = key if isinstance(key, str) else key()
        if inspect.isawaitable(token):
            with anyio.move_on_after(seconds) as limit:
                token = await token
            if limit.cancelled_caught:
                raise timed_out(seconds)
        return check_key(str(token))

    async def send(self, request: Request, token: str, seconds: float) -> Answer:
        """The answer; raises a NetworkError or a TimedOutError."""
        with anyio.move_on_after(seconds):
            async with self._opened(request, token, {}, seconds) as response:
                body = b""
                async for chunk in response.aiter_stream():
                    body += chunk
                    if len(body) > MAXIMUM_ANSWER_BYTES:
                        raise too_large()
                return Answer(response.status, _names_of(response), body)
        raise timed_out(seconds)

    @asynccontextmanager
    async def stream(
        self, request: Request, token: str, seconds: float
    ) -> AsyncGenerator[tuple[Answer, AsyncIterator[bytes]], None]:
        """The head of an answer, and its bytes as they arrive."""
        limits = {"connect": seconds, "read": SILENCE_SECONDS, "write": seconds, "pool": seconds}
        async with self._opened(request, token, limits, SILENCE_SECONDS) as response:
            chunks = _chunks_of(response)
            body = b"" if response.status == 200 else b"".join([part async for part in chunks])
            yield Answer(response.status, _names_of(response), body), chunks

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)

    async def close(self) -> None:
        await self._pool.aclose()

    @asynccontextmanager
    async def _opened(
        self,
        request: Request,
        token: str,
        limits: dict[str, float],
        seconds: float,
    ) -> AsyncGenerator[httpcore.Response, None]:
        try:
            async with self._pool.stream(
                request.method,
                httpcore.URL(
                    scheme=self._url.scheme,
                    host=self._url.host,
                    port=self._url.port,
                    target=request.target(self._url.target.decode()),
                ),
                headers=request.all_headers(self._options, token),
                content=request.content(),
                extensions={"timeout": limits},
            ) as response:
                yield response
        except httpcore.TimeoutException:
            raise timed_out(seconds) from None
        except httpcore.RemoteProtocolError:
            raise cut_off() from None
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
            raise no_connection(str(error) or type(error).__name__) from None


def _names_of(response: httpcore.Response) -> dict[str, str]:
    return {name.decode().lower(): value.decode("latin-1") for name, value in response.headers}


async def _chunks_of(response: httpcore.Response) -> AsyncIterator[bytes]:
    async for chunk in response.aiter_stream():
        yield chunk
