/**
 * Asks a Hearth server what app users may do. One file without dependencies, for Node 20, Deno,
 * browsers and edge functions: it needs `fetch` and `crypto.subtle`, no more.
 *
 * Take unknown members, unknown words of open lists and unknown error codes as they come.
 */

/** Where to ask, and as who. */
export interface HearthOptions {
  /** Such as `https://hearth.example`. */
  address: string;
  /** An API key on your server; in an app, what returns the end user's token. */
  token: string | (() => string | Promise<string>);
  /** The tenant's slug. An end user's token needs it. */
  tenant?: string;
}

/** A refusal by Hearth. */
export class HearthError extends Error {
  constructor(
    /** The HTTP status. */
    readonly status: number,
    /** Stable; take an unknown one by its status. */
    readonly code: string,
    /** For the log. */
    readonly detail: string,
    /** When the same request may succeed, if waiting helps. */
    readonly retryAfterSeconds?: number,
  ) {
    super(`${status} ${code}: ${detail}`);
  }
}

/** Why a webhook or a statement does not count. */
export type VerificationReason =
  | "malformed" | "unknown_key" | "forged" | "other_tenant" | "expired" | "clock_set_back";

/** A webhook or a statement that does not count. */
export class VerificationError extends Error {
  constructor(readonly reason: VerificationReason) {
    super(reason);
  }
}

/** The body of a webhook: a change, or a test of the endpoint (`endpoint_test`). */
export type WebhookMessage = { type: string; happened_at: string } & Partial<Change>;

/** What Hearth has signed about an app user, with times in seconds since 1970. */
export interface StatementClaims extends Omit<EntitlementsOfAppUser, "app_user_id" | "as_of"> {
  iss: string;
  aud: string;
  sub: string;
  environment: string;
  iat: number;
  exp: number;
}

/** Requests are made this many times at most. */
const maximumAttempts = 4;
/** The longest pause between two attempts. */
const maximumRetrySeconds = 30;
const requestTimeoutMilliseconds = 15_000;
/** Hearth writes to a stream at least every 15 seconds. */
const silenceMilliseconds = 45_000;
/** Clocks differ by some seconds. */
const leewaySeconds = 60;
/** A webhook counts for this long, so that no one can send it again later. */
const webhookToleranceSeconds = 300;

export class HearthClient {
  constructor(private readonly options: HearthOptions) {}

  /** Whether an entitlement is active; without an app user's id, for the end user of the token. */
  async isActive(entitlementID: string, appUserID?: string): Promise<boolean> {
    const path = `${person(appUserID)}/entitlements/${encodeURIComponent(entitlementID)}`;
    return (await this.request<EntitlementOfAppUser>("GET", path)).is_active;
  }

  /** Checks up to a hundred entitlements at one moment; the answers are in the same order. */
  async check(checks: EntitlementChecks["checks"]): Promise<CheckedEntitlements["checks"]> {
    const path = "/v1/entitlements/check";
    return (await this.request<CheckedEntitlements>("POST", path, { checks }, newKey())).checks;
  }

  /**
   * Counts a use of a limit, once however often the request is repeated. `is_allowed` of the answer
   * is false if the limit is reached; nothing is counted then. The same `reference` counts once.
   */
  async consume(
    limitID: string,
    appUserID?: string,
    use: { amount?: number; reference?: string } = {},
  ): Promise<UsedLimit> {
    const path = `${person(appUserID)}/limits/${encodeURIComponent(limitID)}/consume?refuse=false`;
    return this.request<UsedLimit>("POST", path, { amount: 1, ...use }, newKey());
  }

  /**
   * Follows all changes of the tenant, with its secret key: after a number, or from now on. A
   * stream that breaks is opened again after the last change, so none is missed. Ends with a
   * `HearthError` if Hearth refuses: 401 for a revoked key, 410 if the log begins later than the
   * number.
   */
  async *listen(after?: number): AsyncGenerator<Change, never, undefined> {
    let number = after;
    number ??= (await this.request<ChangePage>("GET", "/v1/changes?limit=1")).last_number;
    for (let failures = 0; ; failures++) {
      const controller = new AbortController();
      try {
        const headers = { "Last-Event-ID": String(number) };
        const { signal } = controller;
        const answer = await withTimeout(silenceMilliseconds, controller, () =>
          this.send("GET", "/v1/changes/stream", { headers, signal }));
        if (!answer.ok) throw refusal(answer, await answer.text());
        for await (const data of events(answer, controller)) {
          const change = JSON.parse(data) as Change;
          number = change.number;
          failures = 0;
          yield change;
        }
      } catch (error) {
        const mayPassLater = error instanceof HearthError && mayPass(error.status);
        if (!mayPassLater && !isOfConnection(error)) throw error;
      } finally {
        controller.abort();
      }
      await pause(backoffSeconds(failures));
    }
  }

  /** Any other operation, by its path. Repeated if it is a GET or has an idempotency key. */
  async request<Answer>(
    method: string, path: string, body?: unknown, idempotencyKey?: string,
  ): Promise<Answer> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (idempotencyKey !== undefined) headers["Idempotency-Key"] = idempotencyKey;
    const isRepeatable = method === "GET" || idempotencyKey !== undefined;
    for (let attempt = 1; ; attempt++) {
      const isLast = !isRepeatable || attempt === maximumAttempts;
      let seconds = backoffSeconds(attempt - 1);
      try {
        const [answer, text] = await this.answer(method, path, headers, body);
        if (answer.ok) return (text === "" ? undefined : JSON.parse(text)) as Answer;
        const asked = answer.headers.get("Retry-After");
        seconds = pauseSeconds(asked, seconds);
        const mayRepeat = mayPass(answer.status) || asked !== null;
        if (isLast || !mayRepeat || seconds > maximumRetrySeconds) throw refusal(answer, text);
      } catch (error) {
        if (isLast || !isOfConnection(error)) throw error;
      }
      await pause(seconds);
    }
  }

  private answer(
    method: string, path: string, headers: Record<string, string>, body: unknown,
  ): Promise<[Response, string]> {
    const controller = new AbortController();
    return withTimeout(requestTimeoutMilliseconds, controller, async () => {
      const answer = await this.send(method, path, {
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: controller.signal,
      });
      return [answer, await answer.text()];
    });
  }

  private async send(method: string, path: string, init: RequestInit): Promise<Response> {
    const { address, token, tenant } = this.options;
    const headers: Record<string, string> = {
      ...(init.headers as Record<string, string>),
      Authorization: `Bearer ${typeof token === "string" ? token : await token()}`,
    };
    if (tenant !== undefined) headers["Hearth-Tenant"] = tenant;
    const url = address.replace(/\/$/, "") + path;
    return fetch(url, { ...init, method, headers, cache: "no-store" });
  }
}

/**
 * The message of a webhook, once its signature is verified (Standard Webhooks). Give the body as it
 * came, not parsed. Throws a `VerificationError`: `malformed`, `forged` or `expired`.
 */
export async function verifyWebhook(
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string,
  secret: string,
  now: Date = new Date(),
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) => {
    const value = headers instanceof Headers
      ? headers.get(`webhook-${name}`) : headers[`webhook-${name}`];
    if (typeof value !== "string" || value === "") throw new VerificationError("malformed");
    return value;
  }) as [string, string, string];
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new VerificationError("malformed");
  const key = await crypto.subtle.importKey(
    "raw", base64(secret.replace(/^whsec_/, "")), { name: "HMAC", hash: "SHA-256" }, false,
    ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  let isSigned = false;
  for (const signature of signatures.split(" ")) {
    if (!/^v1,[A-Za-z0-9+/]{43}=$/.test(signature)) continue;
    isSigned ||= await crypto.subtle.verify("HMAC", key, base64(signature.slice(3)), signed);
  }
  if (!isSigned) throw new VerificationError("forged");
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (age > webhookToleranceSeconds) throw new VerificationError("expired");
  return JSON.parse(body) as WebhookMessage;
}

/**
 * What a statement of `GET /v1/me/token` says, once its signature and times are verified. The keys
 * are those of `GET /v1/tenants/{tenant}/.well-known/jwks.json`. `latestIssuedAt` is the latest
 * `iat` that this device has seen. Throws a `VerificationError`; after `unknown_key`, fetch the
 * keys again.
 */
export async function verifyStatement(
  token: string, keys: SigningKeys, tenant: string, now: Date = new Date(), latestIssuedAt = 0,
): Promise<StatementClaims> {
  const parts = token.split(".") as [string, string, string];
  if (parts.length !== 3) throw new VerificationError("malformed");
  const header = decoded(parts[0]) as { alg?: string; typ?: string; kid?: string } | null;
  const claims = decoded(parts[1]) as StatementClaims | null;
  if (header?.alg !== "ES256" || header.typ !== "entitlements+jwt" || claims === null) {
    throw new VerificationError("malformed");
  }
  const key = keys.keys.find(({ kid }) => kid === header.kid);
  if (key === undefined) throw new VerificationError("unknown_key");
  const curve = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const jwk = { kty: key.kty, crv: key.crv, x: key.x, y: key.y };
  const imported = await crypto.subtle.importKey("jwk", jwk, curve, false, ["verify"]);
  const signed = new TextEncoder().encode(`${parts[0]}.${parts[1]}`);
  const isSigned = await crypto.subtle
    .verify(curve, imported, base64(parts[2]), signed).catch(() => false);
  if (!isSigned) throw new VerificationError("forged");
  if (claims.iss !== `hearth:${tenant}` || claims.aud !== tenant) {
    throw new VerificationError("other_tenant");
  }
  const seconds = now.getTime() / 1000;
  if (seconds >= claims.exp) throw new VerificationError("expired");
  if (Math.max(claims.iat, latestIssuedAt) > seconds + leewaySeconds) {
    throw new VerificationError("clock_set_back");
  }
  return claims;
}

function person(appUserID?: string): string {
  return appUserID === undefined ? "/v1/me" : `/v1/users/${encodeURIComponent(appUserID)}`;
}

function newKey(): string {
  return crypto.randomUUID();
}

/** Whether the same request may succeed later, without another cause than time. */
function mayPass(status: number): boolean {
  return status === 408 || status >= 500;
}

/** Whether there was no answer, or only a part of one. */
function isOfConnection(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}

async function withTimeout<Result>(
  milliseconds: number, controller: AbortController, work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return work().finally(() => clearTimeout(timer));
}

function refusal(answer: Response, text: string): HearthError {
  let problem: Partial<Problem> = {};
  try {
    problem = JSON.parse(text) as Partial<Problem>;
  } catch {
    // Not by Hearth, such as the page of a proxy.
  }
  const { code = "unknown", detail = "", retry_after_seconds } = problem;
  return new HearthError(answer.status, code, detail, retry_after_seconds);
}

function backoffSeconds(failures: number): number {
  return Math.min(2 ** failures * 0.5, maximumRetrySeconds);
}

/** What `Retry-After` asks for, as seconds or as a date; otherwise the given pause. */
function pauseSeconds(asked: string | null, otherwise: number): number {
  if (asked === null) return otherwise;
  if (/^[0-9]+$/.test(asked)) return Number(asked);
  const moment = Date.parse(asked);
  return Number.isNaN(moment) ? otherwise : Math.max(0, (moment - Date.now()) / 1000);
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** The data of server-sent events. Ends with the stream, and when nothing comes for too long. */
async function* events(answer: Response, controller: AbortController): AsyncGenerator<string> {
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await withTimeout(silenceMilliseconds, controller, () => reader.read());
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = blocks.pop()!;
    for (const block of blocks) {
      const lines = block.split("\n").filter((line) => line.startsWith("data:"));
      if (lines.length > 0) yield lines.map((line) => line.slice(5).trimStart()).join("\n");
    }
  }
}

/** The JSON of a part of a JWT; null if it is none. */
function decoded(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(base64(part)));
  } catch {
    return null;
  }
}

/** The bytes of base64, also of the kind for addresses; none for other text. */
function base64(text: string): Uint8Array {
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    throw new VerificationError("malformed");
  }
}

// Generated by scripts/clients from openapi.yaml; below this line, edit nothing.

/** The environments whose changes are delivered. */
export type DeliveredEnvironments = ("production" | "sandbox" | (string & {}))[];

/** The kinds of changes that are delivered. Null means all, including later ones. */
export type DeliveredKinds = ("entitlements_changed" | "period_changed" | "limit_reached"
  | "household_changed" | "credit_order_paid" | "credits_changed" | "notice" | (string & {}))[]
  | null;

export type Timestamp = string;

export type TimestampOrNull = Timestamp | null;

/** The name of an entitlement of the tenant file, without control characters and without spaces
 * around it. */
export type EntitlementID = string;

/** The name of a product in its store, without control characters and without spaces around it. */
export type ProductID = string;

/** The date part of an ISO 8601 duration, in UTC: years, months, weeks and days, each from 1 to
 * 999. */
export type Duration = string;

export type UUID = string;

/** At most 1,500 bytes of UTF-8, compared byte by byte. U+0000 is not allowed. */
export type AppUserID = string;

export type TenantSlug = string;

/** What is given, or null if nothing. */
export type RewardOrNull = Reward | null;

/** The codes of this release. Answers give them as text. */
export type ErrorCode = "malformed_json" | "invalid_event" | "invalid_request" | "unauthorized"
  | "webhook_unauthorized" | "token_refused" | "token_superseded" | "forbidden" | "not_found"
  | "app_user_not_found" | "entitlement_not_in_catalog" | "product_not_in_catalog"
  | "product_not_grantable" | "access_never_ends" | "grant_span_invalid"
  | "figures_range_invalid" | "figures_too_many_rows" | "grant_not_found"
  | "feature_not_in_catalog" | "limit_not_in_catalog" | "limit_reached" | "limit_not_consumable"
  | "reservation_not_found" | "reservation_released" | "reservation_expired"
  | "credit_not_in_catalog" | "credit_order_not_found" | "credit_order_settled"
  | "not_enough_credits" | "credits_owed" | "reference_reused" | "used_at_out_of_range"
  | "campaign_not_found" | "campaign_in_file" | "code_taken" | "code_not_found" | "code_expired"
  | "code_used_up" | "code_not_for_you" | "too_many_code_attempts" | "redemption_not_found"
  | "referrals_not_offered" | "tenant_not_found" | "webhook_event_not_found"
  | "api_key_not_found" | "token_issuer_not_found" | "notice_not_found" | "run_not_found"
  | "no_signing_key" | "rotation_in_progress" | "run_in_progress" | "household_not_found"
  | "household_member_not_found" | "invite_not_found" | "method_not_allowed" | "request_timeout"
  | "api_key_exists" | "secret_slots_full" | "removal_not_allowed" | "definition_not_found"
  | "time_zone_unknown" | "household_dissolved" | "household_full" | "household_without_owner"
  | "import_row_invalid" | "import_row_differs" | "already_in_household" | "not_household_owner"
  | "owner_must_transfer" | "cooldown" | "idempotency_key_in_use" | "upstream_not_configured"
  | "invite_expired" | "not_anonymous" | "not_identified" | "identify_required"
  | "proof_required" | "proof_invalid" | "merge_conflict" | "merge_not_found"
  | "orphan_not_found" | "claim_expired" | "changes_gone" | "knowledge_not_kept"
  | "known_at_in_future" | "endpoint_not_found" | "too_many_endpoints"
  | "purchase_moved_too_often" | "too_many_attempts" | "too_many_requests" | "payload_too_large"
  | "uri_too_long" | "unsupported_media_type" | "misdirected_request" | "validation_failed"
  | "snapshot_malformed" | "idempotency_key_reused" | "internal" | "upstream_budget_spent"
  | "upstream_busy" | "upstream_key_unusable" | "upstream_unavailable" | "upstream_unreadable"
  | "project_not_recognised" | "secret_unreadable" | "tenant_moving" | "tenant_moved"
  | "read_only" | "position_not_reached" | "database_unavailable" | "overloaded";

