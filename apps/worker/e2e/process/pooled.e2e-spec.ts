import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createLoginRole,
  eventually,
  freshDatabaseUrl,
  type LoginRole,
  type PgBouncer,
  pgBouncerProgram,
  startPgBouncer,
  testRedisUrl,
} from '@trunkline/platform/testing';
import pg from 'pg';
import { ApiProcess } from '../support/api-process';
import { makeDataDir, WorkerProcess } from '../support/worker-process';

interface Way {
  readonly name: string;
  /** The settings of both processes, for a login role of its own. */
  readonly open: (login: LoginRole, bounce: (mode: 'session' | 'transaction') => Promise<PgBouncer>) => Promise<Env>;
}
type Env = Readonly<Record<string, string>>;

const redisUrl = testRedisUrl();
const past = (login: LoginRole, { through }: PgBouncer): Env => ({
  DATABASE_URL: through(login.url),
  DATABASE_DIRECT_URL: login.url,
});
const withRedis: Env = redisUrl ? { REDIS_URL: redisUrl } : {};

const ways: Way[] = [
  { name: 'a login role of its own', open: ({ url }) => Promise.resolve({ DATABASE_URL: url }) },
  ...(pgBouncerProgram()
    ? [
        {
          name: 'PgBouncer in session mode',
          open: async (login: LoginRole, bounce: (mode: 'session') => Promise<PgBouncer>) => ({
            DATABASE_URL: (await bounce('session')).through(login.url),
          }),
        },
        {
          name: 'PgBouncer in transaction mode',
          open: async (login: LoginRole, bounce: (mode: 'transaction') => Promise<PgBouncer>) =>
            past(login, await bounce('transaction')),
        },
        ...(redisUrl
          ? [
              {
                name: 'PgBouncer in transaction mode, with Redis',
                open: async (login: LoginRole, bounce: (mode: 'transaction') => Promise<PgBouncer>) => ({
                  ...past(login, await bounce('transaction')),
                  ...withRedis,
                }),
              },
            ]
          : []),
      ]
    : []),
];

