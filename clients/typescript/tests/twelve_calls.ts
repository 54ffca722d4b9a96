/** Makes the twelve calls of scripts/test_clients, and prints the answers as JSON. */

import {
  HearthClient, HearthError, VerificationError, verifyStatement, verifyWebhook,
} from "../hearth.js";
import type { SigningKeys, Statement, UsedLimit } from "../hearth.js";

// Node's, whose types are not installed.
declare const process: { stdin: AsyncIterable<Uint8Array> };

const decoder = new TextDecoder();
let text = "";
for await (const chunk of process.stdin) text += decoder.decode(chunk, { stream: true });
const given = JSON.parse(text) as {
  address: string; key: string; tenant: string; user: string; token: string; after: number;
  webhook: { headers: Record<string, string>; body: string; secret: string };
};
const { address, tenant, user, webhook } = given;
const server = new HearthClient({ address, token: given.key });
const phone = new HearthClient({ address, token: () => given.token, tenant });
const stranger = new HearthClient({ address, token: "wrong" });
const now = Date.now();

async function refusal(call: Promise<unknown>): Promise<unknown[]> {
  const error = await call.catch((error: unknown) => error);
  return error instanceof HearthError ? [error.status, error.code] : [];
}

async function reason(call: Promise<unknown>): Promise<string> {
  const error = await call.catch((error: unknown) => error);
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

async function listen(): Promise<string[]> {
  const kinds: string[] = [];
  for await (const change of server.listen(given.after)) {
    if (change.app_user_id === user && change.kind !== "notice") kinds.push(change.kind);
    if (kinds.length === 3) break;
  }
  return kinds;
}

async function verifyWebhooks(): Promise<unknown[]> {
  const { headers, body, secret } = webhook;
  const later = new Date(now + 600_000);
  return [
    (await verifyWebhook(headers, body, secret)).type,
    await reason(verifyWebhook(headers, body + " ", secret)),
    await reason(verifyWebhook(headers, body, secret, later)),
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
    await reason(verifyStatement(forged, keys, tenant)),
    await reason(verifyStatement(token, keys, "other")),
    await reason(verifyStatement(token, keys, tenant, new Date(now + 2 * day))),
    await reason(verifyStatement(token, keys, tenant, new Date(now - day))),
  ];
}

const answers = [
  [await server.isActive("plus", user)],
  [await phone.isActive("plus")],
  await refusal(server.isActive("pulse", user)),
  [await check()],
  shown(await server.consume("scans", user, { amount: 2 })),
  shown(await server.consume("scans", user, { amount: 2 })),
  shown(await phone.consume("scans", undefined, { reference: "page 1" })),
  shown(await phone.consume("scans", undefined, { reference: "page 1" })),
  await refusal(stranger.isActive("plus", user)),
  [await listen()],
  await verifyWebhooks(),
  await verifyStatements(),
];
console.log(JSON.stringify(answers));
