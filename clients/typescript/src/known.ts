import type { Request } from "./exchange.js";

const maximumAnswers = 10_000;

/** The last known answers of lookups, which stand in while Hearth cannot be reached. */
export class KnownAnswers {
  /** In the order of their age. */
  private readonly answers = new Map<string, { at: number; value: unknown }>();

  keep(request: Request, token: string, value: unknown): void {
    const key = keyOf(request, token);
    this.answers.delete(key);
    this.answers.set(key, { at: Date.now(), value });
    if (this.answers.size > maximumAnswers) {
      this.answers.delete(this.answers.keys().next().value as string);
    }
  }

  /** The last answer and its age, if that is not above the seconds. */
  last(request: Request, token: string, seconds: number): { age: number; value: unknown } | null {
    const found = this.answers.get(keyOf(request, token));
    if (found === undefined) return null;
    const age = Math.max(0, (Date.now() - found.at) / 1000);
    return age <= seconds ? { age, value: found.value } : null;
  }
}

/** The token is a part of it: a phone's next user must not get the answers of the last one. */
function keyOf({ method, path, body }: Request, token: string): string {
  return [token, method, path, JSON.stringify(body)].join("\n");
}
