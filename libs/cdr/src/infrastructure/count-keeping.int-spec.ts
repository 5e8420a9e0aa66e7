import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import fc from 'fast-check';
import { ImportCdrs } from '../application/import-cdrs';
import { cdrPersistence } from '../cdr.module';
import { AFTER_THE_CALLS, aNewDecision, aRowOf, FakeRetention, ingestWorld, RECOUNTS } from '../testing';
import { StoredCdrs } from './ingest/cdr-store';
import { StoredExpiredCdrs } from './retention';

const HOUR_S = 3_600;
const LATEST = AFTER_THE_CALLS.getTime() / 1000 - HOUR_S;
const CALLERS = ['+493012345', '+442079460000', '+12125550100', 'anonymous'];
const KEEPERS = ['trigger', 'statement'] as const;
type Keeper = (typeof KEEPERS)[number];

const BEYOND_BOUNDS = `SELECT c.id FROM cdr.cdrs c LEFT JOIN cdr.call_hours h
    ON h.account_id = c.account_id AND h.hour = date_trunc('hour', c.started_at, 'UTC')
  WHERE c.account_id = $1 AND (c.id BETWEEN h.first_id AND h.last_id AND c.created_at <= h.last_created_at) IS NOT TRUE`;

const call = fc.record({
  hoursAgo: fc.integer({ min: 0, max: 900 }),
  second: fc.integer({ min: 0, max: HOUR_S - 1 }),
  caller: fc.constantFrom(...CALLERS),
  isAnswered: fc.boolean(),
  seconds: fc.integer({ min: 0, max: 600 }),
  /** Reported as unanswered before, with another start. */
  isCorrected: fc.boolean(),
  isRepeated: fc.boolean(),
  isImported: fc.boolean(),
});
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

let database: TestDatabase;
let owner: OwnerConnection;
beforeAll(async () => {
  database = await testDatabase([cdrPersistence]);
  owner = await OwnerConnection.open(database.url);
});
afterAll(async () => {
  await owner.end();
  await database.close();
});
afterEach(() => keepBy('trigger'));

const keepBy = (keeper: Keeper) => owner.query('SELECT cdr.keep_counts_by($1)', [keeper]);
const read = async (sql: string, accountId: string) => (await owner.query<object>(sql, [accountId])).rows;
async function countsOf(accountId: string, of: 'counted' | 'recounted' = 'counted') {
  const counts: unknown[] = [];
  for (const each of RECOUNTS) counts.push(await read(each[of], accountId));
  return counts;
}

async function expectRecount(accountId: string): Promise<void> {
  expect(await countsOf(accountId)).toEqual(await countsOf(accountId, 'recounted'));
  expect(await read(BEYOND_BOUNDS, accountId)).toEqual([]);
}

const startOf = ({ hoursAgo, second }: Call) => LATEST - hoursAgo * HOUR_S + second;

/** Records the calls for a new account: in two batches at once, then corrections and repeats, with imported calls between. */
async function history(calls: readonly Call[]): Promise<string> {
  const accountId = newId('acc');
  const decisions = calls.map((each) =>
    aNewDecision({ accountId, from: each.caller, createdAt: new Date(startOf(each) * 1000) }),
  );
  const { recordCdrs } = ingestWorld(database.db, decisions);
  const rowOf = (each: Call, n: number, isAnswered: boolean, later: number) => {
    const start = startOf(each) + later;
    const times = { started_at: start, answered_at: isAnswered ? start : null, ended_at: start + each.seconds };
    return aRowOf(decisions[n]!, { ...times, sip_code: isAnswered ? 200 : 486 });
  };
  const reported = calls.flatMap((each, n) =>
    each.isImported ? [] : [rowOf(each, n, each.isAnswered && !each.isCorrected, 0)],
  );
  await Promise.all([0, 1].map((part) => recordCdrs.record(reported.filter((_, n) => n % 2 === part))));
  await importCalls(accountId, calls);
  // The start may be in the next hour.
  const corrections = calls.flatMap((each, n) =>
    !each.isImported && each.isAnswered && each.isCorrected ? [rowOf(each, n, true, 60)] : [],
  );
  await recordCdrs.record([...corrections, ...reported.filter((_, n) => calls[n]?.isRepeated)]);
  await importCalls(accountId, calls);
  return accountId;
}

