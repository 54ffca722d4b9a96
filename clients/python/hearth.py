"""Asks a Hearth server what app users may do. One file, for Python 3.11, with nothing to install.

Take unknown members, unknown words of open lists and unknown error codes as they come.
"""

from __future__ import annotations

import base64
import binascii
import email.utils
import hashlib
import hmac
import http.client
import json
import re
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timezone
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast
from urllib.parse import quote


class HearthError(Exception):
    """A refusal by Hearth. `code` is stable; take an unknown one by its `status`."""

    def __init__(
        self, status: int, code: str, detail: str, retry_after_seconds: int | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.retry_after_seconds = retry_after_seconds


class VerificationError(Exception):
    """A webhook or a statement that does not count, for one of the reasons."""

    def __init__(
        self,
        reason: Literal[
            "malformed", "unknown_key", "forged", "other_tenant", "expired", "clock_set_back"
        ],
    ) -> None:
        super().__init__(reason)
        self.reason = reason


class HearthClient:
    """Asks with an API key; as an end user with what returns their token, and with the tenant."""

    def __init__(
        self, address: str, token: str | Callable[[], str], tenant: str | None = None
    ) -> None:
        self._address = address.rstrip("/")
        self._token = token
        self._tenant = tenant

    def is_active(self, entitlement_id: str, app_user_id: str | None = None) -> bool:
        """Whether an entitlement is active; without an app user's id, for the end user."""
        path = f"{_person(app_user_id)}/entitlements/{quote(entitlement_id, safe='')}"
        answer: EntitlementOfAppUser = self.request("GET", path)
        return answer["is_active"]

    def check(self, checks: list[EntitlementChecksChecks]) -> list[CheckedEntitlementsChecks]:
        """Checks up to a hundred entitlements at one moment; the answers are in the same order."""
        answer: CheckedEntitlements = self.request(
            "POST", "/v1/entitlements/check", {"checks": checks}, _new_key()
        )
        return answer["checks"]

    def consume(
        self,
        limit_id: str,
        app_user_id: str | None = None,
        *,
        amount: int = 1,
        reference: str | None = None,
    ) -> UsedLimit:
        """Counts a use of a limit, once however often the request is repeated.

        `is_allowed` of the answer is false if the limit is reached; nothing is counted then. The
        same `reference` counts once.
        """
        path = f"{_person(app_user_id)}/limits/{quote(limit_id, safe='')}/consume?refuse=false"
        use = {"amount": amount} | ({} if reference is None else {"reference": reference})
        answer: UsedLimit = self.request("POST", path, use, _new_key())
        return answer

    def listen(self, after: int | None = None) -> Iterator[Change]:
        """Follows all changes of the tenant, with its secret key: after a number, or from now on.

        A stream that breaks is opened again after the last change, so none is missed. Ends with a
        `HearthError` if Hearth refuses: 401 for a revoked key, 410 if the log begins later than the
        number.
        """
        if after is None:
            page: ChangePage = self.request("GET", "/v1/changes?limit=1")
            after = page["last_number"]
        failures = 0
        while True:
            try:
                for data in self._events(after):
                    change: Change = json.loads(data)
                    after = change["number"]
                    failures = 0
                    yield change
            except HearthError as error:
                if not _may_pass(error.status):
                    raise
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(_backoff_seconds(failures))
            failures += 1

    def request(
        self, method: str, path: str, body: object = None, idempotency_key: str | None = None
    ) -> Any:
        """Any other operation, by its path. Repeated if it is a GET or has an idempotency key."""
        headers = {} if idempotency_key is None else {"Idempotency-Key": idempotency_key}
        is_repeatable = method == "GET" or idempotency_key is not None
        for attempt in range(_MAXIMUM_ATTEMPTS):
            is_last = not is_repeatable or attempt == _MAXIMUM_ATTEMPTS - 1
            seconds = _backoff_seconds(attempt)
            try:
                with self._send(method, path, body, headers, _REQUEST_TIMEOUT_SECONDS) as answer:
                    text = answer.read()
                return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                asked = error.headers.get("Retry-After")
                seconds = _pause_seconds(asked, seconds)
                may_pass = _may_pass(error.code) or asked is not None
                if is_last or not may_pass or seconds > _MAXIMUM_RETRY_SECONDS:
                    raise _refusal(error) from None
            except (OSError, http.client.HTTPException):
                if is_last:
                    raise
            time.sleep(seconds)

    def _events(self, after: int) -> Iterator[str]:
        """The data of the stream's events. Ends with the stream."""
        headers = {"Last-Event-ID": str(after)}
        try:
            answer = self._send("GET", "/v1/changes/stream", None, headers, _SILENCE_SECONDS)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        data: list[str] = []
        with answer:
            for line in answer:
                text = line.decode().rstrip("\n")
                if text.startswith("data:"):
                    data.append(text[5:].lstrip())
                elif not text and data:
                    yield "\n".join(data)
                    data = []

    def _send(
        self, method: str, path: str, body: object, headers: dict[str, str], timeout: int
    ) -> http.client.HTTPResponse:
        token = self._token if isinstance(self._token, str) else self._token()
        headers = headers | {"Authorization": f"Bearer {token}"}
        if self._tenant is not None:
            headers["Hearth-Tenant"] = self._tenant
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, headers, method=method)
        return cast(http.client.HTTPResponse, urllib.request.urlopen(request, timeout=timeout))


def verify_webhook(
    headers: Mapping[str, str], body: bytes, secret: str, now: datetime | None = None
) -> WebhookMessage:
    """The message of a webhook, once its signature is verified (Standard Webhooks).

    Give the body as it came, not parsed. Raises a `VerificationError`: `malformed`, `forged` or
    `expired`.
    """
    named = {name.lower(): value for name, value in headers.items()}
    parts = [named.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")]
    message_id, timestamp, signatures = parts
    if not all(parts) or not re.fullmatch("[0-9]{1,12}", timestamp, re.ASCII):
        raise VerificationError("malformed")
    key = _base64(secret.removeprefix("whsec_"))
    code = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(code)
    if not any(hmac.compare_digest(expected, each.encode()) for each in signatures.split(" ")):
        raise VerificationError("forged")
    if abs(_seconds(now) - int(timestamp)) > _WEBHOOK_TOLERANCE_SECONDS:
        raise VerificationError("expired")
    message: WebhookMessage = json.loads(body)
    return message


def verify_statement(
    token: str,
    keys: SigningKeys,
    tenant: str,
    now: datetime | None = None,
    latest_issued_at: float = 0,
) -> StatementClaims:
    """What a statement of `GET /v1/me/token` says, once its signature and times are verified.

    The keys are those of `GET /v1/tenants/{tenant}/.well-known/jwks.json`. `latest_issued_at` is
    the latest `iat` that this device has seen. Raises a `VerificationError`; after `unknown_key`,
    fetch the keys again.
    """
    parts = token.split(".")
    if len(parts) != 3:
        raise VerificationError("malformed")
    try:
        header, claims = json.loads(_base64(parts[0])), json.loads(_base64(parts[1]))
    except ValueError:
        raise VerificationError("malformed") from None
    if not isinstance(header, dict) or not isinstance(claims, dict):
        raise VerificationError("malformed")
    if header.get("alg") != "ES256" or header.get("typ") != "entitlements+jwt":
        raise VerificationError("malformed")
    key = next((key for key in keys["keys"] if key["kid"] == header.get("kid")), None)
    if key is None:
        raise VerificationError("unknown_key")
    point = (_integer(_base64(key["x"])), _integer(_base64(key["y"])))
    if not _is_signed(point, f"{parts[0]}.{parts[1]}".encode(), _base64(parts[2])):
        raise VerificationError("forged")
    if claims["iss"] != f"hearth:{tenant}" or claims["aud"] != tenant:
        raise VerificationError("other_tenant")
    seconds = _seconds(now)
    if seconds >= claims["exp"]:
        raise VerificationError("expired")
    if max(claims["iat"], latest_issued_at) > seconds + _LEEWAY_SECONDS:
        raise VerificationError("clock_set_back")
    return cast(StatementClaims, claims)


# Requests are made this many times at most.
_MAXIMUM_ATTEMPTS = 4
# The longest pause between two attempts.
_MAXIMUM_RETRY_SECONDS = 30
_REQUEST_TIMEOUT_SECONDS = 15
# Hearth writes to a stream at least every 15 seconds.
_SILENCE_SECONDS = 45
# Clocks differ by some seconds.
_LEEWAY_SECONDS = 60
# A webhook counts for this long, so that no one can send it again later.
_WEBHOOK_TOLERANCE_SECONDS = 300


def _person(app_user_id: str | None) -> str:
    return "/v1/me" if app_user_id is None else f"/v1/users/{quote(app_user_id, safe='')}"


def _new_key() -> str:
    return str(uuid.uuid4())


def _may_pass(status: int) -> bool:
    """Whether the same request may succeed later, without another cause than time."""
    return status == 408 or status >= 500


def _refusal(error: urllib.error.HTTPError) -> HearthError:
    try:
        problem = json.loads(error.read())
    except ValueError:
        problem = None  # Not by Hearth, such as the page of a proxy.
    problem = problem if isinstance(problem, dict) else {}
    return HearthError(
        error.code,
        problem.get("code", "unknown"),
        problem.get("detail", ""),
        problem.get("retry_after_seconds"),
    )


def _backoff_seconds(failures: int) -> float:
    return float(min(2 ** min(failures, 10) * 0.5, _MAXIMUM_RETRY_SECONDS))


def _pause_seconds(asked: str | None, otherwise: float) -> float:
    """What `Retry-After` asks for, as seconds or as a date; otherwise the given pause."""
    if asked is None:
        return otherwise
    if re.fullmatch("[0-9]+", asked, re.ASCII):
        return int(asked)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(asked).timestamp() - time.time())
    except ValueError:
        return otherwise


def _seconds(moment: datetime | None) -> float:
    return (moment or datetime.now(timezone.utc)).timestamp()


def _base64(text: str) -> bytes:
    """The bytes of base64, also of the kind for addresses."""
    plain = text.replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except binascii.Error:
        raise VerificationError("malformed") from None


# ECDSA on P-256, which Python's library lacks. It only verifies: no secret could leak by its time.

_Point: TypeAlias = tuple[int, int] | None

_P = 2**256 - 2**224 + 2**192 + 2**96 - 1
_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def _is_signed(key: tuple[int, int], message: bytes, signature: bytes) -> bool:
    x, y = key
    is_on_curve = 0 <= x < _P and 0 <= y < _P and (y * y - x**3 + 3 * x - _B) % _P == 0
    if len(signature) != 64 or not is_on_curve:
        return False
    r, s = _integer(signature[:32]), _integer(signature[32:])
    if not (0 < r < _ORDER and 0 < s < _ORDER):
        return False
    digest = _integer(hashlib.sha256(message).digest())
    inverse = pow(s, -1, _ORDER)
    point = _sum(_product(digest * inverse % _ORDER, _BASE), _product(r * inverse % _ORDER, key))
    return point is not None and point[0] % _ORDER == r


def _integer(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _sum(a: _Point, b: _Point) -> _Point:
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % _P == 0:
        return None
    if a == b:
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, _P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, _P)
    x = (slope * slope - a[0] - b[0]) % _P
    return x, (slope * (a[0] - x) - a[1]) % _P


def _product(factor: int, point: _Point) -> _Point:
    result: _Point = None
    while factor:
        if factor & 1:
            result = _sum(result, point)
        point = _sum(point, point)
        factor >>= 1
    return result


# Generated by scripts/clients from openapi.yaml; below this line, edit nothing.

