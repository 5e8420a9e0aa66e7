import fc from 'fast-check';
import { messageCents } from './message-price';

describe('messageCents', () => {
  it.each([
    // micro-cents per segment, discount, segments, cents: ⌈segments × price × (100 − discount) / 100⌉
    [0, 0, 3, 0],
    [1, 0, 1, 1],
    [1, 90, 1, 1],
    [1_000_000, 0, 1, 1],
    [1_000_001, 0, 1, 2],
    [1_500_000, 0, 1, 2],
    [1_500_000, 0, 2, 3],
    [1_500_000, 10, 2, 3],
    [1_500_000, 50, 2, 2],
    [13_000_000, 0, 11, 143],
    [13_000_000, 15, 11, 122],
    [33_333_333, 0, 3, 100],
    [33_333_334, 0, 3, 101],
    [100_000_000_000, 0, 49, 4_900_000],
    [99_999_999_999, 90, 49, 490_000],
  ])('charges %d less %d %% for %d segments: %d cents', (price, discountPct, segments, cents) => {
    expect(messageCents({ pricePerSegmentMicrocents: price, discountPct }, segments)).toBe(cents);
  });

  it('is less than a cent above the exact price, and never below it', () => {
    const price = fc.integer({ min: 0, max: 100_000_000_000 });
    const discount = fc.integer({ min: 0, max: 90 });
    const segments = fc.integer({ min: 1, max: 49 });
    fc.assert(
      fc.property(price, discount, segments, (pricePerSegmentMicrocents, discountPct, count) => {
        const cents = BigInt(messageCents({ pricePerSegmentMicrocents, discountPct }, count));
        const exact = BigInt(pricePerSegmentMicrocents) * BigInt(count) * BigInt(100 - discountPct);
        const rounding = cents * 100_000_000n - exact;
        expect(rounding >= 0n && rounding < 100_000_000n).toBe(true);
      }),
    );
  });
});
