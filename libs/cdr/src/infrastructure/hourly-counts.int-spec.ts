import { newId } from '@trunkline/kernel';
import { createDataSource } from '@trunkline/platform';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import fc from 'fast-check';
import type { Decision } from '../domain/ingest/decision';
import { cdrPersistence } from '../cdr.module';
import { AFTER_THE_CALLS, aNewDecision, aRowOf, ingestWorld, RECOUNTS } from '../testing';
import { BoundHours1795000505000 } from './migrations/bound-hours';
import { CountByNumber1795025000000 } from './migrations/count-by-number';
import { CountCalls1795000503000 } from './migrations/count-calls';
import { StoredCallStatistics } from './call-statistics';

const HOUR = 3_600;
const LATEST = AFTER_THE_CALLS.getTime() / 1000 - HOUR;
const CALLERS = ['+493012345', '+442079460000', '+12125550100', 'anonymous'];
const TOO_LONG = 9_000;

const HOURLY = RECOUNTS.slice(0, 2);
const BY_NUMBER = RECOUNTS[2]!;

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

interface Call {
  readonly hoursAgo: number;
  readonly second: number;
  readonly caller: string;
  readonly isAnswered: boolean;
  readonly seconds: number;
  /** Quarantined at first: a row that no operator retries is not counted. */
  readonly isTooLong: boolean;
  readonly isRetried: boolean;
  readonly isRemoved: boolean;
}

const call: fc.Arbitrary<Call> = fc.record({
  hoursAgo: fc.integer({ min: 0, max: 900 }),
  second: fc.integer({ min: 0, max: HOUR - 1 }),
  caller: fc.constantFrom(...CALLERS),
  isAnswered: fc.boolean(),
  seconds: fc.integer({ min: 0, max: 600 }),
  isTooLong: fc.boolean(),
  isRetried: fc.boolean(),
  isRemoved: fc.boolean(),
});

const startOf = ({ hoursAgo, second }: Call) => LATEST - hoursAgo * HOUR + second;

function rowOf(decision: Decision, of: Call): object {
  const start = startOf(of);
  const seconds = of.isTooLong && of.isAnswered ? TOO_LONG : of.seconds;
  const times = { started_at: start, answered_at: of.isAnswered ? start : null, ended_at: start + seconds };
  return aRowOf(decision, { ...times, sip_code: of.isAnswered ? 200 : 486 });
}

async function expectRecount(accountId: string) {
  const read = async (sql: string) => (await owner.query<object>(sql, [accountId])).rows;
  for (const { counted, recounted } of RECOUNTS) expect(await read(counted)).toEqual(await read(recounted));
}

