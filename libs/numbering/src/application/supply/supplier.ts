import type { EndUserKind, NumberType } from '@trunkline/kernel';
import type { Capability, Offer } from '../../domain/offer';
import type { Failure } from '../../domain/number-order';
import type { Purchase } from '../../domain/lifecycle/purchase';
import type { AreaStock, CountryCoverage, Requirements } from '../../domain/requirements';

export const SEARCH_SORTS = ['relevance', 'price', 'e164'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
export const SEARCH_SOURCES = ['all', 'live', 'availability'] as const;
export type SearchSource = (typeof SEARCH_SOURCES)[number];

/** Null disables a filter. The digit filters match the national number and find only live rows. */
export interface OfferFilters {
  readonly country: string;
  readonly numberType: NumberType | null;
  readonly areaCode: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly startsWith: string | null;
  readonly contains: string | null;
  readonly endsWith: string | null;
  readonly capabilities: readonly Capability[];
  readonly source: SearchSource;
  readonly requiresActivation: boolean | null;
  readonly maxMonthlyPriceCents: number | null;
}

export interface SupplierSearch {
  readonly filters: OfferFilters;
  readonly sort: SearchSort;
  readonly limit: number;
  /** Numbers reserved for other accounts are not found. */
  readonly accountId: string;
  /** The `position` of the last row of the previous page; null for the first page. */
  readonly after: string | null;
}

export interface FoundOffer {
  readonly offer: Offer;
  /** Opaque position of the row at its supplier. */
  readonly position: string;
}

export interface SupplierPage {
  readonly items: readonly FoundOffer[];
  /** True when the supplier searched only a part of its stock. */
  readonly isPartial: boolean;
  /** False when the supplier sells no numbers of the country; true when they are sold out. */
  readonly isCountrySold: boolean;
}

export interface SupplierOrderRequest {
  /** Idempotency key. */
  readonly orderId: string;
  readonly accountId: string;
  /** Null orders any number of the area. */
  readonly requestE164: string | null;
  readonly supplierRef: Readonly<Record<string, string>>;
  /** True when the order has an approved compliance bundle. */
  readonly documentsApproved: boolean;
}

/** The status of an order at its supplier. `working`: accepted, without a number yet. */
export type SupplierOrder =
  | { readonly status: 'bought'; readonly purchase: Purchase }
  | { readonly status: 'working' }
  | { readonly status: 'failed'; readonly failure: Failure };

export interface SupplierBalance {
  /** A decimal in units of the currency. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

export interface SupplierHealth {
  readonly isUp: boolean;
  readonly message: string | null;
}

/**
 * `reserved`: hidden from other customers until the reservation ends. `available`: for sale, but not reserved (a catalog
 * row, a number that cannot be reserved, or the supplier's limit is reached). `unavailable`: sold, or reserved for another
 * account.
 */
export type ReserveOutcome = 'reserved' | 'available' | 'unavailable';

/** An event that a supplier sends. The order's status is then read with `findOrder`. */
export interface SupplierCallback {
  /** The supplier's id of the event, which detects repeats. */
  readonly eventId: string;
  /** Our order id; null when the event does not contain it. */
  readonly orderId: string | null;
  /** The supplier's id of the order, for `orderIdOf`, when the event does not contain ours. Both are null for other events. */
  readonly supplierOrderId: string | null;
}

export interface CallbackRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Buffer;
}

/** Identifies a released number at its supplier. */
export interface ReleasedNumber {
  readonly orderId: string;
  readonly e164: string;
  readonly supplierNumberRef: string | null;
}

/** The supplier returned no response, or an unreadable response, so the outcome is unknown. */
export abstract class SupplierFailure extends Error {}

/**
 * A seller of numbers. No method may be called inside a transaction. Each times out after at most ten seconds. A rejection
 * means that the outcome is unknown, with `SupplierFailure` if the supplier is the cause; a known outcome is a value, refusals
 * included.
 */
export abstract class NumberSupplier {
  /** Identifies the supplier in select tokens, orders and numbers. Never changes. */
  abstract readonly name: string;

  /** Duration of a reservation. */
  abstract readonly reservationSeconds: number;

  /** Reads only. Rejects when the supplier is unavailable. */
  abstract search(search: SupplierSearch): Promise<SupplierPage>;

  /** Reads only. Returns every country and type on sale. */
  abstract countries(): Promise<readonly CountryCoverage[]>;

  /** Reads only. Returns the areas of a country, of one type or of all; empty when none are sold. */
  abstract areas(country: string, numberType: NumberType | null): Promise<readonly AreaStock[]>;

  /** Reads only. Returns null when none are sold. `endUserKind` selects the documents of persons or businesses. */
  abstract requirements(
    country: string,
    numberType: NumberType,
    endUserKind: EndUserKind | null,
  ): Promise<Requirements | null>;

  /**
   * Reserves the number of a live row for the account for `reservationSeconds`. A repeat by the same account extends the
   * reservation. Unknown outcome: continue without.
   */
  abstract reserve(offer: Offer, accountId: string): Promise<ReserveOutcome>;

  /**
   * Ends a reservation early. Idempotent, and without effect on reservations of other accounts. Returns false when the
   * supplier cannot end it, so that it expires by itself. Unknown outcome: do not repeat.
   */
  abstract endReservation(offer: Offer, accountId: string): Promise<boolean>;

  /** Reads only. Returns the current offer for the account, or null when it is no longer sold. */
  abstract quote(offer: Offer, accountId: string): Promise<Offer | null>;

  /**
   * Buys a number. Idempotent by `orderId`. Unknown outcome: call `findOrder`, or repeat with the same id; never order the
   * number under another id before the first order is settled.
   */
  abstract order(request: SupplierOrderRequest): Promise<SupplierOrder>;

  /** Reads only. Returns the status of an order, or null when the supplier does not know it. */
  abstract findOrder(orderId: string): Promise<SupplierOrder | null>;

  /** Returns a number to the supplier. Idempotent; succeeds for a number that is not ours. Unknown outcome: repeat. */
  abstract release(number: ReleasedNumber): Promise<void>;

  /**
   * Verifies and parses an event, without network access. Throws `unauthorized` when the signature is invalid. Returns null
   * for an irrelevant event.
   */
  abstract parseCallback(request: CallbackRequest): Promise<SupplierCallback | null>;

  /** Reads only. Returns our id of an order that an event identifies by the supplier's id; null when it is not ours. */
  abstract orderIdOf(supplierOrderId: string): Promise<string | null>;

  /** Reads only. Returns whether the supplier accepts orders now. Never rejects. */
  abstract health(): Promise<SupplierHealth>;

  /** Returns the money that is left for orders. Not for suppliers that keep none. Rejects when the supplier does not answer. */
  balance?(): Promise<SupplierBalance | null>;
}
