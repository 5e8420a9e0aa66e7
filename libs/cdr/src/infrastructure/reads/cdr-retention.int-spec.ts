import { addDays, addSeconds, newId, SORT_ORDERS, type SortOrder } from '@trunkline/kernel';
import { countStatements, OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { CDR_SORTS, type CdrFilters, type CdrSort } from '../../application/reads/ports';
import { cdrPersistence } from '../../cdr.module';
import { CdrPage } from './cdr-page';
import { CdrReads } from './cdr-queries';
import { HourlySearch } from './hourly-search';

const CDRS = 2_000;
const OLD = 100;
const first = new Date('2026-06-01T00:00:00Z');
const HOUR = 3_600;

describe('lists of CDRs without a lower bound', () => {
  const accountId = newId('acc');
  const oldest = addSeconds(first, OLD * HOUR);
  let test: TestDatabase;
  let owner: OwnerConnection;

  beforeAll(async () => {
    test = await testDatabase([cdrPersistence]);
    owner = await OwnerConnection.open(test.url);
    // One call an hour, each third unanswered.
    await owner.query(
      `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, started_at, answered_at, ended_at,
         duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency, attempts, created_at)
       SELECT 'cdr_' || lpad(n::text, 8, '0'), $1, 'sw', 'c', 'd', 'inbound', at, CASE WHEN n % 3 <> 0 THEN at END, at,
         0, CASE WHEN n % 3 <> 0 THEN n % 60 ELSE 0 END, 'normal_clearing', 0, 'USD', '[]', at
       FROM (SELECT n, $2::timestamptz + n * interval '1 hour' AS at FROM generate_series(0, ${CDRS - 1}) AS n) AS call`,
      [accountId, first],
    );
    await owner.vacuum('cdr.cdrs');
  });
  afterAll(async () => {
    await owner.end();
    await test.close();
  });

  const requestOf = (filters: Partial<CdrFilters>, sort: CdrSort, order: SortOrder, limit = CDRS) => ({
    accountId,
    filters,
    oldest,
    hiddenDigits: 0,
    page: { limit, sort, order, after: null },
  });
  const list = async (filters: Partial<CdrFilters>, sort: CdrSort) =>
    (await new CdrReads(test.db).list(requestOf(filters, sort, 'asc'))).items;

  const late = addDays(first, 10);
  it.each(CDR_SORTS)('reach back to the oldest that is kept, by %s', async (sort) => {
    expect(await list({}, sort)).toHaveLength(CDRS - OLD);
    for (const filters of [{ to: late }, { createdTo: late }, { to: late, isAnswered: true }]) {
      const found = await list(filters, sort);
      expect(found.length).toBeGreaterThan(50);
      expect(found.filter(({ createdAt }) => createdAt < oldest)).toEqual([]);
    }
    expect(await list({ to: oldest }, sort)).toEqual([]);
  });

  it.each(CDR_SORTS)(
    'are read by one statement in the order of %s, after the hours of the newest starts',
    async (sort) => {
      const page = () => new CdrReads(test.db).list(requestOf({}, sort, 'desc', 50));
      expect(await countStatements(test.db, page)).toBe(sort === 'started_at' ? 2 : 1);
    },
  );

  const planOf = async (sort: CdrSort, order: SortOrder) => {
    const request = requestOf({}, sort, order, 50);
    const { text, values } = new CdrPage(
      'SELECT *',
      request,
      await new HourlySearch(test.db).searchOf(request, 1),
    ).statement();
    return owner.explain(text, values);
  };

  it.each(SORT_ORDERS)('begin and end at the bound in the index of times, %s', async (order) => {
    expect(await planOf('started_at', order)).toMatch(
      /cdrs_by_start_before on cdrs_before[\s\S]*Index Cond: .*started_at >= /,
    );
    expect(await planOf('created_at', order)).toMatch(
      /cdrs_by_writing_before on cdrs_before[\s\S]*Index Cond: .*created_at >= /,
    );
  });

  it.each(SORT_ORDERS)('check the bound in the indexes by length and by cost, %s', async (order) => {
    const scan = (index: string) => new RegExp(`Index Only Scan.* using ${index}_before on cdrs_before`);
    for (const [sort, index] of [
      ['billable_duration_s', 'cdrs_answered_by_length'],
      ['customer_total_cents', 'cdrs_answered_by_cost'],
    ] as const) {
      const plan = await planOf(sort, order);
      expect(plan).toMatch(scan(index));
      expect(plan).toMatch(scan('cdrs_unanswered'));
    }
  });
});
