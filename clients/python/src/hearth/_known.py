"""The last known answers of lookups, which stand in while Hearth cannot be reached."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import OrderedDict
from typing import Any

from ._exchange import Request

MAXIMUM_ANSWERS = 10_000


class KnownAnswers:
    """Keeps an answer for each request and token, the newest ones only."""

    def __init__(self) -> None:
        self._answers: OrderedDict[bytes, tuple[float, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, request: Request, token: str, value: Any) -> None:
        key = _key(request, token)
        with self._lock:
            self._answers[key] = (time.monotonic(), value)
            self._answers.move_to_end(key)
            if len(self._answers) > MAXIMUM_ANSWERS:
                self._answers.popitem(last=False)

    def last(self, request: Request, token: str, seconds: float) -> tuple[float, Any] | None:
        """The last answer and its age, if that is not above the seconds."""
        with self._lock:
            found = self._answers.get(_key(request, token))
        if found is None:
            return None
        age = time.monotonic() - found[0]
        return (age, found[1]) if age <= seconds else None


def _key(request: Request, token: str) -> bytes:
    # The token is a part of the key: a phone's next user must not get the answers of the last one.
    parts = [token, request.method, request.path, json.dumps(request.body)]
    return hashlib.sha256("\n".join(parts).encode()).digest()
