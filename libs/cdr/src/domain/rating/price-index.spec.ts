import fc from 'fast-check';
import { type DeckPrice, PriceIndex, type PricedLeg } from './price-index';

const price = (prefix: string, given: Partial<DeckPrice> = {}): DeckPrice => ({
  prefix,
  direction: 'outbound',
  numberType: null,
  description: `To ${prefix}`,
  ratePerMinuteMicrocents: 1_500_000,
  firstSeconds: 60,
  nextSeconds: 6,
  connectionFeeCents: 2,
  ...given,
});

function indexOf(prices: readonly DeckPrice[]): PriceIndex {
  const counts = new Map<string, { direction: DeckPrice['direction']; numberType: string | null; prices: number }>();
  for (const { direction, numberType } of prices) {
    const name = `${direction} ${numberType ?? ''}`;
    const count = counts.get(name) ?? { direction, numberType, prices: 0 };
    counts.set(name, { ...count, prices: count.prices + 1 });
  }
  const index = new PriceIndex('deck_1', [...counts.values()]);
  prices.forEach((each) => index.add(each));
  return index;
}

const outbound = (to: string): PricedLeg => ({ direction: 'outbound', to, numberType: null });

describe('PriceIndex', () => {
  const table = indexOf([price('49'), price('4915'), price('1'), price('123456789012345'), price('999999999999999')]);

  it.each([
    ['+4930901820', '49'],
    ['+4915112345678', '4915'],
    ['+491', '49'],
    ['+4', null],
    ['+12125550123', '1'],
    ['+123456789012345', '123456789012345'],
    ['+123456789012344', '1'],
    ['+999999999999999', '999999999999999'],
    ['+99999999999999', null],
    ['', null],
    ['sip:49@example.com', null],
    // "x" would be the digit 72 of a key, and 149x the key of prefix 562.
    ['+49x', '49'],
  ])('finds for %s the prefix %s', (to, prefix) => {
    expect(table.find(outbound(to))?.prefix ?? null).toBe(prefix);
  });

  it('returns the whole price', () => {
    expect(table.find(outbound('+49301'))).toEqual({
      deckId: 'deck_1',
      prefix: '49',
      description: 'To 49',
      ratePerMinuteMicrocents: 1_500_000,
      firstSeconds: 60,
      nextSeconds: 6,
      connectionFeeCents: 2,
    });
  });

  it('prefers the longer prefix, then the price for the number type', () => {
    const inbound = { direction: 'inbound' } as const;
    const mixed = indexOf([
      price('', inbound),
      price('1', { ...inbound, numberType: 'tollfree', description: 'Toll-free' }),
      price('1', { ...inbound, description: 'Any' }),
      price('1800', { ...inbound, description: 'Longer' }),
    ]);
    const find = (to: string, numberType: string | null) =>
      mixed.find({ ...inbound, to, numberType })?.description ?? null;
    expect(find('+18005550123', 'tollfree')).toBe('Longer');
    expect(find('+18885550123', 'tollfree')).toBe('Toll-free');
    expect(find('+18885550123', 'mobile')).toBe('Any');
    expect(find('+4930', 'tollfree')).toBe('To ');
    expect(mixed.find(outbound('+18005550123'))).toBeNull();
  });

  it('does not take more prices than were counted', () => {
    expect(() => table.add(price('7'))).toThrow('counted');
    expect(() => table.add(price('7', { direction: 'inbound' }))).toThrow('counted');
  });

  it('finds what a search through all prices finds', () => {
    const digits = (max: number) => fc.stringMatching(new RegExp(`^[1-9][0-3]{0,${max}}$`));
    const decks = fc.uniqueArray(digits(5), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(decks, fc.array(digits(9), { maxLength: 20 }), (prefixes, numbers) => {
        const index = indexOf(prefixes.map((prefix) => price(prefix)));
        for (const number of numbers) {
          const longest = prefixes
            .filter((prefix) => number.startsWith(prefix))
            .reduce<string | null>((best, prefix) => (prefix.length > (best?.length ?? -1) ? prefix : best), null);
          expect(index.find(outbound(`+${number}`))?.prefix ?? null).toBe(longest);
        }
      }),
    );
  });
});
