import { addDays, newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { PruneDecisions } from '../../application/live-calls/prune-decisions';
import { aDecision } from '../../testing';
import { decisionLogOn } from '../../testing/postgres-world';
import { voiceRoutingPersistence } from '../../voice-routing.module';
import { StoredExpiredDecisions } from './expired-decisions';

const NOW = new Date('2026-11-26T12:00:00Z');
const RETENTION_DAYS = 40;
/** A month more than the retention of CDRs. */
const DAYS = 71;
const REJECTED_DAYS = 30;
const PAGE = 1_000;

describe('the retention of routing decisions', () => {
  let database: TestDatabase;
  let owner: OwnerConnection;

  beforeAll(async () => {
    database = await testDatabase([voiceRoutingPersistence]);
    owner = await OwnerConnection.open(database.url);
  });
  beforeEach(() => owner.query('TRUNCATE voice.decisions, voice.calls, voice.resumable_plans'));
  afterAll(async () => {
    await owner.end();
    await database.close();
  });

  const log = () => decisionLogOn(database.db);
  const decisions = () => new PruneDecisions(new StoredExpiredDecisions(database.db), new TestClock(NOW));
  const prune = () => decisions().prune(RETENTION_DAYS);
  const stored = async (table: string, id: string) =>
    (await owner.query<{ id: string }>(`SELECT ${id} AS id FROM voice.${table} ORDER BY 1`)).rows.map((row) => row.id);

  /** Routes a free call so many days and milliseconds ago, and returns the id of its decision. */
  async function route(days: number, milliseconds = 0, expiresDaysAgo = days): Promise<string> {
    const createdAt = new Date(addDays(NOW, -days).getTime() - milliseconds);
    const reportDueAt = new Date(addDays(NOW, -expiresDaysAgo).getTime() - milliseconds);
    const decision = aDecision({ id: newId('rd'), callId: newId('call'), routes: [], createdAt, reportDueAt });
    await log().start(decision, null);
    return decision.id;
  }

  /** Rejects a call so many days and milliseconds ago, and returns the id of its decision. */
  async function reject(days: number, milliseconds = 0): Promise<string> {
    const rejection = { rejectCode: 480, rejectReason: 'No', rejectCause: 'no_answer', rating: null } as const;
    const createdAt = new Date(addDays(NOW, -days).getTime() - milliseconds);
    const decision = aDecision({ id: newId('rd'), action: 'reject', ...rejection, routes: [], createdAt });
    await log().add(decision);
    return decision.id;
  }

  it('deletes rejections after 30 days, in batches', async () => {
    await reject(REJECTED_DAYS, 1);
    await owner.query(
      `INSERT INTO voice.decisions SELECT (jsonb_populate_record(d, jsonb_build_object('id', d.id || n))).*
       FROM voice.decisions d, generate_series(1, ${PAGE}) n`,
    );
    const kept = [await reject(REJECTED_DAYS), await route(REJECTED_DAYS + 1)];
    expect(await decisions().count(RETENTION_DAYS)).toEqual({ rows: PAGE + 3, expired: PAGE + 1 });
    expect(await prune()).toBe(PAGE + 1);
    expect(await stored('decisions', 'id')).toEqual(kept.sort());
  });

  it('deletes decisions with their calls, also of a call whose end was never stored', async () => {
    const reported = await route(DAYS + 1);
    await log().markReported([reported], NOW);
    await route(DAYS, 1);
    const edge = await route(DAYS);
    expect(await prune()).toBe(2);
    expect([await stored('decisions', 'id'), await stored('calls', 'decision_id')]).toEqual([[edge], [edge]]);
    expect(await prune()).toBe(0);
  });

  it('keeps those of calls that have a slot or hold money', async () => {
    const [live, held] = [await route(DAYS + 1, 0, 0), await route(DAYS + 1)];
    await route(DAYS + 1);
    await owner.query(`UPDATE voice.calls SET held_until = $2 WHERE decision_id = $1`, [held, NOW]);
    expect(await prune()).toBe(1);
    expect(await stored('decisions', 'id')).toEqual([live, held].sort());
  });

  it('reads on behind a page of kept decisions', async () => {
    const kept = await route(DAYS + 1, 0, 0);
    await owner.query(
      `INSERT INTO voice.decisions SELECT (jsonb_populate_record(d, jsonb_build_object('id', d.id || n))).*
       FROM voice.decisions d, generate_series(1, ${PAGE}) n`,
    );
    await owner.query(
      `INSERT INTO voice.calls
       SELECT (jsonb_populate_record(c, jsonb_build_object('id', c.id || n, 'decision_id', c.decision_id || n))).*
       FROM voice.calls c, generate_series(1, ${PAGE}) n`,
    );
    const last = await route(DAYS + 1);
    expect(await prune()).toBe(1);
    const ids = await stored('decisions', 'id');
    expect([ids.length, ids.includes(kept), ids.includes(last)]).toEqual([PAGE + 1, true, false]);
  });

  it('waits for no transaction that has locked a decision, and deletes that one the next night', async () => {
    const locked = await route(DAYS + 1);
    await route(DAYS + 1);
    await owner.query('BEGIN');
    await owner.query('SELECT FROM voice.decisions WHERE id = $1 FOR UPDATE', [locked]);
    expect(await prune()).toBe(1);
    await owner.query('ROLLBACK');
    expect(await stored('decisions', 'id')).toEqual([locked]);
    expect(await prune()).toBe(1);
  });
});
