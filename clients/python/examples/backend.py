"""The calls of a backend. scripts/test_clients runs them, and the documents show their regions."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Any
from urllib.parse import quote

from hearth import Hearth, HearthError, RefusedError
from hearth.types import (
    CreditAdjustment,
    EntitlementsOfAppUser,
    Grant,
    Household,
    HouseholdInvite,
    Merge,
    RedeemedCode,
    RedeemedReferral,
    Referral,
    Transaction,
)


def ask(address: str, key: str, user: str) -> bool:
    # region ask
    hearth = Hearth(address, key, fallback=300)
    is_plus = hearth.is_active("plus", user)
    # endregion
    return is_plus


def ask_in_an_outage(hearth: Hearth, user: str) -> bool:
    # region errors
    try:
        return hearth.is_active("plus", user)
    except RefusedError as error:
        # `code` says why. The message has the field, the fix and the request's id.
        print(error.code, error, file=sys.stderr)
        return False
    except HearthError:
        return True  # No answer in time. You decide what that means.
    # endregion


def ask_about_then(hearth: Hearth, user: str) -> Any:
    # region moment
    path = f"/v1/users/{quote(user, safe='')}/entitlements"
    then = hearth.request("GET", f"{path}?as_of=2030-01-01T00:00:00.000Z")
    # endregion
    return then["plan"]


def consume(hearth: Hearth, user: str) -> str:
    # region consume
    use = hearth.consume("scans", user, reference="page 7")
    if not use["is_allowed"]:
        return f"offer {', '.join(use.get('upgrade', []))}"
    # endregion
    return f"{use['remaining']} left"


def grant(hearth: Hearth, user: str, ticket: str) -> Grant:
    # region grant
    path = f"/v1/users/{quote(user, safe='')}/grants"
    body = {"entitlement_id": "plus", "duration": "P1M", "reason": ticket}
    # With an idempotency key, however often you try, it is one grant.
    grant: Grant = hearth.request("POST", path, body, idempotency_key=f"grant-{ticket}")
    # endregion
    return grant


def reasons(hearth: Hearth, user: str) -> list[str]:
    # region list
    path = f"/v1/users/{quote(user, safe='')}/grants"
    reasons = [grant["reason"] for grant in hearth.pages(path)]
    # endregion
    return reasons


def charges(hearth: Hearth, user: str) -> list[Transaction]:
    # region charges
    path = f"/v1/users/{quote(user, safe='')}/transactions"
    charges: list[Transaction] = list(hearth.pages(path))
    # endregion
    return charges


def await_purchase(hearth: Hearth, user: str, transaction: str, seconds: int) -> bool:
    # region await
    patient = hearth.with_options(timeout=seconds + 5, attempts=1)
    path = f"/v1/users/{quote(user, safe='')}/entitlements"
    query = f"await_transaction={quote(transaction, safe='')}&timeout={seconds}"
    after: EntitlementsOfAppUser = patient.request("GET", f"{path}?{query}")
    # endregion
    return after["is_transaction_known"]


def apologise(hearth: Hearth, user: str, ticket: str) -> int:
    # region credits
    path = f"/v1/users/{quote(user, safe='')}/credits/hd_export/adjust"
    body = {"amount": 5, "reference": ticket, "reason": "An apology."}
    # The reference makes it once.
    adjusted: CreditAdjustment = hearth.request("POST", path, body)
    # endregion
    return adjusted["balance"]


def redeem(hearth: Hearth, user: str) -> str:
    # region redeem
    path = f"/v1/users/{quote(user, safe='')}/codes/redeem"
    redemption: RedeemedCode = hearth.request("POST", path, {"code": "welcome 26"})
    # endregion
    return redemption["campaign_id"]


def refer(hearth: Hearth, user: str, friend: str) -> bool:
    # region refer
    referral: Referral = hearth.request("GET", f"/v1/users/{quote(user, safe='')}/referral")
    path = f"/v1/users/{quote(friend, safe='')}/codes/redeem"
    body = {"code": referral["referral_code"]}
    redeemed: RedeemedReferral = hearth.request("POST", path, body)
    # endregion
    return redeemed["app_user_id"] == friend


def share(hearth: Hearth, owner: str, user: str) -> bool:
    # region household
    household: Household = hearth.request(
        "POST", "/v1/households", {"owner_app_user_id": owner, "name": "Us"}, f"household-{owner}"
    )
    path = f"/v1/households/{household['household_id']}/invites"
    invite: HouseholdInvite = hearth.request("POST", path, {})
    join = {"app_user_id": user, "code": invite["invite_code"]}
    joined = hearth.request("POST", "/v1/households/join", join)
    # endregion
    return bool(joined["is_confirmed"])


def sign_up(hearth: Hearth, device: str, user: str) -> int:
    # region identify
    body = {"anonymous_app_user_id": device, "app_user_id": user}
    merge: Merge = hearth.request("POST", "/v1/users/identify", body)
    moved = merge["moved"]["subscriptions"] + merge["moved"]["purchases"]
    # endregion
    return len(moved)


def follow(hearth: Hearth, last_number: int) -> list[str]:
    # region listen
    changes = hearth.listen(last_number)  # Keep the number of the last one that you handled.
    kinds = [change["kind"] for change in islice(changes, 2)]
    # endregion
    return kinds


def leave(hearth: Hearth, user: str) -> bool:
    # region erase
    everything = hearth.request("GET", f"/v1/users/{quote(user, safe='')}/export")
    hearth.request("DELETE", f"/v1/users/{quote(user, safe='')}")
    # endregion
    return everything is not None
