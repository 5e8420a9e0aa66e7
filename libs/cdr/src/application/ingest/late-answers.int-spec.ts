import { newId } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import fc from 'fast-check';
import { cdrPersistence } from '../../cdr.module';
import type { Decision } from '../../domain/ingest/decision';
import { aNewDecision, aRowOf, ingestWorldWith } from '../../testing';
import { OutboxCharges } from '../../testing/ingest/outbox-charges';
import type { RowOutcome } from './record-cdrs';

const UNANSWERED = { answered_at: null, sip_code: 486, ended_at: 1_780_000_004 };
const TOO_LONG = { ended_at: 1_780_000_800 };
const CORRECTED = { ended_at: 1_780_000_070 };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([cdrPersistence]);
});
afterAll(() => database.close());

/** Returns calls of a new account, and processes that record them. */
function world(count = 1) {
  const accountId = newId('acc');
  const calls = Array.from({ length: count }, () => aNewDecision({ accountId, maxDurationSeconds: 600 }));
  const process = () => ingestWorldWith(database.db, { decisions: calls, charges: new OutboxCharges(database.db) });
  const recording = process();
  const post = (...rows: object[]) => recording.recordCdrs.record(rows);
  const openRows = async () => {
    const page = { limit: 100, sort: 'received_at', order: 'asc', after: null } as const;
    const filter = { state: 'open', reason: null, switchId: null, accountId } as const;
    return (await recording.quarantine.list(filter, page)).items;
  };
  return {
    ...recording,
    accountId,
    calls,
    call: calls[0]!,
    process,
    post,
    openRows,
    cdrs: () => recording.cdrsOf(accountId),
    charges: () => countOf('platform.outbox', accountId),
  };
}

async function countOf(table: string, accountId: string): Promise<number> {
  const sql = `SELECT count(*) AS count FROM ${table} WHERE account_id = $1`;
  return (await database.db.find<{ count: number }>(sql, [accountId]))?.count ?? 0;
}

const hoursOf = (accountId: string) =>
  database.db.query(
    `SELECT sum(calls)::int AS calls, sum(answered)::int AS answered, sum(completed)::int AS completed,
       sum(billable_seconds)::int AS seconds, sum(cost_cents)::int AS cents
     FROM cdr.call_hours WHERE account_id = $1`,
    [accountId],
  );

const resultOf = (row: RowOutcome | undefined) => (row?.outcome === 'quarantined' ? row.reason : row?.outcome);
const resultsOf = (rows: readonly RowOutcome[]) => rows.map(resultOf);
const cdrIdOf = (row: RowOutcome | undefined) => (row && 'cdrId' in row ? row.cdrId : null);

