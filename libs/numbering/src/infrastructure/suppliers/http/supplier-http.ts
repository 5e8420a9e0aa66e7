import { DelegateBackoff, handleWhen, retry, TaskCancelledError, timeout, TimeoutStrategy, wrap } from 'cockatiel';
import type { Credential } from './credential';
import { readAnswer } from './read-answer';
import { SupplierAwayError, SupplierHttpError } from './supplier-errors';

/** Null leaves a parameter out; an array repeats it. */
export type Query = Readonly<Record<string, string | number | readonly string[] | null>>;

export interface SupplierHttpOptions {
  /** Names the supplier in messages. */
  readonly supplier: string;
  /** Without a slash at its end, or with one; paths are put behind it. */
  readonly baseUrl: URL;
  readonly credential: Credential;
  /** Of what is sent and asked for. */
  readonly mediaType?: string;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For all requests of one `begin`, retries and pauses included. */
  readonly boundMs?: number;
  /** Before the first repeat; doubled before the next. */
  readonly pauseMs?: number;
  readonly maxAnswerBytes?: number;
}

interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
}

const BOUND_MS = 10_000;
const PAUSE_MS = 250;
const REPEATS = 2;
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

/** A supplier's JSON interface over HTTP. The credential, queries and bodies show in no message. */
export class SupplierHttp {
  readonly #options: Required<SupplierHttpOptions>;

  constructor(options: SupplierHttpOptions) {
    this.#options = {
      ...{ mediaType: 'application/json', headers: {}, boundMs: BOUND_MS, pauseMs: PAUSE_MS },
      ...{ maxAnswerBytes: MAX_ANSWER_BYTES, ...options },
    };
  }

  /** Requests that share one bound of ten seconds: those of one method of the port. */
  begin(): SupplierCalls {
    return new SupplierCalls(this.#options);
  }
}

/**
 * Answers with the parsed body (null for an empty one). Rejects with `SupplierHttpError` for an answer other than 2xx,
 * redirects included, and with `SupplierAwayError` when no whole answer came before the bound. A GET is repeated twice
 * after 429, 5xx, a lost connection or half an answer, if the pause asked for by Retry-After ends before the bound;
 * nothing else ever is.
 */
export class SupplierCalls {
  readonly #options: Required<SupplierHttpOptions>;
  private readonly endsAt: number;

  constructor(options: Required<SupplierHttpOptions>) {
    this.#options = options;
    this.endsAt = performance.now() + options.boundMs;
  }

  get(path: string, query?: Query): Promise<unknown> {
    const ask: Ask = { method: 'GET', path, ...(query && { query }) };
    return this.bounded(ask, (signal) => this.send(ask, signal));
  }

  post(path: string, body: unknown): Promise<unknown> {
    return this.once({ method: 'POST', path, body });
  }

  patch(path: string, body: unknown): Promise<unknown> {
    return this.once({ method: 'PATCH', path, body });
  }

  delete(path: string): Promise<unknown> {
    return this.once({ method: 'DELETE', path });
  }

  private once(ask: Ask): Promise<unknown> {
    return this.bounded(ask, (signal) => this.send(ask, signal));
  }

  private async bounded(ask: Ask, send: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
    const leftMs = this.leftMs();
    if (leftMs <= 0) throw new SupplierAwayError(this.nameOf(ask), 'timed_out');
    const bound = timeout(leftMs, TimeoutStrategy.Aggressive);
    try {
      const policy = ask.method === 'GET' ? wrap(bound, this.repeats()) : bound;
      return await policy.execute(({ signal }) => send(signal));
    } catch (error) {
      if (error instanceof TaskCancelledError) throw new SupplierAwayError(this.nameOf(ask), 'timed_out');
      throw error;
    }
  }

  private repeats() {
    return retry(
      handleWhen((error) => isPassing(error) && this.pauseAfter(error, 1) < this.leftMs()),
      {
        maxAttempts: REPEATS,
        backoff: new DelegateBackoff(({ attempt, result }) =>
          this.pauseAfter('error' in result ? result.error : undefined, attempt),
        ),
      },
    );
  }

  /** What the supplier asks for, or twice as long as the time before; a part by chance, so that not all come at once. */
  private pauseAfter(error: unknown, attempt: number): number {
    const asked = error instanceof SupplierHttpError ? error.retryAfterMs : null;
    return asked ?? this.#options.pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  }

  private async send(ask: Ask, signal: AbortSignal): Promise<unknown> {
    const what = this.nameOf(ask);
    const { mediaType, headers, credential, maxAnswerBytes } = this.#options;
    const sent = { accept: mediaType, ...headers, ...(await credential.headers()) };
    const body = ask.body === undefined ? null : JSON.stringify(ask.body);
    const response = await this.reach(what, urlOf(this.#options.baseUrl, ask), {
      ...{ method: ask.method, body, signal, redirect: 'manual' },
      headers: body === null ? sent : { ...sent, 'content-type': mediaType },
    });
    return readAnswer(what, response, maxAnswerBytes);
  }

  private async reach(what: string, url: URL, init: RequestInit): Promise<Response> {
    try {
      return await fetch(url, init);
    } catch (error) {
      throw new SupplierAwayError(what, 'connection_lost', codeOf(error));
    }
  }

  private nameOf({ method, path }: Ask): string {
    return `${this.#options.supplier}: ${method} ${path}`;
  }

  private leftMs(): number {
    return this.endsAt - performance.now();
  }
}

function isPassing(error: Error): boolean {
  if (error instanceof SupplierHttpError) return error.status === 429 || error.status >= 500;
  return error instanceof SupplierAwayError && error.reason !== 'answer_too_large';
}

function urlOf(baseUrl: URL, { path, query = {} }: Ask): URL {
  const url = new URL(`${baseUrl.href.replace(/\/$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? value : [value];
    for (const each of values) if (each !== null) url.searchParams.append(name, String(each));
  }
  return url;
}

/** The fault's code alone: a message may quote a header. */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
