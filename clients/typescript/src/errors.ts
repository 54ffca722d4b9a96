import type { ErrorCode, Problem } from "./types.js";

/** What an error says beside its code and its detail. */
export interface ErrorMembers {
  title?: string;
  fix?: string;
  status?: number;
  requestID?: string;
  /** What `Retry-After` asks for: only then a refusal is repeated by the client itself. */
  askedSeconds?: number;
  problem?: Partial<Problem>;
}

/** A call that did not succeed. Decide by the class, by `code` and by `status`. */
export class HearthError extends Error {
  /** Stable, for programs. A later release adds codes, so take an unknown one by `status`. */
  readonly code: ErrorCode | (string & {});
  /** What happened this time, for the log. */
  readonly detail: string;
  /** The HTTP status, or undefined if there was no answer. */
  readonly status: number | undefined;
  /** What the code means. It never changes. */
  readonly title: string;
  /** What to do about it. */
  readonly fix: string | undefined;
  /** For `validation_failed`, each wrong field (`pointer`) and why it is wrong (`detail`). */
  readonly errors: NonNullable<Problem["errors"]>;
  /** Under this id, Hearth's log has the request. */
  readonly requestID: string | undefined;
  /** When the same request may succeed, if waiting helps. */
  readonly retryAfterSeconds: number | undefined;
  /** All that Hearth said, such as `upgrade` of `limit_reached`. Empty if another one answered. */
  readonly problem: Partial<Problem>;
  /** @internal */
  readonly askedSeconds: number | undefined;

  constructor(code: string, detail: string, members: ErrorMembers = {}) {
    super(message(code, detail, members));
    const { title = "", fix, status, requestID, askedSeconds, problem = {} } = members;
    this.name = new.target.name;
    this.code = code;
    this.detail = detail;
    this.title = title;
    this.fix = fix;
    this.status = status;
    this.requestID = requestID;
    this.problem = problem;
    this.errors = problem.errors ?? [];
    this.askedSeconds = askedSeconds;
    this.retryAfterSeconds = problem.retry_after_seconds ?? askedSeconds;
  }
}

/** Hearth refused the request: `code` is one of `ErrorCode`. */
export class RefusedError extends HearthError {}

/** There was no answer, or a part of one: `no_connection`. */
export class NetworkError extends HearthError {}

/** There was no answer within the time limit: `timed_out`. */
export class TimedOutError extends HearthError {}

/**
 * The answer is not Hearth's, such as a proxy's page. The codes are `redirected` (never followed,
 * because the key would go along), `unexpected_answer` (no JSON, or JSON of another server) and
 * `answer_too_large`.
 */
export class AnswerError extends HearthError {}

/** A mistake in the call itself, found before anything is sent: `wrong_option`. */
export class OptionError extends HearthError {}

/** Why a webhook or a statement does not count. */
export type VerificationReason =
  | "malformed" | "unknown_key" | "forged" | "other_tenant" | "expired" | "clock_set_back";

const reasons: Record<VerificationReason, string> = {
  malformed: "It is no message or statement of Hearth.",
  unknown_key: "The keys lack the one that signed it. Fetch them again.",
  forged: "Its signature is wrong.",
  other_tenant: "It is about an app user of another tenant.",
  expired: "Its time is over.",
  clock_set_back: "This clock is earlier than the time of signing.",
};

/** A webhook or a statement that does not count, for the reason that `code` says. */
export class VerificationError extends HearthError {
  constructor(readonly reason: VerificationReason, detail: string = reasons[reason]) {
    super(reason, detail);
  }
}

export function optionError(name: string, rule: string): OptionError {
  const title = "The call has a mistake";
  return new OptionError("wrong_option", `\`${name}\` cannot be used.`, { title, fix: rule });
}

function message(code: string, detail: string, members: ErrorMembers): string {
  const { status, title, fix, requestID, problem } = members;
  const fields = (problem?.errors ?? []).map((error) => `${error.pointer}: ${error.detail}`);
  const head = `${status === undefined ? code : `${status} ${code}`}: ${detail || title}`;
  const request = requestID === undefined ? undefined : `(request ${requestID})`;
  return [head, ...fields, fix, request].filter(Boolean).join(" ");
}
