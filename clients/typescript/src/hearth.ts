import { RefusedError, TimedOutError } from "./errors.js";
import { changesOfStream } from "./events.js";
import {
  attemptsOf, backoffSeconds, isOutage, maximumPauseSeconds, newKey, pauseSeconds, secondsOf,
  timedOut, valueOf, type Request,
} from "./exchange.js";
import { KnownAnswers } from "./known.js";
import { Me } from "./me.js";
import { checked, person, segment, type HearthOptions } from "./options.js";
import { pause, send, tokenOf } from "./transport.js";
import type {
  Change, ChangePage, CheckedEntitlements, EntitlementChecks, EntitlementOfAppUser,
  EntitlementsOfAppUser, FeatureOfAppUser, LimitsOfAppUser, Page, UsedLimit,
} from "./types.js";

/** An answer, and whether Hearth gave it now. */
export type LookedUp<Answer> = Answer & {
  /**
   * Null if Hearth answered now. Otherwise Hearth cannot be reached, and this is the last answer,
   * which is so old.
   */
  fallback_age_seconds: number | null;
};

/** Lists are followed for this many pages, so that a cursor that leads back ends. */
const maximumPages = 100_000;

/**
 * Asks a Hearth server what app users may do. Every call throws a `HearthError` if it does not
 * succeed:
 *
 * - `RefusedError`, with the code that the call's documentation names. Any call may be refused with
 *   `unauthorized`, `token_refused`, `token_superseded`, `forbidden`, `tenant_not_found`,
 *   `invalid_request`, `validation_failed`, `too_many_requests`, and with 503 `overloaded`,
 *   `database_unavailable`, `read_only`, `tenant_moving` and `tenant_moved`.
 * - `TimedOutError` and `NetworkError`, after the client has tried again.
 * - `AnswerError`, if something else than Hearth answered.
 * - `OptionError`, if the call has a mistake. Nothing was sent.
 *
 * What the function throws that you give as `key` comes through as it is, and so does the reason of
 * a `signal` that cancels.
 */
export class Hearth {
  /** What an end user does for themselves, in an app. */
  readonly me: Me;
  // Hidden, so that a log of the client does not show the key.
  readonly #options: HearthOptions;
  readonly #known: KnownAnswers;

  constructor(options: HearthOptions, known = new KnownAnswers()) {
    this.#options = checked(options);
    this.#known = known;
    this.me = new Me((request) => this.answer(request));
  }

  /** The tenant's slug, if one was given. */
  get tenant(): string | undefined {
    return this.#options.tenant;
  }

