import { newId } from '@trunkline/kernel';
import { countStatements, OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { CdrFilters } from '../../application/reads/ports';
import { cdrPersistence } from '../../cdr.module';
import { CdrReads } from './cdr-queries';

const CDRS = 40_000;
const PAGE = { limit: 50, sort: 'started_at', order: 'desc', after: null } as const;

describe('pairs of filters of CDRs', () => {
  const accountId = newId('acc');
  let test: TestDatabase;
  let owner: OwnerConnection;

  beforeAll(async () => {
    test = await testDatabase([cdrPersistence]);
    owner = await OwnerConnection.open(test.url);
    // Each number, country, cause and trunk is frequent enough that its CDRs alone would be many; pairs are rare.
    await owner.query(
      `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, e164, number_id, country,
         sip_trunk_id, routing_profile_id, customer_reference, started_at, answered_at, ended_at, duration_seconds, billable_duration_seconds,
         hangup_cause, sip_response_code, customer_total_cents, currency, billing_transaction_id,
         attempts, created_at)
       SELECT 'cdr_' || lpad(n::text, 8, '0'), $1, 'sw', 'c', 'd', 'inbound', '+49' || n % 20, 'num_' || n % 20,
         CASE WHEN n % 53 = 0 THEN 'AT' ELSE 'DE' END, 'trk_' || n % 4, CASE WHEN n % 2 = 0 THEN 'rp_' || n % 4 END,
         CASE WHEN n % 7 = 0 THEN CASE WHEN n % 3 = 0 THEN 'ticket ' || n ELSE 'campaign' END END,
         at, CASE WHEN n % 11 <> 0 THEN at END, at, 9, CASE WHEN n % 11 = 0 THEN 0 ELSE 9 END,
         CASE WHEN n % 11 = 0 THEN 'user_busy' ELSE 'normal_clearing' END, CASE WHEN n % 11 = 0 THEN 486 ELSE 200 END,
         CASE WHEN n % 11 = 0 THEN 0 ELSE 2 END, 'USD',
         CASE WHEN n % 11 <> 0 THEN 'txn_' || n END, '[]', at
       FROM (SELECT n, timestamptz '2026-06-01Z' + n * interval '1 minute' AS at FROM generate_series(1, ${CDRS}) AS n) AS call`,
      [accountId],
    );
    await owner.vacuum('cdr.cdrs');
  });
  afterAll(async () => {
    await owner.end();
    await test.close();
  });

  const planOf = (where: string): Promise<string> =>
    owner.explain(
      `SELECT id FROM cdr.cdrs WHERE account_id = '${accountId}' AND ${where} ORDER BY started_at DESC, id DESC LIMIT 51`,
    );

  it.each([
    [`country = ANY('{AT}') AND hangup_cause = ANY('{user_busy}')`, 'cdrs_with_country', 'hangup_cause'],
    [`e164 = '+493' AND country = ANY('{AT}')`, 'cdrs_with_e164', 'country'],
    [`number_id = 'num_3' AND country = ANY('{AT}')`, 'cdrs_with_number', 'country'],
    [`hangup_cause = ANY('{user_busy}') AND sip_response_code = ANY('{200}')`, 'cdrs_with_cause', 'sip_response_code'],
    [`sip_trunk_id = 'trk_1' AND routing_profile_id = 'rp_2'`, 'cdrs_with_trunk', 'routing_profile_id'],
    [`customer_reference = 'ticket 4200'`, 'cdrs_with_reference', 'customer_reference'],
  ])('are checked in one index: %s', async (where, index, second) => {
    const plan = await planOf(where);
    expect(plan).toContain(index);
    expect(/Index Cond: (.*)/.exec(plan)?.[1]).toContain(second);
  });

  const idsOf = async (filters: Partial<CdrFilters>): Promise<string[]> => {
    const { items } = await new CdrReads(test.db).list({
      accountId,
      filters,
      oldest: new Date(0),
      hiddenDigits: 0,
      page: PAGE,
    });
    return items.map(({ id }) => id);
  };

  it.each<[string, Partial<CdrFilters>]>([
    ['a cause of unanswered calls', { isAnswered: true, hangupCauses: ['user_busy'] }],
    ['a response to unanswered calls', { isAnswered: true, sipResponseCodes: [486] }],
    ['a cause of answered calls', { isAnswered: false, hangupCauses: ['normal_clearing'] }],
    ['a length', { isAnswered: false, minBillableSeconds: 1 }],
    ['a cost', { hangupCauses: ['user_busy'], minCostCents: 1 }],
    ['a cause and a response that exclude each other', { hangupCauses: ['user_busy'], sipResponseCodes: [200] }],
  ])('match nothing, without a search, with the opposite answer and %s', async (_, filters) => {
    const statements = await countStatements(test.db, async () => {
      expect(await idsOf(filters)).toEqual([]);
    });
    expect(statements).toBe(0);
  });

  it('match when one of several values allows it', async () => {
    expect(await idsOf({ isAnswered: true, hangupCauses: ['user_busy', 'normal_clearing'] })).toHaveLength(50);
    expect(await idsOf({ isAnswered: false, sipResponseCodes: [200, 486] })).toHaveLength(50);
    expect(await idsOf({ isAnswered: false, minBillableSeconds: 0, minCostCents: 0 })).toHaveLength(50);
  });
});
