import { AnswerError, optionError } from "./errors.js";
import {
  maximumAnswerCharacters, noConnection, redirected, timedOut, type Answer, type Request,
} from "./exchange.js";
import { checkedIdempotencyKey, checkedKey, checkedPath, type HearthOptions } from "./options.js";
import { version } from "./version.js";

const isInBrowser = "window" in globalThis || "importScripts" in globalThis;

/** The answer, read to its end. Throws a NetworkError or a TimedOutError. */
export function send(
  options: HearthOptions, request: Request, token: string, seconds: number,
): Promise<Answer> {
  return within(seconds, options.signal, async (signal) => {
    const response = await opened(options, request, token, signal);
    return { ...headOf(response), text: await textOf(response) };
  });
}

/** What the key or the function for tokens gives. */
export async function tokenOf(
  options: HearthOptions, isRefused: boolean, seconds: number,
): Promise<string> {
  const { key, signal } = options;
  if (typeof key === "string") return key;
  let failure: { error: unknown } | undefined;
  const token = await within(seconds, signal, async () => {
    try {
      return await key({ isRefused });
    } catch (error) {
      // What the caller's function throws is no failure of the network.
      failure = { error };
      return "";
    }
  });
  if (failure !== undefined) throw failure.error;
  return checkedKey(token);
}

/** The head of an answer that comes. Throws if the server redirects. */
export async function opened(
  options: HearthOptions, request: Request, token: string, signal: AbortSignal,
): Promise<Response> {
  const { method, path, body, idempotencyKey } = request;
  const headers: Record<string, string> = {
    Authorization: `Bearer ${token}`, Accept: "application/json", ...request.headers,
  };
  // A browser sends its own, and would first ask the server whether it may send this one.
  if (!isInBrowser) headers["User-Agent"] = `hearth-typescript/${version}`;
  if (options.tenant !== undefined) headers["Hearth-Tenant"] = options.tenant;
  if (idempotencyKey !== undefined) {
    headers["Idempotency-Key"] = checkedIdempotencyKey(idempotencyKey);
  }
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const url = options.address.replace(/\/+$/, "") + checkedPath(path);
  const send = options.fetch ?? fetch;
  const response = await send(url, {
    method, headers, signal, cache: "no-store", redirect: "manual",
    body: body === undefined ? undefined : jsonOf(body),
  });
  // React Native follows redirects, although it is asked not to.
  if (response.type === "opaqueredirect" || response.redirected) throw redirected(response.status);
  return response;
}

function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw optionError("body", "It is something that JSON can say.");
  }
}

export function headOf(response: Response): Omit<Answer, "text"> {
  return { status: response.status, header: (name) => response.headers.get(name) };
}

async function textOf(response: Response): Promise<string> {
  const length = response.headers.get("Content-Length");
  if (length !== null || !response.body?.getReader) {
    if (Number(length) > maximumAnswerCharacters) throw tooLarge();
    return response.text();
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > maximumAnswerCharacters) {
      await reader.cancel();
      throw tooLarge();
    }
  }
}

function tooLarge(): AnswerError {
  const detail = `The answer has more than ${maximumAnswerCharacters / 1024 / 1024} MiB.`;
  return new AnswerError("answer_too_large", detail, { title: "The answer is too large" });
}

/** Ends the work after some seconds, or when the caller cancels. */
export async function within<Result>(
  seconds: number, outer: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  outer?.throwIfAborted?.();
  const controller = new AbortController();
  let end: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(timedOut(seconds)), seconds * 1000);
    const cancel = () => reject(outer?.reason ?? new Error("The call was cancelled."));
    outer?.addEventListener("abort", cancel);
    end = () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", cancel);
    };
  });
  try {
    return await Promise.race([work(controller.signal).catch(asNetworkError), ended]);
  } finally {
    end();
    controller.abort();
  }
}

/** `fetch` throws a TypeError for all failures of the network, and Node for a body that is cut. */
function asNetworkError(error: unknown): never {
  const isOfNetwork = error instanceof TypeError
    || (typeof DOMException !== "undefined" && error instanceof DOMException);
  if (!isOfNetwork) throw error;
  const { cause, message } = error as Error & { cause?: unknown };
  throw noConnection(cause instanceof Error ? `${message}: ${cause.message}` : message);
}

/** Waits; throws the signal's reason if the caller cancels. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  if (seconds <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const cancel = () => {
      clearTimeout(timer);
      reject(signal?.reason ?? new Error("The call was cancelled."));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", cancel);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", cancel);
  });
}
