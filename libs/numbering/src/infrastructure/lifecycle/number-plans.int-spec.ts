import type { Keyset, Page } from '@trunkline/kernel';
import { createDataSource, type Plan } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { NumberFilters, NumberSort, NumberView } from '../../application/lifecycle/number-queries';
import { numberingPersistence } from '../../numbering.module';
import { NumberReads } from './number-queries';

const LARGE = 'acc_large';
const LIMIT = 25;
/** What a page may read beyond its rows, of 20,000: a filter without an index of its own passes over some. */
const READ_MAX = 1000;

/** 20,000 numbers of one account, 10,000 of a thousand others; what is rare is one in a hundred or less. */
const NUMBERS = `
INSERT INTO numbering.phone_numbers
  (id, account_id, order_id, supplier, e164, country, number_type, capabilities, monthly_price_cents,
   setup_price_cents, status, suspended_for, requires_activation, assigned_at, billing_anchor_at, billed_months,
   next_billing_at, failed_billing_attempts, release_scheduled_at, released_at, trunk_id, routing_profile_id,
   compliance_bundle_id, deletion_lock, updated_at, city, label, tags, search_text)
SELECT 'num_' || lpad(n::text, 9, '0'), CASE WHEN n % 3 > 0 THEN '${LARGE}' ELSE 'acc_' || n % 1000 END, 'ord_' || n,
  'sandbox', '+49' || lpad((n::bigint * 6364137 % 100000000)::text, 8, '0'),
  CASE WHEN n % 500 < 2 THEN 'IS' WHEN n % 10 < 7 THEN 'US' ELSE 'DE' END,
  CASE WHEN n % 400 < 2 THEN 'inum' ELSE 'geographic' END,
  CASE WHEN n % 10 < 4 THEN '{voice,sms}' ELSE '{voice}' END::text[], 100, 0,
  CASE n % 200 WHEN 1 THEN 'suspended' WHEN 2 THEN 'pending_documents' WHEN 4 THEN 'released' ELSE 'active' END, '{}',
  false, at, at, 1, at + interval '1 year', CASE WHEN n % 300 < 2 THEN 1 ELSE 0 END,
  CASE WHEN n % 350 BETWEEN 5 AND 6 AND n % 200 <> 4 THEN at + interval '1 year' END, CASE n % 200 WHEN 4 THEN at END,
  CASE WHEN n % 5 < 2 THEN 'trk_' || n % 2 WHEN n % 1000 = 3 THEN 'trk_rare' END,
  CASE WHEN n % 5 > 1 AND n % 1000 <> 3 AND n % 90 > 1 THEN 'rp_' || n % 3 END, 'cb_' || n % 50, false, at,
  CASE n % 900 WHEN 1 THEN 'Köln' WHEN 2 THEN 'Cologne' ELSE 'City ' || n % 40 END,
  CASE WHEN n % 100 = 8 THEN 'Line ' || n END, CASE WHEN n % 1000 = 8 THEN '{sales,vip}' WHEN n % 100 = 8 THEN '{sales}' ELSE '{}' END::text[],
  CASE WHEN n % 100 = 8 THEN 'line ' || n || E'\\nsales' || CASE WHEN n % 1000 = 8 THEN E'\\tvip' ELSE '' END END
FROM (SELECT n, timestamptz '2025-01-01' + n * interval '1 minute' AS at FROM generate_series(1, 30000) n) numbered`;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Seen {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly plan: Plan;
}

const IN_THE_MIDDLE = { key: '2025-01-11T00:00:00Z', id: 'num_000014400' };
const day = (of: number) => new Date(Date.UTC(2025, 0, of));

/** Each filter with values that the account has few of, and the index that finds them. */
const FILTERS: readonly (readonly [NumberFilters, string])[] = [
  [{}, 'assigned_at'],
  [{ status: ['active'] }, 'assigned_at'],
  [{ status: ['suspended'] }, 'halted'],
  [{ status: ['pending_documents'] }, 'halted'],
  [{ status: ['released'] }, 'gone'],
  [{ status: ['active', 'released'] }, 'gone'],
  [{ country: ['DE'] }, 'country'],
  [{ country: ['IS'] }, 'country'],
  [{ country: ['DE', 'US'] }, 'assigned_at'],
  [{ numberType: ['inum'] }, 'type'],
  [{ trunkId: ['trk_rare'] }, 'trunk_id'],
  [{ routingProfileId: ['rp_1'] }, 'routing_profile_id'],
  [{ complianceBundleId: ['cb_1'] }, 'bundle_id'],
  [{ unrouted: true }, 'unrouted'],
  [{ unrouted: false }, 'assigned_at'],
  [{ pastDue: true }, 'past_due'],
  [{ pastDue: false }, 'assigned_at'],
  [{ releaseScheduled: true }, 'leaving'],
  [{ capabilities: ['sms'] }, 'assigned_at'],
  [{ assignedFrom: day(5), assignedTo: day(7) }, 'assigned_at'],
  [{ q: '1234567' }, 'digits'],
  [{ q: 'line 1' }, 'described'],
  [{ q: 'vip' }, 'described'],
  [{ label: 'LINE' }, 'described'],
  [{ tag: ['sales', 'vip'] }, 'described'],
  [{ tag: ['sales'], status: ['active'] }, 'described'],
  [{ country: ['IS'], numberType: ['geographic'] }, 'country'],
  [{ country: ['DE'], pastDue: true }, 'past_due'],
  [{ trunkId: ['trk_rare'], status: ['active'] }, 'trunk_id'],
];

