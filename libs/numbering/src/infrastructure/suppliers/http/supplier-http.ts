import { DelegateBackoff, handleWhen, retry, TaskCancelledError, timeout, TimeoutStrategy, wrap } from 'cockatiel';
import type { Credential } from './credential';
import { readResponse } from './read-response';
import { SupplierUnavailableError, SupplierHttpError } from './supplier-errors';

/** Null leaves a parameter out; an array repeats it. */
export type Query = Readonly<Record<string, string | number | readonly string[] | null>>;

export interface SupplierHttpOptions {
  /** Names the supplier in messages. */
  readonly supplier: string;
  /** Paths are appended to it. */
  readonly baseUrl: URL;
  readonly credential: Credential;
  /** Media type of requests and responses. */
  readonly mediaType?: string;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout of all requests of one `begin`, including retries. */
  readonly timeoutMs?: number;
  /** Delay before the first retry; doubled for the next one. */
  readonly pauseMs?: number;
  readonly maxResponseBytes?: number;
}

interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  /** Sent as multipart/form-data, instead of `body`. */
  readonly form?: FormData;
}

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 250;
const RETRIES = 2;
const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;

/** A client of a supplier's JSON API. Credentials, queries and bodies appear in no message. */
export class SupplierHttp {
  readonly #options: Required<SupplierHttpOptions>;

  constructor(options: SupplierHttpOptions) {
    this.#options = {
      mediaType: 'application/json',
      headers: {},
      timeoutMs: TIMEOUT_MS,
      pauseMs: PAUSE_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      ...options,
    };
  }

  /** Starts a group of requests that share one timeout: those of one method of the port. */
  begin(): SupplierCalls {
    return new SupplierCalls(this.#options);
  }
}

/**
 * Returns parsed bodies (null for an empty one). Rejects with `SupplierHttpError` for a response other than 2xx, redirects
 * included, and with `SupplierUnavailableError` when no readable response is received before the timeout. Only GET requests
 * are retried, twice, after 429, 5xx, a lost connection, or a response that is incomplete or no JSON.
 */
export class SupplierCalls {
  readonly #options: Required<SupplierHttpOptions>;
  private readonly endsAt: number;

  constructor(options: Required<SupplierHttpOptions>) {
    this.#options = options;
    this.endsAt = performance.now() + options.timeoutMs;
  }

  get(path: string, query?: Query): Promise<unknown> {
    return this.request({ method: 'GET', path, ...(query && { query }) });
  }

  post(path: string, body: unknown): Promise<unknown> {
    return this.request({ method: 'POST', path, body });
  }

  /** Sends multipart/form-data. */
  postForm(path: string, form: FormData): Promise<unknown> {
    return this.request({ method: 'POST', path, form });
  }

  patch(path: string, body: unknown): Promise<unknown> {
    return this.request({ method: 'PATCH', path, body });
  }

  delete(path: string): Promise<unknown> {
    return this.request({ method: 'DELETE', path });
  }

  private async request(request: HttpRequest): Promise<unknown> {
    const leftMs = this.leftMs();
    if (leftMs <= 0) throw new SupplierUnavailableError(this.nameOf(request), 'timed_out');
    const timeoutPolicy = timeout(leftMs, TimeoutStrategy.Aggressive);
    try {
      const policy = request.method === 'GET' ? wrap(timeoutPolicy, this.retries()) : timeoutPolicy;
      return await policy.execute(({ signal }) => this.send(request, signal));
    } catch (error) {
      if (error instanceof TaskCancelledError) throw new SupplierUnavailableError(this.nameOf(request), 'timed_out');
      throw error;
    }
  }

  /** The last error is thrown if the delay after it would end after the timeout. */
  private retries() {
    let attempt = 0;
    let delayMs = 0;
    return retry(
      handleWhen((error) => {
        attempt += 1;
        delayMs = this.delayAfter(error, attempt);
        return isTransient(error) && delayMs < this.leftMs();
      }),
      { maxAttempts: RETRIES, backoff: new DelegateBackoff(() => delayMs) },
    );
  }

  /** Returns the delay of Retry-After, else exponential backoff with jitter. */
  private delayAfter(error: unknown, attempt: number): number {
    const requestedMs = error instanceof SupplierHttpError ? error.retryAfterMs : null;
    return requestedMs ?? this.#options.pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  }

  private async send(request: HttpRequest, signal: AbortSignal): Promise<unknown> {
    const what = this.nameOf(request);
    const { mediaType, headers, credential, maxResponseBytes } = this.#options;
    const accept = request.form ? 'application/json' : mediaType;
    const sent = { accept, ...headers, ...(await credential.headers()) };
    const json = request.body === undefined ? null : JSON.stringify(request.body);
    const response = await this.reach(what, urlOf(this.#options.baseUrl, request), {
      method: request.method,
      body: request.form ?? json,
      signal,
      redirect: 'manual',
      headers: json === null ? sent : { ...sent, 'content-type': mediaType },
    });
    return readResponse(what, response, maxResponseBytes);
  }

  private async reach(what: string, url: URL, init: RequestInit): Promise<Response> {
    try {
      return await fetch(url, init);
    } catch (error) {
      throw new SupplierUnavailableError(what, 'connection_lost', codeOf(error));
    }
  }

  private nameOf({ method, path }: HttpRequest): string {
    return `${this.#options.supplier}: ${method} ${path}`;
  }

  private leftMs(): number {
    return this.endsAt - performance.now();
  }
}

function isTransient(error: Error): boolean {
  if (error instanceof SupplierHttpError) return error.status === 429 || error.status >= 500;
  return error instanceof SupplierUnavailableError && error.reason !== 'response_too_large';
}

function urlOf(baseUrl: URL, { path, query = {} }: HttpRequest): URL {
  const url = new URL(`${baseUrl.href.replace(/\/$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? value : [value];
    for (const each of values) if (each !== null) url.searchParams.append(name, String(each));
  }
  return url;
}

/** Returns only the code of the error, because its message may quote a header. */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
