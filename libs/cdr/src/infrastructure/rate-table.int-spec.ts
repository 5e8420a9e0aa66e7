import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { RateFilter } from '../application/rating/ports';
import { cdrPersistence } from '../cdr.module';
import { StoredRateTable } from './rate-table';

const NOW = new Date('2026-06-15T12:00:00Z');

describe('StoredRateTable.list', () => {
  let database: TestDatabase;
  let table: StoredRateTable;

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
    table = new StoredRateTable(database.db);
  });
  afterAll(() => database.close());

  const list = async (given: Partial<RateFilter>, limit = 1_000) =>
    (
      await table.list({ direction: 'outbound', numberType: null, destination: { prefix: '' }, ...given }, NOW, limit)
    ).map(({ prefix, numberType }) => (numberType ? `${prefix} ${numberType}` : prefix));

  it('returns the prices that match a number, the longest prefix first', async () => {
    expect(await list({ destination: { to: '+4915112345678' } })).toEqual(['4915', '49']);
    expect(await list({ destination: { to: '+8201012345678' } })).toEqual(['82']);
    expect(await list({ destination: { to: '+6701234567' } })).toEqual([]);
  });

  it('returns the prices of all numbers that begin with a prefix', async () => {
    expect(await list({ destination: { prefix: '49' } })).toEqual(['49180', '49900', '4915', '4916', '4917', '49']);
    expect(await list({ destination: { prefix: '491' } })).toEqual(['49180', '4915', '4916', '4917', '49']);
    expect(await list({ destination: { prefix: '49155' } })).toEqual(['4915']);
    expect(await list({ destination: { prefix: '4930' } })).toEqual(['49']);
    expect(await list({ destination: { prefix: '670' } })).toEqual([]);
    expect(await list({ destination: { prefix: '49' } }, 2)).toEqual(['49180', '49900']);
  });

  it('returns the prices of a number type for inbound calls', async () => {
    const inbound = { direction: 'inbound' } as const;
    expect(await list({ ...inbound, destination: { to: '+18005550123' }, numberType: 'tollfree' })).toEqual([
      '1 tollfree',
      ' tollfree',
    ]);
    expect(await list(inbound)).toHaveLength(7);
    expect(await list({ ...inbound, destination: { prefix: '1800' }, numberType: 'tollfree' })).toEqual(['1 tollfree']);
    expect(await list({ ...inbound, destination: { prefix: '4930' }, numberType: 'geographic' })).toHaveLength(1);
  });

  it.each([
    ['+4915112345678', null],
    ['+447000000000', null],
    ['+18765550123', null],
    ['+18005550123', 'tollfree'],
    ['+4930901820', 'geographic'],
  ])('returns first the price that rates a call to %s', async (to, numberType) => {
    const direction = numberType === null ? 'outbound' : 'inbound';
    const [first] = await table.list({ direction, numberType, destination: { to } }, NOW, 10);
    const quote = await table.find({ direction, to, numberType }, NOW);
    const { deckId, ...price } = quote ?? { deckId: null };
    expect(deckId).toBe('deck_default');
    expect(first).toEqual({ ...price, direction, numberType, effectiveFrom: new Date('2020-01-01T00:00:00Z') });
  });

  it('uses the primary key in a deck of a hundred thousand prices', async () => {
    const owner = await OwnerConnection.open(database.url);
    await owner.query(`INSERT INTO cdr.rate_decks VALUES ('deck_big', 'Big', 'active', '2026-01-01', now(), now())`);
    await owner.query(`INSERT INTO cdr.rates SELECT 'deck_big', 'outbound', 'any', n::text, 'Somewhere', 1, 1, 1, 0
      FROM generate_series(100001, 200000) n`);
    await owner.query('ANALYZE cdr.rates');
    expect(await list({ destination: { prefix: '10001' } })).toHaveLength(10);
    const plan = await owner.explain(
      `SELECT * FROM cdr.rates r WHERE r.deck_id = 'deck_big' AND r.direction = 'outbound'
        AND r.prefix BETWEEN '10001' AND rpad('10001', 15, '9')`,
    );
    await owner.end();
    expect(plan).toContain('rates_pkey');
  });
});
