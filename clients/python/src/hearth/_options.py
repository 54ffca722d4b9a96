"""What a client was given, checked once."""

from __future__ import annotations

import platform
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Union
from urllib.parse import quote, urlsplit

from .errors import OptionError
from .version import VERSION

Key = Union[str, Callable[[], str]]
AsyncKey = Union[str, Callable[[], Union[str, Awaitable[str]]]]

LOOKUP_SECONDS = 2.0
WRITE_SECONDS = 10.0
MAXIMUM_SECONDS = 300.0
MAXIMUM_ATTEMPTS = 10
MAXIMUM_CONNECTIONS = 100
# Shorter than servers and proxies keep a connection that nothing uses.
KEPT_SECONDS = 20.0

USER_AGENT = f"hearth-python/{VERSION} (Python {platform.python_version()}; {sys.platform})"


@dataclass(frozen=True)
class Options:
    """How to ask, and as which app."""

    address: str
    key: Key | AsyncKey = field(repr=False)
    tenant: str | None
    timeout: float | None
    attempts: int
    fallback: float | None

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise _wrong("address", "It begins with https:// and a host.")
        if parts.query or parts.fragment or parts.username is not None:
            raise _wrong("address", "It has no query, fragment or user.")
        if isinstance(self.key, str):
            check_key(self.key)
        if self.tenant is not None and not _is_visible(self.tenant):
            raise _wrong("tenant", "It is the tenant's slug.")
        if self.timeout is not None and not 0 < self.timeout <= MAXIMUM_SECONDS:
            raise _wrong("timeout", f"It is in seconds, above 0, {MAXIMUM_SECONDS:.0f} at most.")
        if not 1 <= self.attempts <= MAXIMUM_ATTEMPTS:
            raise _wrong("attempts", f"It is from 1 to {MAXIMUM_ATTEMPTS}.")
        if self.fallback is not None and not self.fallback > 0:
            raise _wrong("fallback", "It is in seconds, above 0, or None.")

    @property
    def has_token(self) -> bool:
        """Whether a function gives a token, which may end."""
        return not isinstance(self.key, str)


def check_key(key: str) -> str:
    """The key, if it may stand in a header. The message must not show it."""
    if not _is_visible(key):
        raise _wrong("key", "It has other characters than a key or a token, or none.")
    return key


def segment(name: str) -> str:
    """A name as one segment of a path."""
    if name in (".", ".."):
        raise _wrong("id", "An id in a path is neither `.` nor `..`.")
    return quote(name, safe="")


def person(app_user_id: str | None) -> str:
    """The path of an app user, or of the end user of the token."""
    return "/v1/me" if app_user_id is None else f"/v1/users/{segment(app_user_id)}"


def check_idempotency_key(key: str) -> str:
    """The key, if Hearth takes it."""
    if len(key) > 255 or not _is_visible(key):
        raise _wrong("idempotency_key", "It has 1 to 255 visible ASCII characters, without spaces.")
    return key


def check_path(path: str) -> str:
    """The path, if it leads to this server and may stand in a request."""
    if not path.startswith("/") or not _is_visible(path):
        raise _wrong("path", "It begins with / and is percent-encoded.")
    return path


def _is_visible(text: str) -> bool:
    return text != "" and text.isascii() and text.isprintable() and " " not in text


def wrong_body() -> OptionError:
    return _wrong("body", "It is something that JSON can say.")


def _wrong(name: str, rule: str) -> OptionError:
    return OptionError(
        "wrong_option", f"`{name}` cannot be used.", title="The call has a mistake", fix=rule
    )
