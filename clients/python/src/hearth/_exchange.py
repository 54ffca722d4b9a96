"""A request and its answer, apart from how they travel."""

from __future__ import annotations

import email.utils
import json
import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, cast

from ._options import (
    LOOKUP_SECONDS,
    USER_AGENT,
    WRITE_SECONDS,
    Options,
    check_idempotency_key,
    check_path,
    wrong_body,
)
from .errors import AnswerError, HearthError, NetworkError, RefusedError, TimedOutError

# An export of one person is the largest answer.
MAXIMUM_ANSWER_BYTES = 64 * 1024 * 1024
# Hearth writes to a stream at least every 15 seconds.
SILENCE_SECONDS = 45.0
# The pause before the first repeat. It doubles.
_FIRST_PAUSE_SECONDS = 0.1
# The longest pause, also if `Retry-After` asks for more while a stream is followed.
MAXIMUM_PAUSE_SECONDS = 30.0


@dataclass(frozen=True)
class Request:
    """What is sent, in each attempt."""

    method: str
    path: str
    body: object = None
    idempotency_key: str | None = None
    is_lookup: bool = False
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def is_repeatable(self) -> bool:
        """Whether sending it twice is the same as once."""
        return self.method == "GET" or self.idempotency_key is not None

    def attempts(self, options: Options) -> int:
        return options.attempts if self.is_repeatable else 1

    def seconds(self, options: Options) -> float:
        """How long all attempts may take together."""
        seconds = LOOKUP_SECONDS if self.is_lookup or self.method == "GET" else WRITE_SECONDS
        return seconds if options.timeout is None else options.timeout

    def content(self) -> bytes | None:
        try:
            return None if self.body is None else json.dumps(self.body).encode()
        except (TypeError, ValueError):
            raise wrong_body() from None

    def all_headers(self, options: Options, token: str) -> list[tuple[str, str]]:
        headers = {
            "Authorization": f"Bearer {token}",
            "User-Agent": USER_AGENT,
            "Accept": "application/json",
        }
        if options.tenant is not None:
            headers["Hearth-Tenant"] = options.tenant
        if self.idempotency_key is not None:
            headers["Idempotency-Key"] = check_idempotency_key(self.idempotency_key)
        if self.body is not None:
            headers["Content-Type"] = "application/json"
        return list({**headers, **self.headers}.items())

    def target(self, prefix: str) -> str:
        return prefix.rstrip("/") + check_path(self.path)


@dataclass(frozen=True)
class Answer:
    """What came back, with names of headers in lowercase."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def value(self) -> Any:
        """The JSON of a success, or None without a body. Raises what anything else is."""
        if 300 <= self.status < 400:
            self._raise_redirected()
        is_json = "json" in self.headers.get("content-type", "")
        try:
            value = json.loads(self.body) if self.body else None
        except ValueError:
            if is_json:
                raise cut_off() from None
            self._raise_unexpected()
        if 200 <= self.status < 300:
            if self.body and not is_json:
                self._raise_unexpected()
            return value
        if isinstance(value, dict) and "code" in value:
            raise self._refusal(cast("dict[str, Any]", value))
        self._raise_unexpected()

    def check_stream(self) -> None:
        """Raises what it is unless it is a stream of events."""
        if self.status != 200:
            self.value()
        if not self.headers.get("content-type", "").startswith("text/event-stream"):
            self._raise_unexpected()

    def _refusal(self, problem: dict[str, Any]) -> RefusedError:
        return RefusedError(
            str(problem["code"]),
            str(problem.get("detail", "")),
            title=str(problem.get("title", "")),
            fix=problem.get("fix"),
            status=self.status,
            request_id=problem.get("instance") or self.headers.get("x-request-id"),
            asked_seconds=self._asked_seconds(),
            problem=problem,
        )

    def _raise_redirected(self) -> NoReturn:
        raise AnswerError(
            "redirected",
            "A proxy answered with a redirect, which is not followed.",
            title="The request was redirected",
            fix="Set `address` to where it leads, if that is Hearth.",
            status=self.status,
        )

    def _raise_unexpected(self) -> NoReturn:
        start = " ".join(self.body[:200].decode("utf-8", "replace").split())
        raise AnswerError(
            "unexpected_answer",
            f"The answer is not Hearth's: {start[:80]}" if start else "The answer has no body.",
            title="Another server answered",
            fix="Look at `address`, and at the proxy before Hearth.",
            status=self.status,
            request_id=self.headers.get("x-request-id"),
            asked_seconds=self._asked_seconds(),
        )

    def _asked_seconds(self) -> float | None:
        """What `Retry-After` asks for, as seconds or as a date."""
        asked = self.headers.get("retry-after", "")
        if re.fullmatch("[0-9]{1,9}", asked, re.ASCII):
            return float(asked)
        try:
            return max(0.0, email.utils.parsedate_to_datetime(asked).timestamp() - time.time())
        except (TypeError, ValueError):
            return None


def cut_off() -> NetworkError:
    return no_connection("The answer was cut off.")


def no_connection(detail: str) -> NetworkError:
    title, fix = "Hearth cannot be reached", "Look at `address`, and try again."
    return NetworkError("no_connection", detail, title=title, fix=fix)


def timed_out(seconds: float) -> TimedOutError:
    return TimedOutError(
        "timed_out",
        f"No answer came within {seconds:.2f} seconds.",
        title="The time limit is over",
        fix="Try again, or set `timeout`.",
    )


def too_large() -> AnswerError:
    limit = MAXIMUM_ANSWER_BYTES // 1024 // 1024
    detail = f"The answer has more than {limit} MiB."
    return AnswerError("answer_too_large", detail, title="The answer is too large")


def is_outage(error: HearthError) -> bool:
    """Whether Hearth said nothing about the request, so that the last answer may stand in."""
    if isinstance(error, RefusedError):
        return error.status is not None and error.status >= 500
    return isinstance(error, (NetworkError, TimedOutError, AnswerError))


def pause_seconds(error: HearthError, failures: int) -> float | None:
    """The pause before a repeat, or None if the same request cannot succeed later."""
    if error.asked_seconds is not None:
        return error.asked_seconds
    status = error.status or 0
    is_of_network = isinstance(error, (NetworkError, TimedOutError))
    may_pass = is_of_network or status == 408 or status >= 500
    return backoff_seconds(failures) if may_pass else None


def backoff_seconds(failures: int) -> float:
    """Twice as long after each failure, and a random part of it, so that clients spread."""
    longest = min(_FIRST_PAUSE_SECONDS * 2.0 ** min(failures - 1, 20), MAXIMUM_PAUSE_SECONDS)
    return longest * random.uniform(0.5, 1.0)
