import { NUMBER_TYPES } from '@trunkline/kernel';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import fc from 'fast-check';
import type { PreviewedCost } from '../../application/rating/deck-preview';
import { cdrPersistence } from '../../cdr.module';
import { type DeckPrice, PriceIndex, type PricedLeg } from '../../domain/rating/price-index';
import { RateDeck } from '../../domain/rating/rate-deck';
import { rateLegs } from '../../domain/rating/rating';
import { COSTS, PLAN, StoredDeckPreviews } from './deck-preview';
import { StoredAccountPrices, StoredRateDecks } from './rate-deck-repository';

const NOW = new Date('2026-06-15T12:00:00Z');
const FROM = new Date('2026-05-16T12:00:00Z');
const ACCOUNTS = 6;

interface PlantedCall {
  readonly account: number;
  readonly leg: PricedLeg;
  readonly forward: string | null;
  readonly seconds: number;
  readonly kind: 'usual' | 'emergency' | 'too old';
}

interface Planted {
  readonly decks: readonly (readonly DeckPrice[])[];
  /** The position of the account's own deck, and its discount. */
  readonly terms: readonly { readonly own: number | null; readonly discountPct: number }[];
  readonly calls: readonly PlantedCall[];
}

const digits = (max: number) => fc.stringMatching(new RegExp(`^[1-3][0-3]{0,${max}}$`));
const numberType = fc.constantFrom(...NUMBER_TYPES);

const keys = fc.oneof(
  fc.record({ direction: fc.constant('outbound' as const), numberType: fc.constant(null), prefix: digits(5) }),
  fc.record({
    direction: fc.constant('inbound' as const),
    numberType: fc.option(numberType),
    prefix: fc.oneof(fc.constant(''), digits(3)),
  }),
);
const amounts = fc.record({
  description: fc.constant('Somewhere'),
  ratePerMinuteMicrocents: fc.oneof(
    fc.integer({ min: 0, max: 50_000_000 }),
    fc.integer({ min: 0, max: 100_000_000_000 }),
  ),
  connectionFeeCents: fc.integer({ min: 0, max: 100_000 }),
  firstSeconds: fc.integer({ min: 1, max: 3_600 }),
  nextSeconds: fc.integer({ min: 1, max: 3_600 }),
});
const deck: fc.Arbitrary<DeckPrice[]> = fc.uniqueArray(
  fc.tuple(keys, amounts).map(([key, rest]) => ({ ...key, ...rest })),
  { minLength: 1, maxLength: 40, selector: (price) => [price.direction, price.numberType, price.prefix].join(' ') },
);
const call: fc.Arbitrary<PlantedCall> = fc.record({
  account: fc.integer({ min: 0, max: ACCOUNTS - 1 }),
  leg: fc.oneof(
    fc.record({ direction: fc.constant('outbound' as const), to: digits(9), numberType: fc.constant(null) }),
    fc.record({ direction: fc.constant('inbound' as const), to: digits(9), numberType }),
  ),
  forward: fc.option(digits(9)),
  seconds: fc.integer({ min: 0, max: 14_400 }),
  kind: fc.oneof(
    { arbitrary: fc.constant('usual' as const), weight: 8 },
    { arbitrary: fc.constantFrom('emergency' as const, 'too old' as const), weight: 1 },
  ),
});
const planted: fc.Arbitrary<Planted> = fc.record({
  decks: fc.tuple(deck, deck, deck, deck),
  terms: fc.array(fc.record({ own: fc.option(fc.constantFrom(2, 3)), discountPct: fc.constantFrom(0, 0, 7, 90) }), {
    minLength: ACCOUNTS,
    maxLength: ACCOUNTS,
  }),
  calls: fc.array(call, { minLength: 1, maxLength: 60 }),
});

const NOTHING = { calls: 0, chargedCents: 0, beforeCents: 0, afterCents: 0, unpricedBefore: 0, unpricedAfter: 0 };

