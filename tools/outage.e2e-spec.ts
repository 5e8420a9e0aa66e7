import { jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { canStartRedis, eventually, freePort, type OwnRedis, startOwnRedis } from '@trunkline/platform/testing';
import { pause, type Postgres, startPostgres } from './postgres';
import { seedSandbox } from './sandbox/seed-sandbox';
import { AppProcess } from './stack/app-process';

// Starts a database and two processes, and stops and restarts the database, while another test file runs.
jest.setTimeout(180_000);

const OPERATOR_TOKEN = 'operator-token-for-tests';
const SWITCH_TOKEN = 'switch-token-for-tests';
const RECOVERY_MS = 20_000;
const EMAIL = 'someone@example.com';
const PASSWORD = 'correct horse battery staple';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** A file that is sent instead of a JSON body. */
  readonly csv?: string;
  readonly token?: string;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly code: string | undefined;
  readonly summary: string;
}

const route = { switch_id: 'sw1', call_id: 'c1', from: '493012345', to: '12125550123', source_ip: '203.0.113.9' };
const times = { started_at: 1_780_000_000, ended_at: 1_780_000_060, sip_code: 503 };
const cdr = { switch_id: 'sw1', call_id: 'c1', decision_id: 'rd_none', ...times };
const heartbeat = { switch_id: 'sw1', event: 'heartbeat', active_calls: ['rd_none'] };
const SWITCH_CALLS: readonly Call[] = [
  { method: 'POST', path: '/switch/route', body: route },
  { method: 'POST', path: '/switch/cdrs', body: { cdrs: [cdr] } },
  { method: 'POST', path: '/switch/events', body: heartbeat },
  { method: 'POST', path: '/switch/gateway-health', body: { gateway_id: 'gw_none', ok: true } },
];
const PUBLIC_CALLS: readonly Call[] = [
  { method: 'POST', path: '/v1/auth/signup', body: { email: EMAIL, password: PASSWORD, name: 'Ada', country: 'US' } },
  { method: 'POST', path: '/v1/auth/login', body: { email: EMAIL, password: PASSWORD } },
  { method: 'POST', path: '/v1/auth/verify-email', body: { token: 'x'.repeat(43) } },
  { method: 'POST', path: '/v1/auth/email/resend', body: { email: EMAIL } },
  { method: 'POST', path: '/v1/auth/forgot-password', body: { email: EMAIL } },
  { method: 'POST', path: '/v1/auth/magic-link', body: { email: EMAIL } },
];

/** Says what is wrong with the database, and needs none. */
const DOCTOR = 'GET /operator/doctor';

/** Request bodies that reach the database. */
const BODIES: Readonly<Record<string, object>> = { '/operator/sandbox/clock': { advance_s: 1 } };

interface DescribedOperation {
  readonly security?: unknown[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

/** Returns every operation of an OpenAPI document, with an identifier for each path parameter. */
function callsOf(document: unknown, token: string): Call[] {
  const { paths } = document as { paths: Record<string, Record<string, DescribedOperation>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { security }]) => security !== undefined && security.length > 0)
      .map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        path: path.replace(/\{([^}]+)\}/g, (_, name: string) => (name === 'e164' ? '12125550123' : 'num_0mh2k3l4p9f1')),
        token,
        ...(method !== 'get' && method !== 'delete' && { body: BODIES[path] ?? {} }),
        ...(requestBody?.content['application/json'] === undefined &&
          requestBody?.content['text/csv'] !== undefined && { body: undefined, csv: 'prefix' }),
      })),
  );
}

