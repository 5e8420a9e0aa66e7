import { TestClock } from '@trunkline/kernel/testing';
import { PriceLists } from '../application/pricing/price-lists';
import type { NumberPriceRule } from '../domain/pricing/price-rule';
import { NOW } from './samples';

/** A rule for all numbers that adds nothing. */
export function aPriceRule(change: Partial<NumberPriceRule> = {}): NumberPriceRule {
  return {
    id: 'npr_1',
    accountId: null,
    supplier: null,
    country: null,
    numberType: null,
    markupPct: '0',
    addMonthlyCents: 0,
    addSetupCents: 0,
    minMonthlyCents: 0,
    minSetupCents: 0,
    effectiveFrom: NOW,
    createdAt: NOW,
    ...change,
  };
}

/** Prices by rules that a test changes, without a database. */
export function pricesBy(rules: readonly NumberPriceRule[] = []): PriceLists {
  return new PriceLists({ inForce: () => Promise.resolve(rules) }, new TestClock());
}