describe('the hourly counts of calls', () => {
  it('equal a recount after random reports, late CDRs, retries from quarantine, changes and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 30 }), async (calls) => {
        const accountId = newId('acc');
        const decisions = calls.map((each) =>
          aNewDecision({ accountId, from: each.caller, createdAt: new Date(startOf(each) * 1000) }),
        );
        const world = ingestWorld(database.db, decisions);
        world.clock.advance(TOO_LONG);
        const rows = calls.map((each, n) => rowOf(decisions[n]!, each));
        // Concurrent reports, in batches whose calls started in any order.
        const batches = [rows.filter((_, n) => n % 2 === 0), rows.filter((_, n) => n % 2 === 1), rows.slice(0, 5)];
        const outcomes = await Promise.all(batches.map((batch) => world.recordCdrs.record(batch)));
        await expectRecount(accountId);
        const quarantined = new Map(
          outcomes.flat().flatMap((each) => ('quarantineId' in each ? [[each.quarantineId, each]] : [])),
        );
        for (const [index, id] of [...quarantined.keys()].entries()) {
          if (!calls[index]?.isRetried) continue;
          const { row } = await world.cdrQuarantine.getOpen(id);
          const corrected = { ended_at: Number(Reflect.get(row, 'started_at')) + 60 };
          await world.retryQuarantinedRow.retry(id, 'operator', corrected);
        }
        await expectRecount(accountId);
        const cdrs = await world.cdrsOf(accountId);
        const removed = cdrs.filter((_, index) => calls[index]?.isRemoved).map(({ id }) => id);
        await owner.query(`DELETE FROM cdr.cdrs WHERE id = ANY ($1)`, [removed]);
        await owner.query(
          `UPDATE cdr.cdrs SET country = 'FR', started_at = started_at - interval '1 hour'
          WHERE account_id = $1 AND country = 'DE'`,
          [accountId],
        );
        await expectRecount(accountId);
      }),
      { numRuns: 15 },
    );
  });

  it('are backfilled by the migrations', async () => {
    const accountId = newId('acc');
    const decisions = Array.from({ length: 20 }, () => aNewDecision({ accountId }));
    const other = await testDatabase([cdrPersistence]);
    const migrations = await createDataSource({ url: other.url, asOwner: true }, []).initialize();
    try {
      await ingestWorld(other.db, decisions).recordCdrs.record(decisions.map((each) => aRowOf(each)));
      const read = () => Promise.all(HOURLY.map(({ counted }) => other.db.query(counted, [accountId])));
      const counted = await read();
      expect(counted.map((rows) => rows.length)).toEqual([1, 2]);
      const runner = migrations.createQueryRunner();
      await new BoundHours1795000505000().down(runner);
      await new CountCalls1795000503000().down(runner);
      await new CountCalls1795000503000().up(runner);
      await new BoundHours1795000505000().up(runner);
      await runner.release();
      expect(await read()).toEqual(counted);
    } finally {
      await migrations.destroy();
      await other.close();
    }
  });

  it('are backfilled by number, also those of a month that was counted in part or lost calls to another', async () => {
    const accounts = [newId('acc'), newId('acc')];
    const decisions = Array.from({ length: 20 }, (_, n) =>
      aNewDecision({ accountId: accounts[n < 10 && n % 4 === 0 ? 1 : 0]! }),
    );
    const other = await testDatabase([cdrPersistence]);
    const migrations = await createDataSource({ url: other.url, asOwner: true }, []).initialize();
    const record = (recorded: readonly Decision[]) =>
      ingestWorld(other.db, recorded).recordCdrs.record(recorded.map((each) => aRowOf(each)));
    try {
      const runner = migrations.createQueryRunner();
      await record(decisions.slice(0, 10));
      await runner.query('DELETE FROM cdr.number_months');
      // Calls that are not counted yet, which a correction takes from their month.
      await runner.query(`UPDATE cdr.cdrs SET started_at = started_at - interval '31 days' WHERE account_id = $1`, [
        accounts[1],
      ]);
      await record(decisions.slice(10));
      await new CountByNumber1795025000000().up(runner);
      await runner.release();
      for (const accountId of accounts) {
        const [counted, recounted] = await Promise.all(
          [BY_NUMBER.counted, BY_NUMBER.recounted].map((sql) => other.db.query(sql, [accountId])),
        );
        expect(counted).toEqual(recounted);
      }
    } finally {
      await migrations.destroy();
      await other.close();
    }
  });

  it('add up to the figures of the last 30 days, to the second', async () => {
    const now = new Date((LATEST + 1_234) * 1000);
    const first = now.getTime() / 1000 - 30 * 24 * HOUR;
    const starts = [first - 1, first, first + 1, first + HOUR, LATEST];
    const accountId = newId('acc');
    const decisions = starts.map((start) => aNewDecision({ accountId, createdAt: new Date(start * 1000) }));
    const world = ingestWorld(database.db, decisions);
    const rows = starts.map((start, n) =>
      aRowOf(decisions[n]!, { started_at: start, answered_at: start, ended_at: start + 10 ** n }),
    );
    world.clock.advance(100_000);
    const figures = async () => new StoredCallStatistics(database.db).figures(accountId, now);
    expect(await figures()).toMatchObject({ count: 0, seconds: 0, topCountries: [] });
    await world.recordCdrs.record(rows.slice(0, 4));
    expect(await figures()).toMatchObject({
      count: 3,
      seconds: 1_110,
      normalClearing: 3,
      topCountries: [{ country: 'DE', count: 3 }],
    });
  });
});
