"""Tells the story of scripts/test_clients with Python, and prints what came of it as JSON.

story.py hearth   by Hearth
story.py async    by AsyncHearth, whose calls then wait on an event loop in another thread
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal

from hearth import (
    AsyncHearth,
    Hearth,
    HearthError,
    VerificationError,
    verify_statement,
    verify_webhook,
)
from hearth.types import UsedLimit

# Limits are kept to within this, on a machine that is busy.
LEEWAY_SECONDS = 2.0
# For calls that must succeed, however busy the machine is.
PATIENCE_SECONDS = 30

given = json.load(sys.stdin)
user, tenant, webhook, addresses = (
    given[name] for name in ("user", "tenant", "webhook", "addresses")
)
is_async = sys.argv[1] == "async"
now = datetime.now(timezone.utc)


class Blocking:
    """Calls an AsyncHearth from a thread without a loop."""

    def __init__(self, portal: BlockingPortal, client: AsyncHearth) -> None:
        self._portal, self._client = portal, client

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            async def run() -> Any:
                result = getattr(self._client, name)(*arguments, **named)
                return await result if hasattr(result, "__await__") else result

            result = self._portal.call(run)
            if isinstance(result, AsyncHearth):
                return Blocking(self._portal, result)
            return self._items(result) if hasattr(result, "__anext__") else result

        return call

    def _items(self, items: Any) -> Iterator[Any]:
        while True:
            try:
                yield self._portal.call(items.__anext__)
            except StopAsyncIteration:
                return


def patient(proxy: str, key: Any = given["key"], **options: Any) -> Any:
    return hearth(proxy, key, timeout=PATIENCE_SECONDS, **options)


def hearth(proxy: str, key: Any = given["key"], **options: Any) -> Any:
    address = addresses.get(proxy, proxy)
    if not is_async:
        return Hearth(address, key, **options)

    async def made() -> AsyncHearth:
        return AsyncHearth(address, key, **options)

    return Blocking(portal, portal.call(made))


def refusal(call: Callable[[], object]) -> list[object]:
    try:
        return ["no error", call()]
    except HearthError as error:
        return [error.status, error.code]


def outcome(call: Callable[[], object], seconds: float = 2) -> list[object]:
    """The code of the error, and whether it came within the limit."""
    begin = time.monotonic()
    code = refusal(call)[1]
    return [code, time.monotonic() - begin < seconds + LEEWAY_SECONDS]


def reason(call: Callable[[], object]) -> str:
    try:
        call()
    except VerificationError as error:
        return error.reason
    return "none"


def shown(use: UsedLimit) -> list[object]:
    return [use["is_allowed"], use["remaining"]]


def check() -> list[object]:
    checks = server.check(
        [
            {"app_user_id": user, "entitlement_id": "plus"},
            {"app_user_id": "u_stranger", "entitlement_id": "plus"},
            {"app_user_id": user, "entitlement_id": "pulse"},
        ]
    )
    return [check.get("error", check.get("is_active")) for check in checks]


def listen() -> list[str]:
    kinds: list[str] = []
    for change in server.listen(given["after"]):
        if change["app_user_id"] == user and change["kind"] != "notice":
            kinds.append(change["kind"])
        if len(kinds) == 3:
            break
    return kinds


def validation() -> list[object]:
    try:
        server.consume("scans", user, amount=0)
    except HearthError as error:
        said = [error.errors[0]["pointer"], error.fix or "", f"request {error.request_id}"]
        return [error.status, error.code, error.errors[0]["pointer"], all(
            part and part in str(error) for part in said)]
    return []


def verify_webhooks() -> list[object]:
    headers, body, secret = webhook["headers"], webhook["body"].encode(), webhook["secret"]
    later = now + timedelta(minutes=10)
    cased = {name.title(): value for name, value in headers.items()}
    several = {**headers, "webhook-signature": f"v1,{'A' * 43}= {headers['webhook-signature']}"}
    return [
        verify_webhook(headers, body, secret)["type"],
        verify_webhook(cased, body, secret)["type"],
        verify_webhook(several, body, secret)["type"],
        verify_webhook(headers, body, secret, now=later, tolerance_seconds=660)["type"],
        reason(lambda: verify_webhook(headers, body + b" ", secret)),
        reason(lambda: verify_webhook(headers, body, secret, now=later)),
        reason(lambda: verify_webhook({}, body, secret)),
        refusal(lambda: verify_webhook(headers, body, "whsec_?"))[1],
    ]


def verify_statements() -> list[object]:
    token = phone.request("GET", "/v1/me/token")["token"]
    keys = phone.request("GET", f"/v1/tenants/{tenant}/.well-known/jwks.json")
    claims = verify_statement(token, keys, tenant)
    head, payload, signature = token.split(".")
    forged = f"{head}.{payload}.{'A' * len(signature)}"
    day = timedelta(days=1)
    return [
        claims["sub"] == user and claims["entitlements"]["plus"]["is_active"],
        reason(lambda: verify_statement(forged, keys, tenant)),
        reason(lambda: verify_statement(token, keys, "other")),
        reason(lambda: verify_statement(token, keys, tenant, now=now + 2 * day)),
        reason(lambda: verify_statement(token, keys, tenant, now=now - day)),
        reason(lambda: verify_statement(token, {"keys": []}, tenant)),
        reason(lambda: verify_statement("a.b", keys, tenant)),
    ]


def last_answer() -> list[object]:
    first = patient("fading", fallback=60)
    fresh = first.entitlement("plus", user)
    client = first.with_options(timeout=2)
    old = client.entitlement("plus", user)
    age = old["fallback_age_seconds"]
    return [
        fresh["is_active"], fresh["fallback_age_seconds"] is None,
        old["is_active"], age is not None and 0 < age < 4,
        outcome(lambda: client.is_active("plus", "u_other")),
        outcome(lambda: client.with_options(fallback=0.1, attempts=1).is_active("plus", user)),
    ]


def ended_token() -> list[object]:
    tokens = iter([given["ended_token"], given["token"]])
    asked: list[str] = []

    def token() -> str:
        asked.append("")
        return str(next(tokens))

    return [patient("lossy", token, tenant=tenant).is_active("plus"), len(asked)]


def failing_function() -> list[object]:
    asked: list[str] = []

    def token() -> str:
        asked.append("")
        raise KeyError("session")

    try:
        patient("lossy", token, tenant=tenant).is_active("plus")
    except KeyError:
        return ["its own error", len(asked)]
    return []


def repeated() -> list[object]:
    client = patient("repeating")
    return [shown(client.consume("scans", given["other_user"])) for _ in range(2)]


def cancelled() -> list[object]:
    """A task that is cancelled ends its call. A thread cannot be, so there the limit counts."""
    if not is_async:
        return outcome(lambda: hearth("silent", timeout=0.3).is_active("plus", user), 0.3)

    async def run() -> list[object]:
        client = AsyncHearth(addresses["silent"], given["key"])
        begin = time.monotonic()
        try:
            await asyncio.wait_for(client.is_active("plus", user), 0.3)
        except asyncio.TimeoutError:
            return ["timed_out", time.monotonic() - begin < 0.3 + LEEWAY_SECONDS]
        return []

    return list(portal.call(run))


def story() -> list[list[object]]:
    return [
        [server.is_active("plus", user)],
        [phone.is_active("plus")],
        refusal(lambda: server.is_active("pulse", user)),
        [server.feature("export_hd", user)["is_allowed"], server.entitlements(user)["plan"]],
        [check()],
        shown(server.consume("scans", user, amount=2)),
        shown(server.consume("scans", user, amount=2)),
        shown(phone.consume("scans", reference="page 1")),
        shown(phone.consume("scans", reference="page 1")),
        [server.limits(user)["limits"]["scans"]["used"]],
        refusal(lambda: patient("lossy", "wrong").is_active("plus", user)),
        validation(),
        [len(list(server.pages(f"/v1/users/{given['other_user']}/grants?limit=1")))],
        [listen()],
        verify_webhooks(),
        verify_statements(),
        outcome(lambda: hearth("silent").is_active("plus", user)),
        outcome(lambda: hearth("silent", timeout=1).consume("scans", user), 1),
        outcome(lambda: hearth("trickling").is_active("plus", user)),
        outcome(lambda: hearth("cutting").is_active("plus", user)),
        outcome(lambda: hearth("closed").is_active("plus", user)),
        [outcome(lambda: hearth("redirecting").is_active("plus", user)) for _ in range(4)],
        refusal(lambda: patient("page").is_active("plus", user)),
        refusal(lambda: patient("page", given["token"], tenant=tenant).is_active("plus")),
        repeated(),
        last_answer(),
        ended_token(),
        failing_function(),
        outcome(lambda: hearth("127.0.0.1:8080"), 0),
        outcome(lambda: hearth("silent", "a key"), 0),
        outcome(lambda: server.is_active("plus", ".."), 0),
        outcome(lambda: server.request("POST", "/v1/users", {"kind": {1}}), 0),
        cancelled(),
    ]


with start_blocking_portal() as portal:
    server = patient("lossy")
    phone = patient("lossy", lambda: str(given["token"]), tenant=tenant)
    print(json.dumps(story()))
