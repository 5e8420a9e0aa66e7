import { INUM_COUNTRY } from '@trunkline/kernel';

export const NUMBER_TYPES = ['geographic', 'national', 'mobile', 'tollfree', 'inum'] as const;
export type NumberType = (typeof NUMBER_TYPES)[number];

export const CAPABILITIES = ['voice', 'sms', 'mms', 'fax', 't38', 'emergency'] as const;
export type Capability = (typeof CAPABILITIES)[number];

export const END_USER_KINDS = ['person', 'business'] as const;
export type EndUserKind = (typeof END_USER_KINDS)[number];

/** The "country" of iNum numbers (+883), which belong to none (contract, section 5). */
export const NO_COUNTRY = INUM_COUNTRY;

export interface Restriction {
  readonly type: 'legal' | 'service' | 'purchase' | 'document';
  readonly message: string;
  readonly complianceCode: string | null;
}

/**
 * What a supplier sells at a price: one number (`e164` set, a live row), or any number of an area (`e164` null, a
 * catalog row whose number the supplier picks when it is ordered).
 */
export interface Offer {
  /** The name of the supplier whose offer this is. */
  readonly supplier: string;
  /** The supplier's own ids of it, which nobody else reads. */
  readonly supplierRef: Readonly<Record<string, string>>;
  readonly e164: string | null;
  readonly country: string;
  readonly numberType: NumberType;
  readonly areaCode: string | null;
  readonly city: string | null;
  /** The supplier's label, shown as it is. */
  readonly region: string;
  readonly capabilities: readonly Capability[];
  readonly monthlyPriceCents: number;
  readonly setupPriceCents: number;
  /** Documents are needed before the number works. */
  readonly requiresActivation: boolean;
  readonly restrictions: readonly Restriction[];
  /** What a catalog row shows in place of a number, such as +1212XXXXXXX. */
  readonly placeholder: string;
}

interface Prices {
  readonly monthlyPriceCents: number;
  readonly setupPriceCents: number;
}

/** Spec, CartTotals: what a purchase costs at once is setup plus the first month. */
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
