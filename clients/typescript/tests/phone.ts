/** What an app does on a phone: it prints what came of it as JSON. */

import { Access, Hearth, type AccessStorage, type KnownAccess } from "hearth-client";
import { attempt, given } from "./given.js";

/** What is kept is at hand in less than this, without the network. */
const atOnceMilliseconds = 50;

const { tenant } = given;
const kept = new Map<string, string>();
const storage: AccessStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => kept.set(name, value),
};

function hearth(proxy: string, key = given.phone_token): Hearth {
  // The machine may be busy; only what is silent has a limit here.
  const timeout = proxy === "direct" ? 30 : undefined;
  return new Hearth({ address: given.addresses[proxy] ?? proxy, key: () => key, tenant, timeout });
}

function access(proxy: string, now?: () => Date): Access {
  return new Access(hearth(proxy), { storage, name: "person", now });
}

/** The first states of the updates, and whether the very first came at once. */
async function states(proxy: string, count: number): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const known of access(proxy).updates()) {
    found.push(shown(known));
    if (found.length === count) break;
  }
  // The quickest of some, because the machine may be busy.
  let quickest = Infinity;
  for (let attempt = 0; attempt < 5; attempt++) {
    const begin = performance.now();
    for await (const _ of access(proxy).updates()) break;
    quickest = Math.min(quickest, performance.now() - begin);
  }
  return [...found, quickest < atOnceMilliseconds];
}

function shown(known: KnownAccess): unknown[] {
  return [known.state, known.isActive("plus"), known.reason?.code ?? null];
}

async function offline(): Promise<unknown[]> {
  const day = 86_400_000;
  return [
    shown(await access("direct").current()),
    await states("silent", 1),
    await states("closed", 2),
    await states("direct", 2),
    shown(await access("closed").current()),
    shown(await access("closed", () => new Date(Date.now() + 2 * day)).current()),
    shown(await access("closed", () => new Date(Date.now() - day)).current()),
    // With a connection, a wrong clock does not matter.
    shown(await access("direct", () => new Date(Date.now() - day)).current()),
  ];
}

async function edited(): Promise<unknown[]> {
  const stored = JSON.parse(kept.get("person") ?? "{}") as { token: string };
  const [head, claims, signature] = stored.token.split(".") as [string, string, string];
  const longer = atob(claims.replace(/-/g, "+").replace(/_/g, "/")).replace('"exp":1', '"exp":2');
  const forged = btoa(longer).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  kept.set("person", JSON.stringify({ ...stored, token: `${head}.${forged}.${signature}` }));
  return shown(await access("closed").current());
}

async function households(): Promise<unknown[]> {
  const [owner, member] = [hearth("direct").me, hearth("direct", given.member_token).me];
  const before = await owner.household();
  await owner.createHousehold("Us");
  const { invite_code } = await owner.invite();
  const joined = await member.joinHousehold(invite_code);
  const count = (await owner.household())?.members.length;
  await member.leaveHousehold();
  await member.leaveHousehold();
  const refused = await attempt(() => member.joinHousehold("nothing")) as { code: string };
  return [before, joined.is_confirmed, count, (await member.household()) === null, refused.code];
}

async function notices(): Promise<unknown[]> {
  const phone = hearth("direct");
  await phone.consume("scans", undefined, { amount: 2 });
  const kinds: string[] = [];
  for (const notice of await phone.me.notices()) {
    kinds.push(notice.kind);
    await phone.me.dismissNotice(notice.notice_id);
  }
  const { limits } = await phone.limits();
  return [kinds, (await phone.me.notices()).length, limits["scans"]?.remaining];
}

/** Someone signs in on the device, and takes along what was bought before. */
async function signIn(): Promise<unknown[]> {
  const { app_user_id, device_secret } = given.device;
  const phone = hearth("direct", given.member_token);
  const before = await phone.isActive("plus");
  const merge = await phone.me.identify(app_user_id, { device_secret });
  const again = await phone.me.identify(app_user_id, { device_secret });
  return [
    before, merge.moved.app_user_ids.includes(app_user_id), merge.moved.purchases.length,
    again.outcome, await phone.isActive("plus"),
  ];
}

/** Access ends by the clock, and begins with a grant. */
async function changes(): Promise<unknown[]> {
  const server = new Hearth({ address: given.addresses["direct"] ?? "", key: given.key });
  const grant = (span: object) => server.request(
    "POST", `/v1/users/${given.clock_user}/grants`,
    { entitlement_id: "plus", reason: "test", ...span });
  await grant({ expires_at: new Date(Date.now() + 4000).toISOString() });
  const phone = new Access(hearth("direct", given.clock_token), { storage, name: "clock" });
  const seen: boolean[] = [];
  for await (const known of phone.updates()) {
    seen.push(known.isActive("plus"));
    if (seen.length === 2) await grant({ duration: "P1M" });
    if (seen.length === 3) break;
  }
  return seen;
}

console.log(JSON.stringify([
  await offline(), await edited(), await households(), await notices(), await signIn(),
  await changes(),
]));