# The environments whose changes are delivered.
DeliveredEnvironments: TypeAlias = 'list[Literal["production", "sandbox"] | str]'
# The kinds of changes that are delivered. Null means all, including later ones.
DeliveredKinds: TypeAlias = (
    'list[Literal["entitlements_changed", "period_changed", "limit_reached", '
    '"household_changed", "credit_order_paid", "credits_changed", "notice"] | str] | None'
)
Timestamp: TypeAlias = "str"
TimestampOrNull: TypeAlias = "Timestamp | None"
# The name of an entitlement of the tenant file, without control characters and without spaces
# around it.
EntitlementID: TypeAlias = "str"
# The name of a product in its store, without control characters and without spaces around it.
ProductID: TypeAlias = "str"
# The date part of an ISO 8601 duration, in UTC: years, months, weeks and days, each from 1 to 999.
Duration: TypeAlias = "str"
UUID: TypeAlias = "str"
# At most 1,500 bytes of UTF-8, compared byte by byte. U+0000 is not allowed.
AppUserID: TypeAlias = "str"
TenantSlug: TypeAlias = "str"
# What is given, or null if nothing.
RewardOrNull: TypeAlias = "Reward | None"
# The codes of this release. Answers give them as text.
ErrorCode: TypeAlias = (
    'Literal["malformed_json", "invalid_event", "invalid_request", "unauthorized", '
    '"webhook_unauthorized", "token_refused", "token_superseded", "forbidden", "not_found", '
    '"app_user_not_found", "entitlement_not_in_catalog", "product_not_in_catalog", '
    '"product_not_grantable", "access_never_ends", "grant_span_invalid", '
    '"figures_range_invalid", "figures_too_many_rows", "grant_not_found", '
    '"feature_not_in_catalog", "limit_not_in_catalog", "limit_reached", "limit_not_consumable",'
    ' "reservation_not_found", "reservation_released", "reservation_expired", '
    '"credit_not_in_catalog", "credit_order_not_found", "credit_order_settled", '
    '"not_enough_credits", "credits_owed", "reference_reused", "used_at_out_of_range", '
    '"campaign_not_found", "campaign_in_file", "code_taken", "code_not_found", "code_expired", '
    '"code_used_up", "code_not_for_you", "too_many_code_attempts", "redemption_not_found", '
    '"referrals_not_offered", "tenant_not_found", "webhook_event_not_found", '
    '"api_key_not_found", "token_issuer_not_found", "notice_not_found", "run_not_found", '
    '"no_signing_key", "rotation_in_progress", "run_in_progress", "household_not_found", '
    '"household_member_not_found", "invite_not_found", "method_not_allowed", "request_timeout",'
    ' "api_key_exists", "secret_slots_full", "removal_not_allowed", "definition_not_found", '
    '"time_zone_unknown", "household_dissolved", "household_full", "household_without_owner", '
    '"import_row_invalid", "import_row_differs", "already_in_household", "not_household_owner",'
    ' "owner_must_transfer", "cooldown", "idempotency_key_in_use", "upstream_not_configured", '
    '"invite_expired", "not_anonymous", "not_identified", "identify_required", '
    '"proof_required", "proof_invalid", "merge_conflict", "merge_not_found", '
    '"orphan_not_found", "claim_expired", "changes_gone", "knowledge_not_kept", '
    '"known_at_in_future", "endpoint_not_found", "too_many_endpoints", '
    '"purchase_moved_too_often", "too_many_attempts", "too_many_requests", "payload_too_large",'
    ' "uri_too_long", "unsupported_media_type", "misdirected_request", "validation_failed", '
    '"snapshot_malformed", "idempotency_key_reused", "internal", "upstream_budget_spent", '
    '"upstream_busy", "upstream_key_unusable", "upstream_unavailable", "upstream_unreadable", '
    '"project_not_recognised", "secret_unreadable", "tenant_moving", "tenant_moved", '
    '"read_only", "position_not_reached", "database_unavailable", "overloaded"]'
)
# The kind in the tenant file: `subscription`, `one_time` (paid once, for a time), `non_consumable`
# or `consumable`, or null if the file lacks the product.
ProductKind: TypeAlias = "str | None"
# How long one period lasts, by the tenant file, such as `P1M`, or null if it never ends or the file
# lacks the product.
ProductDuration: TypeAlias = "str | None"
# The usual name of the duration, as RevenueCat's packages have it. `lifetime`: a non-consumable.
# `custom`: any other duration. Null for a consumable, and if the tenant file lacks the product.
PlanType: TypeAlias = (
    'Literal["weekly", "monthly", "two_month", "three_month", "six_month", "annual", '
    '"lifetime", "custom"] | str | None'
)
# When the paid period ends, without grace. Null if it has no end. Also null for an unpaid period
# known only from RevenueCat's API version 1, which gives only the end of grace.
PeriodEnd: TypeAlias = "TimestampOrNull"
# End of grace: access lasts until then although a charge failed, or null without grace.
GraceEnd: TypeAlias = "TimestampOrNull"
# When the purchase's latest trial ends or ended, even if it was paid for afterwards.
TrialEnd: TypeAlias = "TimestampOrNull"
# Why access ended, or null while it lasts. An open list: `unsubscribed`, `billing_error`,
# `refunded`, `price_increase_declined`, `transferred` (the purchase moved to another app user),
# `left_household` (the app user or the buyer left, listed for 90 days), `paused`,
# `developer_initiated`, `unknown`.
EndedReason: TypeAlias = "str | None"
CountedAppUsers: TypeAlias = "dict[str, CountedAppUsersItem]"
# `owner` may invite and remove members.
HouseholdRole: TypeAlias = 'Literal["owner", "member"] | str'
# A place in the database's log of writes: its timeline, which a failover begins, and its byte. Keep
# it as it is.
Position: TypeAlias = "str"
NewHouseholdInvite: TypeAlias = "dict[str, Any]"
AuditedState: TypeAlias = (
    'Ownership | Grant | CreditBalance | Redemption | RevokedCodes | ReferralOfAppUser | '
    'Endpoint | AuditedKey'
)
# What happened. An open list.
TimelineKind: TypeAlias = (
    'Literal["webhook_event", "transfer", "import", "snapshot", "household_joined", '
    '"household_left", "merge", "claim", "undo", "erase", "grant", "revoke", "adjust", '
    '"redeem", "revoke_code", "use", "credit_spent", "credit_ordered", "referral", "notice", '
    '"notice_dismissed", "change", "delivery", "note"] | str'
)
# The environments whose changes are delivered. Production by default.
EndpointEnvironments: TypeAlias = 'list[Literal["production", "sandbox"]]'
# The kinds of changes that are delivered. Null means all, including later ones.
EndpointKinds: TypeAlias = (
    'list[Literal["entitlements_changed", "period_changed", "limit_reached", '
    '"household_changed", "credit_order_paid", "credits_changed", "notice"]] | None'
)
# `whsec_` and 32 bytes in base64, as libraries for Standard Webhooks take it.
EndpointSecretText: TypeAlias = "str"
# Null if there was none.
# - `status_…`: the answer's status
# - `timed_out`: there was no answer within 10 seconds
# - `could_not_resolve`, `could_not_connect`, `tls_failed`: there was no connection
# - `address_refused`: the address is not public
# - `url_refused`: the URL is not https
# - `answer_too_large`: the answer has more than 64 KiB
# - `failed_…`: libcurl's code
DeliveryError: TypeAlias = "str | None"
# `applied`. `stored`: not understood, and kept. `failed`: not applied yet. It is tried again.
WebhookEventStatus: TypeAlias = 'Literal["applied", "stored", "failed"] | str'
# What the sentence says, by name. A fact that is unknown is null or left out.
ExplanationFacts: TypeAlias = "dict[str, Any]"


class Endpoint(TypedDict):
    # The endpoint's id.
    endpoint_id: UUID
    # Where changes are sent.
    url: str
    kinds: DeliveredKinds
    environments: DeliveredEnvironments
    # Whether changes are sent: `on` or `off`.
    state: Literal["on", "off"] | str
    # Null if it is on.
    # - `requested`: an operator switched it off
    # - `gone`: it answered 410
    # - `failing`: a change failed for three days
    # - `changes_gone`: the log does not keep the next change any more
    off_reason: str | None
    # When it was switched off, or null while it is on.
    off_at: TimestampOrNull
    # Each change up to this number was delivered, or fails.
    handed_over_number: int
    # How many deliveries fail now. At 100, further changes wait.
    failing: int
    # When the endpoint was created.
    created_at: Timestamp


class Problem(TypedDict):
    # `/errors/<code>`, the address of a page that explains the code.
    type: str
    # The meaning of the code. It never changes.
    title: str
    # The HTTP status of the answer.
    status: int
    # An explanation of this occurrence, for people.
    detail: str
    # What to do about it on this route, for people.
    fix: NotRequired[str]
    # The request's `X-Request-Id`.
    instance: str
    # Says what happened, for programs. `ErrorCode` lists the codes of this release. A later one may
    # add codes, so take an unknown code by its `status`.
    code: str
    # For `validation_failed`, each wrong field and why it is wrong.
    errors: NotRequired[list[ProblemErrors]]
    # For `removal_not_allowed`, what the file would change.
    plan: NotRequired[CatalogPlan]
    # For `upstream_budget_spent`, `upstream_busy`, `upstream_key_unusable`, `upstream_unavailable`
    # and `upstream_unreadable`, the stored entitlements.
    stored_answer: NotRequired[ConfirmedEntitlements]
    # For `cooldown`, `too_many_attempts` and `too_many_code_attempts`, the time from which the
    # request may be repeated.
    retry_at: NotRequired[Timestamp]
    # For `too_many_attempts` and `too_many_code_attempts`, the value of the Retry-After header. For
    # `limit_reached`, the time until the request may succeed, without a header.
    retry_after_seconds: NotRequired[int]
    # For `code_not_for_you`, which condition the app user does not meet.
    reason: NotRequired[Literal["already_redeemed", "not_new", "subscribed", "not_stackable",
        "nothing_to_extend", "access_never_ends", "same_app_user", "same_household", "circular",
        "erased"] | str]
    # For `limit_reached`, `not_enough_credits` and `credits_owed`, the moment of the decision.
    as_of: NotRequired[Timestamp]
    # For `limit_reached`.
    limit_id: NotRequired[str]
    # For `limit_reached`.
    is_unlimited: NotRequired[bool]
    # For `limit_reached`.
    used: NotRequired[int]
    # For `limit_reached`.
    limit: NotRequired[int | None]
    # For `limit_reached`.
    remaining: NotRequired[int | None]
    # For `limit_reached`.
    resets_at: NotRequired[TimestampOrNull]
    # For `limit_reached`, the entitlements that would raise the limit, lowest first.
    upgrade: NotRequired[list[str]]
    # For `not_enough_credits` and `credits_owed`.
    credit_id: NotRequired[str]
    # For `not_enough_credits` and `credits_owed`.
    balance: NotRequired[int]
    # For `credits_owed`.
    owed: NotRequired[int]


class ProblemErrors(TypedDict):
    # A JSON Pointer to the field of the body or the query parameter.
    pointer: str
    # Why the field is wrong.
    detail: str
    # Of a tenant file, the line.
    line: NotRequired[int]


class PresentedCode(TypedDict):
    # The code as it was typed. Spaces and dashes do not count.
    code: str


class Reward(TypedDict):
    """What is given. Of `entitlement_id` and `product_id` one is set."""
    # The entitlement that is given, or null if it is a product.
    entitlement_id: str | None
    # The product that is given, or null if it is an entitlement.
    product_id: str | None
    # ISO 8601; null: for ever.
    duration: str | None
    # It begins when the present access ends.
    extends: bool


class Redemption(TypedDict):
    # The redemption's id.
    redemption_id: UUID
    # The campaign of the code.
    campaign_id: str
    # Who redeemed it.
    app_user_id: str
    # When the code was redeemed.
    redeemed_at: Timestamp
    gives: Reward
    # The grant that the redemption gave.
    grant_id: UUID
    # When what it gave ends, or null if never.
    expires_at: TimestampOrNull
    # When it was revoked, or null if it was not.
    revoked_at: TimestampOrNull
    # `merged`: a merge showed that the app user had no right to it; undoing gives it back.
    revoked_because: Literal["revoked", "merged"] | str | None


class ReferralOfAppUser(TypedDict):
    # The referral's id.
    referral_id: UUID
    # Who redeemed the code.
    app_user_id: str
    # When the code was redeemed.
    redeemed_at: Timestamp
    gives: RewardOrNull
    # How many days a payment must stand before the rewards are given.
    hold_days: int


class RevokedCodes(TypedDict):
    # The moment that the answer is about.
    as_of: NotRequired[Timestamp]
    # How many codes were revoked.
    revoked_codes: int
    # How many redemptions were taken back.
    taken_back: int
    # How many redemptions still give something.
    remaining: int
    # The campaign that the request names, otherwise null.
    campaign_id: NotRequired[str | None]
    # The batch that the request names, otherwise null.
    batch_id: NotRequired[str | None]


class EntitlementSource(TypedDict):
    """The purchase or grant that gives the entitlement."""
    # `own`: the app user's purchase. `alias`: one of another id of the same RevenueCat customer.
    # `household`: one of the household. `grant`: given by an operator. Of equal sources, the
    # earlier kind here wins.
    kind: Literal["own", "alias", "household", "grant"] | str
    # The owner of the purchase. For `household` the one who pays: ask them to change it.
    app_user_id: str
    # The household that shares the purchase if `kind` is `household`, otherwise null.
    household_id: UUID | None
    # What was bought, or null for a grant of an entitlement.
    product_id: str | None
    product_kind: ProductKind
    duration: ProductDuration
    plan_type: PlanType
    # An open list: `app_store`, `play_store`…
    store: str | None
    # Where it was bought: `production` or `sandbox`.
    environment: Literal["production", "sandbox"] | str
    # An open list: `normal`, `trial`, `intro`, `promotional`…
    period_type: str | None
    # When the current period began.
    current_period_started_at: TimestampOrNull
    current_period_ends_at: PeriodEnd
    grace_period_ends_at: GraceEnd
    trial_ends_at: TrialEnd
    # Where the app user manages the subscription. Null for `household` and `grant`, for what is
    # paid once, and for stores without such an address.
    management_url: str | None


class Entitlement(TypedDict):
    # The entitlement's name in the catalog.
    entitlement_id: str
    # Use this to decide.
    is_active: bool
    # `trialing`, `active`, `cancelled`, `billing_issue`, `paused`, `expired`, `refunded`, `granted`
    # or `lifetime`; null if the app user never had it.
    status: str | None
    # When access ends, including grace, or null if it never ends.
    expires_at: TimestampOrNull
    ended_reason: EndedReason
    # Whether the store will charge again.
    will_renew: bool
    # Its best source, or null without one.
    source: EntitlementSource | None
    # The entitlement that includes this one.
    implied_by: str | None


class EntitlementsOfAppUser(TypedDict):
    app_user_id: AppUserID
    # The moment that the answer is about.
    as_of: Timestamp
    # The `known_at` of the request, or absent without it.
    known_at: NotRequired[Timestamp]
    # The highest-ranking active entitlement, or the name of the tenant's free plan. Entitlements
    # missing from the tenant file rank lowest.
    plan: str | None
    # The status of the highest-ranking entitlement, active ones first, or `none`.
    subscription_status: str
    # Keyed by entitlement id.
    entitlements: dict[str, Entitlement]
    # When this answer next changes without a new event.
    next_change_at: TimestampOrNull
    # With `await_transaction`, whether the transaction is known. False after the timeout.
    is_transaction_known: NotRequired[bool]


class ConfirmedEntitlements(TypedDict):
    """An app user's entitlements, and the time of the last snapshot from RevenueCat."""
    app_user_id: AppUserID
    # The moment that the answer is about.
    as_of: Timestamp
    # The `known_at` of the request, or absent without it.
    known_at: NotRequired[Timestamp]
    # The highest-ranking active entitlement, or the name of the tenant's free plan. Entitlements
    # missing from the tenant file rank lowest.
    plan: str | None
    # The status of the highest-ranking entitlement, active ones first, or `none`.
    subscription_status: str
    # Keyed by entitlement id.
    entitlements: dict[str, Entitlement]
    # When this answer next changes without a new event.
    next_change_at: TimestampOrNull
    # With `await_transaction`, whether the transaction is known. False after the timeout.
    is_transaction_known: NotRequired[bool]
    # When RevenueCat was last read, by its own clock, or by ours if it does not know the app user.
    # A snapshot that is refused (`is_conflicting`) does not count. Null if there was none.
    confirmed_at: TimestampOrNull


class CatalogPlan(TypedDict):
    # What differs from the stored file, each thing once.
    changes: list[CatalogPlanChanges]
    # By entitlement, the app users who have it now and would not have it.
    losing: CountedAppUsers
    # By entitlement, the app users who do not have it now and would have it.
    gaining: CountedAppUsers
    # False if more app users are concerned than were compared (1,000 buyers of a product, and 5,000
    # in all), so that the counts are too low.
    is_complete: bool
    # Products that were sold and that the file lacks.
    products_not_in_file: list[str]
    # Whether the file takes access, or names that apps ask for, from people.
    removes: bool