describe('StoredDeckPreviews', () => {
  let database: TestDatabase;
  let previews: StoredDeckPreviews;
  let runs = 0;

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
    previews = new StoredDeckPreviews(database.db);
  });
  afterAll(() => database.close());

  async function addDeck(prices: readonly DeckPrice[]): Promise<string> {
    const decks = new StoredRateDecks(database.db);
    const given = { name: 'Deck', kind: 'voice', carrierId: null, mode: 'full', baseDeckId: null } as const;
    const added = RateDeck.upload(given, { faults: [], faultCount: 0 }, NOW);
    await decks.add(added);
    await decks.addPrices(added.id, prices);
    return added.id;
  }

  function indexOf(prices: readonly DeckPrice[]): PriceIndex {
    const names = new Map(
      prices.map(({ direction, numberType: type }) => [`${direction} ${type}`, { direction, numberType: type }]),
    );
    const counts = [...names.values()].map((name) => ({
      ...name,
      prices: prices.filter((price) => price.direction === name.direction && price.numberType === name.numberType)
        .length,
    }));
    const index = new PriceIndex('deck', counts);
    prices.forEach((price) => index.add(price));
    return index;
  }

  async function addCall({ account, leg, forward, seconds, kind }: PlantedCall, n: number): Promise<void> {
    const inbound = leg.direction === 'inbound';
    const startedAt = kind === 'too old' ? new Date(FROM.getTime() - 1) : FROM;
    const rating = { deckId: kind === 'emergency' ? 'emergency' : 'deck_default' };
    await database.db.query(
      `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, callee, e164, number_type,
         forward_to_e164, started_at, ended_at, duration_seconds, billable_duration_seconds, hangup_cause,
         customer_total_cents, currency, billing_transaction_id, rating, forward_rating, attempts, created_at)
       VALUES ($1, $2, 'sw1', 'call', 'rd_1', $3, $4, $5, $6, $7, $8, $8, $9, $9, 'normal_clearing', 3, 'USD', 'txn_1', $10, $11,
         '[]', $8)`,
      [
        `cdr_0${runs}_${n}`,
        `acc_${runs}_${account}`,
        leg.direction,
        inbound ? null : `+${leg.to}`,
        inbound ? `+${leg.to}` : null,
        leg.numberType,
        inbound && forward !== null ? `+${forward}` : null,
        startedAt,
        seconds,
        JSON.stringify(rating),
        inbound && forward !== null ? JSON.stringify(rating) : null,
      ],
    );
  }

  /** The costs of a call by the function that rates CDRs; null when a leg has no price. */
  function costOf(
    { leg, forward, seconds }: PlantedCall,
    own: PriceIndex | null,
    byDefault: PriceIndex,
    discountPct: number,
  ): number | null {
    const outbound = (to: string): PricedLeg => ({ direction: 'outbound', to, numberType: null });
    const legs = [leg, ...(leg.direction === 'inbound' && forward !== null ? [outbound(forward)] : [])];
    const quotes = legs.map((each) => own?.find(each) ?? byDefault.find(each));
    const found = quotes.filter((quote) => quote !== null).map((quote) => ({ ...quote, discountPct }));
    return found.length < legs.length ? null : rateLegs(found, seconds).customerTotalCents;
  }

  it('computes for each account what the function that rates CDRs returns', async () => {
    await fc.assert(
      fc.asyncProperty(planted, async ({ decks, terms, calls }) => {
        runs += 1;
        const ids = [];
        for (const prices of decks) ids.push(await addDeck(prices));
        const [deckId = '', againstDeckId = ''] = ids;
        const indexes = decks.map(indexOf);
        for (const [n, { own, discountPct }] of terms.entries()) {
          const id = `acc_${runs}_${n}`;
          await database.db.query('INSERT INTO cdr.account_marks VALUES ($1, now())', [id]);
          const rateDeckId = own === null ? null : (ids[own] ?? null);
          await new StoredAccountPrices(database.db).save(id, { rateDeckId, smsRateDeckId: null, discountPct }, NOW);
        }
        for (const [n, each] of calls.entries()) await addCall(each, n);
        const expected = new Map<string, PreviewedCost>();
        for (const each of calls.filter(({ kind, seconds }) => kind === 'usual' && seconds > 0)) {
          const id = `acc_${runs}_${each.account}`;
          const { own = null, discountPct = 0 } = terms[each.account] ?? {};
          const ownIndex = own === null ? null : (indexes[own] ?? null);
          const costs = indexes.slice(0, 2).map((index) => costOf(each, ownIndex, index, discountPct));
          const [after = null, before = null] = costs;
          const sum = expected.get(id) ?? NOTHING;
          expected.set(id, {
            calls: sum.calls + 1,
            chargedCents: sum.chargedCents + 3,
            beforeCents: sum.beforeCents + (before ?? 0),
            afterCents: sum.afterCents + (after ?? 0),
            unpricedBefore: sum.unpricedBefore + Number(before === null),
            unpricedAfter: sum.unpricedAfter + Number(after === null),
          });
        }
        const { accounts, from, to, ...totals } = await previews.costs({ deckId, againstDeckId }, FROM, NOW);
        expect([from, to]).toEqual([FROM, NOW]);
        expect(new Map(accounts.map(({ accountId, ...cost }) => [accountId, cost]))).toEqual(expected);
        const added = [...expected.values()].reduce((sum, cost) => sum + cost.afterCents, 0);
        expect(totals).toMatchObject({ afterCents: added });
        await database.db.query(`DELETE FROM cdr.account_marks WHERE account_id LIKE 'acc\\_%'`);
        await database.db.query(`DELETE FROM cdr.account_prices`);
      }),
      { numRuns: 30 },
    );
  });

  it('returns sums of nothing without calls', async () => {
    const id = await addDeck([]);
    expect(await previews.costs({ deckId: id, againstDeckId: id }, FROM, NOW)).toEqual({
      ...NOTHING,
      from: FROM,
      to: NOW,
      accounts: [],
    });
  });

  it('finds the calls of the time in the index of each account, and reads them in the order of the table', async () => {
    const owner = await OwnerConnection.open(database.url);
    await owner.query(
      `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, callee, started_at, ended_at,
         duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency, billing_transaction_id, rating,
         attempts, created_at)
       SELECT 'cdr_00plan_' || n, 'acc_plan_' || n % 20, 'sw1', 'call', 'rd_1', 'outbound', '+4930', at, at, 60, 60, 'normal_clearing', 3,
         'USD', 'txn_1', '{"deckId": "deck_default"}', '[]', at
       FROM (SELECT n, $1::timestamptz - n * interval '25 minutes' AS at FROM generate_series(1, 20000) n) AS call`,
      [NOW],
    );
    await owner.query(`INSERT INTO cdr.account_marks SELECT 'acc_plan_' || n, now() FROM generate_series(0, 19) n`);
    await owner.query('ANALYZE');
    await owner.query('BEGIN');
    await owner.query(PLAN);
    const plan = await owner.explain(COSTS, ['deck_a', 'deck_b', FROM, NOW, 10]);
    await owner.query('ROLLBACK');
    await owner.query('DELETE FROM cdr.account_marks');
    await owner.end();
    expect(plan).toMatch(/Bitmap Index Scan on cdrs_by_start[^]*?Index Cond: .*account_id = ANY .*started_at >= /);
    expect(plan).not.toContain('Seq Scan on cdrs_before');
  });

  it('lists the moves of prices, the largest first', async () => {
    const price = (prefix: string, ratePerMinuteMicrocents: number, given: Partial<DeckPrice> = {}): DeckPrice => ({
      direction: 'outbound',
      numberType: null,
      prefix,
      description: `To ${prefix}`,
      ratePerMinuteMicrocents,
      connectionFeeCents: 0,
      firstSeconds: 1,
      nextSeconds: 1,
      ...given,
    });
    const againstDeckId = await addDeck([
      price('1', 100),
      price('2', 100),
      price('3', 100),
      price('4', 100),
      price('5', 100),
      price('6', 100),
    ]);
    const deckId = await addDeck([
      price('1', 100),
      price('2', 101),
      price('3', 300),
      price('4', 50),
      // A minute costs the same, and a second more.
      price('5', 100, { firstSeconds: 60 }),
      price('7', 100),
    ]);
    const { unchanged, ...moves } = await previews.moves({ deckId, againstDeckId });
    const shown = Object.entries(moves).map(([move, { count, prices }]) => [
      move,
      count,
      prices.map(({ prefix }) => prefix),
    ]);
    expect([unchanged, ...shown]).toEqual([
      1,
      ['added', 1, ['7']],
      ['removed', 1, ['6']],
      ['raised', 3, ['3', '2', '5']],
      ['lowered', 1, ['4']],
    ]);
    expect(moves.raised.prices[0]).toEqual({
      direction: 'outbound',
      prefix: '3',
      numberType: null,
      description: 'To 3',
      rateBeforeMicrocents: 100,
      rateAfterMicrocents: 300,
      feeBeforeCents: 0,
      feeAfterCents: 0,
    });
  });
});
