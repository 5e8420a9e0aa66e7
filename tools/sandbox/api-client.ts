export interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** The error's code, or '' on success. */
  readonly code: string;
  readonly text: string;
}

interface Envelope {
  data?: Record<string, unknown>;
  error?: { code: string };
}

interface Request {
  readonly body?: unknown;
  readonly key?: string | undefined;
}

const TIMEOUT_MS = 15_000;

/** HTTP client that behaves like a browser: keeps the session cookie and sends an origin. */
export class ApiClient {
  private cookie = '';

  constructor(
    /** Address of the API. */
    private readonly address: string,
    /** Origin header of the dashboard. Requests with a cookie are refused without it. */
    private readonly origin: string,
  ) {}

  get(path: string, key?: string): Promise<Answer> {
    return this.request('GET', path, { key });
  }

  post(path: string, body: unknown = {}, key?: string): Promise<Answer> {
    return this.request('POST', path, { body, key });
  }

  patch(path: string, body: unknown, key?: string): Promise<Answer> {
    return this.request('PATCH', path, { body, key });
  }

  private async request(method: string, path: string, { body, key }: Request): Promise<Answer> {
    const response = await fetch(`${this.address}/v1${path}`, {
      method,
      headers: {
        origin: this.origin,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key ? { authorization: `Bearer ${key}` } : { cookie: this.cookie }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    this.keepCookie(response);
    return read(response);
  }

  private keepCookie(response: Response): void {
    const session = response.headers.getSetCookie().find((each) => each.startsWith('svc_sid='));
    this.cookie = session?.split(';')[0] ?? this.cookie;
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const { data = {}, error } = (text ? JSON.parse(text) : {}) as Envelope;
  return { status: response.status, data, code: error?.code ?? '', text };
}
