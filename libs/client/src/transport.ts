import { messagesOf, type StreamMessage, type StreamOptions } from './event-stream.ts';
import { logAttempt, type Logger } from './logger.ts';
import { attemptError, readResponse, readStream, withRemedy } from './response.ts';
import { delayMs, isTransient, pause } from './retries.ts';
import { assertPath, remedyOf, rootUrlOf, type Target, tokenOf } from './settings.ts';

export interface TransportOptions extends Target {
  readonly accountId?: string;
  /** Attempts after the first one. Default 2. */
  readonly maxRetries?: number;
  /** Time limit of one attempt. Default 30 s. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  /** Told of every attempt. Default: none. */
  readonly logger?: Logger;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Default: a random key for every call that takes one, so that a retry never has a second effect. */
  readonly idempotencyKey?: string;
  readonly accountId?: string;
  /** ETag of the version that is changed, as `etagOf` returns it. */
  readonly ifMatch?: string | undefined;
  readonly maxRetries?: number;
  readonly timeoutMs?: number;
}

export interface Call {
  /** Default GET. */
  readonly method?: string;
  readonly path: string;
  readonly query?: object;
  /** A text or a Blob is a CSV file, anything else is sent as JSON. */
  readonly body?: unknown;
  readonly takesKey?: boolean;
  readonly isFile?: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** The first page when awaited; every item of every page in a `for await`. */
export interface PagePromise<T, P extends Page<T> = Page<T>> extends PromiseLike<P>, AsyncIterable<T> {}

interface Attempt {
  readonly headers: Headers;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** Aborts when the attempt takes too long. */
  readonly limit: AbortSignal;
}

const RETRIES = 2;
const TIMEOUT_MS = 30_000;

/** Sends calls: credential, account, idempotency key, time limit, retries, pages. */
export class Transport {
  private readonly rootUrl: string;

  constructor(private readonly options: TransportOptions) {
    this.rootUrl = rootUrlOf(options);
  }

  /** Nothing is sent before the result is awaited or iterated. */
  list<T, P extends Page<T>>(call: Call, options?: CallOptions): PagePromise<T, P> {
    const pageAt = (cursor: string | null): Promise<P> =>
      this.send<P>({ ...call, query: { ...call.query, ...(cursor !== null && { cursor }) } }, options);
    let first: Promise<P> | undefined;
    async function* items(): AsyncGenerator<T> {
      for (let page = await (first ??= pageAt(null)); ; page = await pageAt(page.next_cursor)) {
        yield* page.items;
        if (page.next_cursor === null) return;
      }
    }
    return {
      then: (resolve, reject) => (first ??= pageAt(null)).then(resolve, reject),
      [Symbol.asyncIterator]: items,
    };
  }

  send<T>(call: Call, options?: CallOptions): Promise<T> {
    return this.repeat(call, options, async (response) => {
      return (await readResponse(response, call.isFile ?? false, this.rootUrl)) as T;
    });
  }

  /** Returns the response of any status as it comes; only a call without a response is repeated. */
  raw(call: Call, options?: CallOptions): Promise<Response> {
    return this.repeat(call, options, (response) => Promise.resolve(response));
  }

  /** Repeats a failed call if it is safe to repeat and the failure is transient. */
  private async repeat<T>(call: Call, options: CallOptions = {}, read: (response: Response) => Promise<T>): Promise<T> {
    const headers = await this.headersOf(call, options);
    const isRepeatable = !call.method || headers.has('idempotency-key');
    let retriesLeft = isRepeatable ? this.retriesOf(options) : 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const limit = AbortSignal.timeout(this.timeoutOf(options));
        return await this.attempt(call, { headers, signal: options.signal, limit }, read);
      } catch (error) {
        if (retriesLeft === 0 || !isTransient(error)) throw error;
        retriesLeft -= 1;
        await pause(delayMs(error, attempt), options.signal);
      }
    }
  }

  /** Nothing is sent before the messages are iterated. */
  stream<T>(call: Call, options: StreamOptions = {}): AsyncGenerator<StreamMessage<T>> {
    return messagesOf<T>(async (lastEventId, limit) => {
      const headers = await this.headersOf(call, options);
      if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
      return this.attempt(call, { headers, signal: options.signal, limit }, (response) =>
        readStream(response, this.rootUrl),
      );
    }, options);
  }

  private retriesOf({ maxRetries }: CallOptions): number {
    return maxRetries ?? this.options.maxRetries ?? RETRIES;
  }

  private timeoutOf({ timeoutMs }: CallOptions): number {
    return timeoutMs ?? this.options.timeoutMs ?? TIMEOUT_MS;
  }

  private async attempt<T>(call: Call, attempt: Attempt, read: (response: Response) => Promise<T>): Promise<T> {
    const { headers, signal, limit } = attempt;
    const startedAt = Date.now();
    let response: Response | undefined;
    let failure: unknown;
    try {
      response = await this.request(call, headers, signal ? AbortSignal.any([signal, limit]) : limit);
      return await read(response);
    } catch (error) {
      failure = withRemedy(attemptError(error, signal, this.rootUrl), remedyOf(headers, call.path));
      throw failure;
    } finally {
      const { logger } = this.options;
      const { method = 'GET', path } = call;
      if (logger) logAttempt(logger, { method, path }, { startedAt, response, failure });
    }
  }

  private request(call: Call, headers: Headers, signal: AbortSignal): Promise<Response> {
    const request = this.options.fetch ?? fetch;
    return request(`${this.rootUrl}${call.path}${queryText(call.query)}`, {
      method: call.method ?? 'GET',
      headers,
      body: bodyOf(call.body),
      credentials: 'same-origin',
      signal,
    });
  }

  private async headersOf(call: Call, options: CallOptions): Promise<Headers> {
    assertPath(call.path);
    const headers = new Headers();
    const set = (name: string, value: string | undefined): void => {
      if (value) headers.set(name, value);
    };
    set('content-type', call.body === undefined ? undefined : isCsv(call.body) ? 'text/csv' : 'application/json');
    const token = await tokenOf(this.options);
    set('authorization', token && `Bearer ${token}`);
    set('x-account-id', options.accountId ?? this.options.accountId);
    set('idempotency-key', call.takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined);
    set('if-match', options.ifMatch);
    return headers;
  }
}

/** The files that the API takes alone, which are CSV. */
const isCsv = (body: unknown): body is string | Blob => typeof body === 'string' || body instanceof Blob;

function bodyOf(body: unknown): string | Blob | null {
  if (body === undefined) return null;
  return isCsv(body) ? body : JSON.stringify(body);
}

/** Lists are comma-separated. Members without a value are left out. */
function queryText(query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (isPresent(value)) parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters.toString()}` : '';
}

type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined;

const isPresent = (value: QueryValue): value is NonNullable<QueryValue> =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
