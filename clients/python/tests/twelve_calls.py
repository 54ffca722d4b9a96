"""Makes the twelve calls of scripts/test_clients, and prints the answers as JSON."""

import json
import sys
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from hearth import (
    HearthClient,
    HearthError,
    UsedLimit,
    VerificationError,
    verify_statement,
    verify_webhook,
)

given = json.load(sys.stdin)
user, tenant, webhook = given["user"], given["tenant"], given["webhook"]
server = HearthClient(given["address"], given["key"])
phone = HearthClient(given["address"], lambda: str(given["token"]), tenant)
stranger = HearthClient(given["address"], "wrong")
now = datetime.now(timezone.utc)


def refusal(call: Callable[[], object]) -> list[object]:
    try:
        call()
    except HearthError as error:
        return [error.status, error.code]
    return []


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


def verify_webhooks() -> list[object]:
    headers, body, secret = webhook["headers"], webhook["body"].encode(), webhook["secret"]
    later = now + timedelta(minutes=10)
    return [
        verify_webhook(headers, body, secret)["type"],
        reason(lambda: verify_webhook(headers, body + b" ", secret)),
        reason(lambda: verify_webhook(headers, body, secret, later)),
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
        reason(lambda: verify_statement(token, keys, tenant, now + 2 * day)),
        reason(lambda: verify_statement(token, keys, tenant, now - day)),
    ]


answers = [
    [server.is_active("plus", user)],
    [phone.is_active("plus")],
    refusal(lambda: server.is_active("pulse", user)),
    [check()],
    shown(server.consume("scans", user, amount=2)),
    shown(server.consume("scans", user, amount=2)),
    shown(phone.consume("scans", reference="page 1")),
    shown(phone.consume("scans", reference="page 1")),
    refusal(lambda: stranger.is_active("plus", user)),
    [listen()],
    verify_webhooks(),
    verify_statements(),
]
print(json.dumps(answers))
