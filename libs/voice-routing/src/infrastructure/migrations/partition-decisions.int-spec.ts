import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds, newId } from '@trunkline/kernel';
import { createDataSource, Database, migrate, type Persistence, platformPersistence } from '@trunkline/platform';
import { freshDatabaseUrl, OwnerConnection } from '@trunkline/platform/testing';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { aDecision } from '../../testing';
import { decisionLogOn } from '../../testing/postgres-world';
import { voiceRoutingPersistence } from '../../voice-routing.module';
import { IndexRejections1795022010000 } from './index-rejections';
import { NameSipCalls1795021500000 } from './name-sip-calls';
import { PartitionDecisions1795021500001 } from './partition-decisions';

const ROWS = 3_000;
const STATEMENTS_MAX = 200;
const SINCE: readonly unknown[] = [
  NameSipCalls1795021500000,
  PartitionDecisions1795021500001,
  IndexRejections1795022010000,
];
const BEFORE: Persistence = {
  ...voiceRoutingPersistence,
  migrations: voiceRoutingPersistence.migrations.filter((each) => !SINCE.includes(each)),
};

/** As a process of the previous release starts a call: $1 decision, $2 call, $3 Call-ID, $4 account, $5 now. */
const START = `WITH decided AS (
    INSERT INTO voice.decisions (id, switch_id, call_id, account_id, direction, caller, callee, action, rating, routes,
      max_duration_seconds, created_at, report_due_at)
    VALUES ($1, 'sw1', $3, $4, 'inbound', '', '', 'route', '{}', '[]', 60, $5, $5::timestamptz + interval '1 hour')
  ), started AS (
    INSERT INTO voice.calls (id, decision_id, account_id, switch_id, status, started_at, expires_at)
    VALUES ($2, $1, $4, 'sw1', 'routing', $5, $5::timestamptz + interval '1 hour'))
  SELECT EXISTS (
    SELECT FROM (SELECT * FROM voice.decisions WHERE call_id = $3 LIMIT 20) d JOIN voice.calls c ON c.decision_id = d.id
    WHERE d.switch_id = 'sw1' AND d.account_id = $4 AND c.ended_at IS NULL AND c.answered_at IS NULL) AS repeated`;
const FIND = 'SELECT * FROM voice.decisions WHERE id = ANY ($1)';
const REPORT = `WITH due AS (SELECT id FROM voice.decisions WHERE id = ANY($1) AND reported_at IS NULL ORDER BY id FOR UPDATE),
    reported AS (UPDATE voice.decisions d SET reported_at = now() FROM due WHERE d.id = due.id)
  UPDATE voice.calls c SET status = 'completed', ended_at = now() FROM due WHERE c.decision_id = due.id`;
/** As a worker of the previous release deletes an expired decision. */
const DELETE = `WITH ended AS (DELETE FROM voice.calls WHERE decision_id = $1) DELETE FROM voice.decisions WHERE id = $1`;

