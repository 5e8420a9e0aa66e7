import type { TrunklineError } from './errors.ts';
import { attemptError } from './response.ts';
import { delayMs, isTransient, pause } from './retries.ts';

export interface StreamOptions {
  readonly signal?: AbortSignal;
  readonly accountId?: string;
  /** Continues after this event, `evt_0` with the oldest stored one. Default: only new events. */
  readonly lastEventId?: string;
  /** A connection is replaced after this time without data or heartbeat. Default 45 s. */
  readonly timeoutMs?: number;
  /** Called when the stream is connected, each time. */
  readonly onConnect?: () => void;
  /** Called when the connection has ended and another attempt follows. The reason is null if the server ended it. */
  readonly onDisconnect?: (reason: TrunklineError | null) => void;
}

export interface StreamMessage<T> {
  /** The event after which the stream continues. */
  readonly id: string;
  readonly data: T;
}

/** Opens one connection, which `limit` closes. Rejects with a `TrunklineError`, or with an error of the application. */
export type Connect = (lastEventId: string | undefined, limit: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

/** Three heartbeats of the API. */
const TIMEOUT_MS = 45_000;
const PAUSE_MS = 3000;

/** The state of a stream across its connections. */
interface Progress {
  lastEventId: string | undefined;
  /** What the API asks clients to wait before they reconnect. */
  pauseMs: number;
  /** Failed connections since the last event. */
  failures: number;
}

/**
 * Yields the messages of a stream, each once: after a lost connection it continues after the last message. Ends only by
 * `break`, by the signal, with a permanent error of the API, or with an error of the application's token or callback.
 */
export async function* messagesOf<T>(connect: Connect, options: StreamOptions): AsyncGenerator<StreamMessage<T>> {
  const progress: Progress = { lastEventId: options.lastEventId, pauseMs: PAUSE_MS, failures: 0 };
  for (;;) {
    let failure: TrunklineError | null = null;
    try {
      yield* messagesOfConnection<T>(connect, progress, options);
    } catch (error) {
      if (!isTransient(error)) throw error;
      failure = error;
    }
    options.onDisconnect?.(failure);
    const backoffMs = failure ? delayMs(failure, progress.failures++) : 0;
    await pause(Math.max(progress.pauseMs, backoffMs), options.signal);
  }
}

async function* messagesOfConnection<T>(connect: Connect, progress: Progress, options: StreamOptions) {
  for await (const { id, data, retry } of eventsOf(connect, progress.lastEventId, options)) {
    progress.failures = 0;
    progress.pauseMs = Number(retry) || progress.pauseMs;
    if (id === undefined) continue;
    progress.lastEventId = id;
    if (data !== undefined) yield { id, data: JSON.parse(data) as T };
  }
}

type Fields = Readonly<Partial<Record<'id' | 'data' | 'retry', string>>>;

/** Yields the events of one connection. */
async function* eventsOf(connect: Connect, lastEventId: string | undefined, options: StreamOptions) {
  const { signal, timeoutMs = TIMEOUT_MS } = options;
  const connection = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connection.abort(new DOMException('', 'TimeoutError'));
    }, timeoutMs);
  };
  restartTimer();
  try {
    const body = await connect(lastEventId, connection.signal);
    options.onConnect?.();
    let text = '';
    for await (const chunk of chunksOf(body, signal)) {
      restartTimer();
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) yield fieldsOf(block);
    }
  } finally {
    clearTimeout(timer);
    connection.abort();
  }
}

/** Not `for await` over the body itself, which Safari does not support. */
async function* chunksOf(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      yield decoder.decode(part.value, { stream: true });
    }
  } catch (error) {
    throw attemptError(error, signal);
  }
}

function fieldsOf(block: string): Fields {
  const fields = block.split('\n').map((line) => /^(\w*): ?(.*)/.exec(line)?.slice(1) ?? []);
  return Object.fromEntries(fields) as Fields;
}
