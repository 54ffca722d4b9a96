"""Runs the examples, and prints what came of them as JSON."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parent.parent / "examples"
given = json.load(sys.stdin)
webhook = given["webhook"]
os.environ["HEARTH_WEBHOOK_SECRET"] = webhook["secret"]
sys.path.insert(0, str(EXAMPLES))

import backend  # noqa: E402
from fastapi_webhook import app  # noqa: E402

from hearth import Hearth  # noqa: E402


def calls() -> list[object]:
    user, address, key = f"{given['user']}_python", given["addresses"]["direct"], given["key"]
    hearth = Hearth(address, key, timeout=30)
    return [
        backend.ask(address, key, user),
        backend.grant(hearth, user, user)["grant_id"]
        == backend.grant(hearth, user, user)["grant_id"],
        backend.ask_in_an_outage(hearth, user),
        backend.ask_in_an_outage(Hearth(address, "wrong"), user),
        backend.ask_about_then(hearth, user),
        backend.consume(hearth, user),
        len(backend.reasons(hearth, user)),
        len(backend.charges(hearth, user)),
        backend.await_purchase(hearth, user, "unknown", 1),
        backend.apologise(hearth, user, "ticket 1"),
        backend.apologise(hearth, user, "ticket 1"),
        backend.redeem(hearth, user),
        backend.refer(hearth, user, f"{user}_friend"),
        backend.share(hearth, user, f"{user}_member"),
        backend.sign_up(hearth, given["device"]["app_user_id"], f"{user}_new"),
        len(backend.follow(hearth, given["after"])),
        backend.leave(hearth, user),
    ]


async def status(body: bytes) -> int:
    """What the app answers, asked as its server would."""
    sent: list[Any] = []
    headers = [(name.encode(), value.encode()) for name, value in webhook["headers"].items()]
    scope = {
        "type": "http", "method": "POST", "path": "/hearth", "raw_path": b"/hearth",
        "query_string": b"", "headers": headers,
        "http_version": "1.1", "scheme": "https", "server": ("app.example", 443),
        "client": ("127.0.0.1", 1), "root_path": "", "asgi": {"version": "3.0"},
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return int(sent[0]["status"])


async def statuses() -> list[int]:
    body = webhook["body"].encode()
    return [await status(body), await status(body + b" ")]


print(json.dumps([calls(), asyncio.run(statuses())]))
