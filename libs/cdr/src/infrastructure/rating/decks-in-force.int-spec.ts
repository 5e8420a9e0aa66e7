import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { cdrPersistence } from '../../cdr.module';
import { FOR_CALLS, StoredDecksInForce } from './decks-in-force';

const NOW = new Date('2026-06-15T12:00:00Z');

describe('the decks of carriers that are in force', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
  });
  afterAll(() => database.close());

  const inForce = async (now = NOW) => (await new StoredDecksInForce(database.db).forCalls('acc_1', now)).costDecks;
  const activate = async (deckId: string, given: Partial<Record<'kind' | 'carrierId' | 'from' | 'ended', string>>) => {
    const { kind = 'voice', carrierId = null, from = '2026-01-01', ended = null } = given;
    await database.db.query(
      `INSERT INTO cdr.rate_decks (id, name, status, usable_from, created_at, activated_at)
       VALUES ($1, $1, 'active', $2, $2, $2)`,
      [deckId, from],
    );
    await database.db.query(
      `INSERT INTO cdr.deck_activations (id, deck_id, kind, carrier_id, effective_from, created_at, ended_at)
       VALUES ($1, $1, $2, $3, $4, $4, $5)`,
      [deckId, kind, carrierId, from, ended],
    );
  };

  it('are none without decks', async () => {
    expect(await inForce()).toEqual({});
  });

  it('are the latest of each carrier that has begun and was not ended', async () => {
    await activate('deck_a1', { carrierId: 'car_a' });
    await activate('deck_a2', { carrierId: 'car_a', from: '2026-06-01' });
    await activate('deck_a3', { carrierId: 'car_a', from: '2026-07-01' });
    await activate('deck_a4', { carrierId: 'car_a', from: '2026-06-10', ended: '2026-06-11' });
    await activate('deck_b1', { carrierId: 'car_b' });
    await activate('deck_c1', { carrierId: 'car_c', from: '2026-07-01' });
    await activate('deck_d1', { carrierId: 'car_d', kind: 'sms' });
    await activate('deck_e1', {});
    expect(await inForce()).toEqual({ car_a: 'deck_a2', car_b: 'deck_b1' });
    expect(await inForce(new Date('2026-07-01T00:00:00Z'))).toEqual({
      car_a: 'deck_a3',
      car_b: 'deck_b1',
      car_c: 'deck_c1',
    });
    expect(await inForce(new Date('2025-01-01T00:00:00Z'))).toEqual({});
  });

  it('are read without those before, however many there were', async () => {
    const owner = await OwnerConnection.open(database.url);
    await owner.query(`INSERT INTO cdr.deck_activations (id, deck_id, kind, carrier_id, effective_from, created_at)
      SELECT 'old_' || n, 'deck_a1', 'voice', 'car_' || n % 10, timestamptz '2020-01-01Z' + n * interval '1 hour', now()
      FROM generate_series(1, 20000) n`);
    await owner.query('VACUUM ANALYZE cdr.deck_activations');
    expect(Object.keys(await inForce())).toHaveLength(12);
    const { rows } = await owner.query<{ 'QUERY PLAN': readonly { readonly Plan: Record<string, number> }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${FOR_CALLS}`,
      [NOW, 'acc_1'],
    );
    // The table has hundreds of pages.
    expect(rows[0]?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks']).toBeLessThan(150);
    await owner.end();
  });
});