describe('a page of numbers', () => {
  let test: TestDatabase;
  let queries: NumberReads;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    queries = new NumberReads(test.db);
    await test.db.query(NUMBERS);
    // The application may not: it would be passed over, with a warning.
    const owner = await createDataSource({ url: test.url, asOwner: true }, []).initialize();
    await owner.query('ANALYZE numbering.phone_numbers');
    await owner.destroy();
  });
  afterAll(() => test.close());

  const statementOf = async (
    filters: NumberFilters,
    sort: NumberSort,
    after: typeof IN_THE_MIDDLE | null,
    accountId = LARGE,
  ) => {
    const { db } = test;
    const query = db.query.bind(db);
    const seen: Seen[] = [];
    db.query = (text, values, plan) => {
      seen.push({ text, values: values ?? [], plan: plan ?? 'once' });
      return query(text, values, plan);
    };
    try {
      await queries.list(accountId, filters, { limit: LIMIT, sort, order: 'desc', after });
    } finally {
      Object.assign(db, { query });
    }
    const [statement] = seen;
    if (!statement) throw new Error('No statement was run.');
    return statement;
  };
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  const planned = async ({ text, values }: Seen): Promise<PlanNode[]> => {
    const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
    const [row] = await test.db.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      explain,
      values,
      'for values',
    );
    const [root] = row?.['QUERY PLAN'] ?? [];
    return root ? nodesOf(root.Plan) : [];
  };
  const genericPlan = async ({ text }: Seen): Promise<string> => {
    const plan = await test.db.dataSource.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (GENERIC_PLAN) ${text}`);
    return plan.map((row) => row['QUERY PLAN']).join('\n');
  };
  const readBy = (node: PlanNode) =>
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);

  const first = (filters: NumberFilters) => statementOf(filters, 'assigned_at', null);
  const deep = (filters: NumberFilters) => statementOf(filters, 'assigned_at', IN_THE_MIDDLE);

  it.each(FILTERS)('is found with %j by phone_numbers_%s, the first and a deep one', async (filters, index) => {
    for (const statement of [await first(filters), await deep(filters)]) {
      const nodes = await planned(statement);
      expect(nodes.map((node) => node['Index Name'])).toContain(`phone_numbers_${index}`);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(Math.max(...nodes.map(readBy))).toBeLessThanOrEqual(READ_MAX);
    }
  });

  const HEADS = FILTERS.filter(([{ q }]) => q === undefined);

  it.each(HEADS)(
    'is planned once with %j as the head of phone_numbers_%s, or for its values',
    async (filters, index) => {
      for (const statement of [await first(filters), await deep(filters)]) {
        if (statement.plan === 'for values') continue;
        const plan = await genericPlan(statement);
        expect(plan).toContain(`using phone_numbers_${index} `);
        expect(plan).not.toContain('Sort');
      }
    },
  );

  it.each<NumberSort>(['assigned_at', 'e164', 'next_billing_at'])(
    'is planned once with certain digits, sorted by %s: by the index of digits, or by the next few',
    async (sort) => {
      const statement = await statementOf({ q: '1234567' }, sort, null);
      expect(statement.plan).toBe('once');
      const plan = await genericPlan(statement);
      expect(plan.match(/(?<=Scan.* (using|on) )phone_numbers_\w+/g)).toEqual([
        `phone_numbers_${sort}`,
        'phone_numbers_digits',
      ]);
    },
  );

  it.each<NumberSort>(['assigned_at', 'next_billing_at'])(
    'is filled from the next few with digits of every tenth number, sorted by %s',
    async (sort) => {
      const nodes = await planned(await statementOf({ q: '+491' }, sort, null));
      const found = nodes.filter((node) => node['Actual Loops'] > 0);
      expect(found.map((node) => node['Index Name'])).not.toContain('phone_numbers_digits');
      expect(Math.max(...found.map(readBy))).toBeLessThanOrEqual(READ_MAX);
    },
  );

  it.each<[NumberFilters, NumberSort]>([
    [{ q: '+491' }, 'assigned_at'],
    [{ q: '123' }, 'assigned_at'],
    [{ q: '000' }, 'e164'],
    [{ q: '+49123' }, 'next_billing_at'],
    [{ q: '123', country: ['DE'], assignedTo: day(7) }, 'e164'],
    [{ q: '12', status: ['released'] }, 'assigned_at'],
    [{ q: '123', status: ['active', 'released'] }, 'assigned_at'],
    [{ q: '123456789012345' }, 'assigned_at'],
  ])('has all that have the digits, page after page: %j by %s', async (filters, sort) => {
    const { q = '', status = ['active', 'suspended', 'pending_documents'], country, assignedTo } = filters;
    const wanted = await test.db.query<{ id: string }>(
      `SELECT id FROM numbering.phone_numbers WHERE account_id = $1 AND e164 LIKE '%' || $2 || '%' AND status = ANY($3)
         AND ($4::text[] IS NULL OR country = ANY($4)) AND ($5::timestamptz IS NULL OR assigned_at < $5)
       ORDER BY ${sort} DESC, id DESC`,
      [LARGE, q, status, country ?? null, assignedTo ?? null],
    );
    expect(await idsOf(filters, sort)).toEqual(wanted.map(({ id }) => id));
  });

  const idsOf = async (filters: NumberFilters, sort: NumberSort = 'assigned_at') => {
    const found: string[] = [];
    let after: Keyset | null = null;
    do {
      const page: Page<NumberView> = await queries.list(LARGE, filters, { limit: LIMIT, sort, order: 'desc', after });
      found.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after);
    return found;
  };

  it.each<[NumberFilters, string]>([
    [{ q: 'Liné 1' }, `label LIKE 'Line 1%'`],
    [{ q: 'vip' }, `'vip' = ANY (tags)`],
    [{ q: 'e 10' }, `label LIKE '%e 10%'`],
    [{ q: 'sales line' }, 'false'],
    [{ label: 'sales' }, 'false'],
    [{ label: 'ine' }, `label IS NOT NULL`],
    [{ label: '%' }, 'false'],
    [{ tag: ['vip', 'sales'] }, `'vip' = ANY (tags)`],
    [{ tag: ['Vip'] }, 'false'],
    [{ tag: ['sales'], label: 'line 2' }, `label LIKE 'Line 2%'`],
    [{ city: 'köl' }, `city IN ('Köln', 'Cologne')`],
    [{ city: 'city 3', q: '+49' }, `city LIKE 'City 3%'`],
    [{ city: 'CITY-1' }, `city LIKE 'City 1%'`],
    [{ city: 'ity' }, 'false'],
    [{ region: 'Bav' }, 'false'],
  ])('has all that are described so, page after page: %j', async (filters, condition) => {
    const wanted = await test.db.query<{ id: string }>(
      `SELECT id FROM numbering.phone_numbers WHERE account_id = $1 AND status <> 'released' AND ${condition}
       ORDER BY assigned_at DESC, id DESC`,
      [LARGE],
    );
    expect(await idsOf(filters)).toEqual(wanted.map(({ id }) => id));
  });

  it.each<[NumberFilters, NumberSort]>([
    [{ city: 'Köln' }, 'assigned_at'],
    [{ city: 'nowhere' }, 'assigned_at'],
    [{ q: 'no such label' }, 'e164'],
    [{ label: 'line' }, 'next_billing_at'],
  ])('reads the numbers of the account alone, of a thousand: %j by %s', async (filters, sort) => {
    const nodes = await planned(await statementOf(filters, sort, null, 'acc_30'));
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(Math.max(...nodes.map(readBy))).toBeLessThanOrEqual(100);
  });

  it.each<[NumberSort, NumberFilters, string]>([
    ['e164', {}, 'e164'],
    ['e164', { country: ['IS'] }, 'country_e164'],
    ['next_billing_at', {}, 'next_billing_at'],
  ])('is sorted by %s with %j as the head of phone_numbers_%s', async (sort, filters, index) => {
    const after = { ...IN_THE_MIDDLE, key: sort === 'e164' ? '+4950000000' : '2026-01-11T00:00:00Z' };
    for (const statement of [await statementOf(filters, sort, null), await statementOf(filters, sort, after)]) {
      expect(statement.plan).toBe('shared');
      expect(await genericPlan(statement)).toContain(`using phone_numbers_${index} `);
      expect(Math.max(...(await planned(statement)).map(readBy))).toBeLessThanOrEqual(READ_MAX);
    }
  });

  it.each<[NumberFilters, NumberSort]>([
    [{ q: '123', country: ['DE'] }, 'assigned_at'],
    [{ capabilities: ['sms'] }, 'assigned_at'],
    [{ country: ['DE', 'IS'] }, 'assigned_at'],
    [{ country: ['DE', 'IS'] }, 'e164'],
    [{ country: ['DE'], assignedFrom: day(5) }, 'e164'],
    [{ unrouted: false }, 'assigned_at'],
    [{ country: ['DE'], numberType: ['inum'] }, 'assigned_at'],
  ])('is planned with %j by %s for its values: accounts differ', async (filters, sort) => {
    expect((await statementOf(filters, sort, null)).plan).toBe('for values');
  });
});
