import fc from 'fast-check';
import { priceLines } from './price-lines';
import { type RateQuote, rateLegs } from './rating';

const QUOTE: fc.Arbitrary<RateQuote> = fc.record({
  deckId: fc.constant('deck_1'),
  prefix: fc.constant('49'),
  description: fc.constant('Germany'),
  ratePerMinuteMicrocents: fc.nat(2_000_000_000),
  firstSeconds: fc.integer({ min: 1, max: 60 }),
  nextSeconds: fc.integer({ min: 1, max: 60 }),
  connectionFeeCents: fc.nat(500),
  discountPct: fc.nat(100),
});
const OPTIONAL = fc.option(QUOTE);

describe('priceLines', () => {
  it('add up to the price exactly', () => {
    fc.assert(
      fc.property(OPTIONAL, OPTIONAL, fc.nat(14_400), (rating, forwardRating, seconds) => {
        const lines = priceLines({ rating, forwardRating }, seconds);
        const sum = lines.reduce((total, { amountMicrocents }) => total + BigInt(amountMicrocents), 0n);
        const legs = [rating, forwardRating].filter((leg) => leg !== null);
        expect(sum).toBe(BigInt(rateLegs(legs, seconds).customerTotalCents) * 1_000_000n);
      }),
      { numRuns: 1_000 },
    );
  });

  it('name the fee, the time, the discount and the rounding', () => {
    const rating = {
      deckId: 'deck_1',
      prefix: '49',
      description: 'Germany',
      ratePerMinuteMicrocents: 1_500_000,
      firstSeconds: 60,
      nextSeconds: 6,
      connectionFeeCents: 3,
      discountPct: 10,
    };
    expect(priceLines({ rating, forwardRating: null }, 61)).toEqual([
      { kind: 'connection_fee', leg: 'call', billedSeconds: null, amountMicrocents: 3_000_000 },
      { kind: 'time', leg: 'call', billedSeconds: 66, amountMicrocents: 1_650_000 },
      { kind: 'discount', leg: 'call', billedSeconds: null, amountMicrocents: -465_000 },
      { kind: 'rounding', leg: null, billedSeconds: null, amountMicrocents: 815_000 },
    ]);
    expect(priceLines({ rating, forwardRating: null }, 0)).toEqual([]);
  });
});