describe('an answered report of a call that was recorded as unanswered', () => {
  it('replaces the CDR, and charges and publishes the call', async () => {
    const { accountId, call, post, cdrs, charges, events, decisions, meter } = world();
    const [first] = await post(aRowOf(call, UNANSWERED));
    const [unanswered] = await cdrs();
    const [second] = await post(aRowOf(call));
    expect([resultOf(first), resultOf(second), cdrIdOf(second)]).toEqual(['recorded', 'corrected', cdrIdOf(first)]);
    const [cdr] = await cdrs();
    expect(cdr).toMatchObject({
      id: unanswered?.id,
      hangupCause: 'normal_clearing',
      sipResponseCode: 200,
      billableDurationSeconds: 62,
      customerTotalCents: 2,
      billingTransactionId: expect.stringMatching(/^txn_/) as string,
    });
    expect([await countOf('cdr.cdrs', accountId), await charges()]).toEqual([1, 1]);
    expect(events.published.map(({ data }) => data)).toMatchObject([
      { cdr_id: cdr?.id, customer_total_cents: 0 },
      { cdr_id: cdr?.id, customer_total_cents: 2 },
    ]);
    expect([decisions.reported, meter.outcomes]).toEqual([
      [call.id, call.id],
      ['recorded', 'corrected'],
    ]);
  });

  it('moves the call in the hourly counts and to the end of the order of commits', async () => {
    const { accountId, call, post, cdrs } = world();
    await post(aRowOf(call, UNANSWERED));
    const [before] = await cdrs();
    await post(aRowOf(call));
    const [after] = await cdrs();
    expect(await hoursOf(accountId)).toEqual([{ calls: 1, answered: 1, completed: 1, seconds: 62, cents: 2 }]);
    expect(after!.createdAt.getTime()).toBeGreaterThan(before!.createdAt.getTime());
  });

  it('lists a corrected call with an estimated leg', async () => {
    const rating = { ...aNewDecision().rating!, ratePerMinuteMicrocents: 60_000_000 };
    const routes = [0, 1].map((n) => ({
      ...aNewDecision().routes[0]!,
      gatewayId: `gw_${n}`,
      rating: n ? rating : null,
    }));
    const call = aNewDecision({ routes });
    const recording = ingestWorldWith(database.db, { decisions: [call], charges: new OutboxCharges(database.db) });
    await recording.recordCdrs.record([aRowOf(call, UNANSWERED)]);
    await recording.recordCdrs.record([aRowOf(call)]);
    expect([await countOf('cdr.estimated_legs', call.accountId), recording.meter.estimatedLegs]).toEqual([1, 1]);
  });

  it('is charged once, and never made free again by a later report', async () => {
    const { call, post, cdrs, charges } = world();
    const rows = [UNANSWERED, UNANSWERED, {}, {}, UNANSWERED, { ended_at: 1_780_000_300 }];
    const results = [];
    for (const row of rows) results.push(...resultsOf(await post(aRowOf(call, row))));
    expect(results).toEqual(['recorded', 'repeated', 'corrected', 'repeated', 'repeated', 'repeated']);
    expect([(await cdrs()).map((cdr) => cdr.customerTotalCents), await charges()]).toEqual([[2], 1]);
  });

  it.each([
    ['before', [UNANSWERED, {}], ['repeated', 'recorded']],
    ['after', [{}, UNANSWERED], ['recorded', 'repeated']],
  ])('is recorded as answered when the unanswered report comes %s it in one batch', async (_, rows, results) => {
    const { call, post, cdrs, charges } = world();
    const outcomes = await post(...rows.map((row) => aRowOf(call, row)));
    expect(resultsOf(outcomes)).toEqual(results);
    expect(new Set(outcomes.map(cdrIdOf))).toEqual(new Set([(await cdrs())[0]?.id]));
    expect([(await cdrs()).map((cdr) => cdr.customerTotalCents), await charges()]).toEqual([[2], 1]);
  });

  it('is charged when another transaction of its batch recorded the unanswered report', async () => {
    const { calls, post, cdrs, charges } = world(300);
    const outcomes = await post(...calls.map((call) => aRowOf(call, UNANSWERED)), ...calls.map((call) => aRowOf(call)));
    expect(outcomes.slice(300).every(({ outcome }) => outcome === 'recorded' || outcome === 'corrected')).toBe(true);
    expect(new Set((await cdrs()).map((cdr) => cdr.customerTotalCents))).toEqual(new Set([2]));
    expect([(await cdrs()).length, await charges()]).toEqual([300, 300]);
  });

  it('is charged once when both reports arrive at two processes at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const { calls, process, cdrs, charges, accountId } = world(8);
      const posts = calls.flatMap((call, n) => {
        const rows = [aRowOf(call, UNANSWERED), aRowOf(call), aRowOf(call)];
        return (n % 2 ? rows : rows.reverse()).map((row) => process().recordCdrs.record([row]));
      });
      const results = resultsOf((await Promise.all(posts)).flat());
      expect((await cdrs()).map((cdr) => cdr.customerTotalCents)).toEqual(calls.map(() => 2));
      expect(await charges()).toBe(8);
      expect(results.filter((result) => result === 'recorded')).toHaveLength(8);
      expect(await hoursOf(accountId)).toMatchObject([{ calls: 8, answered: 8, cents: 16 }]);
    }
  });

  it('is not written when its charge fails, and is when it is sent again', async () => {
    const { call, post, cdrs, process } = world();
    await post(aRowOf(call, UNANSWERED));
    const other = process();
    other.charges.fails = true;
    await expect(other.recordCdrs.record([aRowOf(call)])).rejects.toThrow('the ledger is unavailable');
    expect((await cdrs())[0]?.answeredAt).toBeNull();
    other.charges.fails = false;
    expect(resultsOf(await other.recordCdrs.record([aRowOf(call)]))).toEqual(['corrected']);
  });

  it('cannot replace the CDR of an answered call, even through the function of the database', async () => {
    const { call, post, cdrs } = world();
    await post(aRowOf(call));
    const [cdr] = await cdrs();
    const row = JSON.stringify([{ id: cdr?.id, answered_at: '2026-01-01', customer_total_cents: 0, attempts: [] }]);
    expect(await database.db.query('SELECT cdr.correct_unanswered($1)', [row])).toEqual([]);
    expect(await cdrs()).toEqual([cdr]);
  });
});

