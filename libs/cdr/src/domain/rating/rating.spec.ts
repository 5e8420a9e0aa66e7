import fc from 'fast-check';
import { affordableSeconds, CALL_SECONDS_MAX, discounted, displayRate, rateLegs, type RateQuote } from './rating';

const quote = (given: Partial<RateQuote> = {}): RateQuote => ({
  deckId: 'deck_1',
  prefix: '49',
  description: 'Germany',
  ratePerMinuteMicrocents: 1_500_000,
  firstSeconds: 1,
  nextSeconds: 1,
  connectionFeeCents: 0,
  ...given,
});

describe('rateLegs', () => {
  it.each([
    // increments, micro-cents a minute, fee, billable, billed, cents
    ['by the second', [1, 1], 6_000_000, 0, 61, 61, 7],
    ['exact amounts without rounding', [1, 1], 6_000_000, 0, 60, 60, 6],
    ['at least one cent', [1, 1], 600_000, 0, 1, 1, 1],
    ['the whole first increment', [60, 60], 2_000_000, 0, 1, 60, 2],
    ['whole further increments', [60, 60], 2_000_000, 0, 61, 120, 4],
    ['60/6 at its boundary', [60, 6], 10_000_000, 0, 60, 60, 10],
    ['60/6 beyond it', [60, 6], 10_000_000, 0, 61, 66, 11],
    ['6/6', [6, 6], 1_000_000, 0, 7, 12, 1],
    ['the fee on top', [60, 60], 2_000_000, 5, 30, 60, 7],
    ['a fee only', [1, 1], 0, 5, 30, 30, 5],
    ['nothing for a free call', [1, 1], 0, 0, 3_600, 3_600, 0],
    ['nothing for an unanswered call', [60, 60], 2_000_000, 5, 0, 0, 0],
    ['long and expensive calls exactly', [1, 1], 400_000_001, 0, 86_400, 86_400, 576_001],
  ] as const)(
    'charges %s',
    (_name, [firstSeconds, nextSeconds], rate, connectionFeeCents, billable, billedSeconds, cents) => {
      const price = quote({ firstSeconds, nextSeconds, ratePerMinuteMicrocents: rate, connectionFeeCents });
      expect(rateLegs([price], billable)).toEqual({ customerTotalCents: cents, billedSeconds });
    },
  );

  it('rounds once for all legs of a call', () => {
    const half = quote({ ratePerMinuteMicrocents: 30_000_000 });
    expect(rateLegs([half], 1).customerTotalCents).toBe(1);
    expect(rateLegs([half, half], 1)).toEqual({ customerTotalCents: 1, billedSeconds: 1 });
  });

  it.each([
    // rate, fee, discount, seconds, cents: (fee + rate × time) × (100 − discount) / 100, rounded up once
    [6_000_000, 0, 0, 60, 6],
    [6_000_000, 0, 50, 60, 3],
    [6_000_000, 0, 10, 60, 6],
    [10_000_000, 0, 10, 60, 9],
    [10_000_000, 1, 50, 60, 6],
    [0, 1, 90, 60, 1],
    [0, 10, 90, 60, 1],
    [0, 11, 90, 60, 2],
    [600_000, 0, 90, 3_600, 4],
  ])(
    'charges %d per minute and a fee of %d less %d %% for %d seconds: %d cents',
    (rate, fee, discountPct, seconds, cents) => {
      const price = quote({ ratePerMinuteMicrocents: rate, connectionFeeCents: fee, discountPct });
      expect(rateLegs([price], seconds).customerTotalCents).toBe(cents);
    },
  );

  it('rounds once after the discounts of all legs', () => {
    const leg = quote({ ratePerMinuteMicrocents: 30_000_000, discountPct: 50 });
    // Each leg costs a quarter of a cent for a second.
    expect(rateLegs([leg, leg, leg, leg], 1).customerTotalCents).toBe(1);
    expect(rateLegs([leg, leg, leg, leg, leg], 1).customerTotalCents).toBe(2);
  });

  it('charges nothing without a price', () => {
    expect(rateLegs([], 60)).toEqual({ customerTotalCents: 0, billedSeconds: 60 });
  });
});

describe('affordableSeconds of one leg', () => {
  it.each([
    ['to the second', quote({ ratePerMinuteMicrocents: 6_000_000 }), 6, 60],
    ['whole increments only', quote({ ratePerMinuteMicrocents: 2_000_000, firstSeconds: 60, nextSeconds: 60 }), 5, 120],
    [
      'nothing when the first increment is too expensive',
      quote({ ratePerMinuteMicrocents: 2_000_000, firstSeconds: 60 }),
      1,
      0,
    ],
    ['nothing when the fee is too high', quote({ connectionFeeCents: 6 }), 5, 0],
    ['nothing at a negative balance', quote(), -100, 0],
    ['a free call at any balance', quote({ ratePerMinuteMicrocents: 0 }), -100, CALL_SECONDS_MAX],
    ['at most four hours', quote(), 1_000_000_000, CALL_SECONDS_MAX],
  ] as const)('allows %s', (_name, price, cents, seconds) => {
    expect(affordableSeconds([price], cents)).toBe(seconds);
  });

  it('returns the longest duration that does not cost more than the money', () => {
    const prices = fc.record({
      ratePerMinuteMicrocents: fc.integer({ min: 0, max: 500_000_000 }),
      firstSeconds: fc.integer({ min: 1, max: 120 }),
      nextSeconds: fc.integer({ min: 1, max: 120 }),
      connectionFeeCents: fc.integer({ min: 0, max: 50 }),
      discountPct: fc.integer({ min: 0, max: 90 }),
    });
    const legs = fc.array(prices.map(quote), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(legs, fc.integer({ min: 0, max: 10_000 }), (chosen, cents) => {
        const seconds = affordableSeconds(chosen, cents);
        expect(rateLegs(chosen, seconds).customerTotalCents).toBeLessThanOrEqual(cents);
        if (seconds < CALL_SECONDS_MAX) expect(rateLegs(chosen, seconds + 1).customerTotalCents).toBeGreaterThan(cents);
      }),
    );
  });
});

describe('discounted', () => {
  it.each([
    [1_500_000, 0, 0, 1_500_000, 0],
    [1_500_000, 3, 10, 1_350_000, 3],
    [1, 1, 90, 1, 1],
    [101, 10, 50, 51, 5],
    [0, 0, 90, 0, 0],
  ])('shows %d and a fee of %d less %d %% as %d and %d', (rate, fee, discountPct, shownRate, shownFee) => {
    const price = quote({ ratePerMinuteMicrocents: rate, connectionFeeCents: fee });
    const shown = { ratePerMinuteMicrocents: shownRate, connectionFeeCents: shownFee };
    expect(discounted(price, discountPct)).toEqual({ ...price, ...shown });
  });
});

describe('displayRate', () => {
  it.each([
    [0, '$0.0000'],
    [1, '$0.00000001'],
    [600_000, '$0.0060'],
    [1_500_000, '$0.0150'],
    [1_234_500, '$0.012345'],
    [400_000_000, '$4.0000'],
    [Number.MAX_SAFE_INTEGER, '$90071992.54740991'],
  ])('shows %d micro-cents as %s', (microcents, text) => {
    expect(displayRate(microcents)).toBe(text);
  });
});
