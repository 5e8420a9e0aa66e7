import { NOW } from '../../testing/samples';
import { createPriceRule, highestMonthlyCost, monthlyPriceOf, type PriceTerms, setupPriceOf } from './price-rule';

const terms = (change: Partial<PriceTerms> = {}): PriceTerms => ({
  markupPct: '0',
  addMonthlyCents: 0,
  addSetupCents: 0,
  minMonthlyCents: 0,
  minSetupCents: 0,
  ...change,
});

describe('a rule of number prices', () => {
  it.each([
    // cost, markup, addition, minimum, price
    [85, '0', 0, 0, 85],
    [0, '50', 0, 0, 0],
    [85, '25', 0, 0, 107], // 106.25
    [100, '25', 0, 0, 125],
    [100, '10', 0, 0, 110], // 110.00000000000001 as a float
    [100, '12.5', 50, 0, 163], // 112.5, and 50
    [99, '33.3333', 0, 0, 132], // 131.999967
    [300, '33.3333', 1, 0, 401], // 399.9999, and 1
    [1, '0.0001', 0, 0, 2], // 1.000001
    [1_000_000, '0.0001', 0, 0, 1_000_001],
    [7, '10', 0, 200, 200], // 7.7
    [0, '0', 30, 25, 30],
    [0, '0', 20, 25, 25],
    [190, '1000', 0, 0, 2090],
    [9_007_199_254_740, '0.0001', 0, 0, 9_007_208_261_940], // 9007208261939.25474
  ])('makes of a cost of %i with %s %%, %i more and at least %i a price of %i', (cost, markupPct, add, min, price) => {
    expect(monthlyPriceOf(terms({ markupPct, addMonthlyCents: add, minMonthlyCents: min }), cost)).toBe(price);
    expect(setupPriceOf(terms({ markupPct, addSetupCents: add, minSetupCents: min }), cost)).toBe(price);
  });

  it('applies the amounts of the month and of the setup apart', () => {
    const both = terms({
      markupPct: '10',
      addMonthlyCents: 1,
      addSetupCents: 2,
      minMonthlyCents: 30,
      minSetupCents: 40,
    });
    expect([monthlyPriceOf(both, 20), monthlyPriceOf(both, 100)]).toEqual([30, 111]);
    expect([setupPriceOf(both, 20), setupPriceOf(both, 100)]).toEqual([40, 112]);
  });

  it.each([
    [terms(), 100, 100],
    [terms({ markupPct: '25' }), 125, 100],
    [terms({ markupPct: '25' }), 124, 99], // 99 becomes 123.75
    [terms({ addMonthlyCents: 50 }), 49, -1],
    [terms({ minMonthlyCents: 200 }), 199, -1],
    [terms({ minMonthlyCents: 200, addMonthlyCents: 150 }), 200, 50],
  ])('finds the highest cost of %j below a price of %i', (given, price, cost) => {
    expect(highestMonthlyCost(given, price)).toBe(cost);
  });

  it('finds a highest cost at which the price fits, and above which it does not', () => {
    for (let round = 0; round < 2000; round += 1) {
      const random = (max: number) => Math.floor(Math.random() * max);
      const markupPct = `${random(300)}.${String(random(10_000)).padStart(4, '0')}`;
      const given = terms({ markupPct, addMonthlyCents: random(300), minMonthlyCents: random(300) });
      const price = random(2000);
      const cost = highestMonthlyCost(given, price);
      expect({ given, fits: cost < 0 || monthlyPriceOf(given, cost) <= price }).toMatchObject({ fits: true });
      expect({ given, price, over: monthlyPriceOf(given, cost + 1) > price }).toMatchObject({ over: true });
    }
  });

  it.each(['', '-1', '1.23456', '12345', '1e3', '1,5', '.5', 'NaN'])('has no markup of %j', (markupPct) => {
    expect(() => monthlyPriceOf(terms({ markupPct }), 1)).toThrow(RangeError);
  });

  it('holds at once, or from a time that is not in the past', () => {
    const rule = { ...terms(), accountId: null, supplier: null, country: null, numberType: null };
    expect(createPriceRule({ ...rule, effectiveFrom: null }, NOW).effectiveFrom).toEqual(NOW);
    expect(createPriceRule({ ...rule, effectiveFrom: NOW }, NOW).effectiveFrom).toEqual(NOW);
    const past = new Date(NOW.getTime() - 1);
    expect(() => createPriceRule({ ...rule, effectiveFrom: past }, NOW)).toThrow(
      expect.objectContaining({ fields: { effective_from: 'must not be in the past' } }),
    );
  });
});