/** The kind in the tenant file: `subscription`, `one_time` (paid once, for a time),
 * `non_consumable` or `consumable`, or null if the file lacks the product. */
export type ProductKind = string | null;

/** How long one period lasts, by the tenant file, such as `P1M`, or null if it never ends or the
 * file lacks the product. */
export type ProductDuration = string | null;

/** The usual name of the duration, as RevenueCat's packages have it. `lifetime`: a
 * non-consumable. `custom`: any other duration. Null for a consumable, and if the tenant file
 * lacks the product. */
export type PlanType = "weekly" | "monthly" | "two_month" | "three_month" | "six_month"
  | "annual" | "lifetime" | "custom" | (string & {}) | null;

/** When the paid period ends, without grace. Null if it has no end. Also null for an unpaid
 * period known only from RevenueCat's API version 1, which gives only the end of grace. */
export type PeriodEnd = TimestampOrNull;

/** End of grace: access lasts until then although a charge failed, or null without grace. */
export type GraceEnd = TimestampOrNull;

/** When the purchase's latest trial ends or ended, even if it was paid for afterwards. */
export type TrialEnd = TimestampOrNull;

/** Why access ended, or null while it lasts. An open list: `unsubscribed`, `billing_error`,
 * `refunded`, `price_increase_declined`, `transferred` (the purchase moved to another app
 * user), `left_household` (the app user or the buyer left, listed for 90 days), `paused`,
 * `developer_initiated`, `unknown`. */
export type EndedReason = string | null;

export type CountedAppUsers = Record<string, CountedAppUsersItem>;

/** `owner` may invite and remove members. */
export type HouseholdRole = "owner" | "member" | (string & {});

/** A place in the database's log of writes: its timeline, which a failover begins, and its byte.
 * Keep it as it is. */
export type Position = string;

export type NewHouseholdInvite = Record<string, unknown>;

export type AuditedState = Ownership | Grant | CreditBalance | Redemption | RevokedCodes
  | ReferralOfAppUser | Endpoint | AuditedKey;

/** What happened. An open list. */
export type TimelineKind = "webhook_event" | "transfer" | "import" | "snapshot"
  | "household_joined" | "household_left" | "merge" | "claim" | "undo" | "erase" | "grant"
  | "revoke" | "adjust" | "redeem" | "revoke_code" | "use" | "credit_spent" | "credit_ordered"
  | "referral" | "notice" | "notice_dismissed" | "change" | "delivery" | "note" | (string & {});

/** The environments whose changes are delivered. Production by default. */
export type EndpointEnvironments = ("production" | "sandbox")[];

/** The kinds of changes that are delivered. Null means all, including later ones. */
export type EndpointKinds = ("entitlements_changed" | "period_changed" | "limit_reached"
  | "household_changed" | "credit_order_paid" | "credits_changed" | "notice")[] | null;

/** `whsec_` and 32 bytes in base64, as libraries for Standard Webhooks take it. */
export type EndpointSecretText = string;

/** Null if there was none.
 * - `status_…`: the answer's status
 * - `timed_out`: there was no answer within 10 seconds
 * - `could_not_resolve`, `could_not_connect`, `tls_failed`: there was no connection
 * - `address_refused`: the address is not public
 * - `url_refused`: the URL is not https
 * - `answer_too_large`: the answer has more than 64 KiB
 * - `failed_…`: libcurl's code */
export type DeliveryError = string | null;

/** `applied`. `stored`: not understood, and kept. `failed`: not applied yet. It is tried again. */
export type WebhookEventStatus = "applied" | "stored" | "failed" | (string & {});

/** What the sentence says, by name. A fact that is unknown is null or left out. */
export type ExplanationFacts = Record<string, unknown>;

export interface Endpoint {
  /** The endpoint's id. */
  endpoint_id: UUID;
  /** Where changes are sent. */
  url: string;
  kinds: DeliveredKinds;
  environments: DeliveredEnvironments;
  /** Whether changes are sent: `on` or `off`. */
  state: "on" | "off" | (string & {});
  /** Null if it is on.
   * - `requested`: an operator switched it off
   * - `gone`: it answered 410
   * - `failing`: a change failed for three days
   * - `changes_gone`: the log does not keep the next change any more */
  off_reason: string | null;
  /** When it was switched off, or null while it is on. */
  off_at: TimestampOrNull;
  /** Each change up to this number was delivered, or fails. */
  handed_over_number: number;
  /** How many deliveries fail now. At 100, further changes wait. */
  failing: number;
  /** When the endpoint was created. */
  created_at: Timestamp;
}

export interface Problem {
  /** `/errors/<code>`, the address of a page that explains the code. */
  type: string;
  /** The meaning of the code. It never changes. */
  title: string;
  /** The HTTP status of the answer. */
  status: number;
  /** An explanation of this occurrence, for people. */
  detail: string;
  /** What to do about it on this route, for people. */
  fix?: string;
  /** The request's `X-Request-Id`. */
  instance: string;
  /** Says what happened, for programs. `ErrorCode` lists the codes of this release. A later one
   * may add codes, so take an unknown code by its `status`. */
  code: string;
  /** For `validation_failed`, each wrong field and why it is wrong. */
  errors?: ProblemErrors[];
  /** For `removal_not_allowed`, what the file would change. */
  plan?: CatalogPlan;
  /** For `upstream_budget_spent`, `upstream_busy`, `upstream_key_unusable`,
   * `upstream_unavailable` and `upstream_unreadable`, the stored entitlements. */
  stored_answer?: ConfirmedEntitlements;
  /** For `cooldown`, `too_many_attempts` and `too_many_code_attempts`, the time from which the
   * request may be repeated. */
  retry_at?: Timestamp;
  /** For `too_many_attempts` and `too_many_code_attempts`, the value of the Retry-After header.
   * For `limit_reached`, the time until the request may succeed, without a header. */
  retry_after_seconds?: number;
  /** For `code_not_for_you`, which condition the app user does not meet. */
  reason?: "already_redeemed" | "not_new" | "subscribed" | "not_stackable" | "nothing_to_extend"
    | "access_never_ends" | "same_app_user" | "same_household" | "circular" | "erased"
    | (string & {});
  /** For `limit_reached`, `not_enough_credits` and `credits_owed`, the moment of the decision. */
  as_of?: Timestamp;
  /** For `limit_reached`. */
  limit_id?: string;
  /** For `limit_reached`. */
  is_unlimited?: boolean;
  /** For `limit_reached`. */
  used?: number;
  /** For `limit_reached`. */
  limit?: number | null;
  /** For `limit_reached`. */
  remaining?: number | null;
  /** For `limit_reached`. */
  resets_at?: TimestampOrNull;
  /** For `limit_reached`, the entitlements that would raise the limit, lowest first. */
  upgrade?: string[];
  /** For `not_enough_credits` and `credits_owed`. */
  credit_id?: string;
  /** For `not_enough_credits` and `credits_owed`. */
  balance?: number;
  /** For `credits_owed`. */
  owed?: number;
}

export interface ProblemErrors {
  /** A JSON Pointer to the field of the body or the query parameter. */
  pointer: string;
  /** Why the field is wrong. */
  detail: string;
  /** Of a tenant file, the line. */
  line?: number;
}

export interface PresentedCode {
  /** The code as it was typed. Spaces and dashes do not count. */
  code: string;
}

/** What is given. Of `entitlement_id` and `product_id` one is set. */
export interface Reward {
  /** The entitlement that is given, or null if it is a product. */
  entitlement_id: string | null;
  /** The product that is given, or null if it is an entitlement. */
  product_id: string | null;
  /** ISO 8601; null: for ever. */
  duration: string | null;
  /** It begins when the present access ends. */
  extends: boolean;
}

export interface Redemption {
  /** The redemption's id. */
  redemption_id: UUID;
  /** The campaign of the code. */
  campaign_id: string;
  /** Who redeemed it. */
  app_user_id: string;
  /** When the code was redeemed. */
  redeemed_at: Timestamp;
  gives: Reward;
  /** The grant that the redemption gave. */
  grant_id: UUID;
  /** When what it gave ends, or null if never. */
  expires_at: TimestampOrNull;
  /** When it was revoked, or null if it was not. */
  revoked_at: TimestampOrNull;
  /** `merged`: a merge showed that the app user had no right to it; undoing gives it back. */
  revoked_because: "revoked" | "merged" | (string & {}) | null;
}

export interface ReferralOfAppUser {
  /** The referral's id. */
  referral_id: UUID;
  /** Who redeemed the code. */
  app_user_id: string;
  /** When the code was redeemed. */
  redeemed_at: Timestamp;
  gives: RewardOrNull;
  /** How many days a payment must stand before the rewards are given. */
  hold_days: number;
}

export interface RevokedCodes {
  /** The moment that the answer is about. */
  as_of?: Timestamp;
  /** How many codes were revoked. */
  revoked_codes: number;
  /** How many redemptions were taken back. */
  taken_back: number;
  /** How many redemptions still give something. */
  remaining: number;
  /** The campaign that the request names, otherwise null. */
  campaign_id?: string | null;
  /** The batch that the request names, otherwise null. */
  batch_id?: string | null;
}

/** The purchase or grant that gives the entitlement. */
export interface EntitlementSource {
  /** `own`: the app user's purchase. `alias`: one of another id of the same RevenueCat customer.
   * `household`: one of the household. `grant`: given by an operator. Of equal sources, the
   * earlier kind here wins. */
  kind: "own" | "alias" | "household" | "grant" | (string & {});
  /** The owner of the purchase. For `household` the one who pays: ask them to change it. */
  app_user_id: string;
  /** The household that shares the purchase if `kind` is `household`, otherwise null. */
  household_id: UUID | null;
  /** What was bought, or null for a grant of an entitlement. */
  product_id: string | null;
  product_kind: ProductKind;
  duration: ProductDuration;
  plan_type: PlanType;
  /** An open list: `app_store`, `play_store`… */
  store: string | null;
  /** Where it was bought: `production` or `sandbox`. */
  environment: "production" | "sandbox" | (string & {});
  /** An open list: `normal`, `trial`, `intro`, `promotional`… */
  period_type: string | null;
  /** When the current period began. */
  current_period_started_at: TimestampOrNull;
  current_period_ends_at: PeriodEnd;
  grace_period_ends_at: GraceEnd;
  trial_ends_at: TrialEnd;
  /** Where the app user manages the subscription. Null for `household` and `grant`, for what is
   * paid once, and for stores without such an address. */
  management_url: string | null;
}

export interface Entitlement {
  /** The entitlement's name in the catalog. */
  entitlement_id: string;
  /** Use this to decide. */
  is_active: boolean;
  /** `trialing`, `active`, `cancelled`, `billing_issue`, `paused`, `expired`, `refunded`,
   * `granted` or `lifetime`; null if the app user never had it. */
  status: string | null;
  /** When access ends, including grace, or null if it never ends. */
  expires_at: TimestampOrNull;
  ended_reason: EndedReason;
  /** Whether the store will charge again. */
  will_renew: boolean;
  /** Its best source, or null without one. */
  source: EntitlementSource | null;
  /** The entitlement that includes this one. */
  implied_by: string | null;
}

export interface EntitlementsOfAppUser {
  app_user_id: AppUserID;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The `known_at` of the request, or absent without it. */
  known_at?: Timestamp;
  /** The highest-ranking active entitlement, or the name of the tenant's free plan. Entitlements
   * missing from the tenant file rank lowest. */
  plan: string | null;
  /** The status of the highest-ranking entitlement, active ones first, or `none`. */
  subscription_status: string;
  /** Keyed by entitlement id. */
  entitlements: Record<string, Entitlement>;
  /** When this answer next changes without a new event. */
  next_change_at: TimestampOrNull;
  /** With `await_transaction`, whether the transaction is known. False after the timeout. */
  is_transaction_known?: boolean;
}

/** An app user's entitlements, and the time of the last snapshot from RevenueCat. */
export interface ConfirmedEntitlements {
  app_user_id: AppUserID;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The `known_at` of the request, or absent without it. */
  known_at?: Timestamp;
  /** The highest-ranking active entitlement, or the name of the tenant's free plan. Entitlements
   * missing from the tenant file rank lowest. */
  plan: string | null;
  /** The status of the highest-ranking entitlement, active ones first, or `none`. */
  subscription_status: string;
  /** Keyed by entitlement id. */
  entitlements: Record<string, Entitlement>;
  /** When this answer next changes without a new event. */
  next_change_at: TimestampOrNull;
  /** With `await_transaction`, whether the transaction is known. False after the timeout. */
  is_transaction_known?: boolean;
  /** When RevenueCat was last read, by its own clock, or by ours if it does not know the app
   * user. A snapshot that is refused (`is_conflicting`) does not count. Null if there was none. */
  confirmed_at: TimestampOrNull;
}

export interface CatalogPlan {
  /** What differs from the stored file, each thing once. */
  changes: CatalogPlanChanges[];
  /** By entitlement, the app users who have it now and would not have it. */
  losing: CountedAppUsers;
  /** By entitlement, the app users who do not have it now and would have it. */
  gaining: CountedAppUsers;
  /** False if more app users are concerned than were compared (1,000 buyers of a product, and
   * 5,000 in all), so that the counts are too low. */
  is_complete: boolean;
  /** Products that were sold and that the file lacks. */
  products_not_in_file: string[];
  /** Whether the file takes access, or names that apps ask for, from people. */
  removes: boolean;
}

export interface CatalogPlanChanges {
  /** Of the file; `tenant` for its other settings. */
  section: string;
  /** The name of what changes. */
  id: string;
  /** Whether it is added, removed or changed. */
  change: "added" | "removed" | "changed" | (string & {});
  /** In the form of the database, or null if added. */
  before: unknown;
  /** Null if removed. */
  after: unknown;
}

