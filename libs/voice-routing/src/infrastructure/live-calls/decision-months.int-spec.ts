import { setTimeout as pause } from 'node:timers/promises';
import { addDays, addSeconds, earliestId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import {
  ageMonths,
  monthOf,
  OwnerConnection,
  type SentStatement,
  sentStatements,
  type TestDatabase,
  testDatabase,
} from '@trunkline/platform/testing';
import type { NewDecision } from '../../application/calls/ports';
import { PruneDecisions } from '../../application/live-calls/prune-decisions';
import type { PlanRest } from '../../domain/calls/plan';
import { aDecision as decisionOf, aRoute } from '../../testing';
import { TEST_BOX } from '../../testing/postgres-world';
import { voiceRoutingPersistence } from '../../voice-routing.module';
import { StoredDecisionLog } from '../calls/decision-log';
import { KeptDecisions } from '../calls/kept-decisions';
import { StoredRoutingSnapshots } from '../calls/routing-snapshots';
import { WithheldIdentities } from '../calls/withheld-identities';
import { RejectedCallReads } from '../outbound/rejected-calls';
import { StoredResumableCalls } from '../resumes/resumable-calls';
import { StoredCallerIdentities } from './caller-identities';
import { StoredExpiredDecisions } from './expired-decisions';
import { StoredLiveCalls } from './live-calls';
import { StoredOverdueDecisions } from './overdue-decisions';

const RETENTION_DAYS = 400;
/** A month more than the retention of CDRs. */
const KEPT_DAYS = 431;
const now = new Date();
const month = (later: number) => monthOf(later, now);
const nameOf = (at: Date) => `decisions_${at.toISOString().slice(0, 7).replace('-', '_')}`;
const rd = (at: Date, n = 0) => `${earliestId('rd', at)}${n.toString(16).padStart(16, '0')}`;

const REST: PlanRest = { strategy: 'failover', ringTimeoutSeconds: 20, maxRetries: 0, order: ['rpt_1'], next: 0 };

describe('the months of decisions', () => {
  let test: TestDatabase;
  let owner: OwnerConnection;
  let log: StoredDecisionLog;

  const kept = new KeptDecisions({ CDR_RETENTION_DAYS: RETENTION_DAYS }, new TestClock(now));
  const identities = new WithheldIdentities(TEST_BOX);

  beforeEach(async () => {
    test = await testDatabase([voiceRoutingPersistence]);
    owner = await OwnerConnection.open(test.url);
    log = new StoredDecisionLog(test.db, identities, kept);
  });
  afterEach(async () => {
    await owner.end();
    await test.close();
  });

  /** A decision at its time, whose call holds nothing and has no slot any more. */
  const at = (createdAt: Date, given: Partial<NewDecision> = {}, n = 0) =>
    decisionOf({ id: rd(createdAt, n), createdAt, reportDueAt: addSeconds(createdAt, 60), ...given });
  const route = async (...decisions: readonly NewDecision[]) => {
    for (const decision of decisions) expect(await log.start(decision, null)).toBe('started');
  };
  const rejection = { rejectCode: 403, rejectReason: 'No', rejectCause: 'call_rejected', rating: null } as const;
  const reject = (createdAt: Date, accountId = 'acc_1') =>
    log.add(
      at(createdAt, {
        action: 'reject',
        ...rejection,
        rejection: 'country_not_allowed',
        rejectedFor: accountId,
        routes: [],
      }),
    );
  const partitions = async () =>
    (
      await owner.query<{ name: string }>(
        `SELECT partition AS name FROM platform.monthly_partitions() WHERE table_name = 'voice.decisions' ORDER BY 1`,
      )
    ).rows.map(({ name }) => name);
  const rowsOf = async (table: string) =>
    (await owner.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM voice.${table}`)).rows[0]?.rows;
  const idsOf = async (table: string, id: string) =>
    (await owner.query<{ id: string }>(`SELECT ${id} AS id FROM voice.${table} ORDER BY 1`)).rows.map((row) => row.id);

  const age = (months: number) => ageMonths(owner, { table: 'voice.decisions', prefix: 'rd' }, months);
  const expired = () => new StoredExpiredDecisions(test.db);
  const prune = () => new PruneDecisions(expired(), new TestClock(now)).prune(RETENTION_DAYS);

  it('hold the decisions of their ids, which are found, reported and listed across the border', async () => {
    await age(2);
    const border = month(0);
    const times = [-90, -1, 0, 1, 90].map((seconds) => addSeconds(border, seconds));
    const decisions = times.map((time) => at(time, { callId: 'sip' + String(time.getTime()) }));
    await route(...decisions);
    expect(await Promise.all([month(-1), border].map((each) => rowsOf(nameOf(each))))).toEqual([2, 3]);
    const ids = decisions.map(({ id }) => id);
    const found = async () => (await log.findMany([...ids, 'Z', ''])).map(({ id }) => id).sort();
    expect(await found()).toEqual(ids);
    expect((await log.findByCalls(decisions)).map(({ id }) => id).sort()).toEqual(ids);
    const overdue = new StoredOverdueDecisions(test.db, kept);
    expect(await overdue.flag(addDays(now, 31), 10)).toBe(5);
    const page = { limit: 10, sort: 'overdue_at', order: 'asc', after: null } as const;
    const listed = async () =>
      (await overdue.list({ accountId: null, switchId: null }, page)).items.map(({ decisionId }) => decisionId);
    expect([await listed(), await overdue.count()]).toEqual([ids, 5]);
    await log.markReported(ids.slice(1, 4), now);
    expect([await listed(), await overdue.count()]).toEqual([[ids[0], ids[4]], 2]);
    await reject(addSeconds(border, -2));
    await reject(addSeconds(border, 2));
    const rejected = { limit: 10, sort: 'at', order: 'desc', after: null } as const;
    const { items } = await new RejectedCallReads(test.db).list('acc_1', {}, addDays(border, -30), rejected);
    expect(items.map(({ at: time }) => time)).toEqual([addSeconds(border, 2), addSeconds(border, -2)]);
  });

  /** Returns the partitions that a statement reads when it was planned for any values. */
  const read = async ({ text, values }: SentStatement): Promise<string[]> => {
    const literal = (value: unknown): string => {
      if (value === null || value === undefined) return 'NULL';
      if (Array.isArray(value)) return `'{${value.map((each) => literal(each).slice(1, -1)).join(',')}}'`;
      if (value instanceof Date) return literal(value.toISOString());
      return `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
    };
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    await owner.query(`BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; PREPARE look_up AS ${text}`);
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) EXECUTE look_up ${given}`,
    );
    await owner.query('ROLLBACK; DEALLOCATE look_up');
    const lines = rows.map((row) => row['QUERY PLAN']).filter((line) => !line.includes('never executed'));
    return [...new Set(lines.flatMap((line) => / Scan .*\bon (decisions_\w+)/.exec(line)?.[1] ?? []))];
  };

  it('are read alone by each look-up of a decision', async () => {
    await age(3);
    const decided = at(addSeconds(month(-1), 60), {
      heldUntil: addDays(now, 1),
      isExtending: true,
      rest: REST,
    });
    const { id, switchId, node } = decided;
    await route(decided, ...[-3, -2, 0].map((later) => at(addSeconds(month(later), 60))));
    const calls = new StoredLiveCalls(test.db);
    const resumes = new StoredResumableCalls(test.db, TEST_BOX);
    const process = { switchId, node };
    const extension = { decisionId: id, maxDurationSeconds: 900, reportDueAt: now, heldUntil: now };
    const sent = await sentStatements(test.db, async () => {
      await log.findMany([id]);
      await resumes.find(id);
      await resumes.lock(id);
      await resumes.save({
        decisionId: id,
        routes: [aRoute()],
        maxDurationSeconds: 900,
        heldUntil: now,
        rest: null,
        asked: [],
        last: {
          afterTargetId: 'rpt_1',
          answer: { action: 'reject', decisionId: id, rejection: 'webhook_rejected', code: 603, reason: 'No' },
        },
      });
      await calls.accountsToExtend(process, [id], addDays(now, 31));
      await calls.lockToExtend(decided.accountId ?? '', process, [id], addDays(now, 31));
      await calls.extend([extension]);
      await calls.extended(process, [id]);
      await new StoredCallerIdentities(test.db, identities, kept).get(id);
      await calls.end({ switchId, decisionId: id }, { at: now, endedBy: 'switch', billableFrom: null });
      await log.markReported([id], now);
    });
    await owner.query('UPDATE voice.calls SET ended_at = NULL, ended_by = NULL, status = $1', ['ringing']);
    await owner.query('UPDATE voice.calls SET held_until = now()');
    await owner.query('UPDATE voice.decisions SET reported_at = NULL');
    const about = sent.filter(({ text }) => text.includes('voice.decisions'));
    expect(about.length).toBeGreaterThanOrEqual(11);
    for (const statement of about)
      expect([statement.text, await read(statement)]).toEqual([statement.text, [nameOf(month(-1))]]);
  });

  it('are not read by the routing of a call', async () => {
    const decided = at(now);
    const snapshots = new StoredRoutingSnapshots(test.db);
    const sent = await sentStatements(test.db, async () => {
      await snapshots.ofTrunk('acc_1', 'trk_1', now, decided);
      await snapshots.ofProfile('acc_1', 'rp_1', now, decided);
      await snapshots.ofWebrtcUser('acc_1', 'wru_1', now, decided);
      await snapshots.ofSource({ authUser: null, ip: '192.0.2.1' }, now, decided);
      await snapshots.ofSource({ authUser: 'user', ip: null }, now, decided);
      await snapshots.sourceTrunk('acc_1', 'trk_1', now);
      await snapshots.carriers('+4930901820', now, decided);
      await snapshots.emergencyCarriers(now);
      await snapshots.hasCalls('acc_1', 1, now);
      await log.start(decided, 5);
      await test.db.run(() => log.startOrFail(at(now, { callId: 'other' }, 1), 5));
      await reject(addSeconds(now, 1));
    });
    expect(sent.length).toBeGreaterThan(12);
    const reading = sent.filter(({ text }) => /(?<!INSERT INTO )voice\.decisions/.test(text.replaceAll('"', '')));
    expect(reading).toEqual([]);
    expect(await rowsOf('decisions')).toBe(3);
  });

  it('are dropped with the last decision past its retention, calls and plans at once', async () => {
    await age(18);
    const times = [addDays(month(-16), 3), addSeconds(addDays(now, -KEPT_DAYS), -120), addDays(month(-12), 3)];
    const decisions = times.map((time) => at(time, { rest: REST }));
    const ids = decisions.map(({ id }) => id);
    await route(...decisions);
    expect((await log.findMany(ids)).map(({ id }) => id)).toEqual([ids[2]]);
    expect(await prune()).toBe(1);
    // The second one is past its retention, but not its month.
    expect(await idsOf('decisions', 'id')).toEqual(ids.slice(1));
    expect([await idsOf('calls', 'decision_id'), await idsOf('resumable_plans', 'decision_id')]).toEqual([
      [ids[2]],
      [ids[2]],
    ]);
    const identity = new StoredCallerIdentities(test.db, identities, kept).get(ids[1] ?? '');
    await expect(identity).rejects.toMatchObject({ code: 'not_found' });
    expect(await log.findByCalls(decisions.slice(0, 2))).toEqual([]);
    const left = await partitions();
    expect(left[0]).toBe(`voice.${nameOf(addDays(now, -KEPT_DAYS))}`);
    expect(await prune()).toBe(0);
  });

  it('stay while one of their calls has a slot or holds money, and its decision is found', async () => {
    await age(18);
    const created = addDays(month(-16), 3);
    const [held, live, other] = [
      at(created, { heldUntil: addDays(now, 1) }),
      at(addDays(created, -31), { reportDueAt: addDays(now, 1) }),
      at(created, {}, 1),
    ];
    await route(held, live, other);
    expect(await prune()).toBe(0);
    expect(await idsOf('calls', 'decision_id')).toEqual([live.id, held.id]);
    expect((await log.findMany([held.id, other.id])).map(({ id }) => id)).toEqual([held.id]);
    await log.markReported([held.id], now);
    expect(await prune()).toBe(2);
    expect(await idsOf('decisions', 'id')).toEqual([live.id]);
  });

  it('stay for 62 days, and for a decision by a clock that was ahead, whatever the application asks for', async () => {
    await age(18);
    const ahead = { ...at(addDays(month(-16), 3)), createdAt: addDays(now, -10) };
    await route(ahead);
    await owner.query('DELETE FROM voice.calls');
    await expired().dropMonths(addDays(now, 1_000));
    expect(await idsOf('decisions', 'id')).toEqual([ahead.id]);
    expect(await partitions()).toContain(`voice.${nameOf(addDays(now, -62))}`);
    const dropping = test.db.query('SELECT platform.drop_partition($1, $2)', [
      'voice.decisions',
      (await partitions()).at(-1),
    ]);
    await expect(dropping).rejects.toThrow(/must be owner|permission denied/);
  });

  it('lose rejections after 30 days, one by one', async () => {
    await age(3);
    await reject(addSeconds(addDays(now, -30), -1));
    await reject(addDays(now, -75));
    await reject(addDays(now, -29));
    await route(at(addDays(now, -40)));
    expect(await prune()).toBe(2);
    expect(await rowsOf('decisions')).toBe(2);
  });

  it('keep each decision whose call is stored, and calls take their plan along', async () => {
    await age(1);
    const [first, second] = [at(now, { rest: REST }), at(addSeconds(month(-1), 5))];
    await route(first, second);
    for (const { id } of [first, second])
      await expect(test.db.query('DELETE FROM voice.decisions WHERE id = $1', [id])).rejects.toMatchObject({
        code: '23503',
        constraint: 'decisions_of_calls',
      });
    const both = `WITH calls AS (DELETE FROM voice.calls WHERE decision_id = $1) DELETE FROM voice.decisions WHERE id = $1`;
    await test.db.query(both, [first.id]);
    expect([await idsOf('decisions', 'id'), await rowsOf('resumable_plans')]).toEqual([[second.id], 0]);
  });

  it('are dropped beside a long statement once it has ended, and no call waits behind the lock', async () => {
    await age(18);
    await route(at(now, { callId: 'first' }));
    await owner.query('BEGIN');
    await owner.query('SELECT count(*) FROM voice.decisions');
    const dropping = expired().dropMonths(addDays(now, -KEPT_DAYS));
    const times: number[] = [];
    const until = performance.now() + 2_500;
    for (let n = 1; performance.now() < until; n++) {
      const since = performance.now();
      const decided = at(now, { callId: `call ${String(n)}` }, n);
      await route(decided);
      await log.findMany([decided.id]);
      await log.markReported([decided.id], now);
      times.push(performance.now() - since);
      await pause(5);
    }
    await owner.query('COMMIT');
    expect(await dropping).toBe(0);
    expect(Math.max(...times)).toBeLessThan(1_000);
    expect(times.length).toBeGreaterThan(3);
  });
});
