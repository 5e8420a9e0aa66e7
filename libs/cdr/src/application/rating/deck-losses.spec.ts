import { TestClock } from '@trunkline/kernel/testing';
import { NUMBER_TYPES } from '@trunkline/kernel';
import fc from 'fast-check';
import { sellsBelowCost } from '../../domain/rating/costs';
import { type DeckPrice, PriceIndex } from '../../domain/rating/price-index';
import { type DeckLoss, FindDeckLosses } from './deck-losses';
import type { AccountPrices } from './deck-ports';

type Decks = Readonly<Record<string, readonly DeckPrice[]>>;

const price = (prefix: string, ratePerMinuteMicrocents: number, given: Partial<DeckPrice> = {}): DeckPrice => ({
  direction: 'outbound',
  numberType: null,
  prefix,
  description: 'Somewhere',
  ratePerMinuteMicrocents,
  connectionFeeCents: 0,
  firstSeconds: 1,
  nextSeconds: 1,
  ...given,
});
const inbound = (prefix: string, rate: number, numberType: string | null) =>
  price(prefix, rate, { direction: 'inbound', numberType });

const order = ({ direction, prefix, numberType }: DeckPrice) => `${direction} ${prefix} ${numberType ?? 'any'}`;

/** Reads prices in the order of the table, two at a time. */
async function* slicesOf(prices: readonly DeckPrice[]) {
  const sorted = prices.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  for (let at = 0; at < sorted.length; at += 2) yield await Promise.resolve(sorted.slice(at, at + 2));
}

function find(
  decks: Decks,
  assigned: readonly Pick<AccountPrices, 'rateDeckId' | 'discountPct'>[] = [],
  known?: readonly string[],
) {
  const costDecks = Object.fromEntries(Object.keys(decks).flatMap((id) => (id.startsWith('car_') ? [[id, id]] : [])));
  const terms = { ownDeckId: null, defaultDeckId: 'deck', discountPct: 0, costDecks };
  const losses = new FindDeckLosses(
    { forCalls: () => Promise.resolve(terms) },
    { assigned: () => Promise.resolve([...assigned]) },
    { allPrices: (id: string) => slicesOf(decks[id] ?? []) },
    new TestClock(),
  );
  return losses.find((ids) => Promise.resolve(known ?? ids));
}

const shown = (losses: readonly DeckLoss[] | null) =>
  losses?.map(({ deckId, discountPct, count, prefixes }) => [
    ...[deckId, discountPct, count],
    prefixes.map(({ direction, prefix }) => `${direction} ${prefix}`),
  ]);

describe('the decks that sell calls below cost', () => {
  it('are not known without the deck of a carrier', async () => {
    expect(await find({ deck: [price('49', 1)] })).toBeNull();
    expect(await find({ deck: [price('49', 1)], car_gone: [price('49', 2)] }, [], [])).toBeNull();
  });

  it('are found by the longest prefixes of price and cost, if every carrier charges more', async () => {
    const deck = [price('49', 100), price('4915', 300), price('385', 100), price('254', 100), price('1', 100)];
    const decks = {
      deck,
      // 49 costs less than its price, 49151 less than that of 4915, and 4917 more than that of 49.
      car_a: [price('49', 90), price('4917', 101), price('49151', 299), price('385', 500), price('254', 101)],
      car_b: [price('385', 100), price('254', 200), price('7', 900)],
    };
    expect(shown(await find(decks))).toEqual([['deck', 0, 2, ['outbound 254', 'outbound 4917']]]);
  });

  it('are found for inbound calls if any carrier charges more, by the type of the number', async () => {
    const decks = {
      deck: [inbound('', 50, null), inbound('', 200, 'tollfree'), inbound('1', 10, null)],
      car_a: [inbound('', 60, 'tollfree'), inbound('44', 70, 'geographic')],
      car_b: [inbound('', 1, null)],
    };
    // To toll-free numbers of +1 the price is 10.
    expect(shown(await find(decks))).toEqual([['deck', 0, 2, ['inbound 1', 'inbound 44']]]);
  });

  it('are the default deck and those of accounts, with their discounts', async () => {
    const decks = { deck: [price('49', 100)], own: [price('49', 200)], car_a: [price('49', 95)] };
    const assigned = [
      { rateDeckId: null, discountPct: 10 },
      { rateDeckId: 'own', discountPct: 50 },
    ];
    expect(shown(await find(decks, assigned))).toEqual([['deck', 10, 1, ['outbound 49']]]);
  });

  const digits = fc.stringMatching(/^[1-2][0-2]{0,4}$/);
  const prices = fc.uniqueArray(
    fc.oneof(
      fc.tuple(digits, fc.nat(5)).map(([prefix, rate]) => price(prefix, rate)),
      fc
        .tuple(fc.oneof(fc.constant(''), digits), fc.nat(5), fc.option(fc.constantFrom(...NUMBER_TYPES)))
        .map(([prefix, rate, type]) => inbound(prefix, rate, type)),
    ),
    { maxLength: 20, selector: order },
  );

  it('are those in which a price that a call finds is below the cost that it finds', async () => {
    await fc.assert(
      fc.asyncProperty(prices, prices, prices, async (deck, one, other) => {
        const decks = { deck, car_a: one, car_b: other };
        const [index, ...costs] = [deck, one, other].map(indexOf);
        const expected = [...deck, ...one, ...other].filter(({ direction, prefix }) => {
          const types = direction === 'inbound' ? NUMBER_TYPES : [null];
          return types.some((numberType) => {
            const leg = { direction, to: `+${prefix}`, numberType };
            const sold = index?.find(leg);
            const known = costs.flatMap((cost) => cost.find(leg) ?? []);
            if (!sold || known.length === 0) return false;
            const below = known.filter((cost) => sellsBelowCost(sold, cost));
            return direction === 'inbound' ? below.length > 0 : below.length === known.length;
          });
        });
        const keys = new Set(expected.map(({ direction, prefix }) => `${direction} ${prefix}`));
        const losses = await find(decks);
        expect(losses?.[0]?.count ?? 0).toBe(keys.size);
        expect(shown(losses)?.[0]?.[3] ?? []).toEqual([...keys].toSorted().slice(0, 5));
      }),
    );
  });
});

function indexOf(prices: readonly DeckPrice[]): PriceIndex {
  const names = new Map(
    prices.map(({ direction, numberType }) => [`${direction} ${numberType}`, { direction, numberType }]),
  );
  const counts = [...names.values()].map((name) => ({ ...name, prices: prices.length }));
  const index = new PriceIndex('deck', counts);
  prices.forEach((each) => index.add(each));
  return index;
}
