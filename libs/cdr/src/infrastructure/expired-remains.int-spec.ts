import { addDays, earliestId, newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { PruneRemains } from '../application/retention/prune-remains';
import { cdrPersistence } from '../cdr.module';
import { FakeRetention } from '../testing';
import { StoredExpiredRemains } from './retention';

const now = new Date();
/** A month after the decision, which is kept a month longer than the CDR. */
const PAST = 400 + 62;
const startOfMonth = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));

describe('what outlives CDRs', () => {
  let test: TestDatabase;
  let owner: OwnerConnection;

  beforeEach(async () => {
    test = await testDatabase([cdrPersistence]);
    owner = await OwnerConnection.open(test.url);
  });
  afterEach(async () => {
    await owner.end();
    await test.close();
  });

  const prune = () => new PruneRemains(new StoredExpiredRemains(test.db), new FakeRetention(), new TestClock(now));
  const decisionOf = (daysAgo: number, index = 0) =>
    `${earliestId('rd', addDays(now, -daysAgo))}${index.toString(16).padStart(16, '0')}`;
  const claim = (decisionId: string, cdrId = newId('cdr')) =>
    test.db.query(`INSERT INTO cdr.intake VALUES ($1, 'sw', 'call', $2)`, [decisionId, cdrId]);
  const claims = async () =>
    (await test.db.query(`SELECT decision_id AS id FROM cdr.intake ORDER BY 1`)).map(({ id }) => String(id));
  const addCdr = (accountId: string, id: string, startedAt: Date) =>
    owner.query(
      `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, country, started_at, ended_at,
         duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency, attempts, created_at)
       VALUES ($1, $2, 'sw', 'c', 'd', 'inbound', 'DE', $3, $3, 1, 0, 'no_answer', 0, 'USD', '[]', $3)`,
      [id, accountId, startedAt],
    );
  const valuesOf = async (accountId: string) =>
    (await test.db.query(`SELECT value FROM cdr.call_hour_values WHERE account_id = $1 ORDER BY 1`, [accountId])).map(
      ({ value }) => String(value),
    );

  it('is a claim, which is deleted 62 days after the CDR', async () => {
    const [expired, kept] = [decisionOf(PAST + 1), decisionOf(PAST - 1)];
    await claim(expired);
    await claim(kept);
    expect(await prune().countClaims()).toEqual({ rows: 2, expired: 1 });
    expect(await prune().claims()).toBe(1);
    expect(await claims()).toEqual([kept]);
  });

  it('is deleted page by page, past claims that stay', async () => {
    for (let index = 0; index < 3; index++) await claim(decisionOf(PAST + 9, index));
    await owner.query(
      `INSERT INTO cdr.intake SELECT $1 || lpad(n::text, 16, '0'), 'sw', 'call', 'cdr_gone'
       FROM generate_series(1, 2500) n`,
      [earliestId('rd', addDays(now, -PAST - 5))],
    );
    expect(await prune().claims()).toBe(2_503);
    expect(await claims()).toEqual([]);
  });

  it('is not the claim of a call whose CDR is stored, however old its decision is', async () => {
    const [decision, cdr] = [decisionOf(PAST + 1), newId('cdr')];
    await claim(decision, cdr);
    await addCdr(newId('acc'), cdr, addDays(now, -1));
    expect(await prune().claims()).toBe(0);
    expect(await claims()).toEqual([decision]);
  });

  it('is an hourly count by country and cause, of hours without a stored CDR', async () => {
    const accountId = newId('acc');
    await test.db.query(`INSERT INTO cdr.account_marks VALUES ($1, $2)`, [accountId, now]);
    const [gone, stored] = [newId('cdr'), newId('cdr')];
    await addCdr(accountId, gone, addDays(now, -PAST - 2));
    await addCdr(accountId, stored, addDays(now, -PAST - 3));
    await owner.query(
      `SELECT set_config('trunkline.keeps_counts', 'on', false); DELETE FROM cdr.cdrs WHERE id = '${gone}'`,
    );
    expect(await valuesOf(accountId)).toEqual(['DE', 'DE', 'no_answer', 'no_answer']);
    expect(await prune().countValues()).toEqual({ rows: 4, expired: 4 });
    expect(await prune().values()).toBe(2);
    expect(await valuesOf(accountId)).toEqual(['DE', 'no_answer']);
  });

  it('is a count by number, of a month that ended 62 days after the retention of its CDRs', async () => {
    const accountId = newId('acc');
    await test.db.query(`INSERT INTO cdr.account_marks VALUES ($1, $2)`, [accountId, now]);
    const count = `INSERT INTO cdr.number_months VALUES ($1, date_trunc('month', $2::timestamptz, 'UTC'), '+4930', 1, 1, 1, 1)`;
    for (const daysAgo of [PAST, PAST + 32]) await owner.query(count, [accountId, addDays(now, -daysAgo)]);
    expect(await prune().values()).toBe(1);
    const kept = await test.db.query(`SELECT month FROM cdr.number_months WHERE account_id = $1`, [accountId]);
    expect(kept).toEqual([{ month: startOfMonth(addDays(now, -PAST)) }]);
  });

  it('cannot be deleted by the application otherwise', async () => {
    for (const table of ['intake', 'call_hour_values', 'number_months'])
      await expect(test.db.query(`DELETE FROM cdr.${table}`)).rejects.toThrow('permission denied');
    const accountId = newId('acc');
    await addCdr(accountId, newId('cdr'), addDays(now, -30));
    await owner.query(
      `SELECT set_config('trunkline.keeps_counts', 'on', false); DELETE FROM cdr.cdrs WHERE account_id = '${accountId}'`,
    );
    const remains = new StoredExpiredRemains(test.db);
    expect(await remains.deleteValues(accountId, addDays(now, 1), 10)).toBe(0);
    expect(await remains.deleteNumberMonths(accountId, addDays(now, 1), 10)).toBe(0);
  });
});
