/** Runs the examples, and prints what came of them as JSON. */

import { Hearth } from "hearth-client";
import * as examples from "../examples/backend.js";
import { POST } from "../examples/next_webhook.js";
import { App, type Screen } from "../examples/phone.js";
import { given } from "./given.js";

// Node's, whose types are not installed.
declare const process: { env: Record<string, string> };

interface ExpressApp {
  listen(port: number): { address(): { port: number }; close(): void; once: Once };
}
type Once = (event: string, call: () => void) => void;

const { addresses, tenant, webhook } = given;
process.env["HEARTH_WEBHOOK_SECRET"] = webhook.secret;

async function backend(): Promise<unknown[]> {
  const user = `${given.user}_typescript`;
  const address = addresses["direct"] ?? "";
  const hearth = new Hearth({ address, key: given.key, timeout: 30 });
  return [
    await examples.ask(address, given.key, user),
    (await examples.grant(hearth, user, user)).grant_id
      === (await examples.grant(hearth, user, user)).grant_id,
    await examples.askInAnOutage(hearth, user),
    await examples.askInAnOutage(new Hearth({ address, key: "wrong" }), user),
    await examples.askAboutThen(hearth, user),
    await examples.consume(hearth, user),
    (await examples.reasons(hearth, user)).length,
    (await examples.charges(hearth, user)).length,
    await examples.awaitPurchase(hearth, user, "unknown", 1),
    await examples.apologise(hearth, user, "ticket 1"),
    await examples.apologise(hearth, user, "ticket 1"),
    await examples.redeem(hearth, user),
    await examples.refer(hearth, user, `${user}_friend`),
    await examples.share(hearth, user, `${user}_member`),
    await examples.signUp(hearth, given.device.app_user_id, `${user}_new`),
    (await examples.follow(hearth, given.after)).length,
    await examples.leave(hearth, user),
  ];
}

/** The statuses for the message as it arrived, and for one that was edited. */
async function statuses(send: (body: string) => Promise<Response>): Promise<number[]> {
  return [(await send(webhook.body)).status, (await send(`${webhook.body} `)).status];
}

function next(): Promise<number[]> {
  return statuses((body) => POST(new Request("https://app.example/hearth", {
    method: "POST", headers: webhook.headers, body,
  })));
}

async function express(): Promise<number[]> {
  // It is CommonJS, which has no types.
  const path = "../../examples/express_webhook.cjs";
  const { default: app } = await import(path) as { default: ExpressApp };
  const server = app.listen(0);
  await new Promise<void>((resolve) => server.once("listening", resolve));
  try {
    return await statuses((body) => fetch(`http://127.0.0.1:${server.address().port}/hearth`, {
      method: "POST", headers: { ...webhook.headers, "Content-Type": "application/json" }, body,
    }));
  } finally {
    server.close();
  }
}

/** Draws until the screen is as expected. */
async function draw(
  app: App, isDone: (screen: Screen) => boolean,
): Promise<Screen | undefined> {
  const controller = new AbortController();
  let last: Screen | undefined;
  await app.run((screen) => {
    last = screen;
    if (isDone(screen)) controller.abort(new Error("done"));
  }, controller.signal).catch((error: Error) => {
    if (error.message !== "done") throw error;
  });
  return last;
}

async function phone(): Promise<unknown[]> {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  };
  const session = { userID: given.user, accessToken: async () => given.token };
  const app = (proxy: string) => new App(addresses[proxy] ?? "", tenant, session, storage);
  return [
    await draw(app("closed"), ({ banner }) => banner !== ""),
    await draw(app("direct"), ({ household }) => household !== ""),
    await draw(app("closed"), ({ banner }) => banner !== ""),
    await app("direct").join("nothing"),
  ];
}

const isExpressThere = process.env["HAS_EXPRESS"] === "1";
const statusesOfExpress = isExpressThere ? await express() : [204, 400];
console.log(JSON.stringify([await backend(), await next(), statusesOfExpress, await phone()]));
