import { anOffer } from '../../testing/samples';
import { aPriceRule } from '../../testing/price-rules';
import { PriceList, type Product } from './price-list';
import type { PriceSelector } from './price-rule';

const PRODUCT: Product = { accountId: 'acc_1', supplier: 'fake', country: 'DE', numberType: 'geographic' };

/** The letters of account, supplier, country and type, in the order of precedence. */
const PRECEDENCE = [
  ...['ASCT', 'ASC', 'AST', 'AS', 'ACT', 'AC', 'AT', 'A'],
  ...['SCT', 'SC', 'ST', 'S', 'CT', 'C', 'T', ''],
];

const selectorOf = (letters: string): PriceSelector => ({
  accountId: letters.includes('A') ? PRODUCT.accountId : null,
  supplier: letters.includes('S') ? PRODUCT.supplier : null,
  country: letters.includes('C') ? PRODUCT.country : null,
  numberType: letters.includes('T') ? PRODUCT.numberType : null,
});

describe('the price list', () => {
  const rules = PRECEDENCE.map((letters, index) =>
    aPriceRule({ ...selectorOf(letters), addMonthlyCents: index + 1, id: letters }),
  );

  it.each(PRECEDENCE.map((letters, index) => [letters || 'none', index] as const))(
    'prefers the rule of %s to those after it',
    (letters, index) => {
      const list = new PriceList(rules.slice(index).reverse());
      expect(list.ruleOf(PRODUCT)?.id || 'none').toBe(letters);
    },
  );

  it.each([{ accountId: 'acc_2' }, { supplier: 'other' }, { country: 'FR' }, { numberType: 'mobile' as const }])(
    'ignores rules of another %j',
    (other) => {
      const list = new PriceList(rules.filter(({ id }) => id !== ''));
      const [member] = Object.keys(other) as (keyof Product)[];
      expect(list.ruleOf({ ...PRODUCT, ...other })?.[member!]).toBeNull();
    },
  );

  it('sells at cost without a rule, and keeps the cost', () => {
    expect(new PriceList([]).price('acc_1', anOffer())).toEqual({
      ...anOffer(),
      monthlyCostCents: 100,
      setupCostCents: 50,
    });
  });

  it('prices the month and the setup, and an offer that has a price by its cost', () => {
    const dear = new PriceList([aPriceRule({ markupPct: '25', addSetupCents: 10 })]);
    const priced = dear.price('acc_1', anOffer());
    const prices = { monthlyPriceCents: 125, setupPriceCents: 73, monthlyCostCents: 100, setupCostCents: 50 };
    expect(priced).toMatchObject(prices);
    expect(dear.price('acc_1', priced)).toEqual(priced);
    expect(new PriceList([]).price('acc_1', priced)).toMatchObject({ monthlyPriceCents: 100, setupPriceCents: 50 });
  });

  it('says whether one rule prices all types', () => {
    const sale = { accountId: 'acc_1', supplier: 'fake', country: 'DE' };
    const general = aPriceRule({ country: 'DE', markupPct: '5' });
    expect(new PriceList([]).pricesTypesAlike(sale)).toBe(true);
    expect(new PriceList([general]).pricesTypesAlike(sale)).toBe(true);
    const mobile = aPriceRule({ id: 'npr_2', numberType: 'mobile' });
    expect(new PriceList([mobile]).pricesTypesAlike(sale)).toBe(false);
    // A rule of the country weighs more than one of the type.
    expect(new PriceList([general, mobile]).pricesTypesAlike(sale)).toBe(true);
  });
});
