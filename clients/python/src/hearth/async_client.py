"""Asks a Hearth server what app users may do.

Every call raises a `HearthError` if it does not succeed:

- `RefusedError`, with the code that the call's documentation names. Any call may be refused with
  `unauthorized`, `token_refused`, `token_superseded`, `forbidden`, `tenant_not_found`,
  `invalid_request`, `validation_failed`, `too_many_requests`, and with 503 `overloaded`,
  `database_unavailable`, `read_only`, `tenant_moving` and `tenant_moved`.
- `TimedOutError` and `NetworkError`, after the client has tried again.
- `AnswerError`, if something else than Hearth answered.
- `OptionError`, if the call has a mistake. Nothing was sent.

What a function raises that you give as `key` comes through as it is.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncIterator
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast

from ._events import EventReader
from ._exchange import (
    MAXIMUM_PAUSE_SECONDS,
    Request,
    backoff_seconds,
    is_outage,
    pause_seconds,
    timed_out,
)
from ._known import KnownAnswers
from ._options import AsyncKey, Options, person, segment
from .errors import HearthError, TimedOutError

if TYPE_CHECKING:
    from ._async_transport import AsyncTransport
    from .types import (
        Change,
        EntitlementChecksChecks,
        LookedUpCheck,
        LookedUpEntitlement,
        LookedUpEntitlements,
        LookedUpFeature,
        LookedUpLimits,
        UsedLimit,
    )

# Lists are followed for this many pages, so that a cursor that leads back ends.
MAXIMUM_PAGES = 100_000


class AsyncHearth:
    """Asks with an API key; as an end user with what returns their token, and with the tenant.

    - `timeout`: how long a call may take in all, with its repeats, in seconds. Without it, lookups
      have 2 seconds and writes 10.
    - `attempts`: how often a request is sent at most, if it may be repeated. Each attempt but the
      last may take half of the time that is left.
    - `fallback`: for how many seconds a lookup may answer what it answered last, if Hearth cannot
      be reached. `fallback_age_seconds` of an answer says so.

    A client keeps its connections, so make one and share it.
    """

    def __init__(
        self,
        address: str,
        key: AsyncKey,
        *,
        tenant: str | None = None,
        timeout: float | None = None,
        attempts: int = 4,
        fallback: float | None = None,
    ) -> None:
        # Only here, so that what verifies webhooks needs no package and loads at once.
        from ._async_transport import AsyncTransport

        self._options = Options(address, key, tenant, timeout, attempts, fallback)
        self._transport: AsyncTransport = AsyncTransport(self._options)
        self._known = KnownAnswers()

    def with_options(
        self,
        *,
        timeout: float | None = None,
        attempts: int | None = None,
        fallback: float | None = None,
    ) -> AsyncHearth:
        """The same client, over the same connections, with other options for some calls."""
        options = replace(
            self._options,
            timeout=self._options.timeout if timeout is None else timeout,
            attempts=self._options.attempts if attempts is None else attempts,
            fallback=self._options.fallback if fallback is None else fallback,
        )
        other = object.__new__(AsyncHearth)
        other._options, other._transport, other._known = options, self._transport, self._known
        return other

    async def is_active(self, entitlement_id: str, app_user_id: str | None = None) -> bool:
        """Whether an entitlement is active; without an app user's id, for the end user.

        Refused with `entitlement_not_in_catalog`.
        """
        return (await self.entitlement(entitlement_id, app_user_id))["is_active"]

    async def entitlement(
        self, entitlement_id: str, app_user_id: str | None = None
    ) -> LookedUpEntitlement:
        """One entitlement, with its end and its source.

        Refused with `entitlement_not_in_catalog`.
        """
        path = f"{person(app_user_id)}/entitlements/{segment(entitlement_id)}"
        return cast("LookedUpEntitlement", await self._look_up(Request("GET", path)))

    async def entitlements(self, app_user_id: str | None = None) -> LookedUpEntitlements:
        """All that an app user may do, with the plan. Refused with no code of its own."""
        path = f"{person(app_user_id)}/entitlements"
        return cast("LookedUpEntitlements", await self._look_up(Request("GET", path)))

    async def feature(self, feature_id: str, app_user_id: str | None = None) -> LookedUpFeature:
        """Whether a feature of the tenant file may be used.

        Refused with `feature_not_in_catalog`.
        """
        path = f"{person(app_user_id)}/features/{segment(feature_id)}"
        return cast("LookedUpFeature", await self._look_up(Request("GET", path)))

    async def limits(self, app_user_id: str | None = None) -> LookedUpLimits:
        """How much of each limit is used. Refused with no code of its own."""
        path = f"{person(app_user_id)}/limits"
        return cast("LookedUpLimits", await self._look_up(Request("GET", path)))

    async def check(self, checks: list[EntitlementChecksChecks]) -> list[LookedUpCheck]:
        """Checks up to a hundred entitlements at one moment; the answers are in the same order.

        Refused with no code of its own: a check of an unknown entitlement has `error`.
        """
        # The server ignores the key. It says that the request may be repeated.
        request = Request(
            "POST", "/v1/entitlements/check", {"checks": checks}, _new_key(), is_lookup=True
        )
        answer = await self._look_up(request)
        age = answer["fallback_age_seconds"]
        checked: list[LookedUpCheck] = answer["checks"]
        for each in checked:
            each["fallback_age_seconds"] = age
        return checked

    async def consume(
        self,
        limit_id: str,
        app_user_id: str | None = None,
        *,
        amount: int = 1,
        reference: str | None = None,
    ) -> UsedLimit:
        """Counts a use of a limit, once however often the request is repeated.

        `is_allowed` of the answer is false if the limit is reached; nothing is counted then. The
        same `reference` counts once. Refused with `limit_not_in_catalog`, `limit_not_consumable`
        and `reference_reused`.
        """
        path = f"{person(app_user_id)}/limits/{segment(limit_id)}/consume?refuse=false"
        use = {"amount": amount, **({} if reference is None else {"reference": reference})}
        return cast("UsedLimit", await self._answer(Request("POST", path, use, _new_key())))

    async def listen(self, after: int | None = None) -> AsyncIterator[Change]:
        """Follows all changes of the tenant, with its secret key: after a number, or from now on.

        A stream that breaks is opened again after the last change, so none is missed. Refused with
        `changes_gone` (410) if the log begins later than the number.
        """
        if after is None:
            after = (await self.request("GET", "/v1/changes?limit=1"))["last_number"]
        failures = 0
        while True:
            asked: float | None = None
            try:
                async for change in self._stream(cast(int, after)):
                    after, failures = change["number"], 0
                    yield change
            except HearthError as error:
                asked = pause_seconds(error, failures + 1)
                if asked is None:
                    raise
            failures += 1
            pause = backoff_seconds(failures) if asked is None else asked
            await self._transport.sleep(min(pause, MAXIMUM_PAUSE_SECONDS))

    async def request(
        self, method: str, path: str, body: object = None, idempotency_key: str | None = None
    ) -> Any:
        """Any other operation, by its path, whose documentation names what it is refused with.

        Repeated if it is a GET or has an idempotency key. Give a key only to an operation that
        takes one. If Hearth itself waits, as with `wait`, set a longer `timeout` and `attempts=1`.
        """
        return await self._answer(Request(method, path, body, idempotency_key))

    async def pages(self, path: str) -> AsyncIterator[Any]:
        """All items of a list, page after page. Raises what `request` raises."""
        separator = "&" if "?" in path else "?"
        cursor = ""
        for _ in range(MAXIMUM_PAGES):
            page = await self.request("GET", path + cursor)
            for item in page["data"]:
                yield item
            if not page.get("next_cursor"):
                return
            cursor = f"{separator}cursor={segment(page['next_cursor'])}"

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.close()

    async def __aenter__(self) -> AsyncHearth:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def _look_up(self, request: Request) -> dict[str, Any]:
        """The answer; without a connection the last one, if that is not too old."""
        token = await self._transport.token(request.seconds(self._options))
        age: float | None = None
        try:
            value = await self._answer(request, token)
            if self._options.fallback is not None:
                self._known.keep(request, token, value)
        except HearthError as error:
            seconds = self._options.fallback
            if seconds is None or not is_outage(error):
                raise
            known = self._known.last(request, token, seconds)
            if known is None:
                raise
            age, value = known
        return {**value, "fallback_age_seconds": age}

    async def _answer(self, request: Request, token: str | None = None) -> Any:
        """Sends the request until it succeeds, cannot succeed, or its time is over."""
        seconds = request.seconds(self._options)
        end = time.monotonic() + seconds
        last_attempt, attempt, is_token_new = request.attempts(self._options), 1, False
        while True:
            left = end - time.monotonic()
            if token is None:
                token = await self._transport.token(left)
            try:
                share = left if attempt == last_attempt else left / 2
                return (await self._transport.send(request, token, share)).value()
            except HearthError as error:
                if error.code == "token_refused" and self._options.has_token and not is_token_new:
                    # It may have ended on its way, so the function is asked again, once.
                    token, is_token_new = None, True
                    continue
                pause = pause_seconds(error, attempt)
                is_last = attempt == last_attempt
                if pause is None or is_last or time.monotonic() + pause >= end:
                    raise (timed_out(seconds) if isinstance(error, TimedOutError) else error)
            await self._transport.sleep(pause)
            attempt += 1

    async def _stream(self, after: int) -> AsyncIterator[Change]:
        headers = {"Last-Event-ID": str(after), "Accept": "text/event-stream"}
        request = Request("GET", "/v1/changes/stream", headers=headers)
        seconds = request.seconds(self._options)
        token = await self._transport.token(seconds)
        async with self._transport.stream(request, token, seconds) as (answer, chunks):
            answer.check_stream()
            reader = EventReader()
            async for chunk in chunks:
                for change in reader.read(chunk):
                    yield change


def _new_key() -> str:
    return str(uuid.uuid4())
