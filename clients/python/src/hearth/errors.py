"""One tree of errors: each failure is a `HearthError`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from .types import ErrorCode, ProblemErrors

    VerificationReason = Literal[
        "malformed", "unknown_key", "forged", "other_tenant", "expired", "clock_set_back"
    ]


class HearthError(Exception):
    """A call that did not succeed. Decide by the class, by `code` and by `status`."""

    code: ErrorCode | str
    """Stable, for programs. A later release adds codes, so take an unknown one by `status`."""
    status: int | None
    """The HTTP status, or None if there was no answer."""
    title: str
    """What the code means. It never changes."""
    detail: str
    """What happened this time, for the log."""
    fix: str | None
    """What to do about it."""
    errors: Sequence[ProblemErrors]
    """For `validation_failed`, each wrong field (`pointer`) and why it is wrong (`detail`)."""
    request_id: str | None
    """Under this id, Hearth's log has the request."""
    retry_after_seconds: float | None
    """When the same request may succeed, if waiting helps."""
    problem: Mapping[str, Any]
    """All that Hearth said, such as `upgrade` of `limit_reached`. Empty if another one answered."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        title: str = "",
        fix: str | None = None,
        status: int | None = None,
        request_id: str | None = None,
        asked_seconds: float | None = None,
        problem: Mapping[str, Any] | None = None,
    ) -> None:
        self.code, self.title, self.detail, self.fix = code, title, detail, fix
        self.status, self.request_id = status, request_id
        self.problem = problem or {}
        # What `Retry-After` asks for: only then a refusal is repeated by the client itself.
        self.asked_seconds = asked_seconds
        self.retry_after_seconds = self.problem.get("retry_after_seconds", asked_seconds)
        self.errors = self.problem.get("errors", [])
        super().__init__(self._message())

    def _message(self) -> str:
        head = self.code if self.status is None else f"{self.status} {self.code}"
        fields = [f"{error.get('pointer')}: {error.get('detail')}" for error in self.errors]
        parts = [f"{head}: {self.detail or self.title}", *fields, self.fix]
        request = f"(request {self.request_id})" if self.request_id else None
        return " ".join(part for part in [*parts, request] if part)

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors cross processes, as in worker queues.
        return _copy, (type(self), dict(self.__dict__), self.args)


class RefusedError(HearthError):
    """Hearth refused the request: `code` is one of `ErrorCode`."""


class NetworkError(HearthError):
    """There was no answer, or a part of one: `no_connection`."""


class TimedOutError(HearthError):
    """There was no answer within the time limit: `timed_out`."""


class AnswerError(HearthError):
    """The answer is not Hearth's, such as a proxy's page.

    The codes are `redirected` (never followed, because the key would go along),
    `unexpected_answer` (no JSON, or JSON of another server) and `answer_too_large`.
    """


class OptionError(HearthError, ValueError):
    """A mistake in the call itself, found before anything is sent: `wrong_option`."""


class VerificationError(HearthError):
    """A webhook or a statement that does not count, for the reason that `code` says."""

    def __init__(self, reason: VerificationReason, detail: str = "") -> None:
        super().__init__(reason, detail or _REASONS[reason])
        self.reason: VerificationReason = reason


_REASONS: dict[str, str] = {
    "malformed": "It is no message or statement of Hearth.",
    "unknown_key": "The keys lack the one that signed it. Fetch them again.",
    "forged": "Its signature is wrong.",
    "other_tenant": "It is about an app user of another tenant.",
    "expired": "Its time is over.",
    "clock_set_back": "This clock is earlier than the time of signing.",
}


def _copy(kind: type[HearthError], members: dict[str, Any], args: tuple[Any, ...]) -> HearthError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(members)
    return error
