import type { Metrics } from '@trunkline/platform/process';

/** The API answered with an error, or did not answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    /** Null without an answer. */
    readonly status: number | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** True if the same request would fail again. */
  get isFinal(): boolean {
    return this.status !== null && this.status < 500 && ![401, 403, 408, 429].includes(this.status);
  }
}

export interface SwitchApiOptions {
  /** Base URLs of the internal listener, the preferred one first. */
  readonly urls: readonly string[];
  readonly token: string;
  readonly switchId: string;
  readonly node: string;
  readonly metrics: Metrics;
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 5000;
const SECONDS = [0.005, 0.025, 0.1, 0.5, 2, 10, 30];

/** Sends requests to the switch interface of the API: to the address that answered last, then to the other one. */
export class SwitchApi {
  private current = 0;
  private answeredAt: Date | null = null;
  private isAnswering = false;

  constructor(private readonly options: SwitchApiOptions) {
    options.metrics.gauge(
      { name: 'trunkline_agent_api_up', help: '1 while the API answers the agent.', labels: [] },
      (set) => Promise.resolve(set(Number(this.isAnswering), {})),
    );
  }

  /** True while the last request was answered. */
  get isReachable(): boolean {
    return this.isAnswering;
  }

  get lastAnswerAt(): Date | null {
    return this.answeredAt;
  }

  /** Returns the body of a 200 response. Throws ApiError for every other outcome. */
  get(
    path: string,
    query: Request['query'] = {},
    options: Pick<Request, 'timeoutMs' | 'signal'> = {},
  ): Promise<unknown> {
    const { switchId, node } = this.options;
    return this.send({ ...options, method: 'GET', path, query: { switch_id: switchId, node, ...query } });
  }

  /** Sends a body, to which the identity of this switch is added. */
  post(path: string, body: object): Promise<unknown> {
    const { switchId, node } = this.options;
    return this.send({ method: 'POST', path, body: { switch_id: switchId, node, ...body } });
  }

  private async send(request: Request): Promise<unknown> {
    try {
      return await this.sendTo(this.current, request);
    } catch (error) {
      const isElsewhere = this.options.urls.length > 1 && isFaultOfServer(error) && !request.signal?.aborted;
      if (!isElsewhere) throw error;
      const other = (this.current + 1) % this.options.urls.length;
      const answer = await this.sendTo(other, request);
      this.current = other;
      return answer;
    }
  }

  private async sendTo(index: number, request: Request): Promise<unknown> {
    const end = this.durations.startTimer({ path: pathLabel(request.path) });
    try {
      const response = await this.fetch(index, request);
      end({ status: response.status });
      this.isAnswering = response.status < 500;
      if (this.isAnswering) this.answeredAt = new Date();
      if (!response.ok) throw new ApiError(`${request.path} returned ${response.status}`, response.status);
      return await response.json();
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (!request.signal?.aborted) {
        end({ status: 'none' });
        this.isAnswering = false;
      }
      throw new ApiError(`${request.path} was not answered`, null, { cause: error });
    }
  }

  private fetch(
    index: number,
    { method, path, query, body, timeoutMs = TIMEOUT_MS, signal }: Request,
  ): Promise<Response> {
    const pairs = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
    const search = pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : '';
    const timeout = AbortSignal.timeout(timeoutMs);
    return fetch(`${this.options.urls[index] ?? ''}${path}${search}`, {
      method,
      headers: {
        authorization: `Bearer ${this.options.token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  }

  private get durations() {
    return this.options.metrics.histogram(
      {
        name: 'trunkline_agent_api_request_duration_seconds',
        help: 'Duration of requests to the API. Status none: no response.',
        labels: ['path', 'status'],
      },
      SECONDS,
    );
  }
}

const isFaultOfServer = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === null || error.status >= 500;

/** An id in a path would start a series of its own. */
const pathLabel = (path: string): string => path.replace(/\/commands\/[^/]+\//, '/commands/{id}/');