describe('the move of decisions into months', () => {
  let url: string;
  let owner: OwnerConnection;

  beforeEach(async () => {
    const fresh = new URL(await freshDatabaseUrl());
    const creator = await OwnerConnection.open(fresh.toString());
    fresh.pathname = `/moved_${newId('op').slice(3)}`;
    await creator.query(`CREATE DATABASE ${fresh.pathname.slice(1)} TEMPLATE template0`);
    await creator.end();
    url = fresh.toString();
    await migrate(url, [platformPersistence, BEFORE]);
    owner = await OwnerConnection.open(url);
    await owner.query(
      `INSERT INTO voice.decisions (id, switch_id, call_id, account_id, direction, caller, callee, action, rating, routes,
         max_duration_seconds, created_at, report_due_at)
       SELECT 'rd_0' || lpad(n::text, 24, '0'), 'sw1', 'sip' || n, 'acc_1', 'inbound', '', '', 'route', '{}', '[]', 60, now(), now()
       FROM generate_series(1, ${ROWS}) AS n`,
    );
    await owner.query(
      `INSERT INTO voice.calls (id, decision_id, account_id, switch_id, status, started_at, expires_at, ended_at)
       SELECT 'call' || substr(id, 3), id, account_id, switch_id, CASE WHEN id < 'rd_000000000000000000000002' THEN 'completed' ELSE 'ringing' END,
         created_at, report_due_at, CASE WHEN id < 'rd_000000000000000000000002' THEN now() END FROM voice.decisions`,
    );
  });
  afterEach(() => owner.end());

  const count = async (table: string) =>
    (await owner.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM voice.${table}`)).rows[0]?.rows ?? 0;
  const run = () => migrate(url, [platformPersistence, voiceRoutingPersistence]);

  /** Routes and reports calls as the previous release does, in a loop, until it is stopped. */
  const routeCalls = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const state = { isOver: false, started: [] as string[], slowestMs: 0 };
    const send = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
    const loop = async () => {
      while (!state.isOver) {
        const id = newId('rd');
        const since = performance.now();
        const { rows } = await send('start', START, [id, id.replace('rd_', 'call_'), `sip ${id}`, 'acc_2', new Date()]);
        expect(rows).toEqual([{ repeated: false }]);
        expect((await send('find', FIND, [[id]])).rows).toMatchObject([{ id, max_duration_seconds: 60 }]);
        if (state.started.length % 2 === 0) await send('report', REPORT, [[id]]);
        state.slowestMs = Math.max(state.slowestMs, performance.now() - since);
        state.started.push(id);
        await pause(2);
      }
      await client.end();
    };
    return Object.assign(state, { ended: loop() });
  };

  /** Ends the connection of the migrator before its statement of this number, counted from the first of these migrations. */
  const runKilledAt = async (prototype: Pick<QueryRunner, 'query'>, number: number): Promise<boolean> => {
    const { query } = prototype;
    let sent: number | null = null;
    prototype.query = async function (this: QueryRunner, ...given: Parameters<typeof query>) {
      if (sent !== null && ++sent === number) await query.call(this, 'SELECT pg_terminate_backend(pg_backend_pid())');
      return (await query.apply(this, given)) as unknown;
    } as typeof query;
    try {
      await migrate(url, [platformPersistence, voiceRoutingPersistence], (line) => {
        if (/^migrating (NameSipCalls|PartitionDecisions)/.test(line)) sent ??= 0;
        if (/^migrated PartitionDecisions/.test(line)) sent = null;
      });
      return false;
    } catch (error) {
      expect(String(error)).toMatch(/terminat|not queryable|closed/i);
      return true;
    } finally {
      prototype.query = query;
    }
  };

  it('goes on wherever it was killed, while processes of the previous release route calls', async () => {
    const source = await createDataSource({ url, asOwner: true, poolSize: 1 }, []).initialize();
    const prototype = Object.getPrototypeOf(source.createQueryRunner()) as Pick<QueryRunner, 'query'>;
    await source.destroy();
    const calls = await routeCalls();
    let kills = 0;
    while (await runKilledAt(prototype, kills + 1)) {
      if (++kills > STATEMENTS_MAX) throw new Error('The migration does not end.');
    }
    expect(kills).toBeGreaterThan(25);
    await pause(100);
    calls.isOver = true;
    await calls.ended;
    expect(calls.started.length).toBeGreaterThan(100);
    expect(calls.slowestMs).toBeLessThan(2_000);
    expect([await count('decisions'), await count('calls')]).toEqual([
      ROWS + calls.started.length,
      ROWS + calls.started.length,
    ]);
    const { rows } = await owner.query(
      `SELECT count(*)::int AS unnamed FROM voice.calls WHERE ended_at IS NULL AND sip_call_id IS NULL`,
    );
    expect(rows).toEqual([{ unnamed: 0 }]);
  });

  it('leaves processes of both releases to route the same calls, and an old worker to delete decisions', async () => {
    await run();
    const source = await createDataSource({ url }, [platformPersistence, voiceRoutingPersistence]).initialize();
    const log = decisionLogOn(new Database(source));
    const now = new Date();
    const old = newId('rd');
    await owner.query(START, [old, old.replace('rd_', 'call_'), 'same call', 'acc_3', now]);
    const given = { accountId: 'acc_3', createdAt: now, reportDueAt: addSeconds(now, 3_600), callId: 'same call' };
    const repeated = aDecision({ ...given, rest: null });
    expect(await log.start(repeated, null)).toBe('repeated');
    const other = aDecision({ ...given, callId: 'other call' });
    expect(await log.start(other, null)).toBe('started');
    const again = newId('rd');
    const values = [again, again.replace('rd_', 'call_'), 'other call', 'acc_3', now];
    expect((await owner.query(START, values)).rows).toEqual([{ repeated: true }]);
    const before = await count('decisions');
    await owner.query(DELETE, [other.id]);
    expect(await count('decisions')).toBe(before - 1);
    await source.destroy();
  });

  it('waits for long statements in short steps, so that calls are routed meanwhile', async () => {
    const reader = await OwnerConnection.open(url);
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM voice.decisions');
    const calls = await routeCalls();
    const running = run();
    await pause(2_500);
    await reader.query('COMMIT');
    await running;
    await pause(50);
    calls.isOver = true;
    await calls.ended;
    await reader.end();
    expect(calls.slowestMs).toBeLessThan(1_500);
    expect(await count('decisions')).toBe(ROWS + calls.started.length);
  });
});
