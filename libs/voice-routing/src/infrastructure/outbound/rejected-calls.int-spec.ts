import { addDays, newId } from '@trunkline/kernel';
import {
  ageMonths,
  monthOf,
  OwnerConnection,
  sentStatements,
  type TestDatabase,
  testDatabase,
} from '@trunkline/platform/testing';
import { voiceRoutingPersistence } from '../../voice-routing.module';
import { RejectedCallReads } from './rejected-calls';

const ACCOUNTS = 20;
const REJECTIONS = 2_000;
/** The rejections are a minute apart, over 28 days, of which each of two months has so many that no scan of all pays. */
const SINCE = addDays(monthOf(-1), 15);
const FILLED = [-1, 0].map((later) => `decisions_${monthOf(later).toISOString().slice(0, 7).replace('-', '_')}`);

describe('the rejected calls of an account', () => {
  const accountId = newId('acc');
  let test: TestDatabase;
  let owner: OwnerConnection;

  beforeAll(async () => {
    test = await testDatabase([voiceRoutingPersistence]);
    owner = await OwnerConnection.open(test.url);
    await ageMonths(owner, { table: 'voice.decisions', prefix: 'rd' }, 14);
    // Of each account, every five hundredth has another number, trunk and reason.
    await owner.query(
      `INSERT INTO voice.decisions (id, switch_id, call_id, account_id, direction, caller, callee, e164, sip_trunk_id, action,
         reject_code, rejection, rejected_for, routes, max_duration_seconds, created_at, report_due_at)
       SELECT platform.earliest_id('rd', at) || lpad(n::text, 16, '0'), 'sw', 'call', account, 'outbound', '+4930901820', '+254712345678',
         '+493090182' || is_rare::integer, 'trk_' || is_rare::integer, 'reject', 403,
         CASE WHEN is_rare THEN 'range_not_allowed' ELSE 'country_not_allowed' END, account, '[]', 0, at, at
       FROM (SELECT n, n / ${ACCOUNTS} % 500 = 0 AS is_rare, $2::timestamptz + n * interval '1 minute' AS at,
           CASE n % ${ACCOUNTS} WHEN 0 THEN $1 ELSE 'acc_' || n % ${ACCOUNTS} END AS account
         FROM generate_series(1, ${ACCOUNTS * REJECTIONS}) AS n) AS call`,
      [accountId, SINCE],
    );
    await owner.vacuum('voice.decisions');
  });
  afterAll(async () => {
    await owner.end();
    await test.close();
  });

  const page = { limit: 25, sort: 'at', order: 'desc', after: null } as const;

  /** A scan of an index of the account's rejections, or of the few rows that it has found. */
  const INDEXED = /(Index (Only )?Scan Backward using|Bitmap Index Scan on) \w*rejected_for\w*|Bitmap Heap Scan on/;

  it.each([
    ['e164', { e164: '+4930901821' }],
    ['sip_trunk_id', { sipTrunkId: 'trk_1' }],
    ['rejection', { reason: ['range_not_allowed'] }],
    ['created_at', { from: addDays(SINCE, 1), to: addDays(SINCE, 28), e164: '+4930901821' }],
  ] as const)('are filtered by %s in the index of each month, newest first', async (column, filters) => {
    let numbers: number[] = [];
    const [sent] = await sentStatements(test.db, async () => {
      const { items } = await new RejectedCallReads(test.db).list(accountId, filters, SINCE, page);
      numbers = items.map(({ id }) => Number(id.slice(-16)));
    });
    expect(numbers).toEqual([40_000, 30_000, 20_000, 10_000]);
    const plan = await owner.explain(sent?.text ?? '', sent?.values);
    const scans = plan.split('\n').filter((line) => line.includes(' Scan '));
    const read = scans.filter((line) => FILLED.some((name) => line.includes(name)));
    expect(read.filter((line) => !INDEXED.test(line))).toEqual([]);
    expect(read.length).toBeGreaterThan(0);
    // Those of two months, each of an index and perhaps its rows. The two to come are empty, and so is the one before, which is read on
    // the first days of a month, because the rejections of 30 days are kept.
    expect(scans.length).toBeLessThanOrEqual(8);
    expect(plan).toMatch(new RegExp(`Index Cond: .*${column} `));
  });

  it.each([
    ['number', { e164: '+4930901821' }],
    ['trunk', { sipTrunkId: 'trk_1' }],
    ['reason', { reason: ['range_not_allowed'] }],
  ] as const)('of a %s are read without those of others', async (_, filters) => {
    const [sent] = await sentStatements(test.db, () =>
      new RejectedCallReads(test.db).list(accountId, filters, SINCE, page),
    );
    const plan = await owner.explain(sent?.text ?? '', sent?.values, 'ANALYZE, BUFFERS');
    // Three pages of each index, of which there is one a month, and the rows.
    expect(Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1])).toBeLessThanOrEqual(20);
  });
});
