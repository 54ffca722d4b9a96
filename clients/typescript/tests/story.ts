/** Tells the story of scripts/test_clients with TypeScript, and prints what came of it as JSON. */

import {
  Hearth, HearthError, VerificationError, verifyStatement, verifyWebhook,
} from "hearth-client";
import type { HearthOptions, SigningKeys, Statement, UsedLimit } from "hearth-client";
import { attempt, given, outcome } from "./given.js";

const { tenant, user, webhook } = given;
const server = patient("lossy");
const phone = patient("lossy", { key: () => given.token, tenant });
const now = Date.now();

/** For calls that must succeed, however busy the machine is. */
function patient(proxy: string, options: Partial<HearthOptions> = {}): Hearth {
  return hearth(proxy, { timeout: 30, ...options });
}

function hearth(proxy: string, options: Partial<HearthOptions> = {}): Hearth {
  const address = given.addresses[proxy] ?? proxy;
  return new Hearth({ address, key: given.key, ...options });
}

async function refusal(call: () => Promise<unknown>): Promise<unknown[]> {
  const error = await attempt(call);
  return error instanceof HearthError ? [error.status ?? null, error.code] : [];
}

async function reason(call: () => Promise<unknown>): Promise<string> {
  const error = await attempt(call);
  return error instanceof VerificationError ? error.reason : "none";
}

function shown(use: UsedLimit): unknown[] {
  return [use.is_allowed, use.remaining];
}

async function check(): Promise<unknown[]> {
  const checks = await server.check([
    { app_user_id: user, entitlement_id: "plus" },
    { app_user_id: "u_stranger", entitlement_id: "plus" },
    { app_user_id: user, entitlement_id: "pulse" },
  ]);
  return checks.map((check) => check.error ?? check.is_active);
}

async function pages(): Promise<number> {
  let count = 0;
  for await (const _ of server.pages(`/v1/users/${given.other_user}/grants?limit=1`)) count += 1;
  return count;
}

async function listen(): Promise<string[]> {
  const kinds: string[] = [];
  for await (const change of server.listen(given.after)) {
    if (change.app_user_id === user && change.kind !== "notice") kinds.push(change.kind);
    if (kinds.length === 3) break;
  }
  return kinds;
}

async function validation(): Promise<unknown[]> {
  const error = await attempt(() => server.consume("scans", user, { amount: 0 })) as HearthError;
  const pointer = error.errors[0]?.pointer;
  const said = [pointer, error.fix, `request ${error.requestID}`];
  const isSaid = said.every((part) => part && error.message.includes(part));
  return [error.status, error.code, pointer, isSaid];
}

async function verifyWebhooks(): Promise<unknown[]> {
  const { headers, body, secret } = webhook;
  const later = new Date(now + 600_000);
  const title = (name: string) => name.replace(/\b./g, (letter) => letter.toUpperCase());
  const cased = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [title(name), value]));
  const signature = `v1,${"A".repeat(43)}= ${headers["webhook-signature"]}`;
  const several = new Headers({ ...headers, "webhook-signature": signature });
  const bytes = new TextEncoder().encode(body);
  return [
    (await verifyWebhook(headers, body, secret)).type,
    (await verifyWebhook(cased, bytes, secret)).type,
    (await verifyWebhook(several, body, secret)).type,
    (await verifyWebhook(headers, body, secret, { now: later, toleranceSeconds: 660 })).type,
    await reason(() => verifyWebhook(headers, `${body} `, secret)),
    await reason(() => verifyWebhook(headers, body, secret, { now: later })),
    await reason(() => verifyWebhook({}, body, secret)),
    (await refusal(() => verifyWebhook(headers, body, "whsec_?")))[1],
  ];
}

async function verifyStatements(): Promise<unknown[]> {
  const { token } = await phone.request<Statement>("GET", "/v1/me/token");
  const keys = await phone.request<SigningKeys>(
    "GET", `/v1/tenants/${tenant}/.well-known/jwks.json`);
  const claims = await verifyStatement(token, keys, tenant);
  const [head, payload, signature] = token.split(".") as [string, string, string];
  const forged = `${head}.${payload}.${"A".repeat(signature.length)}`;
  const day = 86_400_000;
  return [
    claims.sub === user && claims.entitlements["plus"]?.is_active,
    await reason(() => verifyStatement(forged, keys, tenant)),
    await reason(() => verifyStatement(token, keys, "other")),
    await reason(() => verifyStatement(token, keys, tenant, { now: new Date(now + 2 * day) })),
    await reason(() => verifyStatement(token, keys, tenant, { now: new Date(now - day) })),
    await reason(() => verifyStatement(token, { keys: [] }, tenant)),
    await reason(() => verifyStatement("a.b", keys, tenant)),
  ];
}

