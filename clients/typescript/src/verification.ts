import { optionError, VerificationError } from "./errors.js";
import { subtle } from "./crypto.js";
import type { Change, EntitlementsOfAppUser, SigningKeys } from "./types.js";

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

/** Headers as `fetch`, Express, Next, Hono or Fastify have them, with names in any case. */
export type ReceivedHeaders =
  | { get(name: string): string | null | undefined }
  | Record<string, string | string[] | undefined>;

/** A webhook counts for this long, so that no one can send it again later. */
const webhookToleranceSeconds = 300;
/** Clocks differ by some seconds. */
const leewaySeconds = 60;

/**
 * The message of a webhook, once its signature is verified (Standard Webhooks). Give the body as it
 * arrived, not parsed. While you change the secret, a message has several signatures; one that
 * verifies is enough. A message whose time is more than `toleranceSeconds` (300) away from now does
 * not count.
 *
 * Throws a `VerificationError`: `malformed`, `forged` or `expired`.
 */
export async function verifyWebhook(
  headers: ReceivedHeaders,
  body: string | Uint8Array,
  secret: string,
  options: { now?: Date; toleranceSeconds?: number } = {},
): Promise<WebhookMessage> {
  const { now = new Date(), toleranceSeconds = webhookToleranceSeconds } = options;
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) => {
    const value = headerOf(headers, `webhook-${name}`);
    if (value !== "") return value;
    throw new VerificationError("malformed", `The header webhook-${name} is missing.`);
  }) as [string, string, string];
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new VerificationError("malformed");
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const curve = { name: "HMAC", hash: "SHA-256" };
  const key = await subtle().importKey("raw", bytesOfSecret(secret), curve, false, ["verify"]);
  let isSigned = false;
  for (const signature of signatures.split(" ")) {
    if (!/^v1,[A-Za-z0-9+/]{43}=$/.test(signature)) continue;
    isSigned ||= await subtle().verify("HMAC", key, base64(signature.slice(3)), signed);
  }
  if (!isSigned) throw new VerificationError("forged");
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new VerificationError("expired");
  }
  const message = parsed(text);
  if (message === null) throw new VerificationError("malformed");
  return message as WebhookMessage;
}

/**
 * What a statement of `GET /v1/me/token` says, once its signature and times are verified. The keys
 * are the ones of `GET /v1/tenants/{tenant}/.well-known/jwks.json`. `latestIssuedAt` is the latest
 * `iat` that this device has seen.
 *
 * Throws a `VerificationError` with any of its reasons; after `unknown_key`, fetch the keys again.
 */
export async function verifyStatement(
  token: string,
  keys: SigningKeys,
  tenant: string,
  options: { now?: Date; latestIssuedAt?: number } = {},
): Promise<StatementClaims> {
  const claims = await signedClaims(token, keys, tenant);
  const seconds = (options.now ?? new Date()).getTime() / 1000;
  if (seconds >= claims.exp) throw new VerificationError("expired");
  if (Math.max(claims.iat, options.latestIssuedAt ?? 0) > seconds + leewaySeconds) {
    throw new VerificationError("clock_set_back");
  }
  return claims;
}

/** What Hearth signed about an app user of the tenant, at any time. */
export async function signedClaims(
  token: string, keys: SigningKeys, tenant: string,
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
  const signed = new TextEncoder().encode(`${parts[0]}.${parts[1]}`);
  const imported = await subtle().importKey("jwk", jwk, curve, false, ["verify"]);
  const isSigned = await subtle()
    .verify(curve, imported, base64(parts[2]), signed).catch(() => false);
  if (!isSigned) throw new VerificationError("forged");
  if (claims.iss !== `hearth:${tenant}` || claims.aud !== tenant) {
    throw new VerificationError("other_tenant");
  }
  return claims;
}

/** The value of a header, or nothing if it is missing or comes twice. */
function headerOf(headers: ReceivedHeaders, name: string): string {
  if (typeof headers.get === "function") return headers.get(name) ?? "";
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const value = found[0]?.[1] as string | string[] | undefined;
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return found.length === 1 && typeof single === "string" ? single : "";
}

function bytesOfSecret(secret: string): ArrayBuffer {
  const bytes = base64(secret.replace(/^whsec_/, ""));
  // Not the sender's fault: with it, no message would count.
  if (bytes.byteLength === 0) throw optionError("secret", "It is `whsec_` and base64.");
  return bytes;
}

/** The JSON object of a part of a JWT; null if it is none. */
function decoded(part: string): unknown {
  const bytes = Array.from(new Uint8Array(base64(part)));
  // React Native lacks a TextDecoder.
  const escaped = bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  try {
    return parsed(decodeURIComponent(escaped));
  } catch {
    return null;
  }
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The bytes of base64, also of the kind for addresses; none for other text. */
function base64(text: string): ArrayBuffer {
  try {
    const characters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = new Uint8Array(new ArrayBuffer(characters.length));
    for (let index = 0; index < characters.length; index++) {
      bytes[index] = characters.charCodeAt(index);
    }
    return bytes.buffer as ArrayBuffer;
  } catch {
    return new ArrayBuffer(0);
  }
}
