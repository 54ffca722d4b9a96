"""Asks a Hearth server what app users may do."""

from __future__ import annotations

from .async_client import AsyncHearth
from .client import Hearth
from .errors import (
    AnswerError,
    HearthError,
    NetworkError,
    OptionError,
    RefusedError,
    TimedOutError,
    VerificationError,
)
from .verification import verify_statement, verify_webhook
from .version import VERSION as __version__

__all__ = [
    "AnswerError",
    "AsyncHearth",
    "Hearth",
    "HearthError",
    "NetworkError",
    "OptionError",
    "RefusedError",
    "TimedOutError",
    "VerificationError",
    "__version__",
    "verify_statement",
    "verify_webhook",
]
