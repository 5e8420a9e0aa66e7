import { OwnerConnection, testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import { IN_FORCE, StoredPriceRules } from './price-rules.repository';

const NOW = new Date('2026-05-01T12:00:00Z');

describe('rules in force, in PostgreSQL', () => {
  let test: TestDatabase;
  let rules: StoredPriceRules;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    rules = new StoredPriceRules(test.db);
  });
  afterAll(() => test.close());

  const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).sort();

  it('are read without those before and those to come, however many there were', async () => {
    const owner = await OwnerConnection.open(test.url);
    await owner.query(`INSERT INTO numbering.number_price_rules
      SELECT coalesce(account, 'all') || country || n, account, NULL, nullif(country, ''), NULL, '10', 0, 0, 0, 0,
        timestamptz '2026-05-01 12:00Z' + n * interval '1 hour', now()
      FROM unnest(ARRAY [NULL, 'acc_1', 'acc_2']) account, unnest(ARRAY ['', 'DE', 'FR']) country,
        generate_series(-2000, 20) n`);
    await owner.query('VACUUM ANALYZE numbering.number_price_rules');
    const all = ['all0', 'allDE0', 'allFR0'];
    expect(idsOf(await rules.inForce('acc_3', NOW))).toEqual(all);
    expect(idsOf(await rules.inForce('acc_1', NOW))).toEqual(['acc_10', 'acc_1DE0', 'acc_1FR0', ...all]);
    expect(await rules.allInForce(NOW)).toHaveLength(9);
    expect(await rules.inForce('acc_1', new Date('2025-01-01T00:00:00Z'))).toEqual([]);
    const { rows } = await owner.query<{ 'QUERY PLAN': readonly { readonly Plan: Record<string, number> }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${IN_FORCE}`,
      [NOW, 'acc_1'],
    );
    // The table has hundreds of pages.
    expect(rows[0]?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks']).toBeLessThan(100);
    await owner.end();
  });
});