describe.each(ways)('API and worker through $name', ({ open }) => {
  let ownerUrl: string;
  let login: LoginRole;
  let api: ApiProcess;
  let worker: WorkerProcess;
  let env: Env;
  const data = makeDataDir();
  /** What has been started, also by a set-up that failed half way. */
  const ends: (() => unknown)[] = [data.remove];

  beforeAll(async () => {
    ownerUrl = await freshDatabaseUrl();
    login = await createLoginRole(ownerUrl);
    ends.unshift(login.drop);
    env = await open(login, async (mode) => {
      // Few server connections, so that many clients share each.
      const settings = mode === 'transaction' ? ['default_pool_size = 5', 'server_round_robin = 1'] : [];
      const bouncer = await startPgBouncer({ databaseUrl: ownerUrl, mode, settings }, [login.url]);
      ends.unshift(bouncer.stop);
      return bouncer;
    });
    const both = { DATABASE_URL: '', ...env, DATA_DIR: data.dir, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'info' };
    worker = WorkerProcess.spawn(both);
    ends.unshift(() => worker.kill());
    await worker.started();
    api = await ApiProcess.start(both);
    ends.unshift(() => api.kill());
  });

  afterAll(async () => {
    for (const end of ends) await end();
  });

  const call = async (method: string, path: string, body: object | null, cookie = ''): Promise<Response> => {
    const headers = { 'content-type': 'application/json', origin: api.origin, ...(cookie && { cookie }) };
    const answer = await api.call(method, `/v1${path}`, headers, body ? JSON.stringify(body) : undefined);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const dataOf = async (answer: Response): Promise<Record<string, unknown>> =>
    ((await answer.json()) as { data: Record<string, unknown> }).data;

  /** The worker has sent the mail: its jobs run. */
  const mailedToken = (): Promise<string> =>
    eventually(() => {
      const folder = join(data.dir, 'mail');
      const text = readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('\n')
        .replaceAll('=\r\n', '')
        .replaceAll('=3D', '=');
      const token = /token=([\w-]{20,})/.exec(text)?.[1];
      if (!token) throw new Error('no mail yet');
      return token;
    });

  const signIn = async (email: string): Promise<string> => {
    await api.signUp(email);
    const verified = await call('POST', '/auth/verify-email', { token: await mailedToken() });
    return verified.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };

  const addOffer = async (cookie: string, areaCode: string): Promise<void> => {
    const search = `/catalog/search?country=US&number_type=geographic&area_code=${areaCode}&source=live&limit=5`;
    const { items } = await dataOf(await call('GET', search, null, cookie));
    const [offer] = items as { select_token: string }[];
    await call('POST', '/cart/items', { select_token: offer?.select_token }, cookie);
  };

  it('signs up, tops up, fills carts concurrently, checks out and runs jobs', async () => {
    const cookie = await signIn('ada@example.com');
    const card = { processor_payment_method_id: 'pm_card_visa', set_default: true };
    await call('POST', '/billing/payment-methods', card, cookie);
    const topup = await dataOf(await call('POST', '/billing/topups', { amount_cents: 5000 }, cookie));
    expect(topup['status']).toBe('succeeded');
    await Promise.all(['212', '312', '415'].map((areaCode) => addOffer(cookie, areaCode)));
    const reads = Array.from({ length: 40 }, () => call('GET', '/billing/balance', null, cookie));
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array(40).fill(200));
    const checkout = await dataOf(await call('POST', '/cart/checkout', {}, cookie));
    expect(checkout['status']).toBe('all_provisioned');
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await eventually(async () => {
      const { rowCount } = await owner.query(`SELECT FROM platform.outbox AS o
        LEFT JOIN platform.event_deliveries AS d ON d.event_id = o.id
        WHERE o.relayed_at IS NULL OR (d.event_id IS NOT NULL AND d.done_at IS NULL)`);
      if (rowCount !== 0) throw new Error(`${String(rowCount)} events are still to be handled`);
    });
    const { rows } = await owner.query(`SELECT DISTINCT usename FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    await owner.end();
    expect(rows).toEqual([{ usename: login.name }]);
    expect(worker.lines.filter((line) => /prepared statement|job failed/.test(line))).toEqual([]);
  });
});

if (pgBouncerProgram()) {
  describe('API and worker behind PgBouncer in transaction mode without DATABASE_DIRECT_URL', () => {
    it('do not start, and name the setting', async () => {
      const ownerUrl = await freshDatabaseUrl();
      const login = await createLoginRole(ownerUrl);
      const bouncer = await startPgBouncer({ databaseUrl: ownerUrl, mode: 'transaction' }, [login.url]);
      const data = makeDataDir();
      const env = { DATABASE_URL: bouncer.through(login.url), DATA_DIR: data.dir, PORT: '0', INTERNAL_PORT: '0' };
      for (const main of ['worker', 'api']) {
        const started = WorkerProcess.spawn(env, `dist/apps/${main}/main.js`);
        expect(await started.ended()).toBe(1);
        expect(`${started.errors}${started.lines.join('\n')}`).toContain('Set DATABASE_DIRECT_URL');
      }
      await bouncer.stop();
      await login.drop();
      data.remove();
    });
  });
}

describe('API and worker with other master keys', () => {
  it('do not start, and name the wrong key', async () => {
    const data = makeDataDir();
    const env = { DATABASE_URL: await freshDatabaseUrl(), DATA_DIR: data.dir, PORT: '0', INTERNAL_PORT: '0' };
    const first = WorkerProcess.spawn(env);
    await first.started();
    await first.kill();
    const MASTER_KEYS = `k1:${Buffer.alloc(32, 9).toString('base64')}`;
    for (const main of ['worker', 'api']) {
      const started = WorkerProcess.spawn({ ...env, MASTER_KEYS }, `dist/apps/${main}/main.js`);
      expect(await started.ended()).toBe(1);
      expect(`${started.errors}${started.lines.join('\n')}`).toContain('the key k1 is not the one');
    }
    data.remove();
  });
});