export interface CountedAppUsersItem {
  /** How many app users. */
  count: number;
  /** The first of them. */
  app_user_ids: AppUserID[];
}

export interface FeaturesOfAppUser {
  app_user_id: AppUserID;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The `known_at` of the request, or absent without it. */
  known_at?: Timestamp;
  /** Keyed by their names in the tenant file. */
  features: Record<string, FeaturesOfAppUserFeatures>;
}

export interface FeaturesOfAppUserFeatures {
  /** The feature's name in the catalog. */
  feature_id: string;
  /** Use this to decide. */
  is_allowed: boolean;
  /** Why: the entitlement is active, or not, or the feature is free. */
  reason: "entitlement_active" | "entitlement_inactive" | "free" | (string & {});
  /** The entitlement that decides, or null for a free feature. */
  entitlement_id: string | null;
  /** The entitlements that give the feature, the lowest rank first. Entitlements that imply the
   * deciding one are among them. Empty for a free feature. */
  unlocked_by: FeaturesOfAppUserFeaturesUnlockedBy[];
}

export interface FeaturesOfAppUserFeaturesUnlockedBy {
  /** The entitlement's name in the catalog. */
  entitlement_id: string;
  /** The products of the tenant file that grant the entitlement. */
  product_ids: string[];
}

export interface Price {
  /** In US dollars, as RevenueCat converts it. */
  usd: number | null;
  /** In `currency`. */
  amount: number | null;
  /** ISO 4217. */
  currency: string | null;
}

/** Exactly one of these fields. */
export interface Proof {
  /** The secret that the anonymous app user got when it was created. */
  device_secret?: string;
  /** A ticket of `createMergeTicket`. */
  merge_ticket?: string;
  /** The anonymous app user's own token. */
  anonymous_token?: string;
}

export interface MovedPurchase {
  /** The purchase's id. */
  id: UUID;
  /** What was bought, or null for a grant of an entitlement. */
  product_id: string | null;
}

export interface Merge {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** `upgraded`: `app_user_id` was new. `merged`: it belonged to another app user.
   * `already_identified`, `already_owned`: nothing had to be done. `claimed`: the orphan was
   * claimed. */
  outcome: "upgraded" | "merged" | "already_identified" | "claimed" | "already_owned"
    | (string & {});
  /** Null for a dry run, or if nothing was merged. */
  merge_id: string | null;
  /** The app user who remains. */
  app_user: MergeAppUser;
  /** The app user's household now. */
  household: HouseholdOfAppUser | null;
  /** What came to the app user who remains. */
  moved: MergeMoved;
}

/** The app user who remains. */
export interface MergeAppUser {
  /** All ids of the app user. */
  app_user_ids: string[];
  /** `anonymous`: without an id that the app chose. */
  kind: "anonymous" | "identified" | (string & {});
  /** When the app user became known. */
  created_at: Timestamp;
}

/** What came to the app user who remains. */
export interface MergeMoved {
  /** The ids that moved. */
  app_user_ids: string[];
  /** The subscriptions that moved. */
  subscriptions: MovedPurchase[];
  /** One-time purchases and grants. */
  purchases: MovedPurchase[];
  /** Usage in this period, which is added up. */
  usage: MergeMovedUsage[];
  /** The remaining credits of the moved purchases. */
  credits: MergeMovedCredits[];
}

export interface MergeMovedUsage {
  /** The limit's name in the catalog. */
  limit_id: string;
  /** What was used and is added. */
  used: number;
}

export interface MergeMovedCredits {
  /** The credit's name in the catalog. */
  credit_id: string;
  /** Below zero if credits are owed. */
  balance: number;
}

export interface Grant {
  /** Also the id of the purchase in `GET /v1/users/{app_user_id}`. */
  grant_id: UUID;
  /** The id that it was given to. */
  app_user_id: string;
  /** Where it counts: `production` or `sandbox`. */
  environment: "production" | "sandbox" | (string & {});
  /** The entitlement that it gives, or null if it gives a product. */
  entitlement_id: string | null;
  /** The product that it gives, or null if it gives an entitlement. */
  product_id: string | null;
  /** Whether it has begun, ended or was revoked. */
  status: "scheduled" | "active" | "expired" | "revoked" | (string & {});
  /** When its access begins. */
  starts_at: Timestamp;
  /** Null if it never ends. */
  expires_at: Timestamp | null;
  /** Why it was given. */
  reason: string;
  /** When it was given. */
  granted_at: Timestamp;
  /** The public id of a key. */
  granted_by: string;
  /** When it was revoked, or null if it was not. */
  revoked_at: Timestamp | null;
  /** Who revoked it, or null if it was not. */
  revoked_by: string | null;
  /** Why it was revoked, or null if it was not. */
  revocation_reason: string | null;
  /** When it was answered. It is only in the answer to a revocation. */
  as_of?: Timestamp;
}

export interface HouseholdMember {
  /** The app's own id, if the app user has one. */
  app_user_id: string;
  role: HouseholdRole;
  /** When the app user joined the household. */
  joined_at: Timestamp;
}

/** A purchase of a present or former member that serves the whole household. */
export interface HouseholdShare {
  /** The entitlement that is shared. */
  entitlement_id: string;
  /** The owner of the purchase. */
  app_user_id: string;
  /** What was bought, or null for a grant of an entitlement. */
  product_id: string | null;
  /** Where it was bought. An open list: `app_store`, `play_store`… */
  store: string | null;
  /** When the purchase stops serving the household, or null if it never does. */
  expires_at: TimestampOrNull;
  /** Whether the store will charge again. */
  will_renew: boolean;
  /** Whether the purchase moved to another app user and is held for the household for some days. */
  is_held: boolean;
}

/** An invite that can be redeemed, or was redeemed and waits for the owner's confirmation. */
export interface OpenHouseholdInvite {
  /** The invite's id. */
  invite_id: UUID;
  /** When it was created. */
  created_at: Timestamp;
  /** Until when it can be redeemed. */
  expires_at: Timestamp;
  /** Waits for confirmation. */
  redeemed_by_app_user_id: string | null;
}

export interface Household {
  /** The household's id. */
  household_id: UUID;
  /** The name that it was given, or null if none was. */
  name: string | null;
  /** When it was founded. */
  created_at: Timestamp;
  /** When it was dissolved, or null if it was not. */
  dissolved_at: TimestampOrNull;
  /** Null if the household has no members. */
  owner_app_user_id: string | null;
  /** Room for members. */
  seats: HouseholdSeats;
  /** In the order in which they joined. */
  members: HouseholdMember[];
  /** Which members will leave, and when, because there are more members than seats, or null if
   * none must leave. */
  leaving: HouseholdLeaving | null;
  /** The purchases that serve all members now. */
  shares: HouseholdShare[];
  /** The invites that are open, or wait for the owner. */
  invites: OpenHouseholdInvite[];
}

/** Room for members. */
export interface HouseholdSeats {
  /** The tenant's number of seats, or a member's product's if that is higher. */
  total: number;
  /** Seats that a member has. */
  taken: number;
  /** Seats without a member. */
  free: number;
}

export interface HouseholdLeaving {
  /** When they leave. */
  at: Timestamp;
  /** Who leaves. */
  app_user_ids: string[];
}

/** The household of an app user. */
export interface HouseholdOfAppUser {
  /** The household's id. */
  household_id: UUID;
  role: HouseholdRole;
  /** When the app user joined the household. */
  joined_at: Timestamp;
}

export interface Limit {
  /** The limit's name in the catalog. */
  limit_id: string;
  /** Whether there is no limit for the app user. */
  is_unlimited: boolean;
  /** The amount that unlimited use should not exceed, or null without one. */
  fair_use: number | null;
  /** Whether more than the fair use is used, so that you may serve it later or slower. If the
   * fair use is hard, whether all of it is used, and more is refused. */
  throttled: boolean;
  pool: PoolOrNull | null;
  /** Used or reserved in this period or window. */
  used: number;
  /** Null if unlimited. */
  limit: number | null;
  /** Null if unlimited. */
  remaining: number | null;
  /** When the period ends, or the oldest use leaves the rolling window. Null if the limit never
   * resets or the window is empty. */
  resets_at: TimestampOrNull;
  /** When the amount that was asked for (1 after a use that counted) will be available. Null if
   * it is available now or exceeds the whole limit, or if the limit never resets. */
  next_available_at: TimestampOrNull;
}

/** Null unless the members of a household use the limit together. Then `used` and `limit` are
 * the household's. */
export interface PoolOrNull {
  /** Null for an app user without a household, who uses the limit alone. */
  household_id: string | null;
  /** What this app user used of it. */
  own_used: number;
  /** What one member may use of it, or null for all of it. */
  per_member: number | null;
}

export interface LimitsOfAppUser {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** Keyed by their names in the catalog. */
  limits: Record<string, Limit>;
}

export interface CreditsOfAppUser {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** Keyed by their names in the catalog. */
  credits: Record<string, CreditsOfAppUserCredits>;
}

export interface CreditsOfAppUserCredits {
  /** The credit's name in the catalog. */
  credit_id: string;
  /** Below zero if credits are owed. */
  balance: number;
  /** Also what adjustments took. */
  spent: number;
  /** What later credits repay first. With `block_until_repaid` nothing is spent before. */
  owed: number;
}

/** One entitlement of an app user at a moment. */
export interface EntitlementOfAppUser {
  app_user_id: AppUserID;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The `known_at` of the request, or absent without it. */
  known_at?: Timestamp;
  /** The entitlement's name in the catalog. */
  entitlement_id: string;
  /** Use this to decide. */
  is_active: boolean;
  /** `trialing`, `active`, `cancelled`, `billing_issue`, `paused`, `expired`, `refunded`,
   * `granted` or `lifetime`; null if the app user never had it. */
  status: string | null;
  /** When access ends, including grace, or null if it never ends. */
  expires_at: TimestampOrNull;
  ended_reason: EndedReason;
  /** Whether the store will charge again. */
  will_renew: boolean;
  /** Its best source, or null without one. */
  source: EntitlementSource | null;
  /** The entitlement that includes this one. */
  implied_by: string | null;
}

export interface EntitlementChecks {
  /** The questions, at most a hundred. */
  checks: EntitlementChecksChecks[];
}

export interface EntitlementChecksChecks {
  app_user_id: AppUserID;
  entitlement_id: EntitlementID;
}

export interface CheckedEntitlements {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The answers, in the order of the request. */
  checks: CheckedEntitlementsChecks[];
}

export interface CheckedEntitlementsChecks {
  app_user_id: AppUserID;
  /** `entitlement_not_in_catalog` if the catalog has no such entitlement, which is then not
   * active. Otherwise it is absent. */
  error?: string;
  /** With `error`: a sentence with up to 20 entitlements that the catalog has. */
  detail?: string;
  /** The entitlement's name in the catalog. */
  entitlement_id: string;
  /** Use this to decide. */
  is_active: boolean;
  /** `trialing`, `active`, `cancelled`, `billing_issue`, `paused`, `expired`, `refunded`,
   * `granted` or `lifetime`; null if the app user never had it. */
  status: string | null;
  /** When access ends, including grace, or null if it never ends. */
  expires_at: TimestampOrNull;
  ended_reason: EndedReason;
  /** Whether the store will charge again. */
  will_renew: boolean;
  /** Its best source, or null without one. */
  source: EntitlementSource | null;
  /** The entitlement that includes this one. */
  implied_by: string | null;
}

