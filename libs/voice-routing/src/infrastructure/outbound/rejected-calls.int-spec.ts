import { newId } from '@trunkline/kernel';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { voiceRoutingPersistence } from '../../voice-routing.module';
import { RejectedCallReads } from './rejected-calls';

const ACCOUNTS = 20;
const REJECTIONS = 2_000;
const SINCE = new Date('2026-06-01T00:00:00Z');

describe('the rejected calls of an account', () => {
  const accountId = newId('acc');
  let test: TestDatabase;
  let owner: OwnerConnection;

  beforeAll(async () => {
    test = await testDatabase([voiceRoutingPersistence]);
    owner = await OwnerConnection.open(test.url);
    // Of each account, every five hundredth has another number, trunk and reason.
    await owner.query(
      `INSERT INTO voice.decisions (id, switch_id, call_id, account_id, direction, caller, callee, e164, sip_trunk_id, action,
         reject_code, rejection, rejected_for, routes, max_duration_seconds, created_at, report_due_at)
       SELECT 'rd_' || lpad(n::text, 8, '0'), 'sw', 'call', account, 'outbound', '+4930901820', '+254712345678',
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

  it.each([
    ['e164', { e164: '+4930901821' }],
    ['sip_trunk_id', { sipTrunkId: 'trk_1' }],
    ['rejection', { reason: ['range_not_allowed'] }],
  ] as const)('are filtered by %s in their index, newest first', async (column, filters) => {
    const { items } = await new RejectedCallReads(test.db).list(accountId, filters, SINCE, page);
    expect(items.map(({ id }) => id)).toEqual(['rd_00040000', 'rd_00030000', 'rd_00020000', 'rd_00010000']);
    const [value] = Object.values(filters).flat();
    const plan = await owner.explain(
      `SELECT * FROM voice.decisions d WHERE d.rejected_for = $1 AND d.created_at > $2 AND d.${column} = $3
       ORDER BY d.created_at DESC, d.id DESC LIMIT 26`,
      [accountId, SINCE, value],
    );
    expect(plan).toMatch(new RegExp(`decisions_rejected_for on decisions d[^]*Index Cond: .*${column} = `));
  });
});
