import { noConnection, unexpected, valueOf, type Request } from "./exchange.js";
import type { HearthOptions } from "./options.js";
import { headOf, opened, within } from "./transport.js";
import type { Change } from "./types.js";

/** Hearth writes to a stream at least every 15 seconds. */
const silenceSeconds = 45;
/** A change is far smaller. A stream without line ends must not fill the memory. */
const maximumEventCharacters = 1024 * 1024;

/** The changes of one stream, until it ends or nothing comes for too long. */
export async function* changesOfStream(
  options: HearthOptions, token: string, after: number,
): AsyncGenerator<Change, void, undefined> {
  const request: Request = {
    method: "GET", path: "/v1/changes/stream",
    headers: { "Last-Event-ID": String(after), Accept: "text/event-stream" },
  };
  const { signal } = options;
  const controller = new AbortController();
  try {
    const response = await within(silenceSeconds, signal, () =>
      opened(options, request, token, controller.signal));
    const head = headOf(response);
    const isStream = head.header("Content-Type")?.startsWith("text/event-stream") ?? false;
    if (response.status !== 200 || !isStream || response.body === null) {
      const answer = { ...head, text: response.status === 200 ? "" : await response.text() };
      valueOf(answer);
      throw unexpected(answer);
    }
    const reader = response.body.getReader();
    const events = new EventReader();
    for (;;) {
      const { done, value } = await within(silenceSeconds, signal, () => reader.read());
      if (done) return;
      yield* events.read(value) as Change[];
    }
  } finally {
    controller.abort();
  }
}

/** Takes the bytes of a stream in any pieces, and gives the JSON of each complete event. */
export class EventReader {
  private readonly decoder = new TextDecoder();
  private rest = "";
  private data: string[] = [];

  read(chunk: Uint8Array): unknown[] {
    const lines = (this.rest + this.decoder.decode(chunk, { stream: true })).split("\n");
    this.rest = lines.pop() ?? "";
    if (this.rest.length > maximumEventCharacters) throw noConnection("The stream is too wide.");
    const events: unknown[] = [];
    for (const text of lines) {
      const line = text.endsWith("\r") ? text.slice(0, -1) : text;
      if (line.startsWith("data:")) this.data.push(line.slice(5).trimStart());
      if (line !== "" || this.data.length === 0) continue;
      events.push(parsed(this.data.join("\n")));
      this.data = [];
    }
    return events;
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw noConnection("A change was cut off.");
  }
}