async function lastAnswer(): Promise<unknown[]> {
  const first = patient("fading", { fallback: 60 });
  const fresh = await first.entitlement("plus", user);
  const client = first.with({ timeout: 2 });
  const old = await client.entitlement("plus", user);
  const age = old.fallback_age_seconds;
  return [
    fresh.is_active, fresh.fallback_age_seconds === null,
    old.is_active, age !== null && age > 0 && age < 4,
    await outcome(() => client.isActive("plus", "u_other")),
    await outcome(() => client.with({ fallback: 0.1, attempts: 1 }).isActive("plus", user)),
  ];
}

async function endedToken(): Promise<unknown[]> {
  const asked: boolean[] = [];
  const key = ({ isRefused }: { isRefused: boolean }) => {
    asked.push(isRefused);
    return isRefused ? given.token : given.ended_token;
  };
  return [await patient("lossy", { key, tenant }).isActive("plus"), asked.length];
}

async function failingFunction(): Promise<unknown[]> {
  let count = 0;
  const key = (): string => {
    count += 1;
    throw new TypeError("session");
  };
  const error = await attempt(() => patient("lossy", { key, tenant }).isActive("plus"));
  return error instanceof TypeError ? ["its own error", count] : [];
}

async function repeated(): Promise<unknown[]> {
  const client = patient("repeating");
  const uses: unknown[] = [];
  for (let count = 0; count < 2; count++) {
    uses.push(shown(await client.consume("scans", given.other_user)));
  }
  return uses;
}

async function cancelled(): Promise<unknown[]> {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 300);
  const client = hearth("silent").with({ signal: controller.signal });
  const [, isInTime] = await outcome(() => client.isActive("plus", user), 0.3);
  return [controller.signal.aborted ? "timed_out" : "", isInTime];
}

async function redirects(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let count = 0; count < 4; count++) {
    found.push(await outcome(() => hearth("redirecting").isActive("plus", user)));
  }
  return found;
}

const story = [
  [await server.isActive("plus", user)],
  [await phone.isActive("plus")],
  await refusal(() => server.isActive("pulse", user)),
  [(await server.feature("export_hd", user)).is_allowed, (await server.entitlements(user)).plan],
  [await check()],
  shown(await server.consume("scans", user, { amount: 2 })),
  shown(await server.consume("scans", user, { amount: 2 })),
  shown(await phone.consume("scans", undefined, { reference: "page 1" })),
  shown(await phone.consume("scans", undefined, { reference: "page 1" })),
  [(await server.limits(user)).limits["scans"]?.used],
  await refusal(() => patient("lossy", { key: "wrong" }).isActive("plus", user)),
  await validation(),
  [await pages()],
  [await listen()],
  await verifyWebhooks(),
  await verifyStatements(),
  await outcome(() => hearth("silent").isActive("plus", user)),
  await outcome(() => hearth("silent", { timeout: 1 }).consume("scans", user), 1),
  await outcome(() => hearth("trickling").isActive("plus", user)),
  await outcome(() => hearth("cutting").isActive("plus", user)),
  await outcome(() => hearth("closed").isActive("plus", user)),
  await redirects(),
  await refusal(() => patient("page").isActive("plus", user)),
  await refusal(() => patient("page", { key: given.token, tenant }).isActive("plus")),
  await repeated(),
  await lastAnswer(),
  await endedToken(),
  await failingFunction(),
  await outcome(async () => hearth("127.0.0.1:8080"), 0),
  await outcome(async () => hearth("silent", { key: "a key" }), 0),
  await outcome(() => server.isActive("plus", ".."), 0),
  await outcome(() => server.request("POST", "/v1/users", { kind: 1n }), 0),
  await cancelled(),
];
console.log(JSON.stringify(story));
