/** The calls of a backend. scripts/test_clients runs them, and the documents show their regions. */

import {
  Hearth, RefusedError,
  type CreditAdjustment, type EntitlementsOfAppUser, type Grant, type Household,
  type HouseholdInvite, type JoinedHousehold, type Merge, type RedeemedCode, type Referral,
  type RedeemedReferral, type Transaction,
} from "hearth-client";

export async function ask(address: string, key: string, user: string): Promise<boolean> {
  // #region ask
  const hearth = new Hearth({ address, key, fallback: 300 });
  const isPlus = await hearth.isActive("plus", user);
  // #endregion
  return isPlus;
}

export async function askInAnOutage(hearth: Hearth, user: string): Promise<boolean> {
  // #region errors
  try {
    return await hearth.isActive("plus", user);
  } catch (error) {
    // No answer in time. You decide what that means.
    if (!(error instanceof RefusedError)) return true;
    // `code` says why. The message has the field, the fix and the request's id.
    console.error(error.code, error.message);
    return false;
  }
  // #endregion
}

export async function askAboutThen(hearth: Hearth, user: string): Promise<string | null> {
  // #region moment
  const path = `/v1/users/${encodeURIComponent(user)}/entitlements`;
  const then = await hearth.request<EntitlementsOfAppUser>(
    "GET", `${path}?as_of=2030-01-01T00:00:00.000Z`);
  // #endregion
  return then.plan;
}

export async function consume(hearth: Hearth, user: string): Promise<string> {
  // #region consume
  const use = await hearth.consume("scans", user, { reference: "page 7" });
  if (!use.is_allowed) return `offer ${use.upgrade?.join(", ")}`;
  // #endregion
  return `${use.remaining} left`;
}

export async function grant(hearth: Hearth, user: string, ticket: string): Promise<Grant> {
  // #region grant
  const path = `/v1/users/${encodeURIComponent(user)}/grants`;
  const body = { entitlement_id: "plus", duration: "P1M", reason: ticket };
  // With an idempotency key, however often you try, it is one grant.
  const grant = await hearth.request<Grant>("POST", path, body, `grant-${ticket}`);
  // #endregion
  return grant;
}

export async function reasons(hearth: Hearth, user: string): Promise<string[]> {
  // #region list
  const path = `/v1/users/${encodeURIComponent(user)}/grants`;
  const reasons: string[] = [];
  for await (const grant of hearth.pages<Grant>(path)) reasons.push(grant.reason);
  // #endregion
  return reasons;
}

export async function charges(hearth: Hearth, user: string): Promise<Transaction[]> {
  // #region charges
  const path = `/v1/users/${encodeURIComponent(user)}/transactions`;
  const charges: Transaction[] = [];
  for await (const charge of hearth.pages<Transaction>(path)) charges.push(charge);
  // #endregion
  return charges;
}

export async function awaitPurchase(
  hearth: Hearth, user: string, transaction: string, seconds: number,
): Promise<boolean> {
  // #region await
  const patient = hearth.with({ timeout: seconds + 5, attempts: 1 });
  const path = `/v1/users/${encodeURIComponent(user)}/entitlements`;
  const query = `await_transaction=${encodeURIComponent(transaction)}&timeout=${seconds}`;
  const after = await patient.request<EntitlementsOfAppUser>("GET", `${path}?${query}`);
  // #endregion
  return after.is_transaction_known === true;
}

export async function apologise(hearth: Hearth, user: string, ticket: string): Promise<number> {
  // #region credits
  const path = `/v1/users/${encodeURIComponent(user)}/credits/hd_export/adjust`;
  const body = { amount: 5, reference: ticket, reason: "An apology." };
  // The reference makes it once.
  const adjusted = await hearth.request<CreditAdjustment>("POST", path, body);
  // #endregion
  return adjusted.balance;
}

export async function redeem(hearth: Hearth, user: string): Promise<string> {
  // #region redeem
  const path = `/v1/users/${encodeURIComponent(user)}/codes/redeem`;
  const redemption = await hearth.request<RedeemedCode>("POST", path, { code: "welcome 26" });
  // #endregion
  return redemption.campaign_id;
}

export async function refer(hearth: Hearth, user: string, friend: string): Promise<boolean> {
  // #region refer
  const { referral_code } = await hearth.request<Referral>(
    "GET", `/v1/users/${encodeURIComponent(user)}/referral`);
  const redeemed = await hearth.request<RedeemedReferral>(
    "POST", `/v1/users/${encodeURIComponent(friend)}/codes/redeem`, { code: referral_code });
  // #endregion
  return redeemed.app_user_id === friend;
}

export async function share(hearth: Hearth, owner: string, user: string): Promise<boolean> {
  // #region household
  const household = await hearth.request<Household>(
    "POST", "/v1/households", { owner_app_user_id: owner, name: "Us" }, `household-${owner}`);
  const path = `/v1/households/${household.household_id}/invites`;
  const { invite_code } = await hearth.request<HouseholdInvite>("POST", path, {});
  const joined = await hearth.request<JoinedHousehold>(
    "POST", "/v1/households/join", { app_user_id: user, code: invite_code });
  // #endregion
  return joined.is_confirmed;
}

export async function signUp(hearth: Hearth, device: string, user: string): Promise<number> {
  // #region identify
  const body = { anonymous_app_user_id: device, app_user_id: user };
  const { moved } = await hearth.request<Merge>("POST", "/v1/users/identify", body);
  const purchases = [...moved.subscriptions, ...moved.purchases];
  // #endregion
  return purchases.length;
}

export async function follow(hearth: Hearth, lastNumber: number): Promise<string[]> {
  // #region listen
  const kinds: string[] = [];
  // Keep the number of the last one that you handled.
  for await (const change of hearth.listen(lastNumber)) {
    kinds.push(change.kind);
    if (kinds.length === 2) break;
  }
  // #endregion
  return kinds;
}

export async function leave(hearth: Hearth, user: string): Promise<boolean> {
  // #region erase
  const everything = await hearth.request("GET", `/v1/users/${encodeURIComponent(user)}/export`);
  await hearth.request("DELETE", `/v1/users/${encodeURIComponent(user)}`);
  // #endregion
  return everything !== undefined;
}
