import { callingCodeOf, NO_COUNTRY, type NumberType } from '@trunkline/kernel';
import type { Capability } from './offer';

/** The supplier whose numbers are the operator's. See docs/numbers.md#own-stock. */
export const STOCK = 'stock';

/** In place of the supplier of a number that the operator gave to an account and that no supplier has sold. */
export const GIVEN = 'given';

/** Whether a number belongs to the operator or its account, so that no supplier takes it back. */
export function isOperators(supplier: string): boolean {
  return supplier === STOCK || supplier === GIVEN;
}

/** Of iNum numbers, which belong to no country. */
const INUM_CALLING_CODE = '883';

export const STOCK_STATES = ['free', 'reserved', 'sold', 'ageing', 'withdrawn'] as const;
export type StockState = (typeof STOCK_STATES)[number];

/** What numbers of one lot have in common. The prices are costs, from which the customers' prices are computed. */
export interface StockTerms {
  readonly country: string;
  readonly numberType: NumberType;
  /** National destination code, without a national prefix. */
  readonly areaCode: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly capabilities: readonly Capability[];
  readonly monthlyCents: number;
  readonly setupCents: number;
  /** Whether a number needs an approved compliance bundle before it works. */
  readonly requiresActivation: boolean;
}

/** The terms that an operator may leave out. */
export const STOCK_DEFAULTS = {
  areaCode: null,
  region: null,
  city: null,
  requiresActivation: false,
  carrierId: null,
} as const;

/** Numbers of one place on the same terms. Its ID is a digest of the terms, so that equal terms are one lot. */
export interface StockLot extends StockTerms {
  readonly id: string;
  /** Without the leading plus. */
  readonly callingCode: string;
  /** Spellings of the city and of the region as shown, by which a search finds them. */
  readonly cityNames: readonly string[];
  readonly regionNames: readonly string[];
}

/** A number of the stock. */
export interface StockNumber {
  readonly e164: string;
  readonly lotId: string;
  readonly country: string;
  readonly numberType: NumberType;
  readonly monthlyCents: number;
  /** The carrier that brings its calls in; null for any. */
  readonly carrierId: string | null;
  readonly state: StockState;
  /** The account that has reserved or bought it. */
  readonly accountId: string | null;
  /** The order to which it is sold, or being sold. */
  readonly orderId: string | null;
  /** Whether it worked when it was sold, without waiting for documents. */
  readonly isUsable: boolean | null;
  /** End of the reservation or of the ageing. Null for numbers that are being sold, too. */
  readonly availableAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Returns the calling code of a country without `+`; null for a country without one. */
export function stockCallingCode(country: string): string | null {
  return country === NO_COUNTRY ? INUM_CALLING_CODE : callingCodeOf(country);
}
