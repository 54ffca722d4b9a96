import {
  AnswerError, HearthError, NetworkError, RefusedError, TimedOutError,
} from "./errors.js";
import { lookupSeconds, writeSeconds } from "./options.js";
import type { HearthOptions } from "./options.js";
import type { Problem } from "./types.js";

/** What is sent, in each attempt. */
export interface Request {
  method: string;
  path: string;
  body?: unknown;
  idempotencyKey?: string;
  /** For a POST that only asks. */
  isLookup?: boolean;
  /** Whether sending it twice is the same as once, although it has no idempotency key. */
  isRepeatable?: boolean;
  headers?: Record<string, string>;
}

/** What came back. */
export interface Answer {
  status: number;
  header: (name: string) => string | null;
  text: string;
}

/** An export of one person is the largest answer. */
export const maximumAnswerCharacters = 64 * 1024 * 1024;
/** The pause before the first repeat. It doubles. */
const firstPauseSeconds = 0.1;
/** The longest pause, also if `Retry-After` asks for more while a stream is followed. */
export const maximumPauseSeconds = 30;
const defaultAttempts = 4;

export function attemptsOf(request: Request, options: HearthOptions): number {
  const { method, idempotencyKey, isRepeatable = false } = request;
  const mayRepeat = method === "GET" || idempotencyKey !== undefined || isRepeatable;
  return mayRepeat ? options.attempts ?? defaultAttempts : 1;
}

/** How long all attempts may take together. */
export function secondsOf(request: Request, options: HearthOptions): number {
  const isLookup = request.method === "GET" || request.isLookup === true;
  return options.timeout ?? (isLookup ? lookupSeconds : writeSeconds);
}

/** The JSON of a success, undefined without a body. Throws what anything else is. */
export function valueOf(answer: Answer): unknown {
  const { status, text } = answer;
  if (status === 0 || (status >= 300 && status < 400)) throw redirected(status);
  const isJSON = (answer.header("Content-Type") ?? "").includes("json");
  let value: unknown;
  try {
    value = text === "" ? undefined : JSON.parse(text);
  } catch {
    throw isJSON ? noConnection("The answer was cut off.") : unexpected(answer);
  }
  if (status >= 200 && status < 300) {
    if (text !== "" && !isJSON) throw unexpected(answer);
    return value;
  }
  const problem = value as Partial<Problem> | null | undefined;
  throw typeof problem?.code === "string" ? refusal(answer, problem) : unexpected(answer);
}

function refusal(answer: Answer, problem: Partial<Problem>): RefusedError {
  const { code = "", detail = "", title, fix, instance } = problem;
  const requestID = instance ?? answer.header("X-Request-Id") ?? undefined;
  const askedSeconds = askedSecondsOf(answer);
  return new RefusedError(
    code, detail, { title, fix, status: answer.status, requestID, askedSeconds, problem });
}

export function redirected(status: number): AnswerError {
  return new AnswerError(
    "redirected", "A proxy answered with a redirect, which is not followed.", {
      title: "The request was redirected",
      fix: "Set `address` to where it leads, if that is Hearth.",
      // A browser does not say which one it was.
      status: status || undefined,
    });
}

export function unexpected(answer: Answer): AnswerError {
  const start = answer.text.slice(0, 200).split(/\s+/).join(" ").trim().slice(0, 80);
  return new AnswerError(
    "unexpected_answer",
    start === "" ? "The answer has no body." : `The answer is not Hearth's: ${start}`, {
      title: "Another server answered",
      fix: "Look at `address`, and at the proxy before Hearth.",
      status: answer.status,
      requestID: answer.header("X-Request-Id") ?? undefined,
      askedSeconds: askedSecondsOf(answer),
    });
}

export function noConnection(detail: string): NetworkError {
  const fix = "Look at `address`, and try again.";
  return new NetworkError("no_connection", detail, { title: "Hearth cannot be reached", fix });
}

export function timedOut(seconds: number): TimedOutError {
  const fix = "Try again, or set `timeout`.";
  return new TimedOutError(
    "timed_out", `No answer came within ${seconds.toFixed(2)} seconds.`,
    { title: "The time limit is over", fix });
}

/** Whether Hearth said nothing about the request, so that the last answer may stand in. */
export function isOutage(error: unknown): error is HearthError {
  if (error instanceof RefusedError) return (error.status ?? 0) >= 500;
  return error instanceof NetworkError || error instanceof TimedOutError
    || error instanceof AnswerError;
}

/** The pause before a repeat, or undefined if the same request cannot succeed later. */
export function pauseSeconds(error: unknown, failures: number): number | undefined {
  if (!(error instanceof HearthError)) return undefined;
  if (error.askedSeconds !== undefined) return error.askedSeconds;
  const status = error.status ?? 0;
  const isOfNetwork = error instanceof NetworkError || error instanceof TimedOutError;
  return isOfNetwork || status === 408 || status >= 500 ? backoffSeconds(failures) : undefined;
}

/** Twice as long after each failure, and a random part of it, so that clients spread. */
export function backoffSeconds(failures: number): number {
  const longest = Math.min(firstPauseSeconds * 2 ** (failures - 1), maximumPauseSeconds);
  return longest * (0.5 + Math.random() / 2);
}

/** What `Retry-After` asks for, as seconds or as a date. */
function askedSecondsOf(answer: Answer): number | undefined {
  const asked = answer.header("Retry-After");
  if (asked === null) return undefined;
  if (/^[0-9]{1,9}$/.test(asked)) return Number(asked);
  const moment = Date.parse(asked);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - Date.now()) / 1000);
}

/** A key that no other request has. It is no secret. */
export function newKey(): string {
  if (typeof crypto !== "undefined" && crypto.randomUUID) return crypto.randomUUID();
  // React Native without a polyfill, and pages without https.
  const part = () => Math.random().toString(36).slice(2).padEnd(11, "0");
  return `${Date.now().toString(36)}-${part()}${part()}`;
}
