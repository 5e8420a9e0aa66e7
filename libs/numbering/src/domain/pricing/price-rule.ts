import { CommonErrors, newId, type NumberType } from '@trunkline/kernel';
import { exactPercent } from './percent';

/** The numbers that a rule prices. Null matches everything. */
export interface PriceSelector {
  readonly accountId: string | null;
  readonly supplier: string | null;
  readonly country: string | null;
  readonly numberType: NumberType | null;
}

/** What a rule makes of a cost. */
export interface PriceTerms {
  /** Percentage added to the cost, as a decimal with at most four places: `12.5`. */
  readonly markupPct: string;
  readonly addMonthlyCents: number;
  readonly addSetupCents: number;
  readonly minMonthlyCents: number;
  readonly minSetupCents: number;
}

export const PRICE_TERMS_DEFAULTS = {
  addMonthlyCents: 0,
  addSetupCents: 0,
  minMonthlyCents: 0,
  minSetupCents: 0,
} as const satisfies Partial<PriceTerms>;

/** The highest markup, in percent. */
export const MARKUP_PCT_MAX = 1000;
/** Maximum of additions and minimums: 10,000 USD. */
export const PRICE_TERM_CENTS_MAX = 1_000_000;

/**
 * How the price of numbers follows from their cost. A rule never changes: a later one with the same selector replaces it from
 * its `effectiveFrom`. See docs/prices.md#number-prices.
 */
export interface NumberPriceRule extends PriceSelector, PriceTerms {
  readonly id: string;
  readonly effectiveFrom: Date;
  readonly createdAt: Date;
}

export interface NewPriceRule extends PriceSelector, PriceTerms {
  /** Null: at once. */
  readonly effectiveFrom: Date | null;
}

/** Throws `invalid_input` for a rule that would have held in the past. */
export function createPriceRule({ effectiveFrom, ...rule }: NewPriceRule, now: Date): NumberPriceRule {
  if (effectiveFrom && effectiveFrom < now) {
    throw CommonErrors.invalid_input({ fields: { effective_from: 'must not be in the past' } });
  }
  return { ...rule, id: newId('npr'), effectiveFrom: effectiveFrom ?? now, createdAt: now };
}

/** Returns ⌈cost × (1 + markup)⌉ + addition, but at least the minimum, in cents. */
export function monthlyPriceOf({ markupPct, addMonthlyCents, minMonthlyCents }: PriceTerms, costCents: number): number {
  return Math.max(minMonthlyCents, markedUp(costCents, markupPct) + addMonthlyCents);
}

export function setupPriceOf({ markupPct, addSetupCents, minSetupCents }: PriceTerms, costCents: number): number {
  return Math.max(minSetupCents, markedUp(costCents, markupPct) + addSetupCents);
}

/** Returns the highest cost whose monthly price is at most `priceCents`; -1 when none is. */
export function highestMonthlyCost(
  { markupPct, addMonthlyCents, minMonthlyCents }: PriceTerms,
  priceCents: number,
): number {
  if (priceCents < minMonthlyCents || priceCents < addMonthlyCents) return -1;
  const { numerator, denominator } = exactPercent(markupPct);
  return Number((BigInt(priceCents - addMonthlyCents) * denominator) / (denominator + numerator));
}

function markedUp(costCents: number, markupPct: string): number {
  const { numerator, denominator } = exactPercent(markupPct);
  return Number((BigInt(costCents) * (denominator + numerator) + denominator - 1n) / denominator);
}
