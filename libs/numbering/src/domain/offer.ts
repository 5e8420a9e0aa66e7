import type { NumberType, RestrictionType } from '@trunkline/kernel';

export const CAPABILITIES = ['voice', 'sms', 'mms', 'fax', 't38', 'emergency'] as const;
export type Capability = (typeof CAPABILITIES)[number];

export interface Restriction {
  readonly type: RestrictionType;
  readonly message: string;
  readonly complianceCode: string | null;
}

/**
 * A number for sale at a supplier: a live row names its number (`e164`), a catalog row (`e164` null) sells any number of an
 * area, which the supplier picks when it is ordered. The amounts are the supplier's: what the number costs us.
 */
export interface Offer {
  readonly supplier: string;
  /** The supplier's own ids of the offer, opaque to others. */
  readonly supplierRef: Readonly<Record<string, string>>;
  readonly e164: string | null;
  readonly country: string;
  readonly numberType: NumberType;
  readonly areaCode: string | null;
  readonly city: string | null;
  /** The supplier's label. */
  readonly region: string;
  readonly capabilities: readonly Capability[];
  readonly monthlyPriceCents: number;
  readonly setupPriceCents: number;
  /** Whether the number needs documents before it works. */
  readonly requiresActivation: boolean;
  readonly restrictions: readonly Restriction[];
  /** The number pattern of a catalog row, such as +1212XXXXXXX. */
  readonly placeholder: string;
}

interface Prices {
  readonly monthlyPriceCents: number;
  readonly setupPriceCents: number;
}

/** An offer at the operator's prices, with what its number costs. Customers never see the cost. See docs/prices.md. */
export interface PricedOffer extends Offer {
  readonly monthlyCostCents: number;
  readonly setupCostCents: number;
}

/** What a number costs; null where that is not known. */
export interface NumberCosts {
  readonly monthlyCostCents: number | null;
  readonly setupCostCents: number | null;
}

/** Returns the price of a purchase: setup plus first month. */
export function dueTodayCents(prices: Prices): number {
  return prices.monthlyPriceCents + prices.setupPriceCents;
}

export interface Totals {
  readonly itemCount: number;
  readonly monthlyCents: number;
  readonly setupCents: number;
  readonly totalDueCents: number;
}

export function totalsOf(offers: readonly Prices[]): Totals {
  const monthlyCents = offers.reduce((sum, offer) => sum + offer.monthlyPriceCents, 0);
  const setupCents = offers.reduce((sum, offer) => sum + offer.setupPriceCents, 0);
  return { itemCount: offers.length, monthlyCents, setupCents, totalDueCents: monthlyCents + setupCents };
}