async function importCalls(accountId: string, calls: readonly Call[]): Promise<void> {
  const numbers = { findEver: () => Promise.resolve([]) };
  const clock = new TestClock(AFTER_THE_CALLS);
  const importer = new ImportCdrs(database.db, new StoredCdrs(database.db), numbers, new FakeRetention(), clock);
  const former = calls.flatMap((each, n) => {
    if (!each.isImported) return [];
    const startedAt = new Date(startOf(each) * 1000);
    const common = { line: n, callId: `CA${n}`, attempt: null, direction: 'inbound', callee: '+4930901820' } as const;
    const nothing = { attestation: null, verification: null, disconnectedBy: null, customerReference: null } as const;
    const end = { endedAt: startedAt, answeredAt: null, hangupCause: 'no_answer', sipCode: 480 } as const;
    const party = { caller: '+493012345', isCallerWithheld: false, country: 'DE' };
    return [{ ...common, ...nothing, ...party, startedAt, ...end }];
  });
  await importer.add({ accountId, source: 'twilio' }, former);
}

/** Records a call, which is answered or is corrected to that. */
async function recordOne(accountId: string, n: number): Promise<void> {
  const decision = aNewDecision({ accountId });
  const { recordCdrs } = ingestWorld(database.db, [decision]);
  if (n % 2 === 0) await recordCdrs.record([aRowOf(decision, { answered_at: null, sip_code: 486 })]);
  await recordCdrs.record([aRowOf(decision)]);
}

describe('the counts of calls', () => {
  it('are equal whether triggers or the writing statements keep them, and equal a recount', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 30 }), async (calls) => {
        const counts: unknown[] = [];
        for (const keeper of KEEPERS) {
          await keepBy(keeper);
          const accountId = await history(calls);
          await expectRecount(accountId);
          counts.push(await countsOf(accountId));
        }
        expect(counts[1]).toEqual(counts[0]);
      }),
      { numRuns: 15 },
    );
  });

  it('lose and double nothing when the setting changes while calls are recorded and corrected', async () => {
    const accounts = [newId('acc'), newId('acc'), newId('acc')];
    const state = { isOver: false, recorded: 0 };
    const writers = accounts.map(async (accountId) => {
      for (let n = 0; !state.isOver; n++, state.recorded++) await recordOne(accountId, n);
    });
    for (let n = 0; n < 60; n++) {
      await keepBy(KEEPERS[n % 2]!);
      await pause(10);
    }
    state.isOver = true;
    await Promise.all(writers);
    expect(state.recorded).toBeGreaterThan(50);
    for (const accountId of accounts) await expectRecount(accountId);
  });

  it('need no trigger while the statements keep them, and the triggers are created again for theirs', async () => {
    const triggers = async () => {
      const { rows } = await owner.query<{ definition: string }>(
        `SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgrelid = 'cdr.cdrs'::regclass AND NOT tgisinternal
         ORDER BY tgname`,
      );
      return rows.map(({ definition }) => definition);
    };
    const former = await triggers();
    await keepBy('statement');
    for (const name of ['count_added', 'count_before_change', 'count_changed', 'count_removed'])
      await owner.query(`DROP TRIGGER ${name} ON cdr.cdrs`);
    expect(await triggers()).toEqual([]);
    const accountId = newId('acc');
    for (let n = 0; n < 3; n++) await recordOne(accountId, n);
    await expectRecount(accountId);
    await keepBy('trigger');
    expect(await triggers()).toEqual(former);
    for (let n = 0; n < 3; n++) await recordOne(accountId, n);
    await expectRecount(accountId);
  });

  it.each(KEEPERS)('outlive the CDRs whose retention ends, kept by %s', async (keeper) => {
    await keepBy(keeper);
    const accountId = newId('acc');
    await recordOne(accountId, 0);
    const counts = await countsOf(accountId);
    const deleted = await new StoredExpiredCdrs(database.db).delete(accountId, new Date('2200-01-01'), 10);
    expect(deleted).toBe(1);
    expect(await countsOf(accountId)).toEqual(counts);
  });

  it('are changed by the application through the statements of CDRs alone', async () => {
    const denied = { code: '42501' };
    await keepBy('statement');
    const row = JSON.stringify([{ account_id: 'acc', id: 'cdr', started_at: AFTER_THE_CALLS }]);
    await expect(database.db.query('SELECT cdr.count_given(-1, $1)', [row])).rejects.toMatchObject(denied);
    await expect(database.db.query(`SELECT cdr.keep_counts_by('trigger')`)).rejects.toMatchObject(denied);
    await expect(database.db.query(`UPDATE cdr.counting SET kept_by = 'trigger'`)).rejects.toMatchObject(denied);
    await expect(owner.query(`SELECT cdr.keep_counts_by('hand')`)).rejects.toMatchObject({ code: '23514' });
    await keepBy('trigger');
    await database.db.query('SELECT cdr.count_added($1)', [row]);
    expect(await countsOf('acc')).toEqual([[], [], []]);
  });
});
