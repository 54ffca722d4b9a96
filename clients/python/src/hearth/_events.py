"""Server-sent events, read as they arrive."""

from __future__ import annotations

import json
from typing import Any

from ._exchange import cut_off

# A change is far smaller. A stream without line ends must not fill the memory.
MAXIMUM_EVENT_BYTES = 1024 * 1024


class EventReader:
    """Takes the bytes of a stream in any pieces, and gives the JSON of each complete event."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[str] = []

    def read(self, chunk: bytes) -> list[Any]:
        events: list[Any] = []
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        if len(self._rest) > MAXIMUM_EVENT_BYTES:
            raise cut_off()
        for line in lines:
            text = line.decode("utf-8", "replace").rstrip("\r")
            if text.startswith("data:"):
                self._data.append(text[5:].lstrip(" "))
            elif not text and self._data:
                events.append(_parsed("\n".join(self._data)))
                self._data = []
        return events


def _parsed(data: str) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        raise cut_off() from None
