import { newId } from '@trunkline/kernel';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { CdrFilters } from '../../application/reads/ports';
import { cdrPersistence } from '../../cdr.module';
import { CdrPage } from './cdr-page';
import { CdrReads } from './cdr-queries';
import { HourlySearch } from './hourly-search';

const CDRS = 40_000;
const FEW = 2_000;
/** Pages of 8 kB. Of the table, each holds some 30 CDRs. */
const PAGES_OF_FEW = 400;
const PAGE = { limit: 50, sort: 'started_at', order: 'desc', after: null } as const;

class QueriesOfFew extends CdrReads {
  protected override readonly fewRows = FEW;
}

describe('a search by party', () => {
  const accountId = newId('acc');
  const neighbour = newId('acc');
  let test: TestDatabase;
  let owner: OwnerConnection;

  beforeAll(async () => {
    test = await testDatabase([cdrPersistence]);
    owner = await OwnerConnection.open(test.url);
    // Every hundredth caller is one of few, a year ago; all others are spread. The neighbour has as many calls of these few.
    await owner.query(
      `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, caller, callee, started_at, ended_at,
         duration_seconds, billable_duration_seconds, hangup_cause, sip_response_code, customer_total_cents, currency, attempts, created_at)
       SELECT 'cdr_' || lpad(n::text, 8, '0'), CASE WHEN n % 2 = 0 THEN $1 ELSE $2 END, 'sw', md5(n::text) || '@203.0.113.7', 'd',
         'inbound', CASE WHEN n % 2 = 1 OR n < 400 THEN '+4930' || lpad((n % 1000)::text, 7, '0')
           WHEN n % 10 = 0 THEN 'sip:desk_' || n || '@pbx.example.com' ELSE '+1212' || lpad(n::text, 7, '0') END,
         '+3312345' || lpad((n % 4000)::text, 4, '0'), at, at, 9, 0, 'user_busy', 486, 0, 'USD', '[]', at
       FROM (SELECT n, timestamptz '2026-01-01Z' + n * interval '1 minute' AS at FROM generate_series(1, ${CDRS}) AS n) AS call`,
      [accountId, neighbour],
    );
    await owner.vacuum('cdr.cdrs');
    await owner.query('ANALYZE cdr.cdrs');
  });
  afterAll(async () => {
    await owner.end();
    await test.close();
  });

  const requestOf = (filters: CdrFilters, hiddenDigits = 0) => ({
    accountId,
    filters,
    oldest: new Date(0),
    hiddenDigits,
    page: PAGE,
  });
  const idsOf = async (filters: CdrFilters, hiddenDigits = 0) => {
    const { items } = await new QueriesOfFew(test.db).list(requestOf(filters, hiddenDigits));
    return items.map(({ id }) => Number(id.slice('cdr_'.length)));
  };
  /** Returns the ids that the filters match, by reading all CDRs. */
  const expected = async (where: string) => {
    const rows = await test.db.query<{ id: string }>(
      `SELECT id FROM cdr.cdrs WHERE account_id = $1 AND (${where}) ORDER BY started_at DESC, id DESC LIMIT 50`,
      [accountId],
    );
    return rows.map(({ id }) => Number(id.slice('cdr_'.length)));
  };

  it.each<[string, CdrFilters, string]>([
    ['a rare caller', { caller: { text: '+4930', isPrefix: true } }, `caller LIKE '+4930%'`],
    ['an exact callee', { callee: { text: '+33123450012', isPrefix: false } }, `callee = '+33123450012'`],
    [
      'both parties at once',
      { caller: { text: '+1212', isPrefix: true }, callee: { text: '+3312345001', isPrefix: true } },
      `caller LIKE '+1212%' AND callee LIKE '+3312345001%'`,
    ],
    ['either side', { party: { text: '+4930', isPrefix: true } }, `caller LIKE '+4930%' OR callee LIKE '+4930%'`],
    ['digits without a plus', { q: '4930' }, `caller LIKE '+4930%'`],
    ['a callee', { q: '+33123450' }, `callee LIKE '+33123450%'`],
    ['an address', { q: 'sip:desk_1' }, `caller LIKE 'sip:desk\\_1%'`],
    ['a Call-ID', { q: 'c4ca42' }, `sip_call_id LIKE 'c4ca42%'`],
    ['frequent parties', { q: '1212' }, `caller LIKE '+1212%'`],
    ['frequent parties on either side', { party: { text: '+3', isPrefix: true } }, `callee LIKE '+3%'`],
    ['nothing', { q: '9999' }, 'false'],
    ['a search and a caller', { q: '3312345', caller: { text: '+4930', isPrefix: true } }, `caller LIKE '+4930%'`],
  ])('finds %s', async (_what, filters, where) => {
    expect(await idsOf(filters)).toEqual(await expected(where));
  });

  it('finds no call of another account', async () => {
    const { call } = await test.db.get<{ call: string }>(
      `SELECT sip_call_id AS call FROM cdr.cdrs WHERE account_id = $1 LIMIT 1`,
      [neighbour],
    );
    expect(await idsOf({ q: call })).toEqual([]);
  });

  it('matches visible digits of parties only, and Call-IDs whole', async () => {
    const [newest = 0] = await idsOf({ q: '4930' });
    const caller = `+4930${String(newest % 1000).padStart(7, '0')}`;
    expect(await idsOf({ q: caller.slice(0, -4) }, 4)).toContain(newest);
    expect(await idsOf({ q: caller.slice(0, -3) }, 4)).toEqual([]);
    expect(await idsOf({ q: 'sip:desk_1' }, 4)).toEqual([]);
    expect(await idsOf({ q: '4930' }, Infinity)).toEqual([]);
    const { call } = await test.db.get<{ call: string }>(
      `SELECT sip_call_id AS call FROM cdr.cdrs WHERE account_id = $1 LIMIT 1`,
      [accountId],
    );
    expect(await idsOf({ q: call.slice(0, 20) }, Infinity)).toHaveLength(1);
  });

  interface Planned {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  }
  const blocksOf = async (filters: CdrFilters) => {
    const request = requestOf(filters);
    const search = await new HourlySearch(test.db).searchOf(request, FEW);
    const { text, values } = new CdrPage('SELECT id, started_at', request, search).statement();
    const [row] = await test.db.query<{ 'QUERY PLAN': Planned[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
      'for values',
    );
    const planned = row?.['QUERY PLAN'][0];
    if (!planned) throw new Error('There is no plan.');
    return planned.Plan['Shared Hit Blocks'] + planned.Plan['Shared Read Blocks'];
  };

  it.each<[string, CdrFilters]>([
    ['a rare caller', { caller: { text: '+4930', isPrefix: true } }],
    ['a rare caller on either side', { party: { text: '+4930', isPrefix: true } }],
    ['rare digits', { q: '4930000' }],
    ['a Call-ID', { q: 'a87ff679' }],
    ['nothing', { q: '9999' }],
    [
      'both parties at once',
      { caller: { text: '+1', isPrefix: true }, callee: { text: '+33123450012', isPrefix: true } },
    ],
    ['frequent parties', { party: { text: '+3312345', isPrefix: true } }],
    ['frequent digits', { q: '3312345' }],
  ])('reads few pages for %s', async (_what, filters) => {
    expect(await blocksOf(filters)).toBeLessThan(PAGES_OF_FEW);
  });
});
