"""Accepts what Hearth signed, and nothing else: webhooks and statements."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Union, cast

from .errors import OptionError, VerificationError

if TYPE_CHECKING:
    from .types import SigningKeys, StatementClaims, WebhookMessage

Headers = Union[Mapping[str, str], Iterable["tuple[bytes, bytes]"], Iterable["tuple[str, str]"]]

_Pairs = Iterable["tuple[str | bytes, str | bytes]"]

# A webhook counts for this long, so that no one can send it again later.
WEBHOOK_TOLERANCE_SECONDS = 300
# Clocks differ by some seconds.
LEEWAY_SECONDS = 60


def verify_webhook(
    headers: Headers,
    body: bytes,
    secret: str,
    *,
    now: datetime | None = None,
    tolerance_seconds: int = WEBHOOK_TOLERANCE_SECONDS,
) -> WebhookMessage:
    """The message of a webhook, once its signature is verified (Standard Webhooks).

    Give the body as the bytes that arrived, not parsed, and the headers in any case, as a mapping
    or as pairs. While you change the secret, a message has several signatures; one that verifies is
    enough. A message whose time is more than `tolerance_seconds` away from now does not count.

    Raises a `VerificationError`: `malformed`, `forged` or `expired`.
    """
    named = _named(headers)
    parts = [named.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")]
    message_id, timestamp, signatures = parts
    if not all(parts) or not re.fullmatch("[0-9]{1,12}", timestamp, re.ASCII):
        raise VerificationError("malformed", "It lacks a header of Standard Webhooks.")
    code = hmac.new(
        _secret(secret), f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256
    ).digest()
    expected = b"v1," + base64.b64encode(code)
    given = signatures.replace(" ", "\n").encode().splitlines()
    if not any(hmac.compare_digest(expected, each) for each in given):
        raise VerificationError("forged")
    if abs(_seconds(now) - int(timestamp)) > tolerance_seconds:
        raise VerificationError("expired")
    return cast("WebhookMessage", _object(body))


def verify_statement(
    token: str,
    keys: SigningKeys,
    tenant: str,
    *,
    now: datetime | None = None,
    latest_issued_at: float = 0,
) -> StatementClaims:
    """What a statement of `GET /v1/me/token` says, once its signature and times are verified.

    The keys are the ones of `GET /v1/tenants/{tenant}/.well-known/jwks.json`. `latest_issued_at` is
    the latest `iat` that this device has seen. Needs the package `cryptography`
    (`pip install hearth-client[statements]`).

    Raises a `VerificationError` with any of its reasons; after `unknown_key`, fetch the keys again.
    """
    parts = token.split(".")
    if len(parts) != 3:
        raise VerificationError("malformed")
    header, claims = _object(_base64(parts[0])), _object(_base64(parts[1]))
    if header.get("alg") != "ES256" or header.get("typ") != "entitlements+jwt":
        raise VerificationError("malformed")
    key = next((key for key in keys["keys"] if key["kid"] == header.get("kid")), None)
    if key is None:
        raise VerificationError("unknown_key")
    signed = f"{parts[0]}.{parts[1]}".encode()
    if not _is_signed(_base64(key["x"]), _base64(key["y"]), signed, _base64(parts[2])):
        raise VerificationError("forged")
    if claims["iss"] != f"hearth:{tenant}" or claims["aud"] != tenant:
        raise VerificationError("other_tenant")
    seconds = _seconds(now)
    if seconds >= claims["exp"]:
        raise VerificationError("expired")
    if max(claims["iat"], latest_issued_at) > seconds + LEEWAY_SECONDS:
        raise VerificationError("clock_set_back")
    return cast("StatementClaims", claims)


def _named(headers: Headers) -> dict[str, str]:
    pairs = cast("Mapping[str, str]", headers).items() if hasattr(headers, "items") else headers
    return {_text(name).lower(): _text(value) for name, value in cast("_Pairs", pairs)}


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _secret(secret: str) -> bytes:
    bare = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(bare, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        # Not the sender's fault: with it, no message would count.
        raise OptionError("wrong_option", "`secret` is `whsec_` and base64.", title="Wrong secret")
    return key


def _is_signed(x: bytes, y: bytes, message: bytes, signature: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec, utils
    except ImportError as error:
        raise ImportError("Run `pip install hearth-client[statements]`.") from error
    if len(signature) != 64:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    try:
        numbers = ec.EllipticCurvePublicNumbers(
            int.from_bytes(x, "big"), int.from_bytes(y, "big"), ec.SECP256R1()
        )
        code = utils.encode_dss_signature(r, s)
        numbers.public_key().verify(code, message, ec.ECDSA(hashes.SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True


def _seconds(moment: datetime | None) -> float:
    return (moment or datetime.now(timezone.utc)).timestamp()


def _object(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise VerificationError("malformed")
    return cast("dict[str, Any]", value)


def _base64(text: str) -> bytes:
    """The bytes of base64 for addresses."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise VerificationError("malformed") from None
