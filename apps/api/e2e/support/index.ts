import { loadSettings, type Settings } from '@trunkline/platform';
import { freshDatabaseUrl } from '@trunkline/platform/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningApi, startApi as start } from '../../src/create-api';
import { type Answer, Conformance } from './conformance';
import { Customers } from './customers';
import { exchange } from './exchange';

export type { Answer } from './conformance';
export { bySession, type Customer } from './customers';

/** The sender of a request: anonymous, a session by its cookie, or an API key. */
export interface Sender {
  readonly cookie?: string;
  readonly key?: string;
}

export type Headers = Readonly<Record<string, string>>;

export const OPERATOR_TOKEN = 'operator-token-for-tests';
export const SWITCH_TOKEN = 'switch-token-for-tests';
export const DASHBOARD_ORIGIN = 'http://dashboard.test';

const limitsOf = (ms: number): string =>
  ['routing', 'ingest', 'lists', 'rest'].map((kind) => `${kind}=${ms}`).join(',');

/** Returns the environment of an API under test: its own database, free ports, and no effective limits by default. */
export async function testEnvironment(given: Headers = {}): Promise<Record<string, string>> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: await freshDatabaseUrl(),
    PORT: '0',
    INTERNAL_PORT: '0',
    ROOT_URL: 'http://api.test',
    DASHBOARD_URL: `${DASHBOARD_ORIGIN}/app`,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'trunkline-e2e-')),
    SESSION_SECRETS: 's'.repeat(32),
    MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    OPERATOR_TOKENS: OPERATOR_TOKEN,
    SWITCH_TOKENS: SWITCH_TOKEN,
    RATE_LIMIT_FACTOR: '1000',
    // Tests hold locks for as long as a busy machine needs.
    LOCK_TIMEOUTS_MS: limitsOf(120_000),
    STATEMENT_TIMEOUTS_MS: limitsOf(120_000),
    LOG_LEVEL: 'error',
    ...given,
  };
}

/** An API under test. Each response is checked against its OpenAPI document. */
export class TestApi {
  readonly customers: Customers;

  private constructor(
    readonly settings: Settings,
    readonly running: RunningApi,
    private readonly conformance: Conformance,
    private readonly operatorConformance: Conformance,
  ) {
    this.customers = new Customers(this);
  }

  /** Starts an API. `given` overrides its environment; a shared `DATABASE_URL` makes it one of several processes. */
  static async start(given: Headers = {}, open = startOne): Promise<TestApi> {
    const environment = await testEnvironment(given);
    const settings = loadSettings(environment);
    const running = await open(environment);
    const [api, operator] = [
      await conformanceTo(`http://127.0.0.1:${running.port}/openapi.json`),
      await conformanceTo(`http://127.0.0.1:${running.internalPort}/operator/openapi.json`),
    ];
    return new TestApi(settings, running, api, operator);
  }

  get url(): string {
    return `http://127.0.0.1:${this.running.port}`;
  }

  get internalUrl(): string {
    return `http://127.0.0.1:${this.running.internalPort}`;
  }

  /** Returns a provider of the API, for setup that no request can do. */
  use<T>(token: abstract new (...args: never[]) => T): T {
    return this.running.app.get<T>(token);
  }

  get(path: string, sender: Sender = {}, headers: Headers = {}): Promise<Answer> {
    return this.send('GET', path, { sender, headers });
  }

  post(path: string, body?: unknown, sender: Sender = {}, headers: Headers = {}): Promise<Answer> {
    return this.send('POST', path, { body, sender, headers });
  }

  put(path: string, body: unknown, sender: Sender = {}, headers: Headers = {}): Promise<Answer> {
    return this.send('PUT', path, { body, sender, headers });
  }

  patch(path: string, body: unknown, sender: Sender = {}, headers: Headers = {}): Promise<Answer> {
    return this.send('PATCH', path, { body, sender, headers });
  }

  delete(path: string, sender: Sender = {}, headers: Headers = {}): Promise<Answer> {
    return this.send('DELETE', path, { sender, headers });
  }

  /** Sends a request to the internal listener as an operator. */
  async operator(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    const credential = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const answer = await this.exchange(method, `${this.internalUrl}${path}`, body, { ...credential, ...headers });
    this.operatorConformance.check(method, path, answer);
    return answer;
  }

  /** Sends a request to the internal listener as a switch. */
  switch(path: string, body: unknown, token = SWITCH_TOKEN): Promise<Answer> {
    return this.exchange('POST', `${this.internalUrl}${path}`, body, { authorization: `Bearer ${token}` });
  }

  /** Reads a path of the internal listener as a switch. */
  switchGet(path: string, token = SWITCH_TOKEN): Promise<Answer> {
    return this.exchange('GET', `${this.internalUrl}${path}`, undefined, { authorization: `Bearer ${token}` });
  }

  async stop(): Promise<void> {
    await this.running.close();
    rmSync(this.settings.DATA_DIR, { recursive: true, force: true });
  }

  async send(
    method: string,
    path: string,
    { body, sender, headers }: { readonly body?: unknown; readonly sender: Sender; readonly headers: Headers },
  ): Promise<Answer> {
    const credential = {
      ...(sender.key && { authorization: `Bearer ${sender.key}` }),
      ...(sender.cookie && !sender.key && { cookie: sender.cookie, origin: DASHBOARD_ORIGIN }),
    };
    const answer = await this.exchange(method, `${this.url}${path}`, body, { ...credential, ...headers });
    this.conformance.check(method, path, answer);
    return answer;
  }

  /** A string body is sent as is, so that tests can send invalid JSON. */
  private async exchange(method: string, url: string, body: unknown, headers: Headers): Promise<Answer> {
    const content: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const { status, headers: received, bytes } = await exchange(method, url, { ...content, ...headers }, text);
    const answered = bytes.toString();
    const isJson = received.get('content-type')?.startsWith('application/json') === true && answered !== '';
    return {
      status,
      headers: received,
      text: answered,
      bytes,
      body: isJson ? (JSON.parse(answered) as Answer['body']) : {},
    };
  }
}

/** No client of a test sends once the test has ended. */
const startOne = (environment: Headers): Promise<RunningApi> => start(loadSettings(environment), 0);

/** Starts an API of two applications on one database, the first with the public listener and the other with the internal one. */
async function startApart(environment: Headers): Promise<RunningApi> {
  const publicApi = await startOne({ ...environment, LISTENERS: 'public', METRICS_PORT: '0' });
  const internalApi = await startOne({ ...environment, LISTENERS: 'internal' });
  const close = () => Promise.all([publicApi.close(), internalApi.close()]).then(() => undefined);
  return { ...publicApi, internalPort: internalApi.internalPort, close };
}

/** By document. The files of one Jest worker share the schemas that were compiled. */
const conformances = new Map<string, Conformance>();

async function conformanceTo(address: string): Promise<Conformance> {
  const document = await (await fetch(address)).text();
  const conformance =
    conformances.get(document) ?? new Conformance(JSON.parse(document) as ConstructorParameters<typeof Conformance>[0]);
  conformances.set(document, conformance);
  return conformance;
}

/** Starts an API under test. See TestApi.start. */
export function startApi(given: Headers = {}): Promise<TestApi> {
  return TestApi.start(given);
}

/** Starts an API under test with its listeners apart, as `npm start` does. */
export function startApiApart(given: Headers = {}): Promise<TestApi> {
  return TestApi.start(given, startApart);
}
