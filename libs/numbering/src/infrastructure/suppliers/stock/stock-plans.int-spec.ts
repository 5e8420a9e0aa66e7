import { OwnerConnection, testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { OfferFilters, SearchSort } from '../../../application/supply/supplier';
import { numberingPersistence } from '../../../numbering.module';
import { NO_FILTERS } from '../../../testing';
import { StockReads } from '../../stock/stock-queries';
import { positionOf, type StockPage, type StockPosition, StockSearch } from './stock-search';

/**
 * Lots are mobile, with SMS, with documents or cheap, one in 25 or 50 each. A third of the numbers is sold, among them all that
 * contain 888.
 */
const plant = (country: string, code: string, lots: number, numbers: number, digits: string) => `
  WITH lot AS (
    INSERT INTO numbering.stock_lots (id, country, calling_code, number_type, area_code, region, region_names, city, city_names,
      capabilities, monthly_cents, setup_cents, requires_activation)
    SELECT 'lot_${country}' || n, '${country}', '${code}', CASE n % 25 WHEN 1 THEN 'mobile' ELSE 'geographic' END, (2000 + n)::text,
      'Region ' || n % 20, ARRAY['region ' || n % 20], 'City ' || n, ARRAY['city ' || n],
      CASE n % 50 WHEN 2 THEN '{sms,voice}' ELSE '{voice}' END::text[], CASE n % 50 WHEN 3 THEN 40 ELSE 80 + n % 7 * 10 END, 0,
      n % 50 = 4
    FROM generate_series(0, ${lots} - 1) n RETURNING *)
  INSERT INTO numbering.stock_numbers (e164, lot_id, country, number_type, monthly_cents, state, account_id, order_id, is_usable,
    created_at, updated_at)
  SELECT e164, id, country, number_type, monthly_cents, state, CASE state WHEN 'sold' THEN 'acc_other' END,
    CASE state WHEN 'sold' THEN 'ord_' || e164 END, CASE state WHEN 'sold' THEN true END, now(), now()
  FROM lot CROSS JOIN generate_series(0, ${numbers} - 1) n
  CROSS JOIN LATERAL (SELECT '+${code}' || area_code || ${digits} AS e164) named
  CROSS JOIN LATERAL (SELECT CASE WHEN n % 3 = 1 OR e164 LIKE '%888%' THEN 'sold' ELSE 'free' END AS state) decided`;

const STOCKS = {
  /** 300 lots of scattered numbers. */
  DE: plant('DE', '49', 300, 120, `lpad(((n * 300 + substr(area_code, 1)::bigint) * 636413 % 1000000)::text, 6, '0')`),
  /** Many small lots of numbers that follow each other. */
  PL: plant('PL', '48', 6000, 4, `lpad(n::text, 5, '0')`),
  /** One lot. */
  IT: plant('IT', '39', 1, 30_000, `lpad(n::text, 5, '0')`),
};
type Country = keyof typeof STOCKS;
const COUNTRIES = Object.keys(STOCKS) as Country[];
const SORTS: readonly SearchSort[] = ['relevance', 'price', 'e164'];

/** Each filter with values that nearly all numbers of a country have, few, and none; and combinations. */
const FILTERS: readonly Partial<OfferFilters>[] = [
  {},
  { numberType: 'geographic' },
  { numberType: 'mobile' },
  { numberType: 'tollfree' },
  { areaCode: '2000' },
  { areaCode: '999' },
  { city: 'City' },
  { city: 'City 7' },
  { city: 'Nowhere' },
  { region: 'region' },
  { region: 'Region 1' },
  { region: 'Nowhere' },
  { capabilities: ['voice'] },
  { capabilities: ['sms'] },
  { capabilities: ['fax'] },
  { requiresActivation: false },
  { requiresActivation: true },
  { maxMonthlyPriceCents: 1000 },
  { maxMonthlyPriceCents: 40 },
  { maxMonthlyPriceCents: 10 },
  { startsWith: '20' },
  { startsWith: '2000' },
  { startsWith: '200012' },
  { startsWith: '99' },
  { contains: '20' },
  { contains: '00' },
  { contains: '77' },
  { contains: '200' },
  { contains: '777' },
  { contains: '888' },
  { contains: '98765' },
  { contains: '9876543210' },
  { endsWith: '00' },
  { endsWith: '77' },
  { endsWith: '1234' },
  { endsWith: '98765432' },
  { startsWith: '20', endsWith: '77', contains: '123' },
  { startsWith: '20', contains: '77' },
  { region: 'Region 1', contains: '123' },
  { region: 'Region 1', contains: '77' },
  { capabilities: ['sms'], endsWith: '00' },
  { areaCode: '2000', contains: '77', maxMonthlyPriceCents: 100 },
];
/** Those that depend on the number of lots and on how the digits of numbers are spread. */
const TELLING: typeof FILTERS = [
  {},
  { city: 'City' },
  { region: 'Region 1' },
  { maxMonthlyPriceCents: 40 },
  { startsWith: '2000' },
  { contains: '77' },
  { contains: '200' },
  { contains: '888' },
  { endsWith: '77' },
  { startsWith: '20', contains: '77' },
  { region: 'Region 1', contains: '77' },
];
const LIMIT = 50;
const NOW = new Date('2026-05-01T12:00:00Z');
/** Numbers that a search may read, of which a country has 24,000 to 36,000, and the operator 90,000. */
const READ_MAX = 13_000;
/** Pages of 8 kB, most of them again and again. An index of one level less would make a third of it. */
const BUFFERS_MAX = 30_000;

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

interface Seen {
  readonly text: string;
  readonly values: readonly unknown[];
}

describe('the plans of the stock', () => {
  let test: TestDatabase;
  let stock: StockSearch;
  let reads: StockReads;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    stock = new StockSearch(test.db);
    reads = new StockReads(test.db);
    for (const text of Object.values(STOCKS)) await test.db.query(text);
    const owner = await OwnerConnection.open(test.url);
    await owner.query('VACUUM ANALYZE numbering.stock_lots, numbering.stock_numbers');
    await owner.end();
  });
  afterAll(() => test.close());

  const pageOf = (
    country: Country,
    filters: Partial<OfferFilters>,
    sort: SearchSort,
    after: StockPosition | null = null,
  ): StockPage => ({
    filters: { ...NO_FILTERS, country, ...filters },
    sort,
    limit: LIMIT,
    accountId: 'acc_1',
    after,
    now: NOW,
  });
  const statementsOf = async <T>(work: () => Promise<T>) => {
    const { db } = test;
    const query = db.query.bind(db);
    const seen: Seen[] = [];
    db.query = (text, values, plan) => {
      seen.push({ text, values: values ?? [] });
      return query(text, values, plan);
    };
    try {
      return { result: await work(), seen };
    } finally {
      Object.assign(db, { query });
    }
  };
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  const sum = (numbers: readonly number[]) => Math.round(numbers.reduce((total, each) => total + each, 0));
  const readBy = (node: PlanNode) =>
    node['Actual Loops'] *
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0));
  /** What statements read: numbers, and pages of tables and indexes. */
  const costOf = async (seen: readonly Seen[]) => {
    const roots: PlanNode[] = [];
    for (const { text, values } of seen) {
      const explained = `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`;
      const [row] = await test.db.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        explained,
        values,
        'for values',
      );
      roots.push(...(row?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan));
    }
    const scans = roots.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'stock_numbers');
    return {
      numbers: sum(scans.map(readBy)),
      buffers: sum(roots.map((root) => root['Shared Hit Blocks'] + root['Shared Read Blocks'])),
    };
  };
  const expectBounded = async (seen: readonly Seen[]) => {
    const { numbers, buffers } = await costOf(seen);
    expect(numbers).toBeLessThanOrEqual(READ_MAX);
    expect(buffers).toBeLessThanOrEqual(BUFFERS_MAX);
  };

  describe.each(COUNTRIES)('of %s', (country) => {
    it.each(country === 'DE' ? FILTERS : TELLING)(
      'read a bounded part of it with %j, in every order',
      async (filters) => {
        for (const sort of SORTS) {
          const { result, seen } = await statementsOf(() => stock.live(pageOf(country, filters, sort)));
          await expectBounded(seen);
          const last = result.at(-1);
          if (!last || sort !== 'price') continue;
          const next = await statementsOf(() => stock.live(pageOf(country, filters, sort, positionOf(last))));
          await expectBounded(next.seen);
        }
      },
    );

    it.each(SORTS)('read the lots of a page by %s alone, unless their numbers are sold', async (sort) => {
      const { seen } = await statementsOf(() => stock.catalog(pageOf(country, {}, sort)));
      expect((await costOf(seen)).numbers).toBeLessThanOrEqual(2 * LIMIT);
    });

    it.each<Partial<OfferFilters>>([
      { contains: '77', region: 'Region 1' },
      { contains: '123' },
      { endsWith: '7', startsWith: '20' },
      { maxMonthlyPriceCents: 100, contains: '20' },
    ])('find exactly the numbers that match %j, page after page', async (filters) => {
      const {
        contains = null,
        startsWith = null,
        endsWith = null,
        region = null,
        maxMonthlyPriceCents = null,
      } = filters;
      const wanted = await test.db.query<{ e164: string }>(
        `SELECT n.e164 FROM numbering.stock_numbers n JOIN numbering.stock_lots l ON l.id = n.lot_id
         WHERE n.country = $1 AND n.state = 'free' AND substr(n.e164, 4) LIKE concat($2::text, '%', $3::text, '%')
           AND n.e164 LIKE concat('%', $4::text) AND ($5::text IS NULL OR l.region LIKE $5 || '%')
           AND ($6::bigint IS NULL OR l.monthly_cents <= $6) ORDER BY 1`,
        [country, startsWith, contains, endsWith, region, maxMonthlyPriceCents],
      );
      for (const sort of SORTS) {
        const found: string[] = [];
        let after: StockPosition | null = null;
        for (let rows = await stock.live(pageOf(country, filters, sort)); rows.length > 0; ) {
          found.push(...rows.map(({ e164 }) => e164));
          after = positionOf(rows.at(-1)!);
          rows = await stock.live(pageOf(country, filters, sort, after));
        }
        expect(found.toSorted()).toEqual(wanted.map(({ e164 }) => e164));
      }
    });
  });

  it.each(['200', '777', '888', '98765', '+4920'])(
    'read a bounded part of the whole stock for the operator’s list by %s, in both orders',
    async (q) => {
      for (const order of ['asc', 'desc'] as const) {
        const request = { limit: 25, sort: 'e164', order, after: null };
        const { seen } = await statementsOf(() => reads.list({ q }, request));
        await expectBounded(seen);
      }
    },
  );
});
