import { jest } from '@jest/globals';
import { request } from 'node:http';
import {
  createLoginRole,
  eventually,
  freshDatabaseUrl,
  lockWaits,
  OwnerConnection,
  pgBouncerProgram,
  startPgBouncer,
} from '@trunkline/platform/testing';
import { type Answer, startApi, SWITCH_TOKEN, type TestApi } from '../support';
import { Telephony } from '../support/telephony';

jest.setTimeout(120_000);

const REPORTS = 14;
/** Much longer than a request takes on a busy machine, and as long as the reports that wait. */
const LOCK_TIMEOUT_MS = 6_000;

interface Database {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const direct = async (): Promise<Database> => {
  const url = await freshDatabaseUrl();
  return { url, env: { DATABASE_URL: url }, close: () => Promise.resolve() };
};

const pooled = async (): Promise<Database> => {
  const url = await freshDatabaseUrl();
  const role = await createLoginRole(url);
  const pooler = await startPgBouncer({ databaseUrl: url, mode: 'transaction' }, [role.url]);
  const env = { DATABASE_URL: pooler.through(role.url), DATABASE_DIRECT_URL: role.url };
  const close = async (): Promise<void> => {
    await pooler.stop();
    await role.drop();
  };
  return { url, env, close };
};

const databases: [string, () => Promise<Database>][] = [['a session of its own', direct]];
if (pgBouncerProgram()) databases.push(['a pooler in transaction mode', pooled]);

describe.each(databases)('statements that wait for a lock, in %s', (_name, open) => {
  let database: Database;
  let owner: OwnerConnection;
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    database = await open();
    owner = await OwnerConnection.open(database.url);
    const limit = String(LOCK_TIMEOUT_MS);
    api = await startApi({
      ...database.env,
      LOG_LEVEL: 'fatal',
      LOCK_TIMEOUTS_MS: `ingest=${limit},lists=${limit},rest=1000`,
    });
    telephony = await Telephony.make(api);
  });
  afterAll(async () => {
    await api.stop();
    await owner.end();
    await database.close();
  });

  const locked = async <T>(table: string, mode: string, work: () => Promise<T>): Promise<T> => {
    await owner.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
    try {
      return await work();
    } finally {
      await owner.query('ROLLBACK');
    }
  };
  const route = async (): Promise<Answer> => {
    const call = { switch_id: 'sw1', call_id: `call ${Math.random()}`, from: '+493012345', to: telephony.number };
    return api.switch('/switch/route', { ...call, source_ip: '203.0.113.9', source_port: 5060, transport: 'udp' });
  };
  const summary = ({ status, headers, text }: Answer) => {
    const { error } = JSON.parse(text) as { error?: { code: string } };
    return [status, error?.code, Number(headers.get('retry-after')) > 0];
  };

  it('stop no other kind of work, and return 503 with Retry-After', async () => {
    const cdrs: object[] = [];
    for (let n = 0; n < REPORTS; n++) cdrs.push(telephony.rowOf(await telephony.route()));
    const first = await locked('cdr.cdrs', 'SHARE', async () => {
      const reports = cdrs.map((cdr) => api.switch('/switch/cdrs', cdr));
      await lockWaits(owner, 2);
      const served = Promise.all([
        api.get('/health/ready'),
        api.get('/v1/numbers', telephony.customer),
        api.get('/v1/accounts/me', telephony.customer),
        route(),
      ]);
      const outcome = await Promise.race([served, Promise.any(reports).then(() => 'after the reports')]);
      expect(Array.isArray(outcome) ? outcome.map(({ status }) => status) : outcome).toEqual([200, 200, 200, 200]);
      return Promise.race(reports);
    });
    expect(summary(first)).toEqual([503, 'unavailable', true]);
    const repeated = await Promise.all(cdrs.map((cdr) => api.switch('/switch/cdrs', cdr)));
    expect(repeated.map(({ status }) => status)).toEqual(Array(REPORTS).fill(200));
  });

  it('of lists stop neither calls nor changes', async () => {
    const answer = await locked('cdr.cdrs', 'ACCESS EXCLUSIVE', async () => {
      const lists = Array.from({ length: REPORTS }, () => api.get('/v1/cdrs', telephony.customer));
      await lockWaits(owner, 2);
      const served = Promise.all([
        api.get('/health/ready'),
        api.post('/v1/sip-trunks', { name: 'Another' }, telephony.customer),
        route(),
      ]);
      const outcome = await Promise.race([served, Promise.any(lists).then(() => 'after the lists')]);
      expect(Array.isArray(outcome) ? outcome.map(({ status }) => status) : outcome).toEqual([200, 201, 200]);
      return Promise.race(lists);
    });
    expect(summary(answer)).toEqual([503, 'unavailable', true]);
  });

  it('return 503 from a change, which changes nothing', async () => {
    const change = () => api.post('/v1/sip-trunks', { name: 'Locked' }, telephony.customer);
    const answer = await locked('voice.sip_trunks', 'SHARE', change);
    expect(summary(answer)).toEqual([503, 'unavailable', true]);
    expect((await api.get('/v1/sip-trunks', telephony.customer)).text).not.toContain('Locked');
    expect((await change()).status).toBe(201);
  });

  it('keep no place for a client that has left', async () => {
    const waiting = async (): Promise<number> => {
      const text = await (await fetch(`${api.internalUrl}/metrics`)).text();
      return Number(/trunkline_database_pool_waiting\{kind="ingest",.*\} (\d+)/.exec(text)?.[1]);
    };
    const body = JSON.stringify({ cdrs: [telephony.rowOf(await telephony.route())] });
    const post = () => {
      const headers = { authorization: `Bearer ${SWITCH_TOKEN}`, 'content-type': 'application/json' };
      const sent = request(`${api.internalUrl}/switch/cdrs`, { method: 'POST', headers });
      sent.on('error', () => undefined);
      sent.end(body);
      return sent;
    };
    await locked('cdr.intake', 'ACCESS EXCLUSIVE', async () => {
      const clients = Array.from({ length: REPORTS }, post);
      await eventually(async () => expect(await waiting()).toBeGreaterThan(5));
      clients.forEach((client) => client.destroy());
      await eventually(async () => expect(await waiting()).toBe(0), LOCK_TIMEOUT_MS / 2);
    });
  });
});