class CatalogPlanChanges(TypedDict):
    # Of the file; `tenant` for its other settings.
    section: str
    # The name of what changes.
    id: str
    # Whether it is added, removed or changed.
    change: Literal["added", "removed", "changed"] | str
    # In the form of the database, or null if added.
    before: Any
    # Null if removed.
    after: Any


class CountedAppUsersItem(TypedDict):
    # How many app users.
    count: int
    # The first of them.
    app_user_ids: list[AppUserID]


class FeaturesOfAppUser(TypedDict):
    app_user_id: AppUserID
    # The moment that the answer is about.
    as_of: Timestamp
    # The `known_at` of the request, or absent without it.
    known_at: NotRequired[Timestamp]
    # Keyed by their names in the tenant file.
    features: dict[str, FeaturesOfAppUserFeatures]


class FeaturesOfAppUserFeatures(TypedDict):
    # The feature's name in the catalog.
    feature_id: str
    # Use this to decide.
    is_allowed: bool
    # Why: the entitlement is active, or not, or the feature is free.
    reason: Literal["entitlement_active", "entitlement_inactive", "free"] | str
    # The entitlement that decides, or null for a free feature.
    entitlement_id: str | None
    # The entitlements that give the feature, the lowest rank first. Entitlements that imply the
    # deciding one are among them. Empty for a free feature.
    unlocked_by: list[FeaturesOfAppUserFeaturesUnlockedBy]


class FeaturesOfAppUserFeaturesUnlockedBy(TypedDict):
    # The entitlement's name in the catalog.
    entitlement_id: str
    # The products of the tenant file that grant the entitlement.
    product_ids: list[str]


class Price(TypedDict):
    # In US dollars, as RevenueCat converts it.
    usd: float | None
    # In `currency`.
    amount: float | None
    # ISO 4217.
    currency: str | None


class Proof(TypedDict):
    """Exactly one of these fields."""
    # The secret that the anonymous app user got when it was created.
    device_secret: NotRequired[str]
    # A ticket of `createMergeTicket`.
    merge_ticket: NotRequired[str]
    # The anonymous app user's own token.
    anonymous_token: NotRequired[str]


class MovedPurchase(TypedDict):
    # The purchase's id.
    id: UUID
    # What was bought, or null for a grant of an entitlement.
    product_id: str | None


