import { HearthError, optionError, VerificationError } from "./errors.js";
import { isOutage } from "./exchange.js";
import type { Hearth } from "./hearth.js";
import { pause } from "./transport.js";
import { signedClaims, verifyStatement, type StatementClaims } from "./verification.js";
import type { ChangePage, SigningKeys } from "./types.js";

/** What keeps a text on the device: `localStorage`, or React Native's `AsyncStorage`. */
export interface AccessStorage {
  getItem(name: string): string | null | Promise<string | null>;
  setItem(name: string, value: string): unknown;
}

/** What a person may do, as far as the device knows. */
export interface KnownAccess {
  /**
   * - `fresh`: Hearth has just said it.
   * - `kept`: Hearth cannot be reached, and signed it before.
   * - `unknown`: Hearth cannot be reached, and nothing that counts is kept. Nothing is active.
   */
  state: "fresh" | "kept" | "unknown";
  /** What Hearth signed; undefined if `state` is `unknown`. */
  claims: StatementClaims | undefined;
  /** Why it is not fresh, such as `no_connection`, or `clock_set_back` and `expired`. */
  reason: HearthError | undefined;
  /** Whether an entitlement is active; use this to decide. */
  isActive(entitlementID: string): boolean;
}

/** What is kept. It holds no secret, and an edit of it does not verify. */
interface Stored {
  token?: string;
  keys?: SigningKeys;
  latestIssuedAt: number;
}

/** The pause after which a device without a connection tries again. */
const retrySeconds = 10;
/** How long Hearth holds a question for changes. */
const holdSeconds = 25;

/**
 * What the person of a token may do, with a connection and without one. Both ways give what Hearth
 * has signed, so they cannot differ. Use a `name` of its own for each person.
 */
export class Access {
  private readonly now: () => Date;
  private readonly tenant: string;
  private stored: Promise<Stored> | undefined;

  constructor(
    private readonly hearth: Hearth,
    private readonly options: { storage: AccessStorage; name: string; now?: () => Date },
  ) {
    if (hearth.tenant === undefined) throw optionError("tenant", "An app names its tenant.");
    this.tenant = hearth.tenant;
    this.now = options.now ?? (() => new Date());
  }

  /** What the kept statement says, at once and without the network. */
  async kept(reason?: HearthError): Promise<KnownAccess> {
    const { token, keys, latestIssuedAt } = await this.load();
    if (token === undefined) return known("unknown", undefined, reason);
    try {
      const now = this.now();
      const checks = { now, latestIssuedAt };
      const claims = await verifyStatement(token, keys ?? { keys: [] }, this.tenant, checks);
      return known("kept", claims, reason);
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      return known("unknown", undefined, error);
    }
  }

  /**
   * What the person may do now: from Hearth, or else by what is kept. Throws what Hearth refused
   * (sign in again after 401).
   */
  async current(signal?: AbortSignal): Promise<KnownAccess> {
    try {
      return known("fresh", await this.refreshed(this.hearth.with({ signal })));
    } catch (error) {
      if (!isOutage(error)) throw error;
      return this.kept(error);
    }
  }

  /**
   * Yields what is kept at once, then what Hearth says, then each change: by a purchase, a
   * household or the clock. Without a connection it tries again and again. Ends with what Hearth
   * refuses.
   */
  async *updates(signal?: AbortSignal): AsyncGenerator<KnownAccess, void, undefined> {
    let last = await this.kept();
    if (last.state === "kept") yield last;
    let isFirst = last.state !== "kept";
    for (;;) {
      // Known before the answer, so that no change between them is missed.
      const number = await this.lastNumber(signal);
      const next = await this.current(signal);
      if (isFirst || text(next) !== text(last)) yield next;
      [last, isFirst] = [next, false];
      await this.nextChange(next, number, signal);
    }
  }

  /** Forgets the statement, as when the person signs out. The latest time stays known. */
  async forget(): Promise<void> {
    const { keys, latestIssuedAt } = await this.load();
    await this.save({ keys, latestIssuedAt });
  }

  private async refreshed(hearth: Hearth): Promise<StatementClaims> {
    const stored = await this.load();
    const token = await hearth.me.statement();
    let keys = stored.keys ?? { keys: [] };
    let claims: StatementClaims;
    // Hearth has just signed it, so a wrong clock of the device does not matter.
    try {
      claims = await signedClaims(token, keys, this.tenant);
    } catch (error) {
      if (!(error instanceof VerificationError) || error.reason !== "unknown_key") throw error;
      keys = await hearth.me.signingKeys(this.tenant);
      claims = await signedClaims(token, keys, this.tenant);
    }
    await this.save({
      token, keys, latestIssuedAt: Math.max(stored.latestIssuedAt, claims.iat),
    });
    return claims;
  }

  private async lastNumber(signal?: AbortSignal): Promise<number | undefined> {
    try {
      return (await this.hearth.with({ signal, attempts: 1 }).me.changes()).last_number;
    } catch (error) {
      if (!isOutage(error)) throw error;
      return undefined;
    }
  }

  /** Waits for the person's next change, for the clock, or for the time to try again. */
  private async nextChange(
    access: KnownAccess, number: number | undefined, signal?: AbortSignal,
  ): Promise<void> {
    const { claims } = access;
    if (access.state !== "fresh" || claims === undefined || number === undefined) {
      return pause(retrySeconds, signal);
    }
    // Half of its life is left for the time without a connection.
    const seconds = [(claims.exp - claims.iat) / 2];
    if (claims.next_change_at) seconds.push(Date.parse(claims.next_change_at) / 1000 - claims.iat);
    const end = Date.now() + Math.max(1, Math.min(...seconds)) * 1000;
    try {
      for (let after = number; Date.now() < end;) {
        const left = Math.ceil((end - Date.now()) / 1000);
        const wait = Math.max(1, Math.min(holdSeconds, left));
        const page = await this.hearth.with({ signal, timeout: wait + 5, attempts: 1 })
          .request<ChangePage>("GET", `/v1/me/changes?after=${after}&wait=${wait}`);
        if (page.data.length > 0) return;
        after = page.next_after;
      }
    } catch (error) {
      // The log may begin later than the number. Either way all is asked again.
      if (!(error instanceof HearthError)) throw error;
      await pause(retrySeconds, signal);
    }
  }

  private load(): Promise<Stored> {
    this.stored ??= (async () => {
      try {
        const kept = await this.options.storage.getItem(this.options.name);
        return { latestIssuedAt: 0, ...(JSON.parse(kept ?? "{}") as Partial<Stored>) };
      } catch {
        return { latestIssuedAt: 0 };
      }
    })();
    return this.stored;
  }

  private async save(stored: Stored): Promise<void> {
    this.stored = Promise.resolve(stored);
    try {
      await this.options.storage.setItem(this.options.name, JSON.stringify(stored));
    } catch {
      // A device that cannot write decides by what is in memory.
    }
  }
}

function known(
  state: KnownAccess["state"], claims?: StatementClaims, reason?: HearthError,
): KnownAccess {
  return {
    state, claims, reason,
    isActive: (entitlementID) => claims?.entitlements[entitlementID]?.is_active ?? false,
  };
}

/** What makes two of them differ: not when they were signed. */
function text({ state, claims, reason }: KnownAccess): string {
  const { plan, subscription_status, entitlements } = claims ?? {};
  return JSON.stringify([state, plan, subscription_status, entitlements, reason?.code]);
}
