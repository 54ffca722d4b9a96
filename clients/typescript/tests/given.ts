/** What scripts/test_clients gives to the story and to the examples. */

export interface Given {
  addresses: Record<string, string>;
  key: string;
  tenant: string;
  user: string;
  token: string;
  ended_token: string;
  after: number;
  other_user: string;
  phone_user: string;
  phone_token: string;
  member_token: string;
  clock_user: string;
  clock_token: string;
  device: { app_user_id: string; device_secret: string };
  webhook: { headers: Record<string, string>; body: string; secret: string };
}

// Node's, whose types are not installed.
declare const process: { stdin: AsyncIterable<Uint8Array> };

const decoder = new TextDecoder();
let text = "";
for await (const chunk of process.stdin) text += decoder.decode(chunk, { stream: true });

export const given = JSON.parse(text) as Given;

/** Limits are kept to within this, on a machine that is busy. */
const leewaySeconds = 2;

/** The code of the error, and whether it came within the limit. */
export async function outcome(
  call: () => Promise<unknown>, seconds = 2,
): Promise<[unknown, boolean]> {
  const begin = Date.now();
  const error = await attempt(call);
  const isInTime = Date.now() - begin < (seconds + leewaySeconds) * 1000;
  return [(error as { code?: unknown } | undefined)?.code, isInTime];
}

/** What a call throws, also before it returns a promise. */
export async function attempt(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}
