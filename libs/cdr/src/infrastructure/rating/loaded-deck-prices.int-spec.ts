import { TestClock } from '@trunkline/kernel/testing';
import { countStatements, RecordingLog, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { CallRating } from '../../application/rating/call-rating';
import { cdrPersistence } from '../../cdr.module';
import type { PricedLeg } from '../../domain/rating/price-index';
import { StoredDecksInForce } from './decks-in-force';
import { LoadedDeckPrices } from './loaded-deck-prices';

const outbound = (to: string): PricedLeg => ({ direction: 'outbound', to, numberType: null });
const inbound = (to: string, numberType: string): PricedLeg => ({ direction: 'inbound', to, numberType });

describe('the price of a call', () => {
  let database: TestDatabase;
  const clock = new TestClock(new Date('2026-06-15T12:00:00Z'));
  const log = new RecordingLog();

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
    await database.db.query(`INSERT INTO cdr.rate_decks (id, name, status, usable_from, created_at, activated_at)
      VALUES ('deck_own', 'Own', 'active', '2026-01-01', now(), now()), ('deck_next', 'Next', 'active', '2026-07-01', now(), now()),
        ('deck_gone', 'Gone', 'active', '2026-05-01', now(), now()), ('deck_carrier', 'Carrier', 'active', '2026-05-01', now(), now()),
        ('deck_sms', 'SMS', 'active', '2026-05-01', now(), now())`);
    await database.db
      .query(`INSERT INTO cdr.deck_activations (id, deck_id, kind, carrier_id, effective_from, created_at, ended_at)
      VALUES ('a', 'deck_next', 'voice', NULL, '2026-07-01', now(), NULL),
        ('b', 'deck_gone', 'voice', NULL, '2026-05-01', now(), '2026-05-02'),
        ('c', 'deck_carrier', 'voice', 'car_1', '2026-05-01', now(), NULL),
        ('d', 'deck_sms', 'sms', NULL, '2026-05-01', now(), NULL)`);
    await database.db.query(`INSERT INTO cdr.rates
      SELECT deck, 'outbound', 'any', '49', 'Germany', 7, 1, 1, 1 FROM unnest('{deck_next,deck_gone,deck_carrier,deck_sms}'::text[]) deck
      UNION ALL SELECT 'deck_own', 'outbound', 'any', '491', 'Germany, own', 1000000, 1, 1, 3`);
    await database.db
      .query(`INSERT INTO cdr.account_prices VALUES ('acc_own', 'deck_own', 0, now()), ('acc_cheap', NULL, 15, now()),
      ('acc_both', 'deck_own', 90, now())`);
  });
  afterAll(() => database.close());

  const prices = () => new LoadedDeckPrices(database.db, log);
  const rating = (found = prices()) => new CallRating(new StoredDecksInForce(database.db), found, clock);

  it.each([
    [outbound('+4930901820'), '49', 1_500_000],
    [outbound('+4915112345678'), '4915', 3_500_000],
    [outbound('+447000000000'), '4470', 60_000_000],
    [outbound('+447700900123'), '447', 3_000_000],
    [outbound('+12125550123'), '1', 1_000_000],
    [outbound('+18765550123'), '1876', 24_000_000],
    [inbound('+4930901820', 'geographic'), '', 600_000],
    [inbound('+18005550123', 'tollfree'), '1', 1_900_000],
    [outbound('+8821612345678'), null, null],
    [inbound('+4930901820', 'satellite'), null, null],
  ])('of %j is that of the prefix %s, from the table and from memory', async (leg, prefix, rate) => {
    const found = prices();
    const stored = await found.find('deck_default', leg);
    expect([stored?.prefix ?? null, stored?.ratePerMinuteMicrocents ?? null]).toEqual([prefix, rate]);
    await found.load('deck_default');
    expect(await countStatements(database.db, () => found.find('deck_default', leg))).toBe(0);
    expect(await found.find('deck_default', leg)).toEqual(stored);
  });

  it('of many numbers is found by one statement, in their order, and as for each of them', async () => {
    const found = prices();
    const [leg, numbers] = [
      { direction: 'outbound', numberType: null } as const,
      Array.from({ length: 1_000 }, (_, n) => ['+4915112345678', '+8821612345678', '+18765550123'][n % 3] ?? ''),
    ];
    const each = await Promise.all(numbers.slice(0, 3).map((to) => found.find('deck_default', { ...leg, to })));
    // Memory is short, so that the deck is not loaded meanwhile.
    const fromTable = new LoadedDeckPrices(database.db, log, 2);
    await fromTable.load('deck_default');
    expect(await countStatements(database.db, () => fromTable.findAll('deck_default', leg, numbers))).toBe(1);
    const all = await fromTable.findAll('deck_default', leg, numbers);
    expect(all).toEqual(numbers.map((_, n) => each[n % 3]));
    await found.load('deck_default');
    expect(await found.findAll('deck_default', leg, numbers)).toEqual(all);
    expect(await found.findAll('deck_default', leg, [])).toEqual([]);
  });

  it('is read from the table in a transaction without disturbing it, and from memory afterwards', async () => {
    const found = prices();
    await database.db.run(async () => {
      expect(await found.find('deck_default', outbound('+49301'))).toMatchObject({ prefix: '49' });
    });
    await found.load('deck_default');
    expect(await countStatements(database.db, () => found.find('deck_default', outbound('+49301')))).toBe(0);
    expect(log.lines).toEqual([]);
  });

  it('is read from the table while memory is short, without counting the deck for each call', async () => {
    const found = new LoadedDeckPrices(database.db, log, 2);
    await Promise.all(['deck_own', 'deck_gone', 'deck_carrier'].map((id) => found.load(id)));
    const statements = (id: string) => countStatements(database.db, () => found.find(id, outbound('+4915112345678')));
    const sent = [await statements('deck_own'), await statements('deck_gone'), await statements('deck_carrier')];
    // The deck whose prices are counted last has no room.
    expect(sent.toSorted()).toEqual([0, 0, 1]);
  });

  it('comes from the default deck that is in force at the time', async () => {
    const of = (accountId: string) => rating().quote({ accountId, ...outbound('+4930901820') });
    expect(await of('acc_1')).toMatchObject({ deckId: 'deck_world', ratePerMinuteMicrocents: 1_500_000 });
    clock.advance(16 * 86_400);
    expect(await of('acc_1')).toMatchObject({ deckId: 'deck_next', ratePerMinuteMicrocents: 7 });
    clock.advance(-16 * 86_400);
  });

  // Own deck: 491. Default deck: 493, 4915, 442 and others.
  it.each([
    ['acc_own', '+4915112345678', 'deck_own', '491', undefined],
    ['acc_own', '+4930901820', 'deck_world', '493', undefined],
    ['acc_cheap', '+4915112345678', 'deck_world', '4915', 15],
    ['acc_both', '+4915112345678', 'deck_own', '491', 90],
    ['acc_both', '+442079460000', 'deck_world', '442', 90],
  ])('of %s to %s comes from %s with the prefix %s', async (accountId, to, deckId, prefix, discountPct) => {
    const quote = await rating().quote({ accountId, ...outbound(to) });
    expect(quote).toMatchObject({ deckId, prefix });
    expect(quote?.discountPct).toBe(discountPct);
  });

  it('follows a change with the next call', async () => {
    const calls = rating();
    const quote = () => calls.quote({ accountId: 'acc_changed', ...outbound('+4915112345678') });
    expect(await quote()).toMatchObject({ deckId: 'deck_world' });
    await database.db.query(`INSERT INTO cdr.account_prices VALUES ('acc_changed', 'deck_own', 10, now())`);
    expect(await quote()).toMatchObject({ deckId: 'deck_own', discountPct: 10 });
  });
});
