import { addDays, addSeconds, newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { countStatements, OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { PruneCdrs } from '../application/retention/prune-cdrs';
import { cdrPersistence } from '../cdr.module';
import { marginOf } from '../domain/ingest/call-margin';
import { createCdr } from '../domain/ingest/cdr';
import { aDecision, aNewDecision, aReport, aRowOf, FakeCharges, FakeRetention, ingestWorldWith } from '../testing';
import { StoredCdrs } from './ingest/cdr-store';
import { StoredExpiredCdrs } from './retention';

const now = new Date();
const ago = (days: number, seconds = 0) => addSeconds(addDays(now, -days), -seconds);

describe('the retention of CDRs', () => {
  let test: TestDatabase;
  let owner: OwnerConnection;

  beforeAll(async () => {
    test = await testDatabase([cdrPersistence]);
    owner = await OwnerConnection.open(test.url);
  });
  afterAll(async () => {
    await owner.end();
    await test.close();
  });

  const prune = () => new PruneCdrs(new StoredExpiredCdrs(test.db), new FakeRetention(), new TestClock(now)).prune();
  const marked = (accountId: string) =>
    test.db.query(`INSERT INTO cdr.account_marks VALUES ($1, $2)`, [accountId, now]);

  /** Adds a CDR per time, each with an estimated leg, and returns their ids. */
  const add = async (accountId: string, times: readonly Date[]): Promise<string[]> => {
    const cdrs = times.map((createdAt) => {
      const times = { startedAt: createdAt, answeredAt: createdAt, endedAt: addSeconds(createdAt, 60) };
      const identity = { id: newId('cdr'), accountId, country: 'DE' };
      const cdr = createCdr(identity, aReport(times), aDecision({ id: newId('rd') }));
      return { ...cdr, isLegEstimated: true, billingTransactionId: newId('txn'), createdAt };
    });
    await marked(accountId);
    await new StoredCdrs(test.db).add(cdrs);
    await new StoredCdrs(test.db).addMargins(cdrs.map((cdr) => marginOf({ cdr, inboundCost: null, route: null })));
    return cdrs.map(({ id }) => id);
  };
  const idsOf = async (accountId: string, table = 'cdrs', id = 'id') =>
    (await test.db.query(`SELECT ${id} AS id FROM cdr.${table} WHERE account_id = $1`, [accountId])).map(
      (row) => row['id'],
    );
  const countsOf = async (accountId: string) => {
    const counts = [`SELECT * FROM cdr.call_hours`, `SELECT * FROM cdr.call_hour_values`];
    return Promise.all(counts.map((sql) => test.db.query(`${sql} WHERE account_id = $1 ORDER BY hour`, [accountId])));
  };

  it('ends after 400 days; counts of calls stay', async () => {
    const [first, second] = [newId('acc'), newId('acc')];
    const [, kept] = await add(first, [ago(400, 1), ago(400)]);
    await add(second, [ago(500), ago(4_000)]);
    const counts = await countsOf(first);
    expect(counts.flat().length).toBeGreaterThan(0);
    expect(await prune()).toBe(3);
    expect([await idsOf(first), await idsOf(first, 'estimated_legs', 'cdr_id')]).toEqual([[kept], [kept]]);
    expect([await idsOf(second), await idsOf(second, 'estimated_legs', 'cdr_id')]).toEqual([[], []]);
    expect([await idsOf(first, 'call_margins', 'cdr_id'), await idsOf(second, 'call_margins', 'cdr_id')]).toEqual([
      [kept],
      [],
    ]);
    expect(await countsOf(first)).toEqual(counts);
    expect(await prune()).toBe(0);
  });

  it('deletes in batches, account by account', async () => {
    const accountId = newId('acc');
    await marked(accountId);
    await owner.query(
      `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, started_at, ended_at,
         duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency, attempts, created_at)
       SELECT 'cdr_0batch' || n, $1, 'sw', 'c', 'd', 'inbound', $2, $2, 1, 0, 'no_answer', 0, 'USD', '[]', $2
       FROM generate_series(1, 2500) AS n`,
      [accountId, ago(401)],
    );
    const statements = await countStatements(test.db, async () => {
      expect(await prune()).toBe(2_500);
    });
    // Two of them look for months to drop.
    expect(statements).toBe(6);
  });

  it('is at least 31 days, whatever the application asks for', async () => {
    const accountId = newId('acc');
    const [kept] = await add(accountId, [ago(30, 86_000), ago(31, 400)]);
    expect(await new StoredExpiredCdrs(test.db).delete(accountId, addDays(now, 1), 10)).toBe(1);
    expect(await idsOf(accountId)).toEqual([kept]);
    await expect(test.db.query('DELETE FROM cdr.cdrs')).rejects.toThrow('permission denied');
  });

  it('leaves the deletions of an owner counted, also in the same transaction', async () => {
    const accountId = newId('acc');
    const [expired, recent] = await add(accountId, [ago(401), ago(1)]);
    const calls = async () =>
      (
        await owner.query<{ calls: number }>(
          'SELECT sum(calls)::integer AS calls FROM cdr.call_hours WHERE account_id = $1',
          [accountId],
        )
      ).rows[0]?.calls;
    await owner.query('BEGIN');
    await owner.query('SELECT cdr.delete_expired($1, $2, 10)', [accountId, ago(400)]);
    await owner.query('DELETE FROM cdr.cdrs WHERE id = $1', [recent]);
    await owner.query('COMMIT');
    expect(await idsOf(accountId)).not.toContain(expired);
    expect(await calls()).toBe(1);
  });

  it('keeps what was reported: a repeat of a deleted call is not charged again', async () => {
    const startedAt = ago(500);
    const seconds = Math.floor(startedAt.getTime() / 1000);
    const decision = aNewDecision({ createdAt: startedAt });
    const given = {
      decisions: [decision],
      charges: new FakeCharges(),
      clock: new TestClock(addSeconds(startedAt, 3_600)),
    };
    const world = ingestWorldWith(test.db, given);
    const row = aRowOf(decision, { started_at: seconds, answered_at: seconds + 8, ended_at: seconds + 70 });
    const [recorded] = await world.recordCdrs.record([row]);
    expect(recorded).toMatchObject({ outcome: 'recorded' });
    expect(await prune()).toBe(1);
    expect(await world.cdrsOf(decision.accountId)).toEqual([]);
    expect(await world.recordCdrs.record([row])).toEqual([{ ...recorded, outcome: 'repeated' }]);
    expect(world.charges.posted).toHaveLength(1);
  });
});
