import { NUMBER_TYPES, type NumberType } from '@trunkline/kernel';
import type { Offer, PricedOffer } from '../offer';
import {
  highestMonthlyCost,
  monthlyPriceOf,
  type NumberPriceRule,
  type PriceSelector,
  type PriceTerms,
  setupPriceOf,
} from './price-rule';

/** A kind of number that an account buys: what selects its rule. */
export interface Product {
  readonly accountId: string;
  readonly supplier: string;
  readonly country: string;
  readonly numberType: NumberType;
}

/** Without a rule, the price is the cost. */
const AT_COST: PriceTerms = {
  markupPct: '0',
  addMonthlyCents: 0,
  addSetupCents: 0,
  minMonthlyCents: 0,
  minSetupCents: 0,
};

/** The members of a selector, the weightiest first. */
const MEMBERS = ['accountId', 'supplier', 'country', 'numberType'] as const satisfies readonly (keyof PriceSelector)[];
/** All combinations of given and missing members, the most specific first. See docs/prices.md#which-rule-wins. */
const PRECEDENCE = Array.from({ length: 2 ** MEMBERS.length }, (_, index) => 2 ** MEMBERS.length - 1 - index).map(
  (mask) => MEMBERS.map((_, position) => ((mask >> (MEMBERS.length - 1 - position)) & 1) === 1),
);

const keyOf = (values: readonly (string | null)[]) => values.map((value) => value ?? '').join('/');

/** The rules in force at one time: at most one for each selector. */
export class PriceList {
  private readonly bySelector: ReadonlyMap<string, NumberPriceRule>;

  constructor(readonly rules: readonly NumberPriceRule[]) {
    this.bySelector = new Map(rules.map((rule) => [keyOf(MEMBERS.map((member) => rule[member])), rule]));
  }

  /** Returns the most specific rule that matches; null when none does. */
  ruleOf(product: Product): NumberPriceRule | null {
    if (this.bySelector.size === 0) return null;
    for (const given of PRECEDENCE) {
      const key = keyOf(MEMBERS.map((member, index) => (given[index] ? product[member] : null)));
      const rule = this.bySelector.get(key);
      if (rule) return rule;
    }
    return null;
  }

  /** Returns the offer at the price for the account. An offer that has a price already is priced anew by its cost. */
  price(accountId: string, offer: Offer | PricedOffer): PricedOffer {
    const terms = this.termsOf({ ...offer, accountId });
    const { monthlyCostCents, setupCostCents } = costOf(offer);
    return {
      ...offer,
      monthlyCostCents,
      setupCostCents,
      monthlyPriceCents: monthlyPriceOf(terms, monthlyCostCents),
      setupPriceCents: setupPriceOf(terms, setupCostCents),
    };
  }

  monthlyPrice(product: Product, costCents: number): number {
    return monthlyPriceOf(this.termsOf(product), costCents);
  }

  /** Returns the highest monthly cost at which the product is sold for at most `priceCents`; -1 when there is none. */
  highestMonthlyCost(product: Product, priceCents: number): number {
    return highestMonthlyCost(this.termsOf(product), priceCents);
  }

  /** Whether one rule prices all types of a supplier's numbers in a country, so that their order by cost is that by price. */
  pricesTypesAlike(product: Omit<Product, 'numberType'>): boolean {
    const rules = new Set(NUMBER_TYPES.map((numberType) => this.ruleOf({ ...product, numberType })));
    return rules.size === 1;
  }

  private termsOf(product: Product): PriceTerms {
    return this.ruleOf(product) ?? AT_COST;
  }
}

/** Offers from before costs were kept have none: their price was the cost. */
function costOf(offer: Offer | PricedOffer): Pick<PricedOffer, 'monthlyCostCents' | 'setupCostCents'> {
  const { monthlyCostCents, setupCostCents }: Partial<PricedOffer> = offer;
  return {
    monthlyCostCents: monthlyCostCents ?? offer.monthlyPriceCents,
    setupCostCents: setupCostCents ?? offer.setupPriceCents,
  };
}