describe.each(canStartRedis() ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'])(
  'an API whose database stops, its stores in %s',
  (stores) => {
    let folder: string;
    let postgres: Postgres;
    let redis: OwnRedis | null = null;
    let api: AppProcess;
    let env: Record<string, string>;
    let key: string;
    let calls: Call[];
    let sent = 0;

    const startDatabase = (port: number) => startPostgres({ dir: join(folder, 'postgres'), durable: false, port });
    const app = (name: 'api' | 'worker', port: string) =>
      new AppProcess({
        name,
        env,
        dataDir: folder,
        print: () => undefined,
        healthUrl: `http://127.0.0.1:${port}/health/ready`,
      });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'trunkline-outage-'));
      // PostgreSQL started by root runs as another user, which must be able to traverse the folder.
      chmodSync(folder, 0o711);
      mkdirSync(join(folder, 'logs'));
      postgres = await startDatabase(await freePort());
      if (stores === 'Redis') redis = await startOwnRedis();
      const [port, internalPort, workerPort] = [await freePort(), await freePort(), await freePort()].map(String);
      env = {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'test',
        DATABASE_URL: postgres.url,
        LOG_LEVEL: 'info',
        PORT: String(port),
        INTERNAL_PORT: String(internalPort),
        WORKER_PORT: String(workerPort),
        ROOT_URL: 'http://api.test',
        DASHBOARD_URL: 'http://dashboard.test/app',
        DATA_DIR: folder,
        SESSION_SECRETS: 's'.repeat(32),
        MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
        OPERATOR_TOKENS: OPERATOR_TOKEN,
        SWITCH_TOKENS: SWITCH_TOKEN,
        RATE_LIMIT_FACTOR: '1000',
        ...(redis && { REDIS_URL: redis.url }),
      };
      const migrated = spawnSync(process.execPath, [resolve('dist/tools/migrate.js')], { env, encoding: 'utf8' });
      if (migrated.status !== 0) throw new Error(`The migration failed: ${migrated.stderr}`);
      const { signal } = new AbortController();
      api = app('api', String(port));
      const worker = app('worker', String(workerPort));
      await Promise.all([api.healthy(signal), worker.healthy(signal)]);
      const target = { address: `http://127.0.0.1:${port}`, rootUrl: env['ROOT_URL'] ?? '', dataDir: folder };
      key = (await seedSandbox(target)).apiKey;
      await worker.stop();
      const documentOf = async (address: string) => (await fetch(address)).json();
      calls = [
        ...callsOf(await documentOf(`${publicUrl()}/openapi.json`), key),
        ...callsOf(await documentOf(`${internalUrl()}/operator/openapi.json`), OPERATOR_TOKEN),
        ...PUBLIC_CALLS,
        ...SWITCH_CALLS.map((call) => ({ ...call, token: SWITCH_TOKEN })),
      ];
    });

    afterAll(async () => {
      await api.stop();
      await postgres.stop();
      await redis?.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    const publicUrl = () => `http://127.0.0.1:${env['PORT']}`;
    const internalUrl = () => `http://127.0.0.1:${env['INTERNAL_PORT']}`;

    const send = async ({ method, path, body, csv, token }: Call): Promise<Answered> => {
      const url = /^\/(operator|switch)\//.test(path) ? internalUrl() : publicUrl();
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(csv !== undefined && { 'content-type': 'text/csv' }),
          // An operator's change reaches the database before its body is checked.
          ...(method !== 'GET' && !path.startsWith('/switch/') && { 'idempotency-key': `outage-${++sent}` }),
        },
        redirect: 'manual',
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(csv !== undefined && { body: csv }),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await response.text();
      const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as { error?: { code: string } };
      const { status, headers } = response;
      return { status, headers, code: error?.code, summary: `${method} ${path}: ${status} ${error?.code ?? text}` };
    };

    const sendAll = async (): Promise<Answered[]> => {
      const answers: Answered[] = [];
      for (const call of calls) answers.push(await send(call));
      return answers;
    };

    /** Returns every response that is not 503 `unavailable` with a Retry-After in whole seconds. */
    const othersThanUnavailable = (answers: readonly Answered[]) =>
      answers
        .filter(({ status, code, headers, summary }) => {
          if (summary.startsWith(DOCTOR)) return status !== 200 || !summary.includes('"fault"');
          const isRight = status === 503 && code === 'unavailable';
          return !isRight || !/^[1-9][0-9]*$/.test(headers.get('retry-after') ?? '');
        })
        .map(({ summary }) => summary);

    const back = async () => {
      const deadline = Date.now() + RECOVERY_MS;
      while ((await send({ method: 'GET', path: '/health/ready' })).status !== 200) {
        if (Date.now() > deadline) throw new Error('The API did not reconnect to its database.');
        await pause(50);
      }
    };

    const served: readonly (() => Call)[] = [
      () => ({ method: 'GET', path: '/v1/accounts/me', token: key }),
      () => ({ method: 'GET', path: '/v1/numbers', token: key }),
      () => ({ method: 'GET', path: '/v1/billing/balance', token: key }),
      () => ({ method: 'GET', path: '/v1/cdrs', token: key }),
      () => ({ method: 'GET', path: '/v1/sip-trunks', token: key }),
      () => ({ method: 'GET', path: '/v1/routing-profiles', token: key }),
      () => ({ method: 'POST', path: '/v1/sip-trunks', token: key, body: { name: randomUUID() } }),
      () => ({ method: 'GET', path: '/operator/accounts', token: OPERATOR_TOKEN }),
      ...SWITCH_CALLS.slice(0, 3).map((call) => () => ({ ...call, token: SWITCH_TOKEN })),
    ];
    const isServed = async () => {
      const answers = await Promise.all(served.map((call) => send(call())));
      return answers.filter(({ status }) => status >= 300).map(({ summary }) => summary);
    };

    it('returns 503 at every endpoint while the database is stopped, and 200 once it is back', async () => {
      expect(await isServed()).toEqual([]);
      expect(calls.length).toBeGreaterThan(90);
      await postgres.stop();
      const answers = await sendAll();
      expect(othersThanUnavailable(answers)).toEqual([]);
      if (stores === 'PostgreSQL') {
        const counted = answers.filter(({ headers }) => headers.has('x-ratelimit-limit')).map(({ summary }) => summary);
        expect(counted).toEqual([]);
      }
      postgres = await startDatabase(postgres.port);
      await back();
      expect(await isServed()).toEqual([]);
    });

    it('returns only success or 503 while the database restarts under load', async () => {
      const statuses = new Map<string, number>();
      let isOver = false;
      const load = Array.from({ length: 8 }, async (_, n) => {
        for (let turn = n; !isOver; turn++) {
          const call = served[turn % served.length]!();
          const { status, code, summary } = await send(call);
          const outcome = status < 300 ? 'served' : status === 503 && code === 'unavailable' ? 'unavailable' : summary;
          statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
        }
      });
      await pause(500);
      await postgres.stop();
      await pause(500);
      postgres = await startDatabase(postgres.port);
      await back();
      await pause(500);
      isOver = true;
      await Promise.all(load);
      expect([...statuses.keys()].sort()).toEqual(['served', 'unavailable']);
    });

    const itWithRedis = stores === 'Redis' ? it : () => undefined;
    itWithRedis('names no rate limits while Redis is stopped, and names them again once it is back', async () => {
      const limited = async () => {
        const { status, headers } = await send({ method: 'GET', path: '/v1/accounts/me', token: key });
        return [status, headers.has('x-ratelimit-limit')];
      };
      expect(await limited()).toEqual([200, true]);
      await redis?.kill();
      // Rate-limit tokens that were leased before are spent first.
      await eventually(async () => expect(await limited()).toEqual([200, false]));
      await redis?.start();
      await eventually(async () => expect(await limited()).toEqual([200, true]));
    });

    it('still returns 404 for an unknown path', async () => {
      await postgres.stop();
      expect(await send({ method: 'GET', path: '/v1/nothing' })).toMatchObject({ status: 404, code: 'not_found' });
      postgres = await startDatabase(postgres.port);
      await back();
    });
  },
);
