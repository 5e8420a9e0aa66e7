import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type ExportFormat, type ExportKind, Exports, type ExportView, RunExport } from '@trunkline/exports';
import { aPrincipal, aVerifiedUser, identityWorld } from '@trunkline/identity/testing';
import { identityPersistence } from '@trunkline/identity/wiring';
import { newId, type Principal } from '@trunkline/kernel';
import { createDataSource, Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { ProbeWorld } from '../support/probe-world';
import { openApplication } from '../support/staffed-world';
import { Workers } from '../support/workers';

const CDRS = 40_000;
const SLOW_MS = 90_000;

describe('exports', () => {
  let probe: ProbeWorld;
  let application: Awaited<ReturnType<typeof openApplication>>;
  let principal: Principal;
  let workers: Workers;
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    probe = await ProbeWorld.open();
    application = await openApplication(probe.env);
    workers = new Workers(probe, probe.env);
    const source = await createDataSource({ url: probe.env.DATABASE_URL }, [identityPersistence]).initialize();
    const { accountId, userId } = await aVerifiedUser(identityWorld(new Database(source)));
    principal = aPrincipal({ accountId, userId });
    await probe.db.query(
      `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, caller, e164, country, started_at, answered_at,
         ended_at, duration_seconds, billable_duration_seconds, hangup_cause, sip_response_code, customer_total_cents, currency,
         billing_transaction_id, attempts, created_at)
       SELECT 'cdr_' || lpad(n::text, 8, '0'), $1, 'sw', 'call ' || n, 'rd', 'inbound', '+4930' || n, '+49301234', 'DE', at, at, at, 9, 9,
         'normal_clearing', 200, 2, 'USD', 'txn', '[]', at
       FROM (SELECT n, date_trunc('hour', now()) - interval '30 days' + n * interval '1 second' AS at FROM generate_series(1, ${CDRS}) AS n) AS call`,
      [accountId],
    );
    ends.push(
      () => probe.close(),
      () => source.destroy(),
      () => application.close(),
    );
  });
  afterEach(() => workers.clear());
  afterAll(async () => {
    await workers.killAll();
    for (const end of ends.reverse()) await end();
  });

  const create = async (kind: ExportKind, format: ExportFormat): Promise<string> => {
    const request = { kind, format, fields: null, timezone: 'UTC', filters: {} };
    const given = { accountId: principal.accountId, operationId: newId('op'), request, query: {}, callbackUrl: null };
    return (await application.use(Exports).create(given)).created.id;
  };
  const read = (id: string): Promise<ExportView> => application.use(Exports).get(principal, id);
  const completed = (id: string) =>
    eventually(async () => {
      const view = await read(id);
      if (view.status !== 'completed') throw new Error(`the export is ${view.status}`);
      return view;
    }, 60_000);
  const fileOf = async (id: string) => buffer((await application.use(Exports).download(principal, id)).content);

  const endLease = () =>
    probe.db.query(`UPDATE exports.exports SET leased_until = clock_timestamp() WHERE leased_until IS NOT NULL`);
  const eventsOf = (id: string) =>
    probe.db.query<{ type: string }>(`SELECT type FROM platform.outbox WHERE data::text LIKE $1`, [`%${id}%`]);

  /** Kills the workers, and ends their attempts, as if their 20 seconds had passed. */
  const kill = async () => {
    await workers.killAll();
    await endLease();
  };

  it.each(['while it reads', 'with the file stored and the export not completed'])(
    'are completed once, with the right digest, after their worker was killed %s',
    async (moment) => {
      const isLate = moment !== 'while it reads';
      if (isLate) await workers.stopAt({ table: 'exports.exports', when: `NEW.status = 'completed'` });
      await workers.run(1);
      const id = await create('cdrs', 'ndjson');
      if (isLate) await workers.reached();
      else
        await eventually(() => expect(readdirSync(join(probe.env.DATA_DIR, 'documents', 'exports'))).toHaveLength(1));
      await kill();
      await workers.open();
      await workers.run(1);
      const view = await completed(id);
      const file = await fileOf(id);
      expect(view).toMatchObject({
        rowCount: CDRS,
        sizeBytes: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
      });
      const ids = gunzipSync(file)
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id);
      expect([ids.length, new Set(ids).size, ids[0], ids.at(-1)]).toEqual([CDRS, CDRS, 'cdr_00000001', 'cdr_00040000']);
      expect(await eventsOf(id)).toEqual([{ type: 'export.completed' }]);
      const [{ attempts }] = (await probe.db.query(`SELECT attempts FROM exports.exports WHERE id = $1`, [id])) as [
        { attempts: number },
      ];
      expect(attempts).toBe(2);
      // The file of the first attempt was removed.
      const stored = readdirSync(join(probe.env.DATA_DIR, 'documents', principal.accountId));
      expect(stored.filter((name) => name.startsWith(id))).toEqual([`${id}-2`]);
      expect(readdirSync(join(probe.env.DATA_DIR, 'documents', 'exports'))).toEqual([]);
    },
    SLOW_MS,
  );

  it(
    'are left to another worker when theirs stops',
    async () => {
      await workers.run(1);
      const id = await create('cdrs', 'csv');
      await eventually(async () => expect((await read(id)).status).not.toBe('pending'));
      await workers.run(0);
      await workers.run(1);
      expect(await completed(id)).toMatchObject({ rowCount: CDRS });
      await workers.run(0);
    },
    SLOW_MS,
  );

  it('are completed once when attempts overlap', async () => {
    const id = await create('cdrs', 'csv');
    const attempts = [1, 2, 3].map(() => application.use(RunExport).run({ accountId: principal.accountId, id }));
    await Promise.all(attempts);
    expect(await completed(id)).toMatchObject({ rowCount: CDRS });
    expect(await probe.db.query(`SELECT attempts FROM exports.exports WHERE id = $1`, [id])).toEqual([{ attempts: 1 }]);
    const late = await create('cdrs', 'csv');
    const slow = application.use(RunExport).run({ accountId: principal.accountId, id: late });
    await eventually(async () => expect((await read(late)).status).toBe('running'));
    await endLease();
    await Promise.all([slow, application.use(RunExport).run({ accountId: principal.accountId, id: late })]);
    const view = await read(late);
    const file = await fileOf(late);
    expect([view.status, view.sha256]).toEqual(['completed', createHash('sha256').update(file).digest('hex')]);
    expect(await eventsOf(late)).toEqual([{ type: 'export.completed' }]);
  });
});