export interface TransactionPage {
  /** The transactions, newest first. */
  data: Transaction[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** One charge, as its event describes it. */
export interface Transaction {
  /** The store's id of the transaction. */
  transaction_id: string;
  /** The store's id of the first transaction of the purchase, or null if it is unknown. */
  original_transaction_id: string | null;
  /** The purchase's id. */
  purchase_id: UUID;
  /** What was bought. */
  product_id: string | null;
  product_kind: ProductKind;
  duration: ProductDuration;
  plan_type: PlanType;
  /** Where it was bought. An open list: `app_store`, `play_store`… */
  store: string | null;
  /** Where it was bought: `production` or `sandbox`. */
  environment: string;
  /** An open list: `normal`, `trial`, `intro`, `promotional`… */
  period_type: string | null;
  /** When it was charged. */
  purchased_at: Timestamp;
  /** When the period that it paid ends, or null if it has no end. */
  period_ends_at: TimestampOrNull;
  /** What was paid, 0 for a trial, or null if no event said so. */
  price: Price | null;
  /** Whether it is the first payment after a trial, or null if no event says. */
  is_trial_conversion: boolean | null;
  /** Paid by another of the store's family. */
  is_family_share: boolean;
  /** The code of the offer that was used, or null if none was. */
  offer_code: string | null;
  /** RevenueCat's offering that was shown, or null if no event says. */
  presented_offering_id: string | null;
  /** The country of the store, as two letters, or null if no event says. */
  country_code: string | null;
  /** When the money was given back. Null if it was not, or if the refund was reversed. */
  refunded_at: TimestampOrNull;
  /** What was given back, below zero, or null if no event said so. */
  refunded_price: Price | null;
}

export interface Orphan {
  /** The orphan's id. */
  orphan_id: UUID;
  /** `unknown_id`: the purchase left its owner, and the new owner is unknown. `anonymous`: it
   * was bought before sign-up. `transferred`: an identified app user had it. `conflict`: its
   * holder is kept apart from an identified app user. */
  reason: "unknown_id" | "anonymous" | "transferred" | "conflict" | (string & {});
  /** Since when the purchase belongs to no identified person. */
  orphaned_at: Timestamp;
  /** The holder of the purchase. */
  app_user_id: string | null;
  /** Who had it before, or null if unknown. */
  previous_app_user_id: string | null;
  /** The purchase. */
  purchase: OrphanPurchase;
  /** The entitlements that the purchase would give. */
  entitlement_ids: string[];
  /** The newest twenty pieces of evidence. */
  evidence: OrphanEvidence[];
}

/** The purchase. */
export interface OrphanPurchase {
  /** The purchase's id. */
  id: UUID;
  /** What was bought. */
  product_id: string | null;
  /** Where it was bought. An open list: `app_store`, `play_store`… */
  store: string;
  /** Where it was bought: `production` or `sandbox`. */
  environment: string;
  /** When its access begins. */
  starts_at: TimestampOrNull;
  /** When its access ends, or null if never. */
  expires_at: TimestampOrNull;
}

export interface OrphanEvidence {
  /** The evidence's id. */
  evidence_id: string;
  /** What it says. An open list. */
  kind: string;
  /** The id that it names, or null if it names none. */
  app_user_id: string | null;
  /** When that happened. */
  occurred_at: Timestamp;
}

export interface OrphanPage {
  /** The orphans. */
  data: Orphan[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** Exactly one of `orphan_id` and `app_user_id_of_purchase`. */
export interface NewClaim {
  /** The orphan to claim. Other text than a UUID is not found. */
  orphan_id?: string | null;
  /** An id of the holder. */
  app_user_id_of_purchase?: AppUserID | null;
  /** What proves that the purchase is the app user's. */
  proof?: Proof | null;
  /** Changes nothing, and answers what would change. */
  dry_run?: boolean | null;
}

export interface OfferPage {
  /** The offers. */
  data: OfferPageData[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface OfferPageData {
  /** The code of the offer, as the store or RevenueCat names it. */
  offer_code: string;
  /** How many purchases used it. */
  purchases: number;
  /** When it was used first. */
  first_used_at: Timestamp;
  /** When it was used last. */
  last_used_at: Timestamp;
}

/** Exactly one of `entitlement_id` and `product_id`, and exactly one of `duration`, `expires_at`
 * and `lifetime`. */
export interface NewGrant {
  /** The entitlement to give. */
  entitlement_id?: EntitlementID | null;
  /** A product of the catalog, except a consumable. */
  product_id?: ProductID | null;
  /** How long the grant lasts. */
  duration?: Duration | null;
  /** When the grant ends. */
  expires_at?: Timestamp | null;
  /** `true`: the grant never ends. */
  lifetime?: true | null;
  /** Whether the grant begins when the app user's current access to these entitlements ends,
   * from any source. Later events do not move it. */
  extends?: boolean | null;
  /** The reason for the audit. */
  reason: string;
}

export interface GrantPage {
  /** The grants, newest first. */
  data: Grant[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** It has the members and the spelling of RevenueCat's REST API v1. */
export interface RevenueCatSubscriber {
  /** When it was answered. */
  request_date: string;
  /** The same in milliseconds since 1970. */
  request_date_ms: number;
  /** The app user. */
  subscriber: RevenueCatSubscriberSubscriber;
}

/** The app user. */
export interface RevenueCatSubscriberSubscriber {
  /** Keyed by their names in the catalog. */
  entitlements: Record<string, unknown>;
  /** When the app user was known first. */
  first_seen: string;
  /** When the app user was seen last. */
  last_seen?: string;
  /** Where the app user manages the subscription, or null if there is no such address. */
  management_url?: string | null;
  /** What was paid once and lasts for ever, keyed by product. */
  non_subscriptions: Record<string, unknown>;
  /** The id under which the app user is shown. */
  original_app_user_id: string;
  /** Always null. */
  original_application_version?: string | null;
  /** Always null. */
  original_purchase_date?: string | null;
  /** Always empty. */
  other_purchases?: Record<string, unknown>;
  /** Subscriptions, and everything else that ends, such as grants and passes, keyed by product.
   * A second purchase of a product that gives another entitlement has the key
   * `product:entitlement`. */
  subscriptions: Record<string, unknown>;
}

export interface Statement {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** Until when the statement counts, as its `exp`. */
  valid_until: Timestamp;
  /** A JWT in compact form. */
  token: string;
}

export interface AppliedCatalog {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The tenant's slug. */
  tenant: string;
  /** `updated`, or `unchanged`: the file says what is stored. */
  outcome: "updated" | "unchanged" | (string & {});
  /** True: nothing was written. */
  is_dry_run: boolean;
  /** Null if nothing changes, but for a dry run, whose plan has the products that were sold and
   * that the file lacks. */
  plan: CatalogPlan | null;
}

export interface FeatureOfAppUser {
  app_user_id: AppUserID;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The `known_at` of the request, or absent without it. */
  known_at?: Timestamp;
  /** The feature's name in the catalog. */
  feature_id: string;
  /** Use this to decide. */
  is_allowed: boolean;
  /** `unmapped`: the tenant file lacks the feature, and its `unmapped_features` decides. */
  reason: "entitlement_active" | "entitlement_inactive" | "free" | "unmapped" | (string & {});
  /** The entitlement that decides, or null for a free or an unmapped feature. */
  entitlement_id: string | null;
}

export interface Finding {
  /** - `product_not_in_catalog`: the tenant file lacks a product, and its purchases name no
   * entitlement, so they give nothing.
   * - `entitlement_not_in_catalog`: purchases of missing products name a missing entitlement.
   * - `entitlement_without_purchase`: RevenueCat's answers about this many app users say that
   * the entitlement is active, and list no purchase that gives it. They have it until the end
   * that RevenueCat states.
   * - `fair_use_exceeded`: app users used a limit above its fair use within 30 days.
   * - `project_not_recognised`: snapshots contain none of the purchases from webhooks. The API
   * key may belong to another RevenueCat project.
   * - `webhooks_refused`: webhooks were refused within 24 hours, as `getWebhookStatus` says.
   * - `endpoint_off`: an endpoint was switched off, because it failed too long or is gone.
   * - `purchases_not_transferred`: transfers left this many purchases of the store `store` with
   * their source, and without a key of RevenueCat's API nothing confirms it.
   * - `credits_not_delivered`: purchases have credits left, and their owners unsettled orders,
   * both for 15 minutes; `listUndeliveredCredits` lists them. */
  kind: "product_not_in_catalog" | "entitlement_not_in_catalog" | "entitlement_without_purchase"
    | "fair_use_exceeded" | "project_not_recognised" | "webhooks_refused" | "endpoint_off"
    | "purchases_not_transferred" | "credits_not_delivered" | (string & {});
  /** Null if the finding concerns no product. */
  product_id: string | null;
  /** Null if the finding concerns no entitlement. */
  entitlement_id: string | null;
  /** Null if the finding concerns no endpoint. */
  endpoint_id: UUID | null;
  /** Null if the finding concerns no credit. */
  credit_id: string | null;
  /** Null if the finding concerns no store. */
  store: string | null;
  /** Why the latest webhook was refused, or null for other kinds. */
  reason: string | null;
  /** How many purchases (at most 1,000 of each product or credit), app users (at most 1,000),
   * refused webhooks, or changes that wait for the endpoint, by the kind. */
  count: number;
  /** By the kind: the start of the first purchase, or of the first app user's wait, the first
   * transfer or refusal, or when an endpoint was switched off. Null if unknown. */
  first_seen_at: string | null;
  /** By the kind: the start of the newest period, or of the last app user's wait, the last
   * refusal, or when an endpoint was switched off. Null if unknown. */
  last_seen_at: string | null;
}

export interface FindingPage {
  /** The findings. */
  data: Finding[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface NewCreditAdjustment {
  /** Gives if above zero, takes if below. It cannot be zero. */
  amount: number;
  /** Your name for the adjustment: the same one counts once. */
  reference: string;
  /** The reason for the audit. */
  reason: string;
}

export interface CreditAdjustment {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The credit's name in the catalog. */
  credit_id: string;
  /** The reference of the request. */
  reference: string;
  /** How many credits were added. Below zero if they were taken. */
  amount: number;
  /** Why, as the request says. */
  reason: string;
  /** When the credits were adjusted. */
  adjusted_at: Timestamp;
  /** The credits that are left. */
  balance: number;
  /** The credits that later ones repay first. */
  owed: number;
}

export interface LimitUse {
  /** How much to count (1 by default). */
  amount?: number | null;
  /** The caller's own name for what was used. At most 255 bytes. */
  reference?: string | null;
  /** When it was used, for a use in the past: at most 366 days ago, and not in the future. */
  used_at?: TimestampOrNull;
}

export interface MyLimitUse {
  /** How much to count (1 by default). */
  amount?: number | null;
  /** The app's own name for what was used. At most 255 bytes. */
  reference?: string | null;
}

export interface UseRelease {
  /** The reference with which the usage was counted. */
  reference: string;
}

export interface UsePage {
  /** The uses, newest first. */
  data: UseOfLimit[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface UseOfLimit {
  /** When it was used. */
  used_at: Timestamp;
  /** How much was used. */
  amount: number;
  /** The reference of the request, or null if it had none. */
  reference: string | null;
  /** For `releaseReservation`, or null without a reference. */
  reservation_id: UUID | null;
  /** The id that used it. */
  app_user_id: AppUserID;
  /** Whether it counts against an allowance in its window. */
  counts: boolean;
}

export interface NewReservation {
  /** How much to reserve (1 by default). */
  amount?: number | null;
  /** Your name for the reservation: the same one reserves once. */
  reference?: string | null;
  /** After how many seconds the reservation ends if it is not confirmed. */
  expires_in_seconds?: number | null;
}

/** The limit as it is now, and the reservation or usage under this reference. If the limit is no
 * longer in the catalog, only its name is given. */
export interface UsedLimit {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** For `consumeLimit`, `consumeMyLimit` and `reserveLimit`. False only with `refuse=false`:
   * the limit is reached, nothing is counted, and `reservation_id` is absent. */
  is_allowed?: boolean;
  /** If not allowed, the entitlements that would raise the limit, lowest first. */
  upgrade?: string[];
  /** If not allowed, the time until the request may succeed. */
  retry_after_seconds?: number;
  /** The limit's name in the catalog. */
  limit_id: string;
  /** Whether there is no limit for the app user. */
  is_unlimited?: boolean;
  /** Used or reserved in this period or window. */
  used?: number;
  /** Null if unlimited. */
  limit?: number | null;
  /** Null if unlimited. */
  remaining?: number | null;
  /** As `resets_at` of `Limit`. */
  resets_at?: TimestampOrNull;
  /** As `next_available_at` of `Limit`. */
  next_available_at?: TimestampOrNull;
  /** The amount that unlimited use should not exceed, or null without one. */
  fair_use?: number | null;
  /** As `throttled` of `Limit`. */
  throttled?: boolean;
  pool?: PoolOrNull | null;
  /** The id of the reservation or usage. */
  reservation_id?: UUID;
  /** What became of it: `reserved`, `used` or `released`. */
  status?: "reserved" | "used" | "released" | (string & {});
  /** How much was counted or reserved. */
  amount?: number;
  /** The reference of the request, or null if it had none. */
  reference?: string | null;
  /** Null unless `status` is `reserved`. */
  expires_at?: TimestampOrNull;
}

export interface CreditSpending {
  /** How many credits to spend (1 by default). */
  amount?: number | null;
  /** Your name for what is paid: the same one is paid once. */
  reference: string;
}

export interface SpentCredit {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The credit's name in the catalog. */
  credit_id: string;
  /** The reference of the request. */
  reference: string;
  /** How many credits were spent. */
  amount: number;
  /** The credits that are left. */
  balance: number;
}

export interface NewCreditOrder {
  /** Your name for the order: the same one orders once. */
  reference: string;
}

export interface CreditOrder {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The credit's name in the catalog. */
  credit_id: string;
  /** The reference of the order. */
  reference: string;
  /** `open` until a purchase pays it, it is cancelled, or it expires. */
  status: "open" | "settled" | "cancelled" | "expired" | (string & {});
  /** The purchase that paid the order, or null until it is settled. */
  purchase_id: UUID | null;
  /** The store's transaction of that purchase. */
  transaction_id: string | null;
  /** When it was ordered. */
  ordered_at: Timestamp;
  /** Purchases made from this time on are not spent on the order. */
  expires_at: Timestamp;
  /** The app user's credits now. */
  balance: number;
}

export interface UndeliveredCreditPage {
  /** The credits that were paid and not delivered. */
  data: UndeliveredCredit[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface UndeliveredCredit {
  /** The id that owns the purchase. */
  app_user_id: string;
  /** The credit's name in the catalog. */
  credit_id: string;
  /** What is left of the purchase's credits. */
  remaining: number;
  /** The purchase that paid the order. */
  purchase_id: UUID;
  /** What was bought. */
  product_id: string;
  /** Where it was bought. An open list: `app_store`, `play_store`… */
  store: string;
  /** The store's id of the transaction, or null if it is unknown. */
  transaction_id: string | null;
  /** When the credits were bought. */
  purchased_at: Timestamp;
  /** That of the order. */
  reference: string;
  /** When the order was placed. */
  ordered_at: Timestamp;
}

export interface NewHousehold {
  owner_app_user_id: AppUserID;
  /** For display in the app, at most 200 bytes of UTF-8. U+0000 is not allowed. */
  name?: string | null;
  /** Ignore how recently the app user left another household. */
  ignore_cooldown?: boolean | null;
}

export interface MyNewHousehold {
  /** For display in the app, at most 200 bytes of UTF-8. U+0000 is not allowed. */
  name?: string | null;
}

export interface HouseholdJoin {
  app_user_id: AppUserID;
  /** The code as entered, at most 200 bytes of UTF-8. */
  code: string;
  /** Ignore how recently the app user left another household, and how many joined this one. */
  ignore_cooldown?: boolean | null;
}

export interface NewHouseholdOwner {
  app_user_id: AppUserID;
}

export interface HouseholdInvite {
  /** The invite's id. */
  invite_id: UUID;
  /** 160 random bits. Shown once. */
  invite_code: string;
  /** Until when it can be redeemed. */
  expires_at: Timestamp;
}

export interface HouseholdAsOf {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The household's id. */
  household_id: UUID;
  /** The name that it was given, or null if none was. */
  name: string | null;
  /** When it was founded. */
  created_at: Timestamp;
  /** When it was dissolved, or null if it was not. */
  dissolved_at: TimestampOrNull;
  /** Null if the household has no members. */
  owner_app_user_id: string | null;
  /** Room for members. */
  seats: HouseholdAsOfSeats;
  /** In the order in which they joined. */
  members: HouseholdMember[];
  /** Which members will leave, and when, because there are more members than seats, or null if
   * none must leave. */
  leaving: HouseholdLeaving | null;
  /** The purchases that serve all members now. */
  shares: HouseholdShare[];
  /** The invites that are open, or wait for the owner. */
  invites: OpenHouseholdInvite[];
}

/** Room for members. */
export interface HouseholdAsOfSeats {
  /** The tenant's number of seats, or a member's product's if that is higher. */
  total: number;
  /** Seats that a member has. */
  taken: number;
  /** Seats without a member. */
  free: number;
}

export interface JoinedHousehold {
  /** Always true: the app user is a member. */
  is_confirmed: true;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The household's id. */
  household_id: UUID;
  /** The name that it was given, or null if none was. */
  name: string | null;
  /** When it was founded. */
  created_at: Timestamp;
  /** When it was dissolved, or null if it was not. */
  dissolved_at: TimestampOrNull;
  /** Null if the household has no members. */
  owner_app_user_id: string | null;
  /** Room for members. */
  seats: JoinedHouseholdSeats;
  /** In the order in which they joined. */
  members: HouseholdMember[];
  /** Which members will leave, and when, because there are more members than seats, or null if
   * none must leave. */
  leaving: HouseholdLeaving | null;
  /** The purchases that serve all members now. */
  shares: HouseholdShare[];
  /** The invites that are open, or wait for the owner. */
  invites: OpenHouseholdInvite[];
}

/** Room for members. */
export interface JoinedHouseholdSeats {
  /** The tenant's number of seats, or a member's product's if that is higher. */
  total: number;
  /** Seats that a member has. */
  taken: number;
  /** Seats without a member. */
  free: number;
}

export interface AwaitedHousehold {
  /** Always false: the owner must confirm first. */
  is_confirmed: false;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The household's id. */
  household_id: UUID;
  /** The name that it was given, or null if none was. */
  name: string | null;
  /** When it was founded. */
  created_at: Timestamp;
  /** When it was dissolved, or null if it was not. */
  dissolved_at: TimestampOrNull;
  /** Null if the household has no members. */
  owner_app_user_id: string | null;
  /** Room for members. */
  seats: AwaitedHouseholdSeats;
  /** In the order in which they joined. */
  members: HouseholdMember[];
  /** Which members will leave, and when, because there are more members than seats, or null if
   * none must leave. */
  leaving: HouseholdLeaving | null;
  /** The purchases that serve all members now. */
  shares: HouseholdShare[];
  /** The invites that are open, or wait for the owner. */
  invites: OpenHouseholdInvite[];
}

/** Room for members. */
export interface AwaitedHouseholdSeats {
  /** The tenant's number of seats, or a member's product's if that is higher. */
  total: number;
  /** Seats that a member has. */
  taken: number;
  /** Seats without a member. */
  free: number;
}

export interface MyAwaitedHousehold {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** Always false: the owner must confirm first. */
  is_confirmed: false;
  /** The household's id. */
  household_id: UUID;
  /** The name that the household was given, or null if none was. */
  name: string | null;
}

export interface HouseholdFinding {
  /** An open list. `double_payer`: several members pay for the entitlement. `transfer_held`: the
   * purchase moved to another app user and still serves the household. */
  kind: string;
  /** The household's id. */
  household_id: UUID;
  /** The entitlement that it is about. */
  entitlement_id: string;
  /** Ordered by end, earliest first. */
  purchases: HouseholdFindingPurchases[];
}

export interface HouseholdFindingPurchases {
  /** The purchase's id. */
  purchase_id: UUID;
  /** The owner of the purchase. */
  app_user_id: string;
  /** What was bought, or null for a grant of an entitlement. */
  product_id: string | null;
  /** Where it was bought. An open list: `app_store`, `play_store`… */
  store: string | null;
  /** When its access ends, or null if never. */
  expires_at: TimestampOrNull;
  /** Whether the store will charge again. */
  will_renew: boolean;
}

export interface HouseholdFindingPage {
  /** The findings. */
  data: HouseholdFinding[];
  /** Null after the last household. */
  next_cursor: string | null;
}

export interface Export {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** As in `getAppUser`. */
  app_user: Record<string, unknown>;
  /** As in `getEntitlements`. */
  entitlements: Record<string, unknown>;
  /** As in `getAppUserHousehold`. */
  household: Record<string, unknown> | null;
  /** As in `getLimits`. */
  limits: Record<string, unknown>;
  /** As in `getCredits`. */
  credits: Record<string, unknown>;
  /** The stored rows, keyed by their kind. */
  records: Record<string, Record<string, unknown>[]>;
}

/** A subscription, a one-time purchase or a grant. */
export interface Purchase {
  /** The purchase's or the grant's id. */
  id: string;
  /** What was bought, or null for a grant of an entitlement. */
  product_id: string | null;
  product_kind: ProductKind;
  duration: ProductDuration;
  plan_type: PlanType;
  /** It will renew as this. */
  pending_product_id: string | null;
  /** The id that owns the purchase. */
  app_user_id: string;
  /** Where it was bought. An open list: `app_store`, `play_store`… */
  store: string | null;
  /** Where it was bought: `production` or `sandbox`. */
  environment: string;
  /** An open list: `normal`, `trial`, `intro`, `promotional`… */
  period_type: string | null;
  /** Whether the purchase gives access. Always false for a consumable. */
  is_active: boolean;
  /** As for an entitlement, `purchased` for a consumable, or `pending` while the first payment
   * of a subscription is still to come. */
  status: string | null;
  /** Whether the store will charge again. */
  will_renew: boolean;
  /** Whether the store's family sharing gave it. */
  is_family_share: boolean;
  /** When the first period began, as far back as events or snapshots reach. */
  first_purchased_at: TimestampOrNull;
  /** When the current period began. */
  current_period_started_at: TimestampOrNull;
  current_period_ends_at: PeriodEnd;
  grace_period_ends_at: GraceEnd;
  trial_ends_at: TrialEnd;
  /** When access ends, including grace, or null if it never ends. */
  access_ends_at: TimestampOrNull;
  ended_reason: EndedReason;
  /** When auto-renewal was switched off, or null while it is on. */
  cancelled_at: TimestampOrNull;
  /** When a payment failed, or null unless one is missing. */
  billing_issue_at: TimestampOrNull;
  /** When it was paused, or null if it is not. */
  paused_at: TimestampOrNull;
  /** When a paused one goes on, or null if it is not paused. */
  auto_resume_at: TimestampOrNull;
  /** When it was refunded, or null if it was not. */
  refunded_at: TimestampOrNull;
  /** Of the latest period. */
  transaction_id: string | null;
  /** Of the first period, or null if no event named it. */
  original_transaction_id: string | null;
  /** The offer code or promotional offer that an event named last. */
  offer_code: string | null;
  /** The offering that the app presented, as an event named it last. */
  presented_offering_id: string | null;
  /** What was paid last, by an event, or null if none said so. */
  price: Price | null;
  /** Whether the last payment was the first after a trial, or null if no event said so. */
  is_trial_conversion: boolean | null;
  /** ISO 3166 code of the app user's last known country, as an event named it last. */
  country_code: string | null;
  /** Where the owner manages the subscription. Null for a grant, for what is paid once, and for
   * stores without such an address. */
  management_url: string | null;
  /** The credits that a consumable gave, or empty for other purchases. */
  credits: PurchaseCredits[];
}

export interface PurchaseCredits {
  /** The credit's name in the catalog. */
  credit_id: string;
  /** How many credits it gave. */
  given: number;
  /** How many of them are spent. */
  spent: number;
  /** 0 after a refund, or below zero if what was spent is owed (`credits.refunded` of the tenant
   * file). */
  remaining: number;
}

export interface AppUser {
  /** The id in the request. */
  app_user_id: string;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** All ids of the app user. The app's own ids come before RevenueCat's. */
  app_user_ids: string[];
  /** The same ids in the same order, with what each is. */
  ids: AppUserIds[];
  /** `anonymous`: without an id that the app chose. */
  kind: "anonymous" | "identified" | (string & {});
  /** When the app user became known. */
  created_at: Timestamp;
  /** The app user's household, or null if they are in none. */
  household: HouseholdOfAppUser | null;
  /** The purchases that renew. */
  subscriptions: Purchase[];
  /** The one-time purchases. */
  purchases: Purchase[];
  /** What was given without a purchase. */
  grants: Purchase[];
}

export interface AppUserIds {
  /** The id. */
  app_user_id: string;
  /** `anonymous`: RevenueCat's, or one of the patterns of the tenant file. */
  kind: "anonymous" | "identified" | (string & {});
  /** When it was first heard of. */
  created_at: Timestamp;
}

export interface Me {
  app_user_id: AppUserID;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The `known_at` of the request, or absent without it. */
  known_at?: Timestamp;
  /** The highest-ranking active entitlement, or the name of the tenant's free plan. Entitlements
   * missing from the tenant file rank lowest. */
  plan: string | null;
  /** The status of the highest-ranking entitlement, active ones first, or `none`. */
  subscription_status: string;
  /** Keyed by entitlement id. */
  entitlements: Record<string, Entitlement>;
  /** When this answer next changes without a new event. */
  next_change_at: TimestampOrNull;
  /** With `await_transaction`, whether the transaction is known. False after the timeout. */
  is_transaction_known?: boolean;
  /** Keyed by their names in the tenant file. */
  features: Record<string, MeFeatures>;
  /** Keyed by their names in the catalog. */
  limits: Record<string, Limit>;
  /** Keyed by their names in the catalog. */
  credits: Record<string, MeCredits>;
  /** The notices, most urgent first. */
  notices: Notice[];
  /** All ids of the end user. The app's own ids come before RevenueCat's. */
  app_user_ids: string[];
  /** `anonymous`: without an id that the app chose. */
  kind: "anonymous" | "identified" | (string & {});
  /** Null for an end user that Hearth has never seen. */
  created_at: TimestampOrNull;
  /** The household as `getMyHousehold` shows it, with the end user's role, or null if they are
   * in none. */
  household: HouseholdOfEndUser | null;
  /** The purchases that renew. */
  subscriptions: Purchase[];
  /** The one-time purchases. */
  purchases: Purchase[];
  /** What was given without a purchase. */
  grants: Purchase[];
}

export interface MeFeatures {
  /** The feature's name in the catalog. */
  feature_id: string;
  /** Use this to decide. */
  is_allowed: boolean;
  /** Why: the entitlement is active, or not, or the feature is free. */
  reason: "entitlement_active" | "entitlement_inactive" | "free" | (string & {});
  /** The entitlement that decides, or null for a free feature. */
  entitlement_id: string | null;
  /** The entitlements that give the feature, the lowest rank first. Entitlements that imply the
   * deciding one are among them. Empty for a free feature. */
  unlocked_by: MeFeaturesUnlockedBy[];
}

export interface MeFeaturesUnlockedBy {
  /** The entitlement's name in the catalog. */
  entitlement_id: string;
  /** The products of the tenant file that grant the entitlement. */
  product_ids: string[];
}

export interface MeCredits {
  /** The credit's name in the catalog. */
  credit_id: string;
  /** Below zero if credits are owed. */
  balance: number;
  /** Also what adjustments took. */
  spent: number;
  /** What later credits repay first. With `block_until_repaid` nothing is spent before. */
  owed: number;
}

export interface NewAppUser {
  /** If absent, a new id is created. */
  app_user_id?: AppUserID | null;
  /** `anonymous`: the app user gets a device secret. `identified`: an id that the app chose. */
  kind: "anonymous" | "identified";
}

export interface CreatedAppUser {
  /** The secret of an anonymous app user: 160 random bits. Shown once. */
  device_secret?: string;
  /** The id that was given or created. */
  app_user_id: string;
  /** As in `getAppUser`. */
  app_user: Record<string, unknown>;
}

export interface MyIdentification {
  anonymous_app_user_id: AppUserID;
  /** What proves that the anonymous id is the caller's. */
  proof?: Proof | null;
  /** Changes nothing, and answers what would change. */
  dry_run?: boolean | null;
}

export interface Identification {
  anonymous_app_user_id: AppUserID;
  /** The identified id. Equal to `anonymous_app_user_id` if an anonymous sign-in became
   * permanent. */
  app_user_id: AppUserID;
  /** What proves that the anonymous id is the app user's. Without it, the API key is enough. */
  proof?: Proof | null;
  /** Changes nothing, and answers what would change. */
  dry_run?: boolean | null;
}

export interface NewMergeTicket {
  anonymous_app_user_id: AppUserID;
  app_user_id: AppUserID;
  /** For how many seconds the ticket is valid (300 by default). */
  ttl_seconds?: number | null;
}

export interface MergeTicket {
  /** The ticket, which is a proof. */
  merge_ticket: string;
  /** Until when the ticket counts. */
  expires_at: Timestamp;
}

export interface MergeUndoing {
  /** Recorded in the audit. */
  reason: string;
}

/** The ids of an app user, and their purchases. */
export interface Ownership {
  /** All ids of the app user. */
  app_user_ids: string[];
  /** The ids of the purchases. */
  purchase_ids: UUID[];
}

export interface UndoneMerge {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The merge's id. */
  merge_id: UUID;
  /** When it was undone. */
  undone_at: Timestamp;
  /** The app users that there are again. */
  people: Ownership[];
}

export interface CreditBalance {
  /** The credit's name in the catalog. */
  credit_id: string;
  /** The credits that were left. */
  balance: number;
}

export interface AuditEntry {
  /** The entry's id. */
  audit_id: UUID;
  /** When it was done. */
  recorded_at: Timestamp;
  /** What was done. An open list. */
  action: "merge" | "claim" | "undo" | "transfer" | "erase" | "grant" | "revoke" | "adjust"
    | "redeem" | "revoke_code" | "create_endpoint" | "update_endpoint" | "delete_endpoint"
    | "rotate_endpoint_secret" | "replay_endpoint" | "create_key" | "revoke_key" | "sign_in"
    | "refuse_sign_in" | (string & {});
  /** The public id of a key, an app user id, `operator`, `revenuecat`, or `unauthenticated` of a
   * `refuse_sign_in`. */
  actor: string;
  /** Why, as the caller or the server said. Of a `sign_in` to the console, `key` or `link`. */
  reason: string;
  /** The ids that it concerns. */
  app_user_ids: string[];
  /** Of a `merge`, a `claim` that merged or an `undo` the merge, else null. */
  merge_id: string | null;
  /** Of an `adjust` the balance, of a `revoke` the grant, of a `revoke_key` the key, of a
   * `grant`, a `create_endpoint`, a `create_key` and a `sign_in` nothing, of other changes of
   * an endpoint the endpoint, else the owners. */
  before: AuditedState[];
  /** Of an `adjust` the balance, of a `grant` or a `revoke` the grant, of a `create_key`, a
   * `sign_in` and a `refuse_sign_in` (at most one an hour for a key) the key, of a
   * `delete_endpoint` and a `revoke_key` nothing, of other changes of an endpoint the endpoint,
   * else the owners. */
  after: AuditedState[];
}

export interface AuditedKey {
  /** Not secret. */
  key_id: string;
  /** What the key may do. */
  kind: "secret" | "read" | (string & {});
}

export interface AuditEntryPage {
  /** The entries of the page. */
  data: AuditEntry[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface Notices {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The notices, most urgent first. */
  notices: Notice[];
}

export interface Notice {
  /** Stays the same for the same notice: do not push it twice. */
  notice_id: string;
  /** An open list. `expiring`: access ends and does not renew; `since` is not before the
   * cancellation or the purchase. `ended`: access ended; `data` has the `reason` as
   * `ended_reason` has it, for the days of the tenant file. `billing_issue`: a payment failed,
   * and access ends with it. `trial_ending`: a trial ends and renews. `refunded`.
   * `household_seat_ending`: the app user must leave the household at `until`.
   * `joined_household`. `paid_twice`: the app user is charged again for what another purchase
   * gives, a lifetime purchase or one of the household included. `limit_near`.
   * There is no notice about an end of access if other access lasts longer: a lifetime
   * purchase, a grant, a subscription that renews, or access that follows without a gap. */
  kind: string;
  /** How urgent it is. */
  severity: "critical" | "warning" | "info" | (string & {});
  /** When it began, or null if unknown. */
  since: TimestampOrNull;
  /** When it ends by itself, or null if it does not. */
  until: TimestampOrNull;
  /** The facts, by kind. Version 1 may add members. */
  data: Record<string, unknown>;
}

export interface HouseholdOfEndUser {
  /** The household's id. */
  household_id: UUID;
  /** The name that it was given, or null if none was. */
  name: string | null;
  /** When it was founded. */
  created_at: Timestamp;
  /** When it was dissolved, or null if it was not. */
  dissolved_at: TimestampOrNull;
  /** Null if the household has no members. */
  owner_app_user_id: string | null;
  /** Room for members. */
  seats: HouseholdOfEndUserSeats;
  /** In the order in which they joined. */
  members: HouseholdMember[];
  /** Which members will leave, and when, because there are more members than seats, or null if
   * none must leave. */
  leaving: HouseholdLeaving | null;
  /** The purchases that serve all members now. */
  shares: HouseholdShare[];
  /** The invites that are open, or wait for the owner. */
  invites: OpenHouseholdInvite[];
  role: HouseholdRole;
  /** When the app user joined the household. */
  joined_at: Timestamp;
}

/** Room for members. */
export interface HouseholdOfEndUserSeats {
  /** The tenant's number of seats, or a member's product's if that is higher. */
  total: number;
  /** Seats that a member has. */
  taken: number;
  /** Seats without a member. */
  free: number;
}

export interface FoundAppUsers {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The app users. */
  data: FoundAppUser[];
  /** A longer text finds fewer. */
  has_more: boolean;
}

export interface FoundAppUser {
  /** The id under which the app user is shown, or one that only an event names. */
  app_user_id: string;
  /** Null if no app user has the id. */
  kind: "identified" | "anonymous" | (string & {}) | null;
  /** What of the app user has the text. */
  matched_by: "app_user_id" | "attribute" | "transaction_id" | "original_transaction_id"
    | "event_id" | "purchase_id" | "merge_id" | "household_id" | "invite_id" | "invite_code"
    | "code" | "referral_code" | "redemption_id" | "grant_id" | "reservation_id" | (string & {});
  /** What begins with the text or has such a word. */
  matched: string;
  /** The name of the attribute. */
  attribute: string | null;
}

export interface NewNote {
  /** What the next operator should know, at most 255 characters. */
  note: string;
}

/** A note of an operator on an app user. */
export interface Note {
  /** The id of the note. */
  note_id: UUID;
  /** The id that it was written on. */
  app_user_id: string;
  /** The text as it was written. */
  note: string;
  /** The API key that wrote it. */
  author: string;
  /** When it was written. */
  written_at: Timestamp;
}

export interface NotePage {
  /** The notes, newest first. */
  data: Note[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface TimelineEntry {
  kind: TimelineKind;
  /** When it was recorded here. Events also have `occurred_at`. */
  recorded_at: Timestamp;
  /** The id under which it is stored. */
  app_user_id: string | null;
  /** What happened, by its kind. The `type` of an event is RevenueCat's name, and
   * `evidence_kind` is ours. An event whose `evidence_kind` is null changed nothing, because it
   * failed, is of an unknown type, only informs, or is of a sandbox that the tenant ignores. */
  data: Record<string, unknown>;
  /** What the entry changed for the app user. */
  changes: TimelineChange[];
}

export interface TimelineChange {
  /** The change's number in the log. */
  number: number;
  /** As in the change log. */
  kind: string;
  /** The purchases' environment: `production` or `sandbox`. */
  environment: "production" | "sandbox" | (string & {});
  /** What differs, as it was, or null if there was nothing. */
  before: Record<string, unknown> | null;
  /** What differs, as it is, or null if nothing is left. */
  after: Record<string, unknown> | null;
}

export interface TimelinePage {
  /** The entries, newest first. */
  data: TimelineEntry[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface RedemptionAsOf {
  /** The redemption's id. */
  redemption_id: UUID;
  /** The campaign of the code. */
  campaign_id: string;
  /** Who redeemed it. */
  app_user_id: string;
  /** When the code was redeemed. */
  redeemed_at: Timestamp;
  gives: Reward;
  /** The grant that the redemption gave. */
  grant_id: UUID;
  /** When what it gave ends, or null if never. */
  expires_at: TimestampOrNull;
  /** When it was revoked, or null if it was not. */
  revoked_at: TimestampOrNull;
  /** `merged`: a merge showed that the app user had no right to it; undoing gives it back. */
  revoked_because: "revoked" | "merged" | (string & {}) | null;
  /** The moment that the answer is about. */
  as_of: Timestamp;
}

export interface RedeemedCode {
  /** The redemption's id. */
  redemption_id: UUID;
  /** The campaign of the code. */
  campaign_id: string;
  /** Who redeemed it. */
  app_user_id: string;
  /** When the code was redeemed. */
  redeemed_at: Timestamp;
  gives: Reward;
  /** The grant that the redemption gave. */
  grant_id: UUID;
  /** When what it gave ends, or null if never. */
  expires_at: TimestampOrNull;
  /** When it was revoked, or null if it was not. */
  revoked_at: TimestampOrNull;
  /** `merged`: a merge showed that the app user had no right to it; undoing gives it back. */
  revoked_because: "revoked" | "merged" | (string & {}) | null;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** `already_redeemed`: the app user had redeemed it before, and nothing changed. */
  outcome: "redeemed" | "already_redeemed" | (string & {});
}

export interface RedeemedReferral {
  /** The referral's id. */
  referral_id: UUID;
  /** Who redeemed the code. */
  app_user_id: string;
  /** When the code was redeemed. */
  redeemed_at: Timestamp;
  gives: RewardOrNull;
  /** How many days a payment must stand before the rewards are given. */
  hold_days: number;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** `already_redeemed`: the app user had redeemed it before, and nothing changed. */
  outcome: "redeemed" | "already_redeemed" | (string & {});
}

export interface CheckedReferral {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  gives: RewardOrNull;
  /** How many days a payment must stand before the rewards are given. */
  hold_days: number;
}

export interface Referral {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** What others redeem. */
  referral_code: string;
  /** How many app users redeemed it. */
  redeemed: number;
  /** How many of them paid. */
  paid: number;
  /** For how many the referrer got theirs. */
  rewarded: number;
  /** Whether the next referral still brings a reward, by `max_per_referrer`. */
  has_rewards_left: boolean;
  gives_referrer: RewardOrNull;
  gives_referred: RewardOrNull;
  /** How many days a payment must stand before the rewards are given. */
  hold_days: number;
  /** How many rewards an app user can get, or null if there is no such limit. */
  max_per_referrer: number | null;
  /** The days in which `max_per_referrer` counts. Null means for ever. */
  per_days: number | null;
}

export interface RedemptionPage {
  /** The redemptions, newest first. */
  data: Redemption[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface CheckedCode {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The campaign of the code. */
  campaign_id: string;
  gives: Reward;
  /** When the codes end, or null if never. */
  valid_until: TimestampOrNull;
}

export interface NewCampaign {
  /** The shared code, 4 to 64 letters and digits. Spaces and dashes do not count. */
  code?: string | null;
  /** Exactly one of `entitlement_id` and `product_id`, and exactly one of `duration` and
   * `lifetime`. */
  gives: NewCampaignGives;
  /** When the codes begin, or null if at once. */
  valid_from?: TimestampOrNull;
  /** When the codes end, or null if never. */
  valid_until?: TimestampOrNull;
  /** How often its codes can be redeemed in all. Null: without limit. */
  max_redemptions?: number | null;
  /** How often an app user can redeem its codes. */
  per_app_user?: number;
  /** `app_user`: for app users who have bought nothing. `household`: the members of all their
   * households, present and past, have bought nothing either. */
  only_new?: "app_user" | "household" | null;
  /** Whether only app users without an active subscription can redeem. */
  without_subscription?: boolean;
  /** It may run beside other stackable codes, and its time follows theirs. */
  is_stackable?: boolean;
}

/** Exactly one of `entitlement_id` and `product_id`, and exactly one of `duration` and
 * `lifetime`. */
export interface NewCampaignGives {
  entitlement_id?: EntitlementID;
  product_id?: ProductID;
  duration?: Duration;
  /** True: it never ends. */
  lifetime?: true;
  /** It begins when the present access ends, and needs present access. */
  extends?: boolean;
}

export interface Campaign {
  /** The campaign's id. */
  campaign_id: string;
  /** Where it is defined: in the tenant `file`, or by the `api`. */
  origin: "file" | "api" | (string & {});
  /** False: it was revoked, or left the tenant file. */
  is_open: boolean;
  gives: Reward;
  /** When the codes begin, or null if at once. */
  valid_from: TimestampOrNull;
  /** When the codes end, or null if never. */
  valid_until: TimestampOrNull;
  /** How often its codes can be redeemed in all. Null: without limit. */
  max_redemptions: number | null;
  /** How often an app user can redeem its codes. */
  per_app_user: number;
  /** `app_user`: for app users who have bought nothing. `household`: the members of all their
   * households have bought nothing either. Null if neither. */
  only_new: "app_user" | "household" | (string & {}) | null;
  /** Whether only app users without an active subscription can redeem. */
  without_subscription: boolean;
  /** It may run beside other stackable codes, and its time follows theirs. */
  is_stackable: boolean;
  /** How often its codes were redeemed. */
  redemptions: number;
  /** How many codes there are. */
  codes: number;
  /** When it was revoked, or null if it was not. */
  revoked_at: TimestampOrNull;
}

export interface CampaignAsOf {
  /** The campaign's id. */
  campaign_id: string;
  /** Where it is defined: in the tenant `file`, or by the `api`. */
  origin: "file" | "api" | (string & {});
  /** False: it was revoked, or left the tenant file. */
  is_open: boolean;
  gives: Reward;
  /** When the codes begin, or null if at once. */
  valid_from: TimestampOrNull;
  /** When the codes end, or null if never. */
  valid_until: TimestampOrNull;
  /** How often its codes can be redeemed in all. Null: without limit. */
  max_redemptions: number | null;
  /** How often an app user can redeem its codes. */
  per_app_user: number;
  /** `app_user`: for app users who have bought nothing. `household`: the members of all their
   * households have bought nothing either. Null if neither. */
  only_new: "app_user" | "household" | (string & {}) | null;
  /** Whether only app users without an active subscription can redeem. */
  without_subscription: boolean;
  /** It may run beside other stackable codes, and its time follows theirs. */
  is_stackable: boolean;
  /** How often its codes were redeemed. */
  redemptions: number;
  /** How many codes there are. */
  codes: number;
  /** When it was revoked, or null if it was not. */
  revoked_at: TimestampOrNull;
  /** The moment that the answer is about. */
  as_of: Timestamp;
}

export interface CampaignPage {
  /** The campaigns. */
  data: Campaign[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface CodeBatch {
  /** The new codes. */
  codes: string[];
  /** The campaign of the codes. */
  campaign_id: string;
  /** The batch's id, by which its codes are revoked together. */
  batch_id: UUID;
}

/** Exactly one of `code`, `batch_id` and `campaign_id`. */
export interface CodeRevocation {
  /** The code to revoke. */
  code?: string;
  /** The batch whose codes to revoke. Other text than a UUID is not found. */
  batch_id?: string;
  /** The campaign whose codes to revoke. */
  campaign_id?: string;
  /** Whether what the codes gave is taken back, too. */
  take_back?: boolean;
  /** Why, for the audit. */
  reason: string;
}

export interface ChangePage {
  /** The changes, oldest first. */
  data: Change[];
  /** Read on with this `after`. */
  next_after: number;
  /** The number of the newest change of the log, or 0 without any. */
  last_number: number;
}

export interface Change {
  /** Grows in the order of commits. It is the time of numbering in microseconds since 1970, or
   * one more than the number before. Logs that began with an earlier release count from 1. */
  number: number;
  /** - `entitlements_changed`: what the app user may do, with the plan
   * - `period_changed`: only ends of entitlements moved, as by a renewal
   * - `limit_reached`: the app user used the last of a limit
   * - `household_changed`: the app user joined, left, or became or ceased to be the owner
   * - `credit_order_paid`: a purchase paid an order; `after` names the purchase and its
   * `transaction_id`
   * - `credits_changed`: the balance of a credit, production only: a pack was bought or
   * refunded, credits were spent or adjusted, or purchases moved. `before` and `after` have
   * `credit_id` and `balance`.
   * - `notice`: the app user has a new notice. It comes once for each `notice_id`, and only if
   * the tenant file has `notices`. `after` is the notice, without the household's name and the
   * `purchases` of `paid_twice`.
   * There may be more kinds later. */
  kind: string;
  /** The id by which the app user is shown at that time. */
  app_user_id: string;
  /** Of the purchases. Only readers and endpoints that ask for `sandbox` get its changes: they
   * show an app's webhooks before anyone has paid. */
  environment: "production" | "sandbox" | (string & {});
  /** What differs, as it was, or null if there was nothing. */
  before: Record<string, unknown> | null;
  /** What differs, as it is, or null if nothing is left. */
  after: Record<string, unknown> | null;
  /** What made the change. */
  cause: ChangeCause;
  /** When it happened, which may be before it was recorded. */
  happened_at: Timestamp;
  /** When it was written to the log. */
  recorded_at: Timestamp;
}

/** What made the change. */
export interface ChangeCause {
  /** `event`, `snapshot`, `run`, `clock`, `definition`, `merge`, `undo`, `claim`, `founding`,
   * `join`, `leave`, `handover`, `dissolution`, `grant`, `revocation`, `code`, `referral`,
   * `adjustment`, `use`, `spend`, `erasure`, `import` and more. */
  kind: string;
  /** The id of the event, run, merge, household, grant, redemption or adjustment. The reference
   * of a spend. */
  id: string | null;
}

export interface NewEndpoint {
  /** https, without a password. */
  url: string;
  kinds?: EndpointKinds;
  environments?: EndpointEnvironments;
}

export interface EndpointUpdate {
  /** https, without a password. Absent: as before. */
  url?: string;
  kinds?: EndpointKinds;
  environments?: EndpointEnvironments;
  /** `on` sends what is due, and `off` sends nothing. Absent: nothing changes. */
  state?: "on" | "off";
}

export interface EndpointAsOf {
  /** The endpoint's id. */
  endpoint_id: UUID;
  /** Where changes are sent. */
  url: string;
  kinds: DeliveredKinds;
  environments: DeliveredEnvironments;
  /** Whether changes are sent: `on` or `off`. */
  state: "on" | "off" | (string & {});
  /** Null if it is on.
   * - `requested`: an operator switched it off
   * - `gone`: it answered 410
   * - `failing`: a change failed for three days
   * - `changes_gone`: the log does not keep the next change any more */
  off_reason: string | null;
  /** When it was switched off, or null while it is on. */
  off_at: TimestampOrNull;
  /** Each change up to this number was delivered, or fails. */
  handed_over_number: number;
  /** How many deliveries fail now. At 100, further changes wait. */
  failing: number;
  /** When the endpoint was created. */
  created_at: Timestamp;
  /** The moment that the answer is about. */
  as_of: Timestamp;
}

export interface CreatedEndpoint {
  /** The endpoint's id. */
  endpoint_id: UUID;
  /** Where changes are sent. */
  url: string;
  kinds: DeliveredKinds;
  environments: DeliveredEnvironments;
  /** Whether changes are sent: `on` or `off`. */
  state: "on" | "off" | (string & {});
  /** Null if it is on.
   * - `requested`: an operator switched it off
   * - `gone`: it answered 410
   * - `failing`: a change failed for three days
   * - `changes_gone`: the log does not keep the next change any more */
  off_reason: string | null;
  /** When it was switched off, or null while it is on. */
  off_at: TimestampOrNull;
  /** Each change up to this number was delivered, or fails. */
  handed_over_number: number;
  /** How many deliveries fail now. At 100, further changes wait. */
  failing: number;
  /** When the endpoint was created. */
  created_at: Timestamp;
  secret: EndpointSecretText;
}

export interface EndpointPage {
  /** The endpoints, oldest first. */
  data: Endpoint[];
  /** Null. All endpoints are in one answer. */
  next_cursor: string | null;
}

export interface EndpointSecretRotation {
  /** True to end all other secrets now. */
  at_once?: boolean;
}

export interface EndpointSecret {
  secret: EndpointSecretText;
  /** The endpoint's id. */
  endpoint_id: UUID;
  /** How many secrets sign deliveries now: one or two. */
  live_secrets: number;
}

export interface EndpointTest {
  /** The message's `webhook-id`. */
  webhook_id: string;
  /** Whether the endpoint answered with a status from 200 to 299. */
  is_delivered: boolean;
  /** Null if there was no answer. */
  http_status: number | null;
  error: DeliveryError;
  /** How long the attempt took. */
  duration_milliseconds: number;
}

export interface Delivery {
  /** The change's number. */
  number: number;
  /** The message's `webhook-id`, the same for all attempts. */
  webhook_id: string;
  /** `delivered`, or `failing`: it is tried again. */
  status: "delivered" | "failing" | (string & {});
  /** The count starts again when the endpoint is switched on or gets another URL. */
  attempts: number;
  /** The status of the last answer, or null if there was none. */
  http_status: number | null;
  /** Of the last attempt. */
  duration_milliseconds: number;
  first_error: DeliveryError;
  /** When it was sent first. */
  first_attempt_at: Timestamp;
  /** When it was sent last. */
  last_attempt_at: Timestamp;
  /** While the endpoint is on, or null if the change was delivered. */
  next_attempt_at: Timestamp | null;
}

export interface DeliveryPage {
  /** The deliveries. */
  data: Delivery[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface EndpointReplay {
  /** The number of the first change to send again. */
  from_number: number;
}

/** As RevenueCat sends it. Unknown fields and types are stored. */
export interface RevenueCatWebhook {
  /** RevenueCat's version of the webhook. */
  api_version?: string | null;
  /** The event. */
  event: RevenueCatWebhookEvent;
}

/** The event. */
export interface RevenueCatWebhookEvent {
  /** The event's id, by which a repeated one is recognised. */
  id: string;
  /** What happened, such as `INITIAL_PURCHASE`. */
  type: string;
}

export interface WebhookReceipt {
  /** `stored`: not applied, because the event was not understood or will be retried. */
  status: "applied" | "duplicate" | "stored" | (string & {});
  /** The event's id, as RevenueCat gave it. */
  event_id: string;
}

export interface WebhookEvent {
  /** The event's id, as RevenueCat gave it. */
  event_id: string;
  /** As RevenueCat spells it. */
  type: string;
  /** The first app user id that the event names, for a transfer one that it moves to. Null if it
   * names none, or is no evidence and of a release before this field. */
  app_user_id: string | null;
  /** When the event was received. */
  received_at: Timestamp;
  status: WebhookEventStatus;
  /** Why the event was not applied. */
  failure: string | null;
  /** How often applying the event was tried. */
  attempts: number;
  /** When the next attempt is due. */
  due_at: TimestampOrNull;
  /** Reasons why optional fields were ignored, such as `price_not_a_number`. The rest of the
   * event is applied. `aliases_erased`: the field has a name that replaced an erased id, which
   * is no id. An event without another id is `stored`. */
  unread: string[];
}

export interface WebhookEventWithBody {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The event's id, as RevenueCat gave it. */
  event_id: string;
  /** As RevenueCat spells it. */
  type: string;
  /** The first app user id that the event names, for a transfer one that it moves to. Null if it
   * names none, or is no evidence and of a release before this field. */
  app_user_id: string | null;
  /** When the event was received. */
  received_at: Timestamp;
  status: WebhookEventStatus;
  /** Why the event was not applied. */
  failure: string | null;
  /** How often applying the event was tried. */
  attempts: number;
  /** When the next attempt is due. */
  due_at: TimestampOrNull;
  /** Reasons why optional fields were ignored, such as `price_not_a_number`. */
  unread: string[];
  /** As RevenueCat sent it. Empty if it named an app user who was erased since. Null if it was
   * dropped: the event was applied longer ago than `retention.event_bodies_days` of the tenant
   * file (90 by default). What it said is evidence; the timeline has it. */
  body: Record<string, unknown> | null;
  /** When the body was dropped. */
  body_dropped_at: TimestampOrNull;
}

export interface WebhookStatus {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** When the last event was received, or null if none was. */
  last_received_at: TimestampOrNull;
  /** The id of the last event, or null if none was received. */
  last_event_id: string | null;
  /** The type of the last event, or null if none was received. */
  last_type: string | null;
  /** How many events wait to be applied again. Counting stops at 1,000. */
  failed: number;
  /** Null if no delivery was refused within 24 hours. */
  refused: RefusedWebhooks | null;
}

export interface RefusedWebhooks {
  /** Refused deliveries since `first_refused_at`, recorded once a minute. After a day without
   * one, the count starts again. */
  count: number;
  /** Why the latest recorded one was refused. An open list: `authorization_missing`,
   * `authorization_wrong`, `authorization_bearer_differs` (equal except for `Bearer ` in
   * front), `authorization_secret_missing` (the tenant has none), `signature_missing`,
   * `signature_wrong`, `signature_malformed`, `signature_too_old_or_new`,
   * `signing_secret_missing`, `not_configured`, and `malformed`: authenticated, but no event. */
  reason: string;
  /** When the first of them was refused. */
  first_refused_at: Timestamp;
  /** When the latest recorded one was refused. */
  last_refused_at: Timestamp;
}

export interface WebhookEventPage {
  /** The events, newest first. */
  data: WebhookEvent[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface WebhookEventRetry {
  status: WebhookEventStatus;
  /** The event's id, as RevenueCat gave it. */
  event_id: string;
}

/** An app user's entitlements, and what the new snapshot changed. */
export interface SyncedEntitlements {
  app_user_id: AppUserID;
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The `known_at` of the request, or absent without it. */
  known_at?: Timestamp;
  /** The highest-ranking active entitlement, or the name of the tenant's free plan. Entitlements
   * missing from the tenant file rank lowest. */
  plan: string | null;
  /** The status of the highest-ranking entitlement, active ones first, or `none`. */
  subscription_status: string;
  /** Keyed by entitlement id. */
  entitlements: Record<string, Entitlement>;
  /** When this answer next changes without a new event. */
  next_change_at: TimestampOrNull;
  /** With `await_transaction`, whether the transaction is known. False after the timeout. */
  is_transaction_known?: boolean;
  /** When RevenueCat was last read, by its own clock, or by ours if it does not know the app
   * user. A snapshot that is refused (`is_conflicting`) does not count. Null if there was none. */
  confirmed_at: TimestampOrNull;
  /** What differs from the stored state before, as drift. */
  changes: Drift[];
  /** Whether RevenueCat's answer contradicts what is stored, and changed nothing: it has no such
   * customer, though a purchase gives access; or it contains none of the purchases from
   * webhooks, while the API key is not yet recognised as the project's. Then the app user is
   * read again. */
  is_conflicting: boolean;
}

/** One difference between RevenueCat and the stored state. If `purchase_id` is null, it concerns
 * the app user's ids, or a purchase that a dry run did not add. */
export interface Drift {
  /** When a run found it, or absent if this request found it. */
  found_at?: Timestamp;
  /** The difference's id. */
  drift_id: UUID;
  app_user_id: AppUserID;
  /** The purchase that differs, or null if none is stored. */
  purchase_id: UUID | null;
  /** The purchase's environment, or null without a purchase. */
  environment: string | null;
  /** The purchase's product, or null without a purchase. */
  product_id: string | null;
  /** The state before, or null if nothing was known. */
  before: Record<string, unknown> | null;
  /** The state now. */
  after: Record<string, unknown> | null;
  /** Whether an app user gained or lost access. */
  access_affected: boolean;
  /** Why it differs. An open list. */
  cause: "missed_event" | "late_event" | "changed_upstream" | "refund_without_event"
    | "alias_unknown" | "transfer_one_sided" | "sandbox_leak" | "catalog_changed" | "clock"
    | "unknown" | (string & {});
}

export interface Status {
  /** The moment that the answer is about. */
  as_of: Timestamp;
  /** The release of the server. */
  version: string;
  /** Whether RevenueCat can be read. */
  revenuecat: StatusRevenuecat;
  /** Whether RevenueCat's webhooks arrive. */
  webhooks: StatusWebhooks;
}

/** Whether RevenueCat can be read. */
export interface StatusRevenuecat {
  /** An open list. */
  status: string;
  /** The last snapshot, while RevenueCat is unreadable. */
  since: TimestampOrNull;
}

/** Whether RevenueCat's webhooks arrive. */
export interface StatusWebhooks {
  /** An open list. `quiet`: none arrived for 24 hours. `refused`: they fail their
   * authentication. */
  status: string;
  /** The last webhook if quiet, the first refused one if refused. */
  since: TimestampOrNull;
}

export interface NewRun {
  /** `user`: one app user. `due`: app users at risk. `all`: all app users. */
  scope: "user" | "due" | "all";
  /** Any id of the app user. Scope `user` needs it, others do not allow it. */
  app_user_id?: AppUserID;
  /** Report differences without changing anything. */
  dry_run?: boolean;
  /** Stops the run when more than this percentage of the last hundred app users (at least
   * twenty) lose access, or have a lifetime purchase and are unknown to RevenueCat, because the
   * API key may belong to another project. */
  stop_at_lost_percent?: number;
}

export interface Run {
  /** The moment that the answer is about. */
  as_of?: Timestamp;
  /** The run's id. */
  run_id: string;
  /** Which app users are read: one `user`, app users that are `due`, or `all`. */
  scope: "user" | "due" | "all" | (string & {});
  /** `whole_project`: all ids of the project were listed. `scope: all` does this with
   * RevenueCat's API version 2 once the project is recognised, and, if a caller starts it, even
   * before the first webhook has reported a purchase. `known_ids`: buyers whose webhooks were
   * all lost are missing from the run. */
  covers: "known_ids" | "whole_project" | (string & {});
  /** The app user of scope `user`, otherwise null. */
  app_user_id: string | null;
  /** `request`: by an operator. `schedule`: by the schedule. `catch_up`: after webhooks failed
   * for longer than RevenueCat retries. */
  origin: "request" | "schedule" | "catch_up" | (string & {});
  /** True: differences are listed, and nothing is stored. */
  dry_run: boolean;
  /** The run stops if more than this percentage of the app users would lose access. */
  stop_at_lost_percent: number;
  /** `listing`: the known app users were read, and the project's ids are being listed.
   * `stopped`: too many app users lost access; see `stop_at_lost_percent`. */
  status: "preparing" | "running" | "listing" | "finished" | "cancelled" | "stopped"
    | (string & {});
  /** Why the run waits, or why the latest failed read failed: `unauthorized` (RevenueCat refuses
   * the key, or it cannot be opened), `unavailable`, `rate_limited` and more. */
  setback: string | null;
  /** When it began. */
  started_at: Timestamp;
  /** When it ended, or null while it runs. */
  ended_at: string | null;
  /** How many app users are read. */
  people: RunPeople;
  /** What was found. */
  drift: RunDrift;
  /** In the last minute. */
  people_per_minute: number;
  /** Requests to RevenueCat. */
  budget: RunBudget;
  /** How long it is likely to take, or null if unknown. */
  seconds_left: number | null;
}

/** How many app users are read. */
export interface RunPeople {
  /** All of the run. */
  total: number;
  /** How many are still to be read. */
  waiting: number;
  /** How many were read. */
  read: number;
  /** RevenueCat has no customer with the id. */
  unknown: number;
  /** Not read after five attempts. */
  failed: number;
}

/** What was found. */
export interface RunDrift {
  /** All differences. */
  total: number;
  /** How many change what an app user may do. */
  access_affected: number;
  /** How many there are of each cause. */
  causes: Record<string, number>;
}

/** Requests to RevenueCat. */
export interface RunBudget {
  /** Allowed to the tenant. */
  requests_per_minute: number;
  /** Made by the run. */
  requests_used_per_minute: number;
}

export interface RunPage {
  /** The runs, latest first. */
  data: Run[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface DriftPage {
  /** The differences. */
  data: Drift[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** Why the answer is as it is. */
export interface ExplanationVerdict {
  /** Why. An open list. */
  reason: "own_purchase" | "tester_purchase" | "alias_purchase" | "household_purchase" | "grant"
    | "feature_free" | "feature_unmapped" | "limit_unlimited" | "limit_has_room" | "event_failed"
    | "product_not_in_file" | "not_identified" | "transferred" | "owned_by_another"
    | "not_transferred" | "alias_conflict" | "entitlement_not_shared" | "left_household"
    | "sharer_left" | "only_owner_shares" | "grant_not_shared" | "store_family_share"
    | "ended_before_joining" | "not_begun" | "payment_pending" | "paused" | "billing_error"
    | "refunded" | "price_increase_declined" | "unsubscribed" | "ended_by_developer"
    | "family_share_ended" | "expired" | "grant_revoked" | "grant_ended" | "sandbox_ignored"
    | "sandbox_purchase" | "production_purchase" | "gives_other_entitlements"
    | "event_not_understood" | "transaction_unknown" | "unknown_id" | "nothing_bought"
    | "feature_denied" | "limit_reached" | (string & {});
  facts: ExplanationFacts;
  /** The same in a sentence, for people. */
  sentence: string;
}

/** Whether what was answered is also what is known today. */
export interface ExplanationJudgement {
  /** Whether it was right. */
  reason: "was_right" | "was_wrong" | (string & {});
  facts: ExplanationFacts;
  /** The same in a sentence, for people. */
  sentence: string;
  /** What is known today about that moment. */
  is_allowed: boolean;
  /** What the lookup answers today about the moment. */
  answer: Record<string, unknown>;
}

/** A purchase or a grant that was considered, and why it gave access or did not. */
export interface ExplanationPurchase {
  /** Why it gave access or did not. An open list. */
  reason: "own_purchase" | "tester_purchase" | "alias_purchase" | "household_purchase" | "grant"
    | "outranked" | "product_not_in_file" | "not_identified" | "transferred" | "owned_by_another"
    | "not_transferred" | "alias_conflict" | "entitlement_not_shared" | "left_household"
    | "sharer_left" | "only_owner_shares" | "grant_not_shared" | "store_family_share"
    | "ended_before_joining" | "not_begun" | "payment_pending" | "paused" | "billing_error"
    | "refunded" | "price_increase_declined" | "unsubscribed" | "ended_by_developer"
    | "family_share_ended" | "expired" | "grant_revoked" | "grant_ended" | "sandbox_purchase"
    | "production_purchase" | "gives_other_entitlements" | (string & {});
  facts: ExplanationFacts;
  /** The same in a sentence, for people. */
  sentence: string;
  /** Whether it is the source of the answer. */
  has_won: boolean;
  /** Whether the purchase gives its owner access at the moment. */
  is_running: boolean;
  /** The rule by which it lost to the source of the answer, or by which that source came first.
   * Null if it was no source. */
  rule: ExplanationRule | null;
}

export interface ExplanationRule {
  /** The rule that chose among sources. */
  reason: "only_source" | "active_first" | "begun_first" | "latest_end_first"
    | "own_before_household" | "own_before_alias" | "purchase_before_grant"
    | "direct_before_implied" | "newest_period_first" | "lowest_id_first" | (string & {});
  /** The same in a sentence, for people. */
  sentence: string;
}

/** A household in which the app user is or was. */
export interface ExplanationHousehold {
  /** Whether the app user is a member, or has left. */
  reason: "household_member" | "left_household" | (string & {});
  facts: ExplanationFacts;
  /** The same in a sentence, for people. */
  sentence: string;
}

/** An event that names the app user or the transaction and changed nothing, or one about which a
 * rule of RevenueCat's documentation or of ours decided. */
export interface ExplanationEvent {
  /** Why it changed nothing, or the rule that decided. */
  reason: "event_failed" | "event_not_understood" | "sandbox_ignored" | "transaction_unknown"
    | "former_refund" | "lifetime_goes_on" | "lifetime_refunded" | "pause_taken_back"
    | "renewal_unpaid" | (string & {});
  facts: ExplanationFacts;
  /** The same in a sentence, for people. */
  sentence: string;
}

/** What changes by itself, and when. */
export interface ExplanationChange {
  /** What happens. */
  reason: "renews" | "ends" | "begins" | "resumes" | "event_retried" | "limit_resets"
    | (string & {});
  facts: ExplanationFacts;
  /** The same in a sentence, for people. */
  sentence: string;
  /** When it happens. */
  at: string;
}

/** How fresh the knowledge is, of snapshots and then of webhooks. */
export interface ExplanationKnowledge {
  /** What is known. */
  reason: "snapshot_fresh" | "snapshot_old" | "never_read" | "revenuecat_unreadable"
    | "no_revenuecat_key" | "customer_missing" | "webhooks_arrive" | "webhooks_quiet"
    | "webhooks_refused" | "no_webhook_yet" | (string & {});
  facts: ExplanationFacts;
  /** The same in a sentence, for people. */
  sentence: string;
}

/** How to fix a refusal. */
export interface ExplanationStep {
  /** What to do. An open list. */
  reason: "sync" | "set_key" | "retry_event" | "apply_product" | "identify" | "claim"
    | "give_grant" | "share_aliases" | "invite" | "share_entitlement" | "share_grants"
    | "share_from_members" | "add_tester" | "ask_production" | "apply_feature" | "wait" | "buy"
    | "name_transaction" | (string & {});
  facts: ExplanationFacts;
  /** The same in a sentence, for people. */
  sentence: string;
  /** The request that does it, or null if there is none. */
  request: ExplanationStepRequest | null;
  /** The same in a terminal, or null. */
  command: string | null;
}

export interface ExplanationStepRequest {
  /** The request's method. */
  method: string;
  /** The request's path. */
  path: string;
  /** Fields of the body, or null if it has none, or is the tenant file. */
  body: Record<string, unknown> | null;
}

export interface Explanations {
  /** The explanation of the plan. */
  plan: Explanation;
  /** The explanations of entitlements, by their ids. */
  entitlements: Record<string, Explanation>;
}

export interface Explanation {
  /** The id that was asked about. */
  app_user_id: string;
  /** The moment that the answer is about. */
  as_of: string;
  /** The moment whose knowledge is used. */
  known_at?: string;
  /** With `known_at` only: what is known today of the moment `as_of`. Null if the tenant file no
   * longer has what is asked for. */
  as_known_now?: ExplanationJudgement | null;
  /** Whose purchases count: `production` or `sandbox`. */
  environment: string;
  /** What was asked. */
  asked: ExplanationAsked;
  /** Whether the entitlement is active, the feature allowed, or a use of the limit left. Of a
   * plan, whether any entitlement is active. */
  is_allowed: boolean;
  verdict: ExplanationVerdict;
  /** What the lookup of the entitlement, feature, limit or plan answers. */
  answer: Record<string, unknown>;
  /** What was considered, and how it was decided. */
  decision: ExplanationDecision;
  /** What changes by itself, and when. */
  changes: ExplanationChange[];
  /** How fresh the knowledge is. */
  knowledge: ExplanationKnowledge[];
  /** What to do, the best first, or empty if the answer is yes. */
  next: ExplanationStep[];
}

/** What was asked. */
export interface ExplanationAsked {
  /** Whether it is the plan, an entitlement, a feature or a limit. */
  kind: "plan" | "entitlement" | "feature" | "limit" | (string & {});
  /** Of a plan, the plan that was answered. */
  id: string;
}

/** What was considered, and how it was decided. */
export interface ExplanationDecision {
  /** The entitlements that decide. */
  entitlement_ids: string[];
  /** The source of the answer first, then the most telling. */
  purchases: ExplanationPurchase[];
  /** The households of the app user. */
  households: ExplanationHousehold[];
  /** The events that changed nothing, or about which a rule decided. */
  events: ExplanationEvent[];
}

export interface SigningKeys {
  /** The keys, newest first. */
  keys: SigningKeysKeys[];
}

export interface SigningKeysKeys {
  /** The kind of the key. */
  kty: "EC";
  /** The curve. */
  crv: "P-256";
  /** The first coordinate, in base64 for addresses. */
  x: string;
  /** The second coordinate, in base64 for addresses. */
  y: string;
  /** The key's id, which a statement names. */
  kid: string;
  /** The algorithm of the signatures. */
  alg: "ES256";
  /** What it is for: signatures. */
  use: "sig";
}

export interface Figures {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  /** Where days begin. */
  time_zone: string;
  /** The dimensions that were asked for. */
  by: string[];
  /** When the oldest part was computed, so evidence since then is not counted yet. Null if not
   * all parts have been computed. */
  computed_at: Timestamp | null;
  /** A row for each combination of the dimensions. */
  data: FigureRow[];
  /** Purchases that came to another app user. */
  restores: FiguresRestores[];
  /** How often a use left nothing of a limit. */
  limits: FiguresLimits[];
  /** Purchases by the offer that they used first. */
  offers: FiguresOffers[];
  /** Redemptions of codes by campaign. */
  campaigns: FiguresCampaigns[];
  /** How many households had this number of members and payers at the end of the last day, null
   * with `households=false`. */
  households: FiguresHouseholds[] | null;
}

export interface FiguresRestores {
  /** The day, or null without `by=day`. */
  day: string | null;
  /** How the purchase moved. */
  kind: "transfer" | "claim" | "merge" | (string & {});
  /** How many purchases. */
  number: number;
}

export interface FiguresLimits {
  /** The day, or null without `by=day`. */
  day: string | null;
  /** The limit's name in the catalog. */
  limit_id: string;
  /** How many times. */
  number: number;
}

export interface FiguresOffers {
  /** The day, or null without `by=day`. */
  day: string | null;
  /** The code of the offer, as the store or RevenueCat names it. */
  offer_code: string;
  /** How many purchases. */
  number: number;
}

export interface FiguresCampaigns {
  /** The day, or null without `by=day`. */
  day: string | null;
  /** The campaign's id. */
  campaign_id: string;
  /** How many redemptions. */
  number: number;
}

export interface FiguresHouseholds {
  /** So many members. */
  members: number;
  /** So many of them pay. */
  payers: number;
  /** How many households have so many. */
  households: number;
}

/** Dimensions that were not asked for, or that are unknown, are null. */
export interface FigureRow {
  /** The day, or null without `by=day`. */
  day: string | null;
  /** The product. */
  product_id: string | null;
  /** The product's entitlement with the highest rank. */
  plan: string | null;
  /** How long a period is: `monthly`, `annual`… */
  plan_type: string | null;
  /** Where it was bought. */
  store: string | null;
  /** Where the app user's phone was last, as the event of the period says. */
  country_code: string | null;
  /** The entitlement that the product gives. */
  entitlement_id: string | null;
  /** The figures; METRICS.md (`/docs/metrics`) defines each. */
  figures: FigureRowFigures;
  /** Transactions with a price above 0, by currency. */
  charges: FigureAmount[];
  /** Transactions that were given back, by currency. */
  refunds: FigureAmount[];
  /** Refunds that the store took back, by currency. */
  refunds_reversed: FigureAmount[];
}

/** The figures; METRICS.md (`/docs/metrics`) defines each. */
export interface FigureRowFigures {
  /** Purchases in a paid period of a subscription at the end of the day. */
  active_subscriptions: number;
  /** Purchases in a trial at the end of the day. */
  active_trials: number;
  /** Purchases paid once whose access has not ended, without consumables. */
  active_one_time: number;
  /** Grants that have begun and not ended. */
  active_grants: number;
  /** Trials that began. */
  trials_begun: number;
  /** First paid periods after a trial. */
  trials_converted: number;
  /** Trials whose auto-renewal was switched off for the first time. */
  trials_cancelled: number;
  /** First paid periods without a trial before them. */
  subscriptions_begun: number;
  /** Paid periods that go on from a paid one. */
  subscriptions_renewed: number;
  /** Purchases whose paid access had ended and is back. */
  subscriptions_returned: number;
  /** Subscriptions whose paid access ended without a failed payment. */
  churned_voluntarily: number;
  /** Subscriptions whose paid access ended after a failed payment. */
  churned_involuntarily: number;
  /** Charges that failed, once for each episode. */
  payments_failed: number;
  /** Paid periods right after a failed payment. */
  payments_recovered: number;
  /** Purchases paid once. */
  one_time_purchases: number;
}

export interface FigureAmount {
  /** Three letters. Nothing is converted. */
  currency: string;
  /** How many transactions. */
  number: number;
  /** Their exact sum. */
  amount: number;
}

export interface APIKeyList {
  /** The keys of the tenant, revoked ones too. */
  data: ListedAPIKey[];
  /** The list is complete, so there is no other page. */
  next_cursor: null;
}

export interface ListedAPIKey {
  /** Not secret. */
  key_id: string;
  /** What the key may do. */
  kind: "secret" | "read" | (string & {});
  /** When the key was made. */
  created_at: Timestamp;
  /** When the key was revoked, or null while it works. */
  revoked_at: TimestampOrNull;
  /** When the key was last used, noted at most once an hour; null if it never was, or not since
   * Hearth notes it. */
  last_used_at: TimestampOrNull;
}

export interface NewAPIKey {
  /** What the key may do. */
  kind: "secret" | "read";
}

export interface CreatedAPIKey {
  /** Not secret. */
  key_id: string;
  /** What the key may do. */
  kind: "secret" | "read" | (string & {});
  /** The whole key. It is not shown again. */
  key: string;
}

export interface DefinitionList {
  /** The files that were applied, newest first. */
  data: ListedDefinition[];
  /** The list is complete, so there is no other page. */
  next_cursor: null;
}

export interface ListedDefinition {
  /** Grows with each file that changed the tenant. */
  definition_version: number;
  /** When the file was applied. */
  applied_at: Timestamp;
  /** The operator or the key that applied it. */
  applied_by: string;
}

export interface DefinitionVersion {
  /** Grows with each file that changed the tenant. */
  definition_version: number;
  /** When the file was applied. */
  applied_at: Timestamp;
  /** The operator or the key that applied it. */
  applied_by: string;
  /** The file's text. */
  source: string | null;
  /** The file in canonical form. */
  definition: Record<string, unknown>;
  /** How it differs from the version before. */
  changes: DefinitionVersionChanges[];
}

export interface DefinitionVersionChanges {
  /** The file's section, such as `products`. */
  section: string;
  /** The entry of the section, or null for the section itself. */
  id: string | null;
  /** What became of the entry. */
  change: "added" | "removed" | "changed" | (string & {});
  /** The entry before, or null if there was none. */
  before: unknown;
  /** The entry since then, or null if there is none. */
  after: unknown;
}

export interface TenantSetup {
  /** The tenant file asks for webhook secrets. */
  requires_secret: boolean;
  /** The kinds that the file asks for and that have no secret. */
  missing_secrets: ("authorization" | "signature" | (string & {}))[];
  /** Since when webhooks have failed their authentication, or null if they do not */
  refused_since: TimestampOrNull;
  /** The last webhook, or null if none was ever received */
  received_at: TimestampOrNull;
  /** The key for RevenueCat's REST API. `not_recognised`: its snapshots list no purchase that
   * webhooks reported. `untried`: no snapshot has listed one yet. */
  key_state: "missing" | "refused" | "not_recognised" | "untried" | "recognised" | (string & {});
  /** Products that were sold, that the tenant file lacks, and that give nothing. */
  unknown_products: string[];
}

export interface SecretList {
  /** The secrets that are stored, without their values. */
  data: SecretListData[];
  /** The list is complete, so there is no other page. */
  next_cursor: null;
}

export interface SecretListData {
  /** What the secret is for. */
  kind: "authorization" | "signature" | "token_secret" | "signing_key" | "endpoint_secret"
    | "revenuecat_api_key" | (string & {});
  /** What has the secret, or empty for the tenant itself. */
  name: string;
  /** Two secrets of a kind can be stored while one replaces the other. */
  slot: number;
}

export interface Liveness {
  /** Always `alive`. */
  status: "alive";
}

export interface Readiness {
  /** `ready` if every check passed. */
  status: "ready" | "not_ready" | (string & {});
  /** The checks, each with its result. */
  checks: ReadinessChecks[];
}

export interface ReadinessChecks {
  /** What is checked. */
  name: string;
  /** Whether the check passed. */
  is_ready: boolean;
  /** What was found, for people. */
  detail: string;
}
