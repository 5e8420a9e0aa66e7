import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { PriceTerms, RateFilter } from '../../application/rating/ports';
import { cdrPersistence } from '../../cdr.module';
import { StoredRateLists } from './rate-lists';

const DEFAULT: PriceTerms = { ownDeckId: null, defaultDeckId: 'deck_default', discountPct: 0 };

describe('StoredRateLists', () => {
  let database: TestDatabase;
  let lists: StoredRateLists;

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
    lists = new StoredRateLists(database.db);
  });
  afterAll(() => database.close());

  const list = async (given: Partial<RateFilter>, limit = 1_000, terms = DEFAULT) =>
    (
      await lists.list(terms, { direction: 'outbound', numberType: null, destination: { prefix: '' }, ...given }, limit)
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

  it('returns nothing without a deck', async () => {
    const none = { ownDeckId: null, defaultDeckId: null, discountPct: 0 };
    expect(await list({ destination: { to: '+4915112345678' } }, 10, none)).toEqual([]);
  });

  describe('for an account with a deck of its own', () => {
    const own = { ...DEFAULT, ownDeckId: 'deck_own' };

    beforeAll(async () => {
      await database.db.query(`INSERT INTO cdr.rate_decks (id, name, status, usable_from, created_at, activated_at)
        VALUES ('deck_own', 'Own', 'active', '2026-01-01', now(), now())`);
      await database.db.query(`INSERT INTO cdr.rates VALUES
        ('deck_own', 'outbound', 'any', '491', 'Germany, own', 7, 1, 1, 0),
        ('deck_own', 'outbound', 'any', '44', 'United Kingdom, own', 7, 1, 1, 0),
        ('deck_own', 'inbound', 'any', '', 'Inbound, own', 7, 1, 1, 0)`);
    });

    it('omits prices of the default deck that its own prices cover', async () => {
      expect(await list({ destination: { prefix: '49' } }, 10, own)).toEqual(['49900', '491', '49']);
      expect(await list({ destination: { to: '+447000000000' } }, 10, own)).toEqual(['44']);
      expect(await list({ direction: 'inbound' }, 10, own)).toEqual(['']);
    });

    it('returns first its own price for a number, then those of the default deck that are shorter', async () => {
      expect(await list({ destination: { to: '+4915112345678' } }, 10, own)).toEqual(['491', '49']);
    });
  });

  it('uses the primary key in a deck of a hundred thousand prices', async () => {
    const owner = await OwnerConnection.open(database.url);
    await owner.query(`INSERT INTO cdr.rate_decks (id, name, status, usable_from, created_at, activated_at)
      VALUES ('deck_big', 'Big', 'active', '2026-01-01', now(), now())`);
    await owner.query(`INSERT INTO cdr.rates SELECT 'deck_big', 'outbound', 'any', n::text, 'Somewhere', 1, 1, 1, 0
      FROM generate_series(100001, 200000) n`);
    await owner.query('ANALYZE cdr.rates');
    const big = { ...DEFAULT, defaultDeckId: 'deck_big' };
    expect(await list({ destination: { prefix: '10001' } }, 1_000, big)).toHaveLength(10);
    const plan = await owner.explain(
      `SELECT * FROM cdr.rates r WHERE r.deck_id IN (NULL, 'deck_big') AND r.direction = 'outbound'
        AND r.prefix BETWEEN '10001' AND rpad('10001', 15, '9')`,
    );
    await owner.end();
    expect(plan).toContain('rates_pkey');
  });
});