class Merge(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # `upgraded`: `app_user_id` was new. `merged`: it belonged to another app user.
    # `already_identified`, `already_owned`: nothing had to be done. `claimed`: the orphan was
    # claimed.
    outcome: Literal["upgraded", "merged", "already_identified", "claimed", "already_owned"] | str
    # Null for a dry run, or if nothing was merged.
    merge_id: str | None
    # The app user who remains.
    app_user: MergeAppUser
    # The app user's household now.
    household: HouseholdOfAppUser | None
    # What came to the app user who remains.
    moved: MergeMoved


class MergeAppUser(TypedDict):
    """The app user who remains."""
    # All ids of the app user.
    app_user_ids: list[str]
    # `anonymous`: without an id that the app chose.
    kind: Literal["anonymous", "identified"] | str
    # When the app user became known.
    created_at: Timestamp


class MergeMoved(TypedDict):
    """What came to the app user who remains."""
    # The ids that moved.
    app_user_ids: list[str]
    # The subscriptions that moved.
    subscriptions: list[MovedPurchase]
    # One-time purchases and grants.
    purchases: list[MovedPurchase]
    # Usage in this period, which is added up.
    usage: list[MergeMovedUsage]
    # The remaining credits of the moved purchases.
    credits: list[MergeMovedCredits]


class MergeMovedUsage(TypedDict):
    # The limit's name in the catalog.
    limit_id: str
    # What was used and is added.
    used: int


class MergeMovedCredits(TypedDict):
    # The credit's name in the catalog.
    credit_id: str
    # Below zero if credits are owed.
    balance: int


class Grant(TypedDict):
    # Also the id of the purchase in `GET /v1/users/{app_user_id}`.
    grant_id: UUID
    # The id that it was given to.
    app_user_id: str
    # Where it counts: `production` or `sandbox`.
    environment: Literal["production", "sandbox"] | str
    # The entitlement that it gives, or null if it gives a product.
    entitlement_id: str | None
    # The product that it gives, or null if it gives an entitlement.
    product_id: str | None
    # Whether it has begun, ended or was revoked.
    status: Literal["scheduled", "active", "expired", "revoked"] | str
    # When its access begins.
    starts_at: Timestamp
    # Null if it never ends.
    expires_at: Timestamp | None
    # Why it was given.
    reason: str
    # When it was given.
    granted_at: Timestamp
    # The public id of a key.
    granted_by: str
    # When it was revoked, or null if it was not.
    revoked_at: Timestamp | None
    # Who revoked it, or null if it was not.
    revoked_by: str | None
    # Why it was revoked, or null if it was not.
    revocation_reason: str | None
    # When it was answered. It is only in the answer to a revocation.
    as_of: NotRequired[Timestamp]


class HouseholdMember(TypedDict):
    # The app's own id, if the app user has one.
    app_user_id: str
    role: HouseholdRole
    # When the app user joined the household.
    joined_at: Timestamp


class HouseholdShare(TypedDict):
    """A purchase of a present or former member that serves the whole household."""
    # The entitlement that is shared.
    entitlement_id: str
    # The owner of the purchase.
    app_user_id: str
    # What was bought, or null for a grant of an entitlement.
    product_id: str | None
    # Where it was bought. An open list: `app_store`, `play_store`…
    store: str | None
    # When the purchase stops serving the household, or null if it never does.
    expires_at: TimestampOrNull
    # Whether the store will charge again.
    will_renew: bool
    # Whether the purchase moved to another app user and is held for the household for some days.
    is_held: bool


class OpenHouseholdInvite(TypedDict):
    """An invite that can be redeemed, or was redeemed and waits for the owner's confirmation."""
    # The invite's id.
    invite_id: UUID
    # When it was created.
    created_at: Timestamp
    # Until when it can be redeemed.
    expires_at: Timestamp
    # Waits for confirmation.
    redeemed_by_app_user_id: str | None


class Household(TypedDict):
    # The household's id.
    household_id: UUID
    # The name that it was given, or null if none was.
    name: str | None
    # When it was founded.
    created_at: Timestamp
    # When it was dissolved, or null if it was not.
    dissolved_at: TimestampOrNull
    # Null if the household has no members.
    owner_app_user_id: str | None
    # Room for members.
    seats: HouseholdSeats
    # In the order in which they joined.
    members: list[HouseholdMember]
    # Which members will leave, and when, because there are more members than seats, or null if none
    # must leave.
    leaving: HouseholdLeaving | None
    # The purchases that serve all members now.
    shares: list[HouseholdShare]
    # The invites that are open, or wait for the owner.
    invites: list[OpenHouseholdInvite]


class HouseholdSeats(TypedDict):
    """Room for members."""
    # The tenant's number of seats, or a member's product's if that is higher.
    total: int
    # Seats that a member has.
    taken: int
    # Seats without a member.
    free: int


class HouseholdLeaving(TypedDict):
    # When they leave.
    at: Timestamp
    # Who leaves.
    app_user_ids: list[str]


class HouseholdOfAppUser(TypedDict):
    """The household of an app user."""
    # The household's id.
    household_id: UUID
    role: HouseholdRole
    # When the app user joined the household.
    joined_at: Timestamp


class Limit(TypedDict):
    # The limit's name in the catalog.
    limit_id: str
    # Whether there is no limit for the app user.
    is_unlimited: bool
    # The amount that unlimited use should not exceed, or null without one.
    fair_use: int | None
    # Whether more than the fair use is used, so that you may serve it later or slower. If the fair
    # use is hard, whether all of it is used, and more is refused.
    throttled: bool
    pool: PoolOrNull | None
    # Used or reserved in this period or window.
    used: int
    # Null if unlimited.
    limit: int | None
    # Null if unlimited.
    remaining: int | None
    # When the period ends, or the oldest use leaves the rolling window. Null if the limit never
    # resets or the window is empty.
    resets_at: TimestampOrNull
    # When the amount that was asked for (1 after a use that counted) will be available. Null if it
    # is available now or exceeds the whole limit, or if the limit never resets.
    next_available_at: TimestampOrNull


class PoolOrNull(TypedDict):
    """Null unless the members of a household use the limit together. Then `used` and `limit` are
    the household's."""
    # Null for an app user without a household, who uses the limit alone.
    household_id: str | None
    # What this app user used of it.
    own_used: int
    # What one member may use of it, or null for all of it.
    per_member: int | None


class LimitsOfAppUser(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # Keyed by their names in the catalog.
    limits: dict[str, Limit]


class CreditsOfAppUser(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # Keyed by their names in the catalog.
    credits: dict[str, CreditsOfAppUserCredits]


class CreditsOfAppUserCredits(TypedDict):
    # The credit's name in the catalog.
    credit_id: str
    # Below zero if credits are owed.
    balance: int
    # Also what adjustments took.
    spent: int
    # What later credits repay first. With `block_until_repaid` nothing is spent before.
    owed: int


class EntitlementOfAppUser(TypedDict):
    """One entitlement of an app user at a moment."""
    app_user_id: AppUserID
    # The moment that the answer is about.
    as_of: Timestamp
    # The `known_at` of the request, or absent without it.
    known_at: NotRequired[Timestamp]
    # The entitlement's name in the catalog.
    entitlement_id: str
    # Use this to decide.
    is_active: bool
    # `trialing`, `active`, `cancelled`, `billing_issue`, `paused`, `expired`, `refunded`, `granted`
    # or `lifetime`; null if the app user never had it.
    status: str | None
    # When access ends, including grace, or null if it never ends.
    expires_at: TimestampOrNull
    ended_reason: EndedReason
    # Whether the store will charge again.
    will_renew: bool
    # Its best source, or null without one.
    source: EntitlementSource | None
    # The entitlement that includes this one.
    implied_by: str | None


class EntitlementChecks(TypedDict):
    # The questions, at most a hundred.
    checks: list[EntitlementChecksChecks]


class EntitlementChecksChecks(TypedDict):
    app_user_id: AppUserID
    entitlement_id: EntitlementID


class CheckedEntitlements(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The answers, in the order of the request.
    checks: list[CheckedEntitlementsChecks]


class CheckedEntitlementsChecks(TypedDict):
    app_user_id: AppUserID
    # `entitlement_not_in_catalog` if the catalog has no such entitlement, which is then not active.
    # Otherwise it is absent.
    error: NotRequired[str]
    # With `error`: a sentence with up to 20 entitlements that the catalog has.
    detail: NotRequired[str]
    # The entitlement's name in the catalog.
    entitlement_id: str
    # Use this to decide.
    is_active: bool
    # `trialing`, `active`, `cancelled`, `billing_issue`, `paused`, `expired`, `refunded`, `granted`
    # or `lifetime`; null if the app user never had it.
    status: str | None
    # When access ends, including grace, or null if it never ends.
    expires_at: TimestampOrNull
    ended_reason: EndedReason
    # Whether the store will charge again.
    will_renew: bool
    # Its best source, or null without one.
    source: EntitlementSource | None
    # The entitlement that includes this one.
    implied_by: str | None


class TransactionPage(TypedDict):
    # The transactions, newest first.
    data: list[Transaction]
    # Null on the last page.
    next_cursor: str | None


class Transaction(TypedDict):
    """One charge, as its event describes it."""
    # The store's id of the transaction.
    transaction_id: str
    # The store's id of the first transaction of the purchase, or null if it is unknown.
    original_transaction_id: str | None
    # The purchase's id.
    purchase_id: UUID
    # What was bought.
    product_id: str | None
    product_kind: ProductKind
    duration: ProductDuration
    plan_type: PlanType
    # Where it was bought. An open list: `app_store`, `play_store`…
    store: str | None
    # Where it was bought: `production` or `sandbox`.
    environment: str
    # An open list: `normal`, `trial`, `intro`, `promotional`…
    period_type: str | None
    # When it was charged.
    purchased_at: Timestamp
    # When the period that it paid ends, or null if it has no end.
    period_ends_at: TimestampOrNull
    # What was paid, 0 for a trial, or null if no event said so.
    price: Price | None
    # Whether it is the first payment after a trial, or null if no event says.
    is_trial_conversion: bool | None
    # Paid by another of the store's family.
    is_family_share: bool
    # The code of the offer that was used, or null if none was.
    offer_code: str | None
    # RevenueCat's offering that was shown, or null if no event says.
    presented_offering_id: str | None
    # The country of the store, as two letters, or null if no event says.
    country_code: str | None
    # When the money was given back. Null if it was not, or if the refund was reversed.
    refunded_at: TimestampOrNull
    # What was given back, below zero, or null if no event said so.
    refunded_price: Price | None


class Orphan(TypedDict):
    # The orphan's id.
    orphan_id: UUID
    # `unknown_id`: the purchase left its owner, and the new owner is unknown. `anonymous`: it was
    # bought before sign-up. `transferred`: an identified app user had it. `conflict`: its holder is
    # kept apart from an identified app user.
    reason: Literal["unknown_id", "anonymous", "transferred", "conflict"] | str
    # Since when the purchase belongs to no identified person.
    orphaned_at: Timestamp
    # The holder of the purchase.
    app_user_id: str | None
    # Who had it before, or null if unknown.
    previous_app_user_id: str | None
    # The purchase.
    purchase: OrphanPurchase
    # The entitlements that the purchase would give.
    entitlement_ids: list[str]
    # The newest twenty pieces of evidence.
    evidence: list[OrphanEvidence]


class OrphanPurchase(TypedDict):
    """The purchase."""
    # The purchase's id.
    id: UUID
    # What was bought.
    product_id: str | None
    # Where it was bought. An open list: `app_store`, `play_store`…
    store: str
    # Where it was bought: `production` or `sandbox`.
    environment: str
    # When its access begins.
    starts_at: TimestampOrNull
    # When its access ends, or null if never.
    expires_at: TimestampOrNull


class OrphanEvidence(TypedDict):
    # The evidence's id.
    evidence_id: str
    # What it says. An open list.
    kind: str
    # The id that it names, or null if it names none.
    app_user_id: str | None
    # When that happened.
    occurred_at: Timestamp


class OrphanPage(TypedDict):
    # The orphans.
    data: list[Orphan]
    # Null on the last page.
    next_cursor: str | None


class NewClaim(TypedDict):
    """Exactly one of `orphan_id` and `app_user_id_of_purchase`."""
    # The orphan to claim. Other text than a UUID is not found.
    orphan_id: NotRequired[str | None]
    # An id of the holder.
    app_user_id_of_purchase: NotRequired[AppUserID | None]
    # What proves that the purchase is the app user's.
    proof: NotRequired[Proof | None]
    # Changes nothing, and answers what would change.
    dry_run: NotRequired[bool | None]


class OfferPage(TypedDict):
    # The offers.
    data: list[OfferPageData]
    # Null on the last page.
    next_cursor: str | None


class OfferPageData(TypedDict):
    # The code of the offer, as the store or RevenueCat names it.
    offer_code: str
    # How many purchases used it.
    purchases: int
    # When it was used first.
    first_used_at: Timestamp
    # When it was used last.
    last_used_at: Timestamp


class NewGrant(TypedDict):
    """Exactly one of `entitlement_id` and `product_id`, and exactly one of `duration`,
    `expires_at` and `lifetime`."""
    # The entitlement to give.
    entitlement_id: NotRequired[EntitlementID | None]
    # A product of the catalog, except a consumable.
    product_id: NotRequired[ProductID | None]
    # How long the grant lasts.
    duration: NotRequired[Duration | None]
    # When the grant ends.
    expires_at: NotRequired[Timestamp | None]
    # `true`: the grant never ends.
    lifetime: NotRequired[Literal[True] | None]
    # Whether the grant begins when the app user's current access to these entitlements ends, from
    # any source. Later events do not move it.
    extends: NotRequired[bool | None]
    # The reason for the audit.
    reason: str


class GrantPage(TypedDict):
    # The grants, newest first.
    data: list[Grant]
    # Null on the last page.
    next_cursor: str | None


class RevenueCatSubscriber(TypedDict):
    """It has the members and the spelling of RevenueCat's REST API v1."""
    # When it was answered.
    request_date: str
    # The same in milliseconds since 1970.
    request_date_ms: int
    # The app user.
    subscriber: RevenueCatSubscriberSubscriber


class RevenueCatSubscriberSubscriber(TypedDict):
    """The app user."""
    # Keyed by their names in the catalog.
    entitlements: dict[str, Any]
    # When the app user was known first.
    first_seen: str
    # When the app user was seen last.
    last_seen: NotRequired[str]
    # Where the app user manages the subscription, or null if there is no such address.
    management_url: NotRequired[str | None]
    # What was paid once and lasts for ever, keyed by product.
    non_subscriptions: dict[str, Any]
    # The id under which the app user is shown.
    original_app_user_id: str
    # Always null.
    original_application_version: NotRequired[str | None]
    # Always null.
    original_purchase_date: NotRequired[str | None]
    # Always empty.
    other_purchases: NotRequired[dict[str, Any]]
    # Subscriptions, and everything else that ends, such as grants and passes, keyed by product. A
    # second purchase of a product that gives another entitlement has the key `product:entitlement`.
    subscriptions: dict[str, Any]


class Statement(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # Until when the statement counts, as its `exp`.
    valid_until: Timestamp
    # A JWT in compact form.
    token: str


class AppliedCatalog(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The tenant's slug.
    tenant: str
    # `updated`, or `unchanged`: the file says what is stored.
    outcome: Literal["updated", "unchanged"] | str
    # True: nothing was written.
    is_dry_run: bool
    # Null if nothing changes, but for a dry run, whose plan has the products that were sold and
    # that the file lacks.
    plan: CatalogPlan | None


class FeatureOfAppUser(TypedDict):
    app_user_id: AppUserID
    # The moment that the answer is about.
    as_of: Timestamp
    # The `known_at` of the request, or absent without it.
    known_at: NotRequired[Timestamp]
    # The feature's name in the catalog.
    feature_id: str
    # Use this to decide.
    is_allowed: bool
    # `unmapped`: the tenant file lacks the feature, and its `unmapped_features` decides.
    reason: Literal["entitlement_active", "entitlement_inactive", "free", "unmapped"] | str
    # The entitlement that decides, or null for a free or an unmapped feature.
    entitlement_id: str | None


class Finding(TypedDict):
    # - `product_not_in_catalog`: the tenant file lacks a product, and its purchases name no
    # entitlement, so they give nothing.
    # - `entitlement_not_in_catalog`: purchases of missing products name a missing entitlement.
    # - `entitlement_without_purchase`: RevenueCat's answers about this many app users say that the
    # entitlement is active, and list no purchase that gives it. They have it until the end that
    # RevenueCat states.
    # - `fair_use_exceeded`: app users used a limit above its fair use within 30 days.
    # - `project_not_recognised`: snapshots contain none of the purchases from webhooks. The API key
    # may belong to another RevenueCat project.
    # - `webhooks_refused`: webhooks were refused within 24 hours, as `getWebhookStatus` says.
    # - `endpoint_off`: an endpoint was switched off, because it failed too long or is gone.
    # - `purchases_not_transferred`: transfers left this many purchases of the store `store` with
    # their source, and without a key of RevenueCat's API nothing confirms it.
    # - `credits_not_delivered`: purchases have credits left, and their owners unsettled orders,
    # both for 15 minutes; `listUndeliveredCredits` lists them.
    kind: Literal["product_not_in_catalog", "entitlement_not_in_catalog",
        "entitlement_without_purchase", "fair_use_exceeded", "project_not_recognised",
        "webhooks_refused", "endpoint_off", "purchases_not_transferred",
        "credits_not_delivered"] | str
    # Null if the finding concerns no product.
    product_id: str | None
    # Null if the finding concerns no entitlement.
    entitlement_id: str | None
    # Null if the finding concerns no endpoint.
    endpoint_id: UUID | None
    # Null if the finding concerns no credit.
    credit_id: str | None
    # Null if the finding concerns no store.
    store: str | None
    # Why the latest webhook was refused, or null for other kinds.
    reason: str | None
    # How many purchases (at most 1,000 of each product or credit), app users (at most 1,000),
    # refused webhooks, or changes that wait for the endpoint, by the kind.
    count: int
    # By the kind: the start of the first purchase, or of the first app user's wait, the first
    # transfer or refusal, or when an endpoint was switched off. Null if unknown.
    first_seen_at: str | None
    # By the kind: the start of the newest period, or of the last app user's wait, the last refusal,
    # or when an endpoint was switched off. Null if unknown.
    last_seen_at: str | None


class FindingPage(TypedDict):
    # The findings.
    data: list[Finding]
    # Null on the last page.
    next_cursor: str | None


class NewCreditAdjustment(TypedDict):
    # Gives if above zero, takes if below. It cannot be zero.
    amount: int
    # Your name for the adjustment: the same one counts once.
    reference: str
    # The reason for the audit.
    reason: str


class CreditAdjustment(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The credit's name in the catalog.
    credit_id: str
    # The reference of the request.
    reference: str
    # How many credits were added. Below zero if they were taken.
    amount: int
    # Why, as the request says.
    reason: str
    # When the credits were adjusted.
    adjusted_at: Timestamp
    # The credits that are left.
    balance: int
    # The credits that later ones repay first.
    owed: int


class LimitUse(TypedDict):
    # How much to count (1 by default).
    amount: NotRequired[int | None]
    # The caller's own name for what was used. At most 255 bytes.
    reference: NotRequired[str | None]
    # When it was used, for a use in the past: at most 366 days ago, and not in the future.
    used_at: NotRequired[TimestampOrNull]


class MyLimitUse(TypedDict):
    # How much to count (1 by default).
    amount: NotRequired[int | None]
    # The app's own name for what was used. At most 255 bytes.
    reference: NotRequired[str | None]


class UseRelease(TypedDict):
    # The reference with which the usage was counted.
    reference: str


class UsePage(TypedDict):
    # The uses, newest first.
    data: list[UseOfLimit]
    # Null on the last page.
    next_cursor: str | None


class UseOfLimit(TypedDict):
    # When it was used.
    used_at: Timestamp
    # How much was used.
    amount: int
    # The reference of the request, or null if it had none.
    reference: str | None
    # For `releaseReservation`, or null without a reference.
    reservation_id: UUID | None
    # The id that used it.
    app_user_id: AppUserID
    # Whether it counts against an allowance in its window.
    counts: bool


class NewReservation(TypedDict):
    # How much to reserve (1 by default).
    amount: NotRequired[int | None]
    # Your name for the reservation: the same one reserves once.
    reference: NotRequired[str | None]
    # After how many seconds the reservation ends if it is not confirmed.
    expires_in_seconds: NotRequired[int | None]


class UsedLimit(TypedDict):
    """The limit as it is now, and the reservation or usage under this reference. If the limit is
    no longer in the catalog, only its name is given."""
    # The moment that the answer is about.
    as_of: Timestamp
    # For `consumeLimit`, `consumeMyLimit` and `reserveLimit`. False only with `refuse=false`: the
    # limit is reached, nothing is counted, and `reservation_id` is absent.
    is_allowed: NotRequired[bool]
    # If not allowed, the entitlements that would raise the limit, lowest first.
    upgrade: NotRequired[list[str]]
    # If not allowed, the time until the request may succeed.
    retry_after_seconds: NotRequired[int]
    # The limit's name in the catalog.
    limit_id: str
    # Whether there is no limit for the app user.
    is_unlimited: NotRequired[bool]
    # Used or reserved in this period or window.
    used: NotRequired[int]
    # Null if unlimited.
    limit: NotRequired[int | None]
    # Null if unlimited.
    remaining: NotRequired[int | None]
    # As `resets_at` of `Limit`.
    resets_at: NotRequired[TimestampOrNull]
    # As `next_available_at` of `Limit`.
    next_available_at: NotRequired[TimestampOrNull]
    # The amount that unlimited use should not exceed, or null without one.
    fair_use: NotRequired[int | None]
    # As `throttled` of `Limit`.
    throttled: NotRequired[bool]
    pool: NotRequired[PoolOrNull | None]
    # The id of the reservation or usage.
    reservation_id: NotRequired[UUID]
    # What became of it: `reserved`, `used` or `released`.
    status: NotRequired[Literal["reserved", "used", "released"] | str]
    # How much was counted or reserved.
    amount: NotRequired[int]
    # The reference of the request, or null if it had none.
    reference: NotRequired[str | None]
    # Null unless `status` is `reserved`.
    expires_at: NotRequired[TimestampOrNull]


class CreditSpending(TypedDict):
    # How many credits to spend (1 by default).
    amount: NotRequired[int | None]
    # Your name for what is paid: the same one is paid once.
    reference: str


class SpentCredit(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The credit's name in the catalog.
    credit_id: str
    # The reference of the request.
    reference: str
    # How many credits were spent.
    amount: int
    # The credits that are left.
    balance: int


class NewCreditOrder(TypedDict):
    # Your name for the order: the same one orders once.
    reference: str


class CreditOrder(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The credit's name in the catalog.
    credit_id: str
    # The reference of the order.
    reference: str
    # `open` until a purchase pays it, it is cancelled, or it expires.
    status: Literal["open", "settled", "cancelled", "expired"] | str
    # The purchase that paid the order, or null until it is settled.
    purchase_id: UUID | None
    # The store's transaction of that purchase.
    transaction_id: str | None
    # When it was ordered.
    ordered_at: Timestamp
    # Purchases made from this time on are not spent on the order.
    expires_at: Timestamp
    # The app user's credits now.
    balance: int


class UndeliveredCreditPage(TypedDict):
    # The credits that were paid and not delivered.
    data: list[UndeliveredCredit]
    # Null on the last page.
    next_cursor: str | None


class UndeliveredCredit(TypedDict):
    # The id that owns the purchase.
    app_user_id: str
    # The credit's name in the catalog.
    credit_id: str
    # What is left of the purchase's credits.
    remaining: int
    # The purchase that paid the order.
    purchase_id: UUID
    # What was bought.
    product_id: str
    # Where it was bought. An open list: `app_store`, `play_store`…
    store: str
    # The store's id of the transaction, or null if it is unknown.
    transaction_id: str | None
    # When the credits were bought.
    purchased_at: Timestamp
    # That of the order.
    reference: str
    # When the order was placed.
    ordered_at: Timestamp


class NewHousehold(TypedDict):
    owner_app_user_id: AppUserID
    # For display in the app, at most 200 bytes of UTF-8. U+0000 is not allowed.
    name: NotRequired[str | None]
    # Ignore how recently the app user left another household.
    ignore_cooldown: NotRequired[bool | None]


class MyNewHousehold(TypedDict):
    # For display in the app, at most 200 bytes of UTF-8. U+0000 is not allowed.
    name: NotRequired[str | None]


class HouseholdJoin(TypedDict):
    app_user_id: AppUserID
    # The code as entered, at most 200 bytes of UTF-8.
    code: str
    # Ignore how recently the app user left another household, and how many joined this one.
    ignore_cooldown: NotRequired[bool | None]


class NewHouseholdOwner(TypedDict):
    app_user_id: AppUserID


class HouseholdInvite(TypedDict):
    # The invite's id.
    invite_id: UUID
    # 160 random bits. Shown once.
    invite_code: str
    # Until when it can be redeemed.
    expires_at: Timestamp


class HouseholdAsOf(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The household's id.
    household_id: UUID
    # The name that it was given, or null if none was.
    name: str | None
    # When it was founded.
    created_at: Timestamp
    # When it was dissolved, or null if it was not.
    dissolved_at: TimestampOrNull
    # Null if the household has no members.
    owner_app_user_id: str | None
    # Room for members.
    seats: HouseholdAsOfSeats
    # In the order in which they joined.
    members: list[HouseholdMember]
    # Which members will leave, and when, because there are more members than seats, or null if none
    # must leave.
    leaving: HouseholdLeaving | None
    # The purchases that serve all members now.
    shares: list[HouseholdShare]
    # The invites that are open, or wait for the owner.
    invites: list[OpenHouseholdInvite]


class HouseholdAsOfSeats(TypedDict):
    """Room for members."""
    # The tenant's number of seats, or a member's product's if that is higher.
    total: int
    # Seats that a member has.
    taken: int
    # Seats without a member.
    free: int


class JoinedHousehold(TypedDict):
    # Always true: the app user is a member.
    is_confirmed: Literal[True]
    # The moment that the answer is about.
    as_of: Timestamp
    # The household's id.
    household_id: UUID
    # The name that it was given, or null if none was.
    name: str | None
    # When it was founded.
    created_at: Timestamp
    # When it was dissolved, or null if it was not.
    dissolved_at: TimestampOrNull
    # Null if the household has no members.
    owner_app_user_id: str | None
    # Room for members.
    seats: JoinedHouseholdSeats
    # In the order in which they joined.
    members: list[HouseholdMember]
    # Which members will leave, and when, because there are more members than seats, or null if none
    # must leave.
    leaving: HouseholdLeaving | None
    # The purchases that serve all members now.
    shares: list[HouseholdShare]
    # The invites that are open, or wait for the owner.
    invites: list[OpenHouseholdInvite]


class JoinedHouseholdSeats(TypedDict):
    """Room for members."""
    # The tenant's number of seats, or a member's product's if that is higher.
    total: int
    # Seats that a member has.
    taken: int
    # Seats without a member.
    free: int


class AwaitedHousehold(TypedDict):
    # Always false: the owner must confirm first.
    is_confirmed: Literal[False]
    # The moment that the answer is about.
    as_of: Timestamp
    # The household's id.
    household_id: UUID
    # The name that it was given, or null if none was.
    name: str | None
    # When it was founded.
    created_at: Timestamp
    # When it was dissolved, or null if it was not.
    dissolved_at: TimestampOrNull
    # Null if the household has no members.
    owner_app_user_id: str | None
    # Room for members.
    seats: AwaitedHouseholdSeats
    # In the order in which they joined.
    members: list[HouseholdMember]
    # Which members will leave, and when, because there are more members than seats, or null if none
    # must leave.
    leaving: HouseholdLeaving | None
    # The purchases that serve all members now.
    shares: list[HouseholdShare]
    # The invites that are open, or wait for the owner.
    invites: list[OpenHouseholdInvite]


class AwaitedHouseholdSeats(TypedDict):
    """Room for members."""
    # The tenant's number of seats, or a member's product's if that is higher.
    total: int
    # Seats that a member has.
    taken: int
    # Seats without a member.
    free: int


class MyAwaitedHousehold(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # Always false: the owner must confirm first.
    is_confirmed: Literal[False]
    # The household's id.
    household_id: UUID
    # The name that the household was given, or null if none was.
    name: str | None


class HouseholdFinding(TypedDict):
    # An open list. `double_payer`: several members pay for the entitlement. `transfer_held`: the
    # purchase moved to another app user and still serves the household.
    kind: str
    # The household's id.
    household_id: UUID
    # The entitlement that it is about.
    entitlement_id: str
    # Ordered by end, earliest first.
    purchases: list[HouseholdFindingPurchases]


class HouseholdFindingPurchases(TypedDict):
    # The purchase's id.
    purchase_id: UUID
    # The owner of the purchase.
    app_user_id: str
    # What was bought, or null for a grant of an entitlement.
    product_id: str | None
    # Where it was bought. An open list: `app_store`, `play_store`…
    store: str | None
    # When its access ends, or null if never.
    expires_at: TimestampOrNull
    # Whether the store will charge again.
    will_renew: bool


class HouseholdFindingPage(TypedDict):
    # The findings.
    data: list[HouseholdFinding]
    # Null after the last household.
    next_cursor: str | None


class Export(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # As in `getAppUser`.
    app_user: dict[str, Any]
    # As in `getEntitlements`.
    entitlements: dict[str, Any]
    # As in `getAppUserHousehold`.
    household: dict[str, Any] | None
    # As in `getLimits`.
    limits: dict[str, Any]
    # As in `getCredits`.
    credits: dict[str, Any]
    # The stored rows, keyed by their kind.
    records: dict[str, list[dict[str, Any]]]


class Purchase(TypedDict):
    """A subscription, a one-time purchase or a grant."""
    # The purchase's or the grant's id.
    id: str
    # What was bought, or null for a grant of an entitlement.
    product_id: str | None
    product_kind: ProductKind
    duration: ProductDuration
    plan_type: PlanType
    # It will renew as this.
    pending_product_id: str | None
    # The id that owns the purchase.
    app_user_id: str
    # Where it was bought. An open list: `app_store`, `play_store`…
    store: str | None
    # Where it was bought: `production` or `sandbox`.
    environment: str
    # An open list: `normal`, `trial`, `intro`, `promotional`…
    period_type: str | None
    # Whether the purchase gives access. Always false for a consumable.
    is_active: bool
    # As for an entitlement, `purchased` for a consumable, or `pending` while the first payment of a
    # subscription is still to come.
    status: str | None
    # Whether the store will charge again.
    will_renew: bool
    # Whether the store's family sharing gave it.
    is_family_share: bool
    # When the first period began, as far back as events or snapshots reach.
    first_purchased_at: TimestampOrNull
    # When the current period began.
    current_period_started_at: TimestampOrNull
    current_period_ends_at: PeriodEnd
    grace_period_ends_at: GraceEnd
    trial_ends_at: TrialEnd
    # When access ends, including grace, or null if it never ends.
    access_ends_at: TimestampOrNull
    ended_reason: EndedReason
    # When auto-renewal was switched off, or null while it is on.
    cancelled_at: TimestampOrNull
    # When a payment failed, or null unless one is missing.
    billing_issue_at: TimestampOrNull
    # When it was paused, or null if it is not.
    paused_at: TimestampOrNull
    # When a paused one goes on, or null if it is not paused.
    auto_resume_at: TimestampOrNull
    # When it was refunded, or null if it was not.
    refunded_at: TimestampOrNull
    # Of the latest period.
    transaction_id: str | None
    # Of the first period, or null if no event named it.
    original_transaction_id: str | None
    # The offer code or promotional offer that an event named last.
    offer_code: str | None
    # The offering that the app presented, as an event named it last.
    presented_offering_id: str | None
    # What was paid last, by an event, or null if none said so.
    price: Price | None
    # Whether the last payment was the first after a trial, or null if no event said so.
    is_trial_conversion: bool | None
    # ISO 3166 code of the app user's last known country, as an event named it last.
    country_code: str | None
    # Where the owner manages the subscription. Null for a grant, for what is paid once, and for
    # stores without such an address.
    management_url: str | None
    # The credits that a consumable gave, or empty for other purchases.
    credits: list[PurchaseCredits]


class PurchaseCredits(TypedDict):
    # The credit's name in the catalog.
    credit_id: str
    # How many credits it gave.
    given: int
    # How many of them are spent.
    spent: int
    # 0 after a refund, or below zero if what was spent is owed (`credits.refunded` of the tenant
    # file).
    remaining: int


class AppUser(TypedDict):
    # The id in the request.
    app_user_id: str
    # The moment that the answer is about.
    as_of: Timestamp
    # All ids of the app user. The app's own ids come before RevenueCat's.
    app_user_ids: list[str]
    # The same ids in the same order, with what each is.
    ids: list[AppUserIds]
    # `anonymous`: without an id that the app chose.
    kind: Literal["anonymous", "identified"] | str
    # When the app user became known.
    created_at: Timestamp
    # The app user's household, or null if they are in none.
    household: HouseholdOfAppUser | None
    # The purchases that renew.
    subscriptions: list[Purchase]
    # The one-time purchases.
    purchases: list[Purchase]
    # What was given without a purchase.
    grants: list[Purchase]


class AppUserIds(TypedDict):
    # The id.
    app_user_id: str
    # `anonymous`: RevenueCat's, or one of the patterns of the tenant file.
    kind: Literal["anonymous", "identified"] | str
    # When it was first heard of.
    created_at: Timestamp


class Me(TypedDict):
    app_user_id: AppUserID
    # The moment that the answer is about.
    as_of: Timestamp
    # The `known_at` of the request, or absent without it.
    known_at: NotRequired[Timestamp]
    # The highest-ranking active entitlement, or the name of the tenant's free plan. Entitlements
    # missing from the tenant file rank lowest.
    plan: str | None
    # The status of the highest-ranking entitlement, active ones first, or `none`.
    subscription_status: str
    # Keyed by entitlement id.
    entitlements: dict[str, Entitlement]
    # When this answer next changes without a new event.
    next_change_at: TimestampOrNull
    # With `await_transaction`, whether the transaction is known. False after the timeout.
    is_transaction_known: NotRequired[bool]
    # Keyed by their names in the tenant file.
    features: dict[str, MeFeatures]
    # Keyed by their names in the catalog.
    limits: dict[str, Limit]
    # Keyed by their names in the catalog.
    credits: dict[str, MeCredits]
    # The notices, most urgent first.
    notices: list[Notice]
    # All ids of the end user. The app's own ids come before RevenueCat's.
    app_user_ids: list[str]
    # `anonymous`: without an id that the app chose.
    kind: Literal["anonymous", "identified"] | str
    # Null for an end user that Hearth has never seen.
    created_at: TimestampOrNull
    # The household as `getMyHousehold` shows it, with the end user's role, or null if they are in
    # none.
    household: HouseholdOfEndUser | None
    # The purchases that renew.
    subscriptions: list[Purchase]
    # The one-time purchases.
    purchases: list[Purchase]
    # What was given without a purchase.
    grants: list[Purchase]


class MeFeatures(TypedDict):
    # The feature's name in the catalog.
    feature_id: str
    # Use this to decide.
    is_allowed: bool
    # Why: the entitlement is active, or not, or the feature is free.
    reason: Literal["entitlement_active", "entitlement_inactive", "free"] | str
    # The entitlement that decides, or null for a free feature.
    entitlement_id: str | None
    # The entitlements that give the feature, the lowest rank first. Entitlements that imply the
    # deciding one are among them. Empty for a free feature.
    unlocked_by: list[MeFeaturesUnlockedBy]


class MeFeaturesUnlockedBy(TypedDict):
    # The entitlement's name in the catalog.
    entitlement_id: str
    # The products of the tenant file that grant the entitlement.
    product_ids: list[str]


class MeCredits(TypedDict):
    # The credit's name in the catalog.
    credit_id: str
    # Below zero if credits are owed.
    balance: int
    # Also what adjustments took.
    spent: int
    # What later credits repay first. With `block_until_repaid` nothing is spent before.
    owed: int


class NewAppUser(TypedDict):
    # If absent, a new id is created.
    app_user_id: NotRequired[AppUserID | None]
    # `anonymous`: the app user gets a device secret. `identified`: an id that the app chose.
    kind: Literal["anonymous", "identified"]


class CreatedAppUser(TypedDict):
    # The secret of an anonymous app user: 160 random bits. Shown once.
    device_secret: NotRequired[str]
    # The id that was given or created.
    app_user_id: str
    # As in `getAppUser`.
    app_user: dict[str, Any]


class MyIdentification(TypedDict):
    anonymous_app_user_id: AppUserID
    # What proves that the anonymous id is the caller's.
    proof: NotRequired[Proof | None]
    # Changes nothing, and answers what would change.
    dry_run: NotRequired[bool | None]


class Identification(TypedDict):
    anonymous_app_user_id: AppUserID
    # The identified id. Equal to `anonymous_app_user_id` if an anonymous sign-in became permanent.
    app_user_id: AppUserID
    # What proves that the anonymous id is the app user's. Without it, the API key is enough.
    proof: NotRequired[Proof | None]
    # Changes nothing, and answers what would change.
    dry_run: NotRequired[bool | None]


class NewMergeTicket(TypedDict):
    anonymous_app_user_id: AppUserID
    app_user_id: AppUserID
    # For how many seconds the ticket is valid (300 by default).
    ttl_seconds: NotRequired[int | None]


class MergeTicket(TypedDict):
    # The ticket, which is a proof.
    merge_ticket: str
    # Until when the ticket counts.
    expires_at: Timestamp


class MergeUndoing(TypedDict):
    # Recorded in the audit.
    reason: str


class Ownership(TypedDict):
    """The ids of an app user, and their purchases."""
    # All ids of the app user.
    app_user_ids: list[str]
    # The ids of the purchases.
    purchase_ids: list[UUID]


class UndoneMerge(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The merge's id.
    merge_id: UUID
    # When it was undone.
    undone_at: Timestamp
    # The app users that there are again.
    people: list[Ownership]


class CreditBalance(TypedDict):
    # The credit's name in the catalog.
    credit_id: str
    # The credits that were left.
    balance: int


class AuditEntry(TypedDict):
    # The entry's id.
    audit_id: UUID
    # When it was done.
    recorded_at: Timestamp
    # What was done. An open list.
    action: Literal["merge", "claim", "undo", "transfer", "erase", "grant", "revoke", "adjust",
        "redeem", "revoke_code", "create_endpoint", "update_endpoint", "delete_endpoint",
        "rotate_endpoint_secret", "replay_endpoint", "create_key", "revoke_key", "sign_in",
        "refuse_sign_in"] | str
    # The public id of a key, an app user id, `operator`, `revenuecat`, or `unauthenticated` of a
    # `refuse_sign_in`.
    actor: str
    # Why, as the caller or the server said. Of a `sign_in` to the console, `key` or `link`.
    reason: str
    # The ids that it concerns.
    app_user_ids: list[str]
    # Of a `merge`, a `claim` that merged or an `undo` the merge, else null.
    merge_id: str | None
    # Of an `adjust` the balance, of a `revoke` the grant, of a `revoke_key` the key, of a `grant`,
    # a `create_endpoint`, a `create_key` and a `sign_in` nothing, of other changes of an endpoint
    # the endpoint, else the owners.
    before: list[AuditedState]
    # Of an `adjust` the balance, of a `grant` or a `revoke` the grant, of a `create_key`, a
    # `sign_in` and a `refuse_sign_in` (at most one an hour for a key) the key, of a
    # `delete_endpoint` and a `revoke_key` nothing, of other changes of an endpoint the endpoint,
    # else the owners.
    after: list[AuditedState]


class AuditedKey(TypedDict):
    # Not secret.
    key_id: str
    # What the key may do.
    kind: Literal["secret", "read"] | str


class AuditEntryPage(TypedDict):
    # The entries of the page.
    data: list[AuditEntry]
    # Null on the last page.
    next_cursor: str | None


class Notices(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The notices, most urgent first.
    notices: list[Notice]


class Notice(TypedDict):
    # Stays the same for the same notice: do not push it twice.
    notice_id: str
    # An open list. `expiring`: access ends and does not renew; `since` is not before the
    # cancellation or the purchase. `ended`: access ended; `data` has the `reason` as `ended_reason`
    # has it, for the days of the tenant file. `billing_issue`: a payment failed, and access ends
    # with it. `trial_ending`: a trial ends and renews. `refunded`. `household_seat_ending`: the app
    # user must leave the household at `until`. `joined_household`. `paid_twice`: the app user is
    # charged again for what another purchase gives, a lifetime purchase or one of the household
    # included. `limit_near`.
    # There is no notice about an end of access if other access lasts longer: a lifetime purchase, a
    # grant, a subscription that renews, or access that follows without a gap.
    kind: str
    # How urgent it is.
    severity: Literal["critical", "warning", "info"] | str
    # When it began, or null if unknown.
    since: TimestampOrNull
    # When it ends by itself, or null if it does not.
    until: TimestampOrNull
    # The facts, by kind. Version 1 may add members.
    data: dict[str, Any]


class HouseholdOfEndUser(TypedDict):
    # The household's id.
    household_id: UUID
    # The name that it was given, or null if none was.
    name: str | None
    # When it was founded.
    created_at: Timestamp
    # When it was dissolved, or null if it was not.
    dissolved_at: TimestampOrNull
    # Null if the household has no members.
    owner_app_user_id: str | None
    # Room for members.
    seats: HouseholdOfEndUserSeats
    # In the order in which they joined.
    members: list[HouseholdMember]
    # Which members will leave, and when, because there are more members than seats, or null if none
    # must leave.
    leaving: HouseholdLeaving | None
    # The purchases that serve all members now.
    shares: list[HouseholdShare]
    # The invites that are open, or wait for the owner.
    invites: list[OpenHouseholdInvite]
    role: HouseholdRole
    # When the app user joined the household.
    joined_at: Timestamp


class HouseholdOfEndUserSeats(TypedDict):
    """Room for members."""
    # The tenant's number of seats, or a member's product's if that is higher.
    total: int
    # Seats that a member has.
    taken: int
    # Seats without a member.
    free: int


class FoundAppUsers(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The app users.
    data: list[FoundAppUser]
    # A longer text finds fewer.
    has_more: bool


class FoundAppUser(TypedDict):
    # The id under which the app user is shown, or one that only an event names.
    app_user_id: str
    # Null if no app user has the id.
    kind: Literal["identified", "anonymous"] | str | None
    # What of the app user has the text.
    matched_by: Literal["app_user_id", "attribute", "transaction_id", "original_transaction_id",
        "event_id", "purchase_id", "merge_id", "household_id", "invite_id", "invite_code", "code",
        "referral_code", "redemption_id", "grant_id", "reservation_id"] | str
    # What begins with the text or has such a word.
    matched: str
    # The name of the attribute.
    attribute: str | None


class NewNote(TypedDict):
    # What the next operator should know, at most 255 characters.
    note: str


class Note(TypedDict):
    """A note of an operator on an app user."""
    # The id of the note.
    note_id: UUID
    # The id that it was written on.
    app_user_id: str
    # The text as it was written.
    note: str
    # The API key that wrote it.
    author: str
    # When it was written.
    written_at: Timestamp


class NotePage(TypedDict):
    # The notes, newest first.
    data: list[Note]
    # Null on the last page.
    next_cursor: str | None


class TimelineEntry(TypedDict):
    kind: TimelineKind
    # When it was recorded here. Events also have `occurred_at`.
    recorded_at: Timestamp
    # The id under which it is stored.
    app_user_id: str | None
    # What happened, by its kind. The `type` of an event is RevenueCat's name, and `evidence_kind`
    # is ours. An event whose `evidence_kind` is null changed nothing, because it failed, is of an
    # unknown type, only informs, or is of a sandbox that the tenant ignores.
    data: dict[str, Any]
    # What the entry changed for the app user.
    changes: list[TimelineChange]


class TimelineChange(TypedDict):
    # The change's number in the log.
    number: int
    # As in the change log.
    kind: str
    # The purchases' environment: `production` or `sandbox`.
    environment: Literal["production", "sandbox"] | str
    # What differs, as it was, or null if there was nothing.
    before: dict[str, Any] | None
    # What differs, as it is, or null if nothing is left.
    after: dict[str, Any] | None


class TimelinePage(TypedDict):
    # The entries, newest first.
    data: list[TimelineEntry]
    # Null on the last page.
    next_cursor: str | None


class RedemptionAsOf(TypedDict):
    # The redemption's id.
    redemption_id: UUID
    # The campaign of the code.
    campaign_id: str
    # Who redeemed it.
    app_user_id: str
    # When the code was redeemed.
    redeemed_at: Timestamp
    gives: Reward
    # The grant that the redemption gave.
    grant_id: UUID
    # When what it gave ends, or null if never.
    expires_at: TimestampOrNull
    # When it was revoked, or null if it was not.
    revoked_at: TimestampOrNull
    # `merged`: a merge showed that the app user had no right to it; undoing gives it back.
    revoked_because: Literal["revoked", "merged"] | str | None
    # The moment that the answer is about.
    as_of: Timestamp


class RedeemedCode(TypedDict):
    # The redemption's id.
    redemption_id: UUID
    # The campaign of the code.
    campaign_id: str
    # Who redeemed it.
    app_user_id: str
    # When the code was redeemed.
    redeemed_at: Timestamp
    gives: Reward
    # The grant that the redemption gave.
    grant_id: UUID
    # When what it gave ends, or null if never.
    expires_at: TimestampOrNull
    # When it was revoked, or null if it was not.
    revoked_at: TimestampOrNull
    # `merged`: a merge showed that the app user had no right to it; undoing gives it back.
    revoked_because: Literal["revoked", "merged"] | str | None
    # The moment that the answer is about.
    as_of: Timestamp
    # `already_redeemed`: the app user had redeemed it before, and nothing changed.
    outcome: Literal["redeemed", "already_redeemed"] | str


class RedeemedReferral(TypedDict):
    # The referral's id.
    referral_id: UUID
    # Who redeemed the code.
    app_user_id: str
    # When the code was redeemed.
    redeemed_at: Timestamp
    gives: RewardOrNull
    # How many days a payment must stand before the rewards are given.
    hold_days: int
    # The moment that the answer is about.
    as_of: Timestamp
    # `already_redeemed`: the app user had redeemed it before, and nothing changed.
    outcome: Literal["redeemed", "already_redeemed"] | str


class CheckedReferral(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    gives: RewardOrNull
    # How many days a payment must stand before the rewards are given.
    hold_days: int


class Referral(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # What others redeem.
    referral_code: str
    # How many app users redeemed it.
    redeemed: int
    # How many of them paid.
    paid: int
    # For how many the referrer got theirs.
    rewarded: int
    # Whether the next referral still brings a reward, by `max_per_referrer`.
    has_rewards_left: bool
    gives_referrer: RewardOrNull
    gives_referred: RewardOrNull
    # How many days a payment must stand before the rewards are given.
    hold_days: int
    # How many rewards an app user can get, or null if there is no such limit.
    max_per_referrer: int | None
    # The days in which `max_per_referrer` counts. Null means for ever.
    per_days: int | None


class RedemptionPage(TypedDict):
    # The redemptions, newest first.
    data: list[Redemption]
    # Null on the last page.
    next_cursor: str | None


class CheckedCode(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The campaign of the code.
    campaign_id: str
    gives: Reward
    # When the codes end, or null if never.
    valid_until: TimestampOrNull


class NewCampaign(TypedDict):
    # The shared code, 4 to 64 letters and digits. Spaces and dashes do not count.
    code: NotRequired[str | None]
    # Exactly one of `entitlement_id` and `product_id`, and exactly one of `duration` and
    # `lifetime`.
    gives: NewCampaignGives
    # When the codes begin, or null if at once.
    valid_from: NotRequired[TimestampOrNull]
    # When the codes end, or null if never.
    valid_until: NotRequired[TimestampOrNull]
    # How often its codes can be redeemed in all. Null: without limit.
    max_redemptions: NotRequired[int | None]
    # How often an app user can redeem its codes.
    per_app_user: NotRequired[int]
    # `app_user`: for app users who have bought nothing. `household`: the members of all their
    # households, present and past, have bought nothing either.
    only_new: NotRequired[Literal["app_user", "household"] | None]
    # Whether only app users without an active subscription can redeem.
    without_subscription: NotRequired[bool]
    # It may run beside other stackable codes, and its time follows theirs.
    is_stackable: NotRequired[bool]


class NewCampaignGives(TypedDict):
    """Exactly one of `entitlement_id` and `product_id`, and exactly one of `duration` and
    `lifetime`."""
    entitlement_id: NotRequired[EntitlementID]
    product_id: NotRequired[ProductID]
    duration: NotRequired[Duration]
    # True: it never ends.
    lifetime: NotRequired[Literal[True]]
    # It begins when the present access ends, and needs present access.
    extends: NotRequired[bool]


class Campaign(TypedDict):
    # The campaign's id.
    campaign_id: str
    # Where it is defined: in the tenant `file`, or by the `api`.
    origin: Literal["file", "api"] | str
    # False: it was revoked, or left the tenant file.
    is_open: bool
    gives: Reward
    # When the codes begin, or null if at once.
    valid_from: TimestampOrNull
    # When the codes end, or null if never.
    valid_until: TimestampOrNull
    # How often its codes can be redeemed in all. Null: without limit.
    max_redemptions: int | None
    # How often an app user can redeem its codes.
    per_app_user: int
    # `app_user`: for app users who have bought nothing. `household`: the members of all their
    # households have bought nothing either. Null if neither.
    only_new: Literal["app_user", "household"] | str | None
    # Whether only app users without an active subscription can redeem.
    without_subscription: bool
    # It may run beside other stackable codes, and its time follows theirs.
    is_stackable: bool
    # How often its codes were redeemed.
    redemptions: int
    # How many codes there are.
    codes: int
    # When it was revoked, or null if it was not.
    revoked_at: TimestampOrNull


class CampaignAsOf(TypedDict):
    # The campaign's id.
    campaign_id: str
    # Where it is defined: in the tenant `file`, or by the `api`.
    origin: Literal["file", "api"] | str
    # False: it was revoked, or left the tenant file.
    is_open: bool
    gives: Reward
    # When the codes begin, or null if at once.
    valid_from: TimestampOrNull
    # When the codes end, or null if never.
    valid_until: TimestampOrNull
    # How often its codes can be redeemed in all. Null: without limit.
    max_redemptions: int | None
    # How often an app user can redeem its codes.
    per_app_user: int
    # `app_user`: for app users who have bought nothing. `household`: the members of all their
    # households have bought nothing either. Null if neither.
    only_new: Literal["app_user", "household"] | str | None
    # Whether only app users without an active subscription can redeem.
    without_subscription: bool
    # It may run beside other stackable codes, and its time follows theirs.
    is_stackable: bool
    # How often its codes were redeemed.
    redemptions: int
    # How many codes there are.
    codes: int
    # When it was revoked, or null if it was not.
    revoked_at: TimestampOrNull
    # The moment that the answer is about.
    as_of: Timestamp


class CampaignPage(TypedDict):
    # The campaigns.
    data: list[Campaign]
    # Null on the last page.
    next_cursor: str | None


class CodeBatch(TypedDict):
    # The new codes.
    codes: list[str]
    # The campaign of the codes.
    campaign_id: str
    # The batch's id, by which its codes are revoked together.
    batch_id: UUID


class CodeRevocation(TypedDict):
    """Exactly one of `code`, `batch_id` and `campaign_id`."""
    # The code to revoke.
    code: NotRequired[str]
    # The batch whose codes to revoke. Other text than a UUID is not found.
    batch_id: NotRequired[str]
    # The campaign whose codes to revoke.
    campaign_id: NotRequired[str]
    # Whether what the codes gave is taken back, too.
    take_back: NotRequired[bool]
    # Why, for the audit.
    reason: str


class ChangePage(TypedDict):
    # The changes, oldest first.
    data: list[Change]
    # Read on with this `after`.
    next_after: int
    # The number of the newest change of the log, or 0 without any.
    last_number: int


class Change(TypedDict):
    # Grows in the order of commits. It is the time of numbering in microseconds since 1970, or one
    # more than the number before. Logs that began with an earlier release count from 1.
    number: int
    # - `entitlements_changed`: what the app user may do, with the plan
    # - `period_changed`: only ends of entitlements moved, as by a renewal
    # - `limit_reached`: the app user used the last of a limit
    # - `household_changed`: the app user joined, left, or became or ceased to be the owner
    # - `credit_order_paid`: a purchase paid an order; `after` names the purchase and its
    # `transaction_id`
    # - `credits_changed`: the balance of a credit, production only: a pack was bought or refunded,
    # credits were spent or adjusted, or purchases moved. `before` and `after` have `credit_id` and
    # `balance`.
    # - `notice`: the app user has a new notice. It comes once for each `notice_id`, and only if the
    # tenant file has `notices`. `after` is the notice, without the household's name and the
    # `purchases` of `paid_twice`.
    # There may be more kinds later.
    kind: str
    # The id by which the app user is shown at that time.
    app_user_id: str
    # Of the purchases. Only readers and endpoints that ask for `sandbox` get its changes: they show
    # an app's webhooks before anyone has paid.
    environment: Literal["production", "sandbox"] | str
    # What differs, as it was, or null if there was nothing.
    before: dict[str, Any] | None
    # What differs, as it is, or null if nothing is left.
    after: dict[str, Any] | None
    # What made the change.
    cause: ChangeCause
    # When it happened, which may be before it was recorded.
    happened_at: Timestamp
    # When it was written to the log.
    recorded_at: Timestamp


class ChangeCause(TypedDict):
    """What made the change."""
    # `event`, `snapshot`, `run`, `clock`, `definition`, `merge`, `undo`, `claim`, `founding`,
    # `join`, `leave`, `handover`, `dissolution`, `grant`, `revocation`, `code`, `referral`,
    # `adjustment`, `use`, `spend`, `erasure`, `import` and more.
    kind: str
    # The id of the event, run, merge, household, grant, redemption or adjustment. The reference of
    # a spend.
    id: str | None


class NewEndpoint(TypedDict):
    # https, without a password.
    url: str
    kinds: NotRequired[EndpointKinds]
    environments: NotRequired[EndpointEnvironments]


class EndpointUpdate(TypedDict):
    # https, without a password. Absent: as before.
    url: NotRequired[str]
    kinds: NotRequired[EndpointKinds]
    environments: NotRequired[EndpointEnvironments]
    # `on` sends what is due, and `off` sends nothing. Absent: nothing changes.
    state: NotRequired[Literal["on", "off"]]


class EndpointAsOf(TypedDict):
    # The endpoint's id.
    endpoint_id: UUID
    # Where changes are sent.
    url: str
    kinds: DeliveredKinds
    environments: DeliveredEnvironments
    # Whether changes are sent: `on` or `off`.
    state: Literal["on", "off"] | str
    # Null if it is on.
    # - `requested`: an operator switched it off
    # - `gone`: it answered 410
    # - `failing`: a change failed for three days
    # - `changes_gone`: the log does not keep the next change any more
    off_reason: str | None
    # When it was switched off, or null while it is on.
    off_at: TimestampOrNull
    # Each change up to this number was delivered, or fails.
    handed_over_number: int
    # How many deliveries fail now. At 100, further changes wait.
    failing: int
    # When the endpoint was created.
    created_at: Timestamp
    # The moment that the answer is about.
    as_of: Timestamp


class CreatedEndpoint(TypedDict):
    # The endpoint's id.
    endpoint_id: UUID
    # Where changes are sent.
    url: str
    kinds: DeliveredKinds
    environments: DeliveredEnvironments
    # Whether changes are sent: `on` or `off`.
    state: Literal["on", "off"] | str
    # Null if it is on.
    # - `requested`: an operator switched it off
    # - `gone`: it answered 410
    # - `failing`: a change failed for three days
    # - `changes_gone`: the log does not keep the next change any more
    off_reason: str | None
    # When it was switched off, or null while it is on.
    off_at: TimestampOrNull
    # Each change up to this number was delivered, or fails.
    handed_over_number: int
    # How many deliveries fail now. At 100, further changes wait.
    failing: int
    # When the endpoint was created.
    created_at: Timestamp
    secret: EndpointSecretText


class EndpointPage(TypedDict):
    # The endpoints, oldest first.
    data: list[Endpoint]
    # Null. All endpoints are in one answer.
    next_cursor: str | None


class EndpointSecretRotation(TypedDict):
    # True to end all other secrets now.
    at_once: NotRequired[bool]


class EndpointSecret(TypedDict):
    secret: EndpointSecretText
    # The endpoint's id.
    endpoint_id: UUID
    # How many secrets sign deliveries now: one or two.
    live_secrets: int


class EndpointTest(TypedDict):
    # The message's `webhook-id`.
    webhook_id: str
    # Whether the endpoint answered with a status from 200 to 299.
    is_delivered: bool
    # Null if there was no answer.
    http_status: int | None
    error: DeliveryError
    # How long the attempt took.
    duration_milliseconds: int


class Delivery(TypedDict):
    # The change's number.
    number: int
    # The message's `webhook-id`, the same for all attempts.
    webhook_id: str
    # `delivered`, or `failing`: it is tried again.
    status: Literal["delivered", "failing"] | str
    # The count starts again when the endpoint is switched on or gets another URL.
    attempts: int
    # The status of the last answer, or null if there was none.
    http_status: int | None
    # Of the last attempt.
    duration_milliseconds: int
    first_error: DeliveryError
    # When it was sent first.
    first_attempt_at: Timestamp
    # When it was sent last.
    last_attempt_at: Timestamp
    # While the endpoint is on, or null if the change was delivered.
    next_attempt_at: Timestamp | None


class DeliveryPage(TypedDict):
    # The deliveries.
    data: list[Delivery]
    # Null on the last page.
    next_cursor: str | None


class EndpointReplay(TypedDict):
    # The number of the first change to send again.
    from_number: int


class RevenueCatWebhook(TypedDict):
    """As RevenueCat sends it. Unknown fields and types are stored."""
    # RevenueCat's version of the webhook.
    api_version: NotRequired[str | None]
    # The event.
    event: RevenueCatWebhookEvent


class RevenueCatWebhookEvent(TypedDict):
    """The event."""
    # The event's id, by which a repeated one is recognised.
    id: str
    # What happened, such as `INITIAL_PURCHASE`.
    type: str


class WebhookReceipt(TypedDict):
    # `stored`: not applied, because the event was not understood or will be retried.
    status: Literal["applied", "duplicate", "stored"] | str
    # The event's id, as RevenueCat gave it.
    event_id: str


class WebhookEvent(TypedDict):
    # The event's id, as RevenueCat gave it.
    event_id: str
    # As RevenueCat spells it.
    type: str
    # The first app user id that the event names, for a transfer one that it moves to. Null if it
    # names none, or is no evidence and of a release before this field.
    app_user_id: str | None
    # When the event was received.
    received_at: Timestamp
    status: WebhookEventStatus
    # Why the event was not applied.
    failure: str | None
    # How often applying the event was tried.
    attempts: int
    # When the next attempt is due.
    due_at: TimestampOrNull
    # Reasons why optional fields were ignored, such as `price_not_a_number`. The rest of the event
    # is applied. `aliases_erased`: the field has a name that replaced an erased id, which is no id.
    # An event without another id is `stored`.
    unread: list[str]


class WebhookEventWithBody(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The event's id, as RevenueCat gave it.
    event_id: str
    # As RevenueCat spells it.
    type: str
    # The first app user id that the event names, for a transfer one that it moves to. Null if it
    # names none, or is no evidence and of a release before this field.
    app_user_id: str | None
    # When the event was received.
    received_at: Timestamp
    status: WebhookEventStatus
    # Why the event was not applied.
    failure: str | None
    # How often applying the event was tried.
    attempts: int
    # When the next attempt is due.
    due_at: TimestampOrNull
    # Reasons why optional fields were ignored, such as `price_not_a_number`.
    unread: list[str]
    # As RevenueCat sent it. Empty if it named an app user who was erased since. Null if it was
    # dropped: the event was applied longer ago than `retention.event_bodies_days` of the tenant
    # file (90 by default). What it said is evidence; the timeline has it.
    body: dict[str, Any] | None
    # When the body was dropped.
    body_dropped_at: TimestampOrNull


class WebhookStatus(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # When the last event was received, or null if none was.
    last_received_at: TimestampOrNull
    # The id of the last event, or null if none was received.
    last_event_id: str | None
    # The type of the last event, or null if none was received.
    last_type: str | None
    # How many events wait to be applied again. Counting stops at 1,000.
    failed: int
    # Null if no delivery was refused within 24 hours.
    refused: RefusedWebhooks | None


class RefusedWebhooks(TypedDict):
    # Refused deliveries since `first_refused_at`, recorded once a minute. After a day without one,
    # the count starts again.
    count: int
    # Why the latest recorded one was refused. An open list: `authorization_missing`,
    # `authorization_wrong`, `authorization_bearer_differs` (equal except for `Bearer ` in front),
    # `authorization_secret_missing` (the tenant has none), `signature_missing`, `signature_wrong`,
    # `signature_malformed`, `signature_too_old_or_new`, `signing_secret_missing`, `not_configured`,
    # and `malformed`: authenticated, but no event.
    reason: str
    # When the first of them was refused.
    first_refused_at: Timestamp
    # When the latest recorded one was refused.
    last_refused_at: Timestamp


class WebhookEventPage(TypedDict):
    # The events, newest first.
    data: list[WebhookEvent]
    # Null on the last page.
    next_cursor: str | None


class WebhookEventRetry(TypedDict):
    status: WebhookEventStatus
    # The event's id, as RevenueCat gave it.
    event_id: str


class SyncedEntitlements(TypedDict):
    """An app user's entitlements, and what the new snapshot changed."""
    app_user_id: AppUserID
    # The moment that the answer is about.
    as_of: Timestamp
    # The `known_at` of the request, or absent without it.
    known_at: NotRequired[Timestamp]
    # The highest-ranking active entitlement, or the name of the tenant's free plan. Entitlements
    # missing from the tenant file rank lowest.
    plan: str | None
    # The status of the highest-ranking entitlement, active ones first, or `none`.
    subscription_status: str
    # Keyed by entitlement id.
    entitlements: dict[str, Entitlement]
    # When this answer next changes without a new event.
    next_change_at: TimestampOrNull
    # With `await_transaction`, whether the transaction is known. False after the timeout.
    is_transaction_known: NotRequired[bool]
    # When RevenueCat was last read, by its own clock, or by ours if it does not know the app user.
    # A snapshot that is refused (`is_conflicting`) does not count. Null if there was none.
    confirmed_at: TimestampOrNull
    # What differs from the stored state before, as drift.
    changes: list[Drift]
    # Whether RevenueCat's answer contradicts what is stored, and changed nothing: it has no such
    # customer, though a purchase gives access; or it contains none of the purchases from webhooks,
    # while the API key is not yet recognised as the project's. Then the app user is read again.
    is_conflicting: bool


class Drift(TypedDict):
    """One difference between RevenueCat and the stored state. If `purchase_id` is null, it
    concerns the app user's ids, or a purchase that a dry run did not add."""
    # When a run found it, or absent if this request found it.
    found_at: NotRequired[Timestamp]
    # The difference's id.
    drift_id: UUID
    app_user_id: AppUserID
    # The purchase that differs, or null if none is stored.
    purchase_id: UUID | None
    # The purchase's environment, or null without a purchase.
    environment: str | None
    # The purchase's product, or null without a purchase.
    product_id: str | None
    # The state before, or null if nothing was known.
    before: dict[str, Any] | None
    # The state now.
    after: dict[str, Any] | None
    # Whether an app user gained or lost access.
    access_affected: bool
    # Why it differs. An open list.
    cause: Literal["missed_event", "late_event", "changed_upstream", "refund_without_event",
        "alias_unknown", "transfer_one_sided", "sandbox_leak", "catalog_changed", "clock",
        "unknown"] | str


class Status(TypedDict):
    # The moment that the answer is about.
    as_of: Timestamp
    # The release of the server.
    version: str
    # Whether RevenueCat can be read.
    revenuecat: StatusRevenuecat
    # Whether RevenueCat's webhooks arrive.
    webhooks: StatusWebhooks


class StatusRevenuecat(TypedDict):
    """Whether RevenueCat can be read."""
    # An open list.
    status: str
    # The last snapshot, while RevenueCat is unreadable.
    since: TimestampOrNull


class StatusWebhooks(TypedDict):
    """Whether RevenueCat's webhooks arrive."""
    # An open list. `quiet`: none arrived for 24 hours. `refused`: they fail their authentication.
    status: str
    # The last webhook if quiet, the first refused one if refused.
    since: TimestampOrNull


class NewRun(TypedDict):
    # `user`: one app user. `due`: app users at risk. `all`: all app users.
    scope: Literal["user", "due", "all"]
    # Any id of the app user. Scope `user` needs it, others do not allow it.
    app_user_id: NotRequired[AppUserID]
    # Report differences without changing anything.
    dry_run: NotRequired[bool]
    # Stops the run when more than this percentage of the last hundred app users (at least twenty)
    # lose access, or have a lifetime purchase and are unknown to RevenueCat, because the API key
    # may belong to another project.
    stop_at_lost_percent: NotRequired[int]


class Run(TypedDict):
    # The moment that the answer is about.
    as_of: NotRequired[Timestamp]
    # The run's id.
    run_id: str
    # Which app users are read: one `user`, app users that are `due`, or `all`.
    scope: Literal["user", "due", "all"] | str
    # `whole_project`: all ids of the project were listed. `scope: all` does this with RevenueCat's
    # API version 2 once the project is recognised, and, if a caller starts it, even before the
    # first webhook has reported a purchase. `known_ids`: buyers whose webhooks were all lost are
    # missing from the run.
    covers: Literal["known_ids", "whole_project"] | str
    # The app user of scope `user`, otherwise null.
    app_user_id: str | None
    # `request`: by an operator. `schedule`: by the schedule. `catch_up`: after webhooks failed for
    # longer than RevenueCat retries.
    origin: Literal["request", "schedule", "catch_up"] | str
    # True: differences are listed, and nothing is stored.
    dry_run: bool
    # The run stops if more than this percentage of the app users would lose access.
    stop_at_lost_percent: int
    # `listing`: the known app users were read, and the project's ids are being listed. `stopped`:
    # too many app users lost access; see `stop_at_lost_percent`.
    status: Literal["preparing", "running", "listing", "finished", "cancelled", "stopped"] | str
    # Why the run waits, or why the latest failed read failed: `unauthorized` (RevenueCat refuses
    # the key, or it cannot be opened), `unavailable`, `rate_limited` and more.
    setback: str | None
    # When it began.
    started_at: Timestamp
    # When it ended, or null while it runs.
    ended_at: str | None
    # How many app users are read.
    people: RunPeople
    # What was found.
    drift: RunDrift
    # In the last minute.
    people_per_minute: float
    # Requests to RevenueCat.
    budget: RunBudget
    # How long it is likely to take, or null if unknown.
    seconds_left: int | None


class RunPeople(TypedDict):
    """How many app users are read."""
    # All of the run.
    total: int
    # How many are still to be read.
    waiting: int
    # How many were read.
    read: int
    # RevenueCat has no customer with the id.
    unknown: int
    # Not read after five attempts.
    failed: int


class RunDrift(TypedDict):
    """What was found."""
    # All differences.
    total: int
    # How many change what an app user may do.
    access_affected: int
    # How many there are of each cause.
    causes: dict[str, int]


class RunBudget(TypedDict):
    """Requests to RevenueCat."""
    # Allowed to the tenant.
    requests_per_minute: int
    # Made by the run.
    requests_used_per_minute: float


class RunPage(TypedDict):
    # The runs, latest first.
    data: list[Run]
    # Null on the last page.
    next_cursor: str | None


class DriftPage(TypedDict):
    # The differences.
    data: list[Drift]
    # Null on the last page.
    next_cursor: str | None


class ExplanationVerdict(TypedDict):
    """Why the answer is as it is."""
    # Why. An open list.
    reason: Literal["own_purchase", "tester_purchase", "alias_purchase", "household_purchase",
        "grant", "feature_free", "feature_unmapped", "limit_unlimited", "limit_has_room",
        "event_failed", "product_not_in_file", "not_identified", "transferred", "owned_by_another",
        "not_transferred", "alias_conflict", "entitlement_not_shared", "left_household",
        "sharer_left", "only_owner_shares", "grant_not_shared", "store_family_share",
        "ended_before_joining", "not_begun", "payment_pending", "paused", "billing_error",
        "refunded", "price_increase_declined", "unsubscribed", "ended_by_developer",
        "family_share_ended", "expired", "grant_revoked", "grant_ended", "sandbox_ignored",
        "sandbox_purchase", "production_purchase", "gives_other_entitlements",
        "event_not_understood", "transaction_unknown", "unknown_id", "nothing_bought",
        "feature_denied", "limit_reached"] | str
    facts: ExplanationFacts
    # The same in a sentence, for people.
    sentence: str


class ExplanationJudgement(TypedDict):
    """Whether what was answered is also what is known today."""
    # Whether it was right.
    reason: Literal["was_right", "was_wrong"] | str
    facts: ExplanationFacts
    # The same in a sentence, for people.
    sentence: str
    # What is known today about that moment.
    is_allowed: bool
    # What the lookup answers today about the moment.
    answer: dict[str, Any]


class ExplanationPurchase(TypedDict):
    """A purchase or a grant that was considered, and why it gave access or did not."""
    # Why it gave access or did not. An open list.
    reason: Literal["own_purchase", "tester_purchase", "alias_purchase", "household_purchase",
        "grant", "outranked", "product_not_in_file", "not_identified", "transferred",
        "owned_by_another", "not_transferred", "alias_conflict", "entitlement_not_shared",
        "left_household", "sharer_left", "only_owner_shares", "grant_not_shared",
        "store_family_share", "ended_before_joining", "not_begun", "payment_pending", "paused",
        "billing_error", "refunded", "price_increase_declined", "unsubscribed",
        "ended_by_developer", "family_share_ended", "expired", "grant_revoked", "grant_ended",
        "sandbox_purchase", "production_purchase", "gives_other_entitlements"] | str
    facts: ExplanationFacts
    # The same in a sentence, for people.
    sentence: str
    # Whether it is the source of the answer.
    has_won: bool
    # Whether the purchase gives its owner access at the moment.
    is_running: bool
    # The rule by which it lost to the source of the answer, or by which that source came first.
    # Null if it was no source.
    rule: ExplanationRule | None


class ExplanationRule(TypedDict):
    # The rule that chose among sources.
    reason: Literal["only_source", "active_first", "begun_first", "latest_end_first",
        "own_before_household", "own_before_alias", "purchase_before_grant",
        "direct_before_implied", "newest_period_first", "lowest_id_first"] | str
    # The same in a sentence, for people.
    sentence: str


class ExplanationHousehold(TypedDict):
    """A household in which the app user is or was."""
    # Whether the app user is a member, or has left.
    reason: Literal["household_member", "left_household"] | str
    facts: ExplanationFacts
    # The same in a sentence, for people.
    sentence: str


class ExplanationEvent(TypedDict):
    """An event that names the app user or the transaction and changed nothing, or one about
    which a rule of RevenueCat's documentation or of ours decided."""
    # Why it changed nothing, or the rule that decided.
    reason: Literal["event_failed", "event_not_understood", "sandbox_ignored",
        "transaction_unknown", "former_refund", "lifetime_goes_on", "lifetime_refunded",
        "pause_taken_back", "renewal_unpaid"] | str
    facts: ExplanationFacts
    # The same in a sentence, for people.
    sentence: str


class ExplanationChange(TypedDict):
    """What changes by itself, and when."""
    # What happens.
    reason: Literal["renews", "ends", "begins", "resumes", "event_retried", "limit_resets"] | str
    facts: ExplanationFacts
    # The same in a sentence, for people.
    sentence: str
    # When it happens.
    at: str


class ExplanationKnowledge(TypedDict):
    """How fresh the knowledge is, of snapshots and then of webhooks."""
    # What is known.
    reason: Literal["snapshot_fresh", "snapshot_old", "never_read", "revenuecat_unreadable",
        "no_revenuecat_key", "customer_missing", "webhooks_arrive", "webhooks_quiet",
        "webhooks_refused", "no_webhook_yet"] | str
    facts: ExplanationFacts
    # The same in a sentence, for people.
    sentence: str


class ExplanationStep(TypedDict):
    """How to fix a refusal."""
    # What to do. An open list.
    reason: Literal["sync", "set_key", "retry_event", "apply_product", "identify", "claim",
        "give_grant", "share_aliases", "invite", "share_entitlement", "share_grants",
        "share_from_members", "add_tester", "ask_production", "apply_feature", "wait", "buy",
        "name_transaction"] | str
    facts: ExplanationFacts
    # The same in a sentence, for people.
    sentence: str
    # The request that does it, or null if there is none.
    request: ExplanationStepRequest | None
    # The same in a terminal, or null.
    command: str | None


class ExplanationStepRequest(TypedDict):
    # The request's method.
    method: str
    # The request's path.
    path: str
    # Fields of the body, or null if it has none, or is the tenant file.
    body: dict[str, Any] | None


class Explanations(TypedDict):
    # The explanation of the plan.
    plan: Explanation
    # The explanations of entitlements, by their ids.
    entitlements: dict[str, Explanation]


class Explanation(TypedDict):
    # The id that was asked about.
    app_user_id: str
    # The moment that the answer is about.
    as_of: str
    # The moment whose knowledge is used.
    known_at: NotRequired[str]
    # With `known_at` only: what is known today of the moment `as_of`. Null if the tenant file no
    # longer has what is asked for.
    as_known_now: NotRequired[ExplanationJudgement | None]
    # Whose purchases count: `production` or `sandbox`.
    environment: str
    # What was asked.
    asked: ExplanationAsked
    # Whether the entitlement is active, the feature allowed, or a use of the limit left. Of a plan,
    # whether any entitlement is active.
    is_allowed: bool
    verdict: ExplanationVerdict
    # What the lookup of the entitlement, feature, limit or plan answers.
    answer: dict[str, Any]
    # What was considered, and how it was decided.
    decision: ExplanationDecision
    # What changes by itself, and when.
    changes: list[ExplanationChange]
    # How fresh the knowledge is.
    knowledge: list[ExplanationKnowledge]
    # What to do, the best first, or empty if the answer is yes.
    next: list[ExplanationStep]


class ExplanationAsked(TypedDict):
    """What was asked."""
    # Whether it is the plan, an entitlement, a feature or a limit.
    kind: Literal["plan", "entitlement", "feature", "limit"] | str
    # Of a plan, the plan that was answered.
    id: str


class ExplanationDecision(TypedDict):
    """What was considered, and how it was decided."""
    # The entitlements that decide.
    entitlement_ids: list[str]
    # The source of the answer first, then the most telling.
    purchases: list[ExplanationPurchase]
    # The households of the app user.
    households: list[ExplanationHousehold]
    # The events that changed nothing, or about which a rule decided.
    events: list[ExplanationEvent]


class SigningKeys(TypedDict):
    # The keys, newest first.
    keys: list[SigningKeysKeys]


class SigningKeysKeys(TypedDict):
    # The kind of the key.
    kty: Literal["EC"]
    # The curve.
    crv: Literal["P-256"]
    # The first coordinate, in base64 for addresses.
    x: str
    # The second coordinate, in base64 for addresses.
    y: str
    # The key's id, which a statement names.
    kid: str
    # The algorithm of the signatures.
    alg: Literal["ES256"]
    # What it is for: signatures.
    use: Literal["sig"]


Figures = TypedDict("Figures", {
    # The first day.
    "from": "str",
    # The last day.
    "to": "str",
    # Where days begin.
    "time_zone": "str",
    # The dimensions that were asked for.
    "by": "list[str]",
    # When the oldest part was computed, so evidence since then is not counted yet. Null if not all
    # parts have been computed.
    "computed_at": "Timestamp | None",
    # A row for each combination of the dimensions.
    "data": "list[FigureRow]",
    # Purchases that came to another app user.
    "restores": "list[FiguresRestores]",
    # How often a use left nothing of a limit.
    "limits": "list[FiguresLimits]",
    # Purchases by the offer that they used first.
    "offers": "list[FiguresOffers]",
    # Redemptions of codes by campaign.
    "campaigns": "list[FiguresCampaigns]",
    # How many households had this number of members and payers at the end of the last day, null
    # with `households=false`.
    "households": "list[FiguresHouseholds] | None",
})


class FiguresRestores(TypedDict):
    # The day, or null without `by=day`.
    day: str | None
    # How the purchase moved.
    kind: Literal["transfer", "claim", "merge"] | str
    # How many purchases.
    number: int


class FiguresLimits(TypedDict):
    # The day, or null without `by=day`.
    day: str | None
    # The limit's name in the catalog.
    limit_id: str
    # How many times.
    number: int


class FiguresOffers(TypedDict):
    # The day, or null without `by=day`.
    day: str | None
    # The code of the offer, as the store or RevenueCat names it.
    offer_code: str
    # How many purchases.
    number: int


class FiguresCampaigns(TypedDict):
    # The day, or null without `by=day`.
    day: str | None
    # The campaign's id.
    campaign_id: str
    # How many redemptions.
    number: int


class FiguresHouseholds(TypedDict):
    # So many members.
    members: int
    # So many of them pay.
    payers: int
    # How many households have so many.
    households: int


class FigureRow(TypedDict):
    """Dimensions that were not asked for, or that are unknown, are null."""
    # The day, or null without `by=day`.
    day: str | None
    # The product.
    product_id: str | None
    # The product's entitlement with the highest rank.
    plan: str | None
    # How long a period is: `monthly`, `annual`…
    plan_type: str | None
    # Where it was bought.
    store: str | None
    # Where the app user's phone was last, as the event of the period says.
    country_code: str | None
    # The entitlement that the product gives.
    entitlement_id: str | None
    # The figures; METRICS.md (`/docs/metrics`) defines each.
    figures: FigureRowFigures
    # Transactions with a price above 0, by currency.
    charges: list[FigureAmount]
    # Transactions that were given back, by currency.
    refunds: list[FigureAmount]
    # Refunds that the store took back, by currency.
    refunds_reversed: list[FigureAmount]


class FigureRowFigures(TypedDict):
    """The figures; METRICS.md (`/docs/metrics`) defines each."""
    # Purchases in a paid period of a subscription at the end of the day.
    active_subscriptions: int
    # Purchases in a trial at the end of the day.
    active_trials: int
    # Purchases paid once whose access has not ended, without consumables.
    active_one_time: int
    # Grants that have begun and not ended.
    active_grants: int
    # Trials that began.
    trials_begun: int
    # First paid periods after a trial.
    trials_converted: int
    # Trials whose auto-renewal was switched off for the first time.
    trials_cancelled: int
    # First paid periods without a trial before them.
    subscriptions_begun: int
    # Paid periods that go on from a paid one.
    subscriptions_renewed: int
    # Purchases whose paid access had ended and is back.
    subscriptions_returned: int
    # Subscriptions whose paid access ended without a failed payment.
    churned_voluntarily: int
    # Subscriptions whose paid access ended after a failed payment.
    churned_involuntarily: int
    # Charges that failed, once for each episode.
    payments_failed: int
    # Paid periods right after a failed payment.
    payments_recovered: int
    # Purchases paid once.
    one_time_purchases: int


class FigureAmount(TypedDict):
    # Three letters. Nothing is converted.
    currency: str
    # How many transactions.
    number: int
    # Their exact sum.
    amount: float


class APIKeyList(TypedDict):
    # The keys of the tenant, revoked ones too.
    data: list[ListedAPIKey]
    # The list is complete, so there is no other page.
    next_cursor: None


class ListedAPIKey(TypedDict):
    # Not secret.
    key_id: str
    # What the key may do.
    kind: Literal["secret", "read"] | str
    # When the key was made.
    created_at: Timestamp
    # When the key was revoked, or null while it works.
    revoked_at: TimestampOrNull
    # When the key was last used, noted at most once an hour; null if it never was, or not since
    # Hearth notes it.
    last_used_at: TimestampOrNull


class NewAPIKey(TypedDict):
    # What the key may do.
    kind: Literal["secret", "read"]


class CreatedAPIKey(TypedDict):
    # Not secret.
    key_id: str
    # What the key may do.
    kind: Literal["secret", "read"] | str
    # The whole key. It is not shown again.
    key: str


class DefinitionList(TypedDict):
    # The files that were applied, newest first.
    data: list[ListedDefinition]
    # The list is complete, so there is no other page.
    next_cursor: None


class ListedDefinition(TypedDict):
    # Grows with each file that changed the tenant.
    definition_version: int
    # When the file was applied.
    applied_at: Timestamp
    # The operator or the key that applied it.
    applied_by: str


class DefinitionVersion(TypedDict):
    # Grows with each file that changed the tenant.
    definition_version: int
    # When the file was applied.
    applied_at: Timestamp
    # The operator or the key that applied it.
    applied_by: str
    # The file's text.
    source: str | None
    # The file in canonical form.
    definition: dict[str, Any]
    # How it differs from the version before.
    changes: list[DefinitionVersionChanges]


class DefinitionVersionChanges(TypedDict):
    # The file's section, such as `products`.
    section: str
    # The entry of the section, or null for the section itself.
    id: str | None
    # What became of the entry.
    change: Literal["added", "removed", "changed"] | str
    # The entry before, or null if there was none.
    before: Any
    # The entry since then, or null if there is none.
    after: Any


class TenantSetup(TypedDict):
    # The tenant file asks for webhook secrets.
    requires_secret: bool
    # The kinds that the file asks for and that have no secret.
    missing_secrets: list[Literal["authorization", "signature"] | str]
    # Since when webhooks have failed their authentication, or null if they do not
    refused_since: TimestampOrNull
    # The last webhook, or null if none was ever received
    received_at: TimestampOrNull
    # The key for RevenueCat's REST API. `not_recognised`: its snapshots list no purchase that
    # webhooks reported. `untried`: no snapshot has listed one yet.
    key_state: Literal["missing", "refused", "not_recognised", "untried", "recognised"] | str
    # Products that were sold, that the tenant file lacks, and that give nothing.
    unknown_products: list[str]


class SecretList(TypedDict):
    # The secrets that are stored, without their values.
    data: list[SecretListData]
    # The list is complete, so there is no other page.
    next_cursor: None


class SecretListData(TypedDict):
    # What the secret is for.
    kind: Literal["authorization", "signature", "token_secret", "signing_key", "endpoint_secret",
        "revenuecat_api_key"] | str
    # What has the secret, or empty for the tenant itself.
    name: str
    # Two secrets of a kind can be stored while one replaces the other.
    slot: int


class Liveness(TypedDict):
    # Always `alive`.
    status: Literal["alive"]


class Readiness(TypedDict):
    # `ready` if every check passed.
    status: Literal["ready", "not_ready"] | str
    # The checks, each with its result.
    checks: list[ReadinessChecks]


class ReadinessChecks(TypedDict):
    # What is checked.
    name: str
    # Whether the check passed.
    is_ready: bool
    # What was found, for people.
    detail: str


class WebhookMessage(Change):
    """The body of a webhook. A test of the endpoint has `type` and `happened_at` only."""

    # The change's kind; `endpoint_test` for a test.
    type: str


class StatementClaims(TypedDict):
    """What Hearth has signed about an app user, with times in seconds since 1970."""

    iss: str
    aud: str
    sub: str
    environment: str
    iat: int
    exp: int
    plan: str | None
    subscription_status: str
    entitlements: dict[str, Entitlement]
    next_change_at: TimestampOrNull
