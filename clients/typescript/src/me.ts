import { RefusedError } from "./errors.js";
import { newKey, type Request } from "./exchange.js";
import { segment } from "./options.js";
import type {
  ChangePage, Household, HouseholdAsOf, HouseholdInvite, JoinedHousehold, Me as EndUser, Merge,
  MyAwaitedHousehold, Notice, Notices, Proof, SigningKeys, Statement,
} from "./types.js";

/** What an end user does for themselves. It needs their token and the tenant. */
export class Me {
  /** @internal */
  constructor(private readonly answer: <Answer>(request: Request) => Promise<Answer>) {}

  /** Everything for a start screen: access, features, limits, notices, household. */
  everything(): Promise<EndUser> {
    return this.get("/v1/me");
  }

  /**
   * Takes what an anonymous app user bought and used to the account that signed in, once, with a
   * proof that it was the same person: the device's secret, a ticket, or the anonymous token. The
   * answer says what moved.
   *
   * Refused with `proof_required`, `proof_invalid`, `not_anonymous`, `not_identified`,
   * `merge_conflict` and `purchase_moved_too_often`.
   */
  identify(anonymousAppUserID: string, proof?: Proof): Promise<Merge> {
    const body = { anonymous_app_user_id: anonymousAppUserID, proof };
    return this.answer({ method: "POST", path: "/v1/me/identify", body });
  }

  /** The end user's household, or null if they are in none. */
  async household(): Promise<HouseholdAsOf | null> {
    try {
      return await this.get<HouseholdAsOf>("/v1/me/household");
    } catch (error) {
      if (error instanceof RefusedError && error.code === "household_not_found") return null;
      throw error;
    }
  }

  /** Founds a household. Refused with `already_in_household`, `cooldown` and `not_identified`. */
  createHousehold(name?: string): Promise<Household> {
    const [path, body] = ["/v1/me/household", { name }];
    return this.answer({ method: "POST", path, body, idempotencyKey: newKey() });
  }

  /**
   * An invite into the end user's household, whose code is shown once. Refused with
   * `not_household_owner`, `household_not_found`, `household_full` and `not_identified`.
   */
  invite(): Promise<HouseholdInvite> {
    const [path, body] = ["/v1/me/household/invites", {}];
    return this.answer({ method: "POST", path, body, idempotencyKey: newKey() });
  }

  /**
   * Joins the household of an invite. If `is_confirmed` is false, its owner must confirm first.
   * Refused with `invite_not_found`, `invite_expired`, `household_full`, `already_in_household`,
   * `cooldown` and `not_identified`.
   */
  joinHousehold(code: string): Promise<JoinedHousehold | MyAwaitedHousehold> {
    return this.answer({ method: "POST", path: "/v1/me/household/join", body: { code } });
  }

  /** Leaves the household. Refused with `owner_must_transfer`. */
  leaveHousehold(): Promise<void> {
    return this.answer(
      { method: "POST", path: "/v1/me/household/leave", body: {}, isRepeatable: true });
  }

  /** What the app should show, most urgent first. */
  async notices(): Promise<Notice[]> {
    return (await this.get<Notices>("/v1/me/notices")).notices;
  }

  /** Hides a notice on all of the end user's devices. Refused with `notice_not_found`. */
  async dismissNotice(noticeID: string): Promise<void> {
    const path = `/v1/me/notices/${segment(noticeID)}/dismiss`;
    return this.answer({ method: "POST", path, isRepeatable: true });
  }

  /** The end user's own changes after a number. Refused with `changes_gone`. */
  changes(after?: number): Promise<ChangePage> {
    return this.get(`/v1/me/changes${after === undefined ? "" : `?after=${after}`}`);
  }

  /**
   * A signed statement of what the end user may do; `Access` keeps and verifies it. Refused with
   * `no_signing_key`.
   */
  async statement(): Promise<string> {
    return (await this.get<Statement>("/v1/me/token")).token;
  }

  /** The keys that verify the statements of a tenant. */
  async signingKeys(tenant: string): Promise<SigningKeys> {
    return this.get(`/v1/tenants/${segment(tenant)}/.well-known/jwks.json`);
  }

  private get<Answer>(path: string): Promise<Answer> {
    return this.answer({ method: "GET", path });
  }
}
