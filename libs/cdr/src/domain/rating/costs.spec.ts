import fc from 'fast-check';
import { costMicrocents, sellsBelowCost } from './costs';
import { CALL_SECONDS_MAX, type RateQuote, scaledPrice } from './rating';

type Terms = readonly [rate: number, first: number, next: number, fee: number, discount?: number];

const quoteOf = ([rate, firstSeconds, nextSeconds, connectionFeeCents, discountPct]: Terms): RateQuote => ({
  deckId: 'deck_1',
  prefix: '385',
  description: 'Croatia',
  ratePerMinuteMicrocents: rate,
  firstSeconds,
  nextSeconds,
  connectionFeeCents,
  ...(discountPct !== undefined && { discountPct }),
});

describe('costMicrocents', () => {
  it.each<[string, Terms[], number, number]>([
    ['by the second', [[6_000_000, 1, 1, 0]], 61, 6_100_000],
    ['whole minutes', [[6_000_000, 60, 60, 0]], 61, 12_000_000],
    ['the fee on top', [[6_000_000, 60, 6, 2]], 61, 8_600_000],
    ['parts of a micro-cent, rounded up', [[1, 1, 1, 0]], 1, 1],
    [
      'several legs, rounded up once',
      [
        [30, 1, 1, 0],
        [30, 1, 1, 0],
      ],
      1,
      1,
    ],
    ['nothing for an unanswered call', [[6_000_000, 60, 60, 5]], 0, 0],
    ['nothing without legs', [], 60, 0],
  ])('counts %s', (_name, legs, seconds, microcents) => {
    expect(costMicrocents(legs.map(quoteOf), seconds)).toBe(microcents);
  });
});

describe('sellsBelowCost', () => {
  it.each<[string, Terms, Terms, boolean]>([
    // [micro-cents a minute, first, next, fee]: price, cost
    ['equal prices', [2_000_000, 60, 60, 0], [2_000_000, 60, 60, 0], false],
    ['a cost that is a micro-cent higher', [2_000_000, 60, 60, 0], [2_000_001, 60, 60, 0], true],
    ['a price by the second over a cost by the second', [2_000_000, 1, 1, 0], [2_000_000, 1, 1, 0], false],
    // Second 1: 60 s of 1 cent cost 1 cent; 1 s of 2 cents brings 0.03 cents.
    ['whole minutes bought, seconds sold, at twice the price', [2_000_000, 1, 1, 0], [1_000_000, 60, 60, 0], true],
    // Second 61: 120 s of 1 cent cost 2 cents; 61 s of 2 cents bring 2.03 cents. Second 1: both minimums are a minute.
    [
      'whole minutes bought, a first minute sold, at twice the price',
      [2_000_000, 60, 1, 0],
      [1_000_000, 60, 60, 0],
      false,
    ],
    // Second 61: 2 cents; 61 s of 1.9 cents bring 1.93 cents.
    ['the same, just below twice the price', [1_900_000, 60, 1, 0], [1_000_000, 60, 60, 0], true],
    ['seconds bought, whole minutes sold', [1_000_000, 60, 60, 0], [1_000_000, 1, 1, 0], false],
    ['a cost fee without a price fee', [6_000_000, 60, 60, 0], [1_000_000, 60, 60, 6], true],
    ['a cost fee that the first minute covers', [6_000_000, 60, 60, 0], [1_000_000, 60, 60, 5], false],
    // The fee covers 10 minutes of a loss of 1 cent each.
    ['a price fee that covers the loss for a while', [1_000_000, 60, 60, 10], [2_000_000, 60, 60, 0], true],
    ['a price fee that covers the loss for four hours', [1_000_000, 60, 60, 240], [2_000_000, 60, 60, 0], false],
    ['a price fee that covers it until the last minute', [1_000_000, 60, 60, 239], [2_000_000, 60, 60, 0], true],
    ['a discount that takes the margin', [2_000_000, 60, 60, 0, 51], [1_000_000, 60, 60, 0], true],
    ['a discount that leaves the cost', [2_000_000, 60, 60, 0, 50], [1_000_000, 60, 60, 0], false],
    ['the same price by the same increments', [2_000_000, 6, 6, 1], [2_000_000, 6, 6, 1], false],
    // 240 minutes of a loss of 1 cent each.
    ['a fee that covers a higher rate by the same increments', [2_000_000, 6, 6, 240], [3_000_000, 6, 6, 0], false],
    ['a fee that does not cover it in the last minute', [2_000_000, 6, 6, 239], [3_000_000, 6, 6, 0], true],
    ['a free call over a free carrier', [0, 1, 1, 0], [0, 1, 1, 0], false],
    ['a first increment beyond four hours', [1_000_000, 1, 1, 0], [0, 3_600, 3_600, 0], false],
  ])('judges %s', (_name, price, cost, isBelow) => {
    expect(sellsBelowCost(quoteOf(price), quoteOf(cost))).toBe(isBelow);
  });

  it('is what every second of four hours says', () => {
    const increments = fc.constantFrom(1, 6, 7, 30, 60, 61, 180);
    const terms = fc.tuple(
      fc.integer({ min: 0, max: 40 }).map((rate) => rate * 500_000),
      increments,
      increments,
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 })),
      fc.constantFrom(0, 10, 33),
    );
    const seconds = Array.from({ length: CALL_SECONDS_MAX }, (_, second) => second + 1);
    fc.assert(
      fc.property(terms, terms, (price, [rate, first, next, fee]) => {
        const [sold, bought] = [quoteOf(price), quoteOf([rate, first, next, fee])];
        const isLoss = seconds.some((second) => scaledPrice(bought, second) > scaledPrice(sold, second));
        expect(sellsBelowCost(sold, bought)).toBe(isLoss);
      }),
      { numRuns: 150 },
    );
  });
});