describe('an answered report that cannot be booked', () => {
  it('is quarantined after an unanswered report, and charged once an operator corrects it', async () => {
    const { call, post, openRows, cdrs, charges, retryQuarantinedRow } = world();
    const rows = [await post(aRowOf(call, UNANSWERED)), await post(aRowOf(call, TOO_LONG))];
    expect(rows.map(([row]) => resultOf(row))).toEqual(['recorded', 'too_long']);
    const [row] = await openRows();
    const retried = await retryQuarantinedRow.retry(row!.id, 'op', CORRECTED);
    expect([retried.state, retried.cdrId]).toEqual(['booked', (await cdrs())[0]?.id]);
    expect([(await cdrs()).map((cdr) => cdr.customerTotalCents), await charges()]).toEqual([[2], 1]);
  });

  it.each([
    ['before', [TOO_LONG, UNANSWERED]],
    ['after', [UNANSWERED, TOO_LONG]],
  ])('stays in quarantine when an unanswered report of one batch is booked (%s it)', async (_, rows) => {
    const { call, post, openRows } = world();
    expect(resultsOf(await post(...rows.map((row) => aRowOf(call, row))))).toContain('too_long');
    expect(await openRows()).toHaveLength(1);
  });

  it('stays open when an unanswered report is booked later, and is closed by a bookable answered one', async () => {
    const { call, post, openRows, charges } = world();
    await post(aRowOf(call, TOO_LONG));
    expect(resultsOf(await post(aRowOf(call, UNANSWERED)))).toEqual(['recorded']);
    expect(await openRows()).toHaveLength(1);
    expect(resultsOf(await post(aRowOf(call)))).toEqual(['corrected']);
    expect([await openRows(), await charges()]).toEqual([[], 1]);
  });

  it('is stored beside an unanswered report of the call that cannot be booked either', async () => {
    const { call, post, openRows } = world();
    const inFuture = 253_402_300_799;
    await post(aRowOf(call, { ...UNANSWERED, ended_at: inFuture }));
    await post(aRowOf(call, TOO_LONG));
    await post(aRowOf(call, { ...TOO_LONG, ended_at: inFuture }));
    expect((await openRows()).map(({ reason, timesReceived }) => [reason, timesReceived])).toEqual([
      ['ended_in_future', 1],
      ['too_long', 2],
    ]);
  });
});

describe('an answered report without decision_id', () => {
  const unnamed = (call: Decision, given: object = {}) => aRowOf(call, { ...given, decision_id: undefined });

  it('is quarantined when the only decision of the call was reported as unanswered, even with the same times', async () => {
    const { call, post, openRows } = world();
    const [first] = await post(unnamed(call, { ...UNANSWERED, ended_at: 1_780_000_070 }));
    const repeat = await post(unnamed(call, { ...UNANSWERED, ended_at: 1_780_000_070 }));
    expect([resultOf(first), resultsOf(repeat)]).toEqual(['recorded', ['repeated']]);
    expect(resultsOf(await post(unnamed(call)))).toEqual(['no_single_decision']);
    const rows = await database.db.query(`SELECT id FROM cdr.quarantine WHERE call_id = $1 AND state = 'open'`, [
      call.callId,
    ]);
    expect([rows.length, (await openRows()).length]).toEqual([1, 0]);
  });

  it('is recorded when the unanswered report comes in the same batch', async () => {
    const { call, post, charges } = world();
    expect(resultsOf(await post(unnamed(call, UNANSWERED), unnamed(call)))).toEqual(['repeated', 'recorded']);
    expect(await charges()).toBe(1);
  });
});

describe('reports of one call in any order, from several processes', () => {
  it('charge it once if and only if one says that it was answered, and lose no answer', async () => {
    const report = fc.constantFrom(UNANSWERED, {}, { ended_at: 1_780_000_300 }, TOO_LONG, {
      ...UNANSWERED,
      ended_at: 253_402_300_799,
    });
    const batches = fc.array(fc.array(report, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(batches, fc.boolean(), async (rows, isConcurrent) => {
        const { call, process, cdrs, charges, openRows } = world();
        const posts = rows.map((batch) => () => {
          return process().recordCdrs.record(batch.map((row) => aRowOf(call, row)));
        });
        if (isConcurrent) await Promise.all(posts.map((post) => post()));
        else for (const post of posts) await post();
        const all = rows.flat();
        const isAnswered = all.some((row) => !('answered_at' in row) && row !== TOO_LONG);
        const answers = (await cdrs()).filter(({ answeredAt }) => answeredAt !== null);
        expect([answers.length, await charges()]).toEqual(isAnswered ? [1, 1] : [0, 0]);
        if (!isAnswered && all.includes(TOO_LONG))
          expect((await openRows()).map(({ reason }) => reason)).toContain('too_long');
      }),
      { numRuns: 60 },
    );
  });
});