  /** The same client with other options for some calls, such as a `timeout` or a `signal`. */
  with(options: Pick<HearthOptions, "timeout" | "attempts" | "fallback" | "signal">): Hearth {
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    return new Hearth({ ...this.#options, ...Object.fromEntries(given) }, this.#known);
  }

  /**
   * Whether an entitlement is active; without an app user's id, for the end user of the token.
   * Refused with `entitlement_not_in_catalog`.
   */
  async isActive(entitlementID: string, appUserID?: string): Promise<boolean> {
    return (await this.entitlement(entitlementID, appUserID)).is_active;
  }

  /** One entitlement, with its end and its source. Refused with `entitlement_not_in_catalog`. */
  async entitlement(
    entitlementID: string, appUserID?: string,
  ): Promise<LookedUp<EntitlementOfAppUser>> {
    return this.lookUp("GET", `${person(appUserID)}/entitlements/${segment(entitlementID)}`);
  }

  /** All that an app user may do, with the plan. Refused with no code of its own. */
  async entitlements(appUserID?: string): Promise<LookedUp<EntitlementsOfAppUser>> {
    return this.lookUp("GET", `${person(appUserID)}/entitlements`);
  }

  /** Whether a feature of the tenant file may be used. Refused with `feature_not_in_catalog`. */
  async feature(featureID: string, appUserID?: string): Promise<LookedUp<FeatureOfAppUser>> {
    return this.lookUp("GET", `${person(appUserID)}/features/${segment(featureID)}`);
  }

  /** How much of each limit is used. Refused with no code of its own. */
  async limits(appUserID?: string): Promise<LookedUp<LimitsOfAppUser>> {
    return this.lookUp("GET", `${person(appUserID)}/limits`);
  }

  /**
   * Checks up to a hundred entitlements at one moment; the answers are in the same order. Refused
   * with no code of its own: a check of an unknown entitlement has `error`.
   */
  async check(
    checks: EntitlementChecks["checks"],
  ): Promise<LookedUp<CheckedEntitlements["checks"][number]>[]> {
    const answer = await this.lookUp<CheckedEntitlements>(
      "POST", "/v1/entitlements/check", { checks });
    const { fallback_age_seconds } = answer;
    return answer.checks.map((each) => ({ ...each, fallback_age_seconds }));
  }

  /**
   * Counts a use of a limit, once however often the request is repeated. `is_allowed` of the answer
   * is false if the limit is reached; nothing is counted then. The same `reference` counts once.
   * Refused with `limit_not_in_catalog`, `limit_not_consumable` and `reference_reused`.
   */
  async consume(
    limitID: string,
    appUserID?: string,
    use: { amount?: number; reference?: string } = {},
  ): Promise<UsedLimit> {
    const path = `${person(appUserID)}/limits/${segment(limitID)}/consume?refuse=false`;
    return this.request("POST", path, { amount: 1, ...use }, newKey());
  }

  /**
   * Follows all changes of the tenant, with its secret key: after a number, or from now on. A
   * stream that breaks is opened again after the last change, so none is missed. Refused with
   * `changes_gone` (410) if the log begins later than the number.
   */
  async *listen(after?: number): AsyncGenerator<Change, void, undefined> {
    let number: number = after
      ?? (await this.request<ChangePage>("GET", "/v1/changes?limit=1")).last_number;
    for (let failures = 0; ;) {
      let asked: number | undefined;
      try {
        const token = await tokenOf(this.#options, false, secondsOf(stream, this.#options));
        for await (const change of changesOfStream(this.#options, token, number)) {
          number = change.number;
          failures = 0;
          yield change;
        }
      } catch (error) {
        asked = pauseSeconds(error, failures + 1);
        if (asked === undefined) throw error;
      }
      failures += 1;
      const seconds = asked ?? backoffSeconds(failures);
      await pause(Math.min(seconds, maximumPauseSeconds), this.#options.signal);
    }
  }

  /**
   * Any other operation, by its path, whose documentation names what it is refused with. Repeated
   * if it is a GET or has an idempotency key. Give a key only to an operation that takes one. If
   * Hearth itself waits, as with `wait`, set a longer `timeout` and `attempts: 1`.
   */
  async request<Answer>(
    method: string, path: string, body?: unknown, idempotencyKey?: string,
  ): Promise<Answer> {
    return this.answer({ method, path, body, idempotencyKey });
  }

  /** All items of a list, page after page. Throws what `request` throws. */
  async *pages<Item>(path: string): AsyncGenerator<Item, void, undefined> {
    const separator = path.includes("?") ? "&" : "?";
    let cursor = "";
    for (let count = 0; count < maximumPages; count++) {
      const page = await this.request<Page<Item>>("GET", path + cursor);
      yield* page.data;
      if (!page.next_cursor) return;
      cursor = `${separator}cursor=${encodeURIComponent(page.next_cursor)}`;
    }
  }

  /** The answer; without a connection the last one, if that is not too old. */
  private async lookUp<Answer>(
    method: string, path: string, body?: unknown,
  ): Promise<LookedUp<Answer>> {
    // The server ignores the key of a check. It says that the request may be repeated.
    const idempotencyKey = method === "POST" ? newKey() : undefined;
    const request: Request = { method, path, body, idempotencyKey, isLookup: true };
    const { fallback } = this.#options;
    const token = await tokenOf(this.#options, false, secondsOf(request, this.#options));
    try {
      const value = await this.answer<Answer>(request, token);
      if (fallback !== undefined) this.#known.keep(request, token, value);
      return { ...value, fallback_age_seconds: null };
    } catch (error) {
      if (fallback === undefined || !isOutage(error)) throw error;
      const found = this.#known.last(request, token, fallback);
      if (found === null) throw error;
      return { ...(found.value as Answer), fallback_age_seconds: found.age };
    }
  }

  /** Sends the request until it succeeds, cannot succeed, or its time is over. */
  private async answer<Answer>(request: Request, known?: string): Promise<Answer> {
    const options = this.#options;
    const seconds = secondsOf(request, options);
    const end = Date.now() + seconds * 1000;
    const lastAttempt = attemptsOf(request, options);
    let token = known;
    let isRefused = false;
    for (let attempt = 1; ;) {
      const left = Math.max(0, end - Date.now()) / 1000;
      token ??= await tokenOf(options, isRefused, left);
      try {
        const share = attempt === lastAttempt ? left : left / 2;
        return valueOf(await send(options, request, token, share)) as Answer;
      } catch (error) {
        const isTokenRefused = error instanceof RefusedError && error.code === "token_refused";
        if (isTokenRefused && typeof options.key === "function" && !isRefused) {
          // It may have ended on its way, so the function is asked again, once.
          isRefused = true;
          token = undefined;
          continue;
        }
        const wait = pauseSeconds(error, attempt);
        if (wait === undefined || attempt === lastAttempt || Date.now() + wait * 1000 >= end) {
          throw error instanceof TimedOutError ? timedOut(seconds) : error;
        }
        await pause(wait, options.signal);
        attempt += 1;
      }
    }
  }
}

const stream: Request = { method: "GET", path: "/v1/changes/stream" };
