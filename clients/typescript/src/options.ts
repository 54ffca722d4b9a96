import { optionError } from "./errors.js";

/** An API key; in an app, what returns the end user's token. */
export type Key = string | ((how: { isRefused: boolean }) => string | Promise<string>);

/** Where to ask, as which app, and for how long. */
export interface HearthOptions {
  /** Such as `https://hearth.example`. */
  address: string;
  /**
   * An API key on your server; in an app, what returns the end user's token. If Hearth refused the
   * last token, the function is called once more, with `isRefused`. What it throws comes through.
   */
  key: Key;
  /** The tenant's slug. An end user's token needs it. */
  tenant?: string;
  /**
   * How long a call may take in all, with its repeats, in seconds (not milliseconds). Without it,
   * lookups have 2 seconds and writes 10.
   */
  timeout?: number;
  /**
   * How often a request is sent at most, if it may be repeated: 4 without it. Each attempt but the
   * last may take half of the time that is left.
   */
  attempts?: number;
  /**
   * For how many seconds a lookup may answer what it answered last, if Hearth cannot be reached.
   * `fallback_age_seconds` of an answer says so.
   */
  fallback?: number;
  /** Cancels calls. They throw its reason. */
  signal?: AbortSignal;
  /** Another `fetch`, as for tests. */
  fetch?: typeof fetch;
}

export const lookupSeconds = 2;
export const writeSeconds = 10;
const maximumSeconds = 300;
const maximumAttempts = 10;

/** The options, if each can be used. */
export function checked(options: HearthOptions): HearthOptions {
  const { address, key, tenant, timeout, attempts, fallback } = options;
  if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(address)) {
    throw optionError("address", "It begins with https:// and a host, without user and query.");
  }
  if (typeof key === "string") checkedKey(key);
  if (tenant !== undefined && !/^[!-~]+$/.test(tenant)) {
    throw optionError("tenant", "It is the tenant's slug.");
  }
  if (timeout !== undefined && !(timeout > 0 && timeout <= maximumSeconds)) {
    throw optionError("timeout", `It is in seconds, above 0, ${maximumSeconds} at most.`);
  }
  if (attempts !== undefined && !(attempts >= 1 && attempts <= maximumAttempts)) {
    throw optionError("attempts", `It is from 1 to ${maximumAttempts}.`);
  }
  if (fallback !== undefined && !(fallback > 0)) {
    throw optionError("fallback", "It is in seconds, above 0.");
  }
  return options;
}

/** The key, if it may stand in a header. The message must not show it. */
export function checkedKey(key: string): string {
  if (typeof key !== "string" || !/^[!-~]+$/.test(key)) {
    throw optionError("key", "It has other characters than a key or a token, or none.");
  }
  return key;
}

/** The idempotency key, if Hearth takes it. */
export function checkedIdempotencyKey(key: string): string {
  if (!/^[!-~]{1,255}$/.test(key)) {
    throw optionError("idempotencyKey", "It has 1 to 255 visible ASCII characters.");
  }
  return key;
}

/** The path, if it leads to this server. */
export function checkedPath(path: string): string {
  if (/^\/[!-~]*$/.test(path)) return path;
  throw optionError("path", "It begins with / and is percent-encoded.");
}

/** A name as one segment of a path. */
export function segment(name: string): string {
  // `fetch` would leave out what stands before them.
  if (name === "." || name === "..") throw optionError("id", "An id is neither `.` nor `..`.");
  return encodeURIComponent(name);
}

/** The path of an app user, or of the end user of the token. */
export function person(appUserID?: string): string {
  return appUserID === undefined ? "/v1/me" : `/v1/users/${segment(appUserID)}`;
}
