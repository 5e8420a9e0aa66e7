import type { Capability, EndUserKind, NumberType, Offer } from '../../domain/supply/offer';
import type { Failure } from '../../domain/orders/number-order';
import type { Purchase } from '../../domain/lifecycle/phone-number';
import type { AreaStock, CountryCoverage, Requirements } from '../../domain/supply/requirements';

export const SEARCH_SORTS = ['relevance', 'price', 'e164'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
export const SEARCH_SOURCES = ['all', 'live', 'availability'] as const;
export type SearchSource = (typeof SEARCH_SOURCES)[number];

/** Null leaves a filter out. The digit filters match the national number and find only live rows. */
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
  /** Numbers held for others are not found. */
  readonly accountId: string;
  /** The `position` of the last row seen; null from the beginning. */
  readonly after: string | null;
}

export interface FoundOffer {
  readonly offer: Offer;
  /** Where the next page begins if this is the last row taken; understood by its supplier alone. */
  readonly position: string;
}

export interface SupplierPage {
  readonly items: readonly FoundOffer[];
  /** True when the supplier could look through a part of its stock only. */
  readonly isPartial: boolean;
  /** False when the supplier sells no numbers of the country at all; true when they are sold out. */
  readonly isCountrySold: boolean;
}

export interface SupplierOrderRequest {
  /** The idempotency key: the supplier buys once for it, however often it is asked. */
  readonly orderId: string;
  readonly accountId: string;
  /** Null asks for any number of the area. */
  readonly requestE164: string | null;
  readonly supplierRef: Readonly<Record<string, string>>;
  /** True when an approved compliance bundle that fits goes with the order. */
  readonly documentsApproved: boolean;
}

/** What is known of an order at its supplier. `working`: accepted, and no number yet. */
export type SupplierOrder =
  | { readonly status: 'bought'; readonly purchase: Purchase }
  | { readonly status: 'working' }
  | { readonly status: 'failed'; readonly failure: Failure };

export interface SupplierHealth {
  readonly isUp: boolean;
  readonly message: string | null;
}

/**
 * `reserved`: nobody else finds the number until the reservation ends. `available`: it can be bought, but the supplier
 * reserves nothing (a catalog row, a number that cannot be reserved, or no reservation left within the supplier's limit).
 * `unavailable`: it is sold, or reserved for another account.
 */
export type ReserveOutcome = 'reserved' | 'available' | 'unavailable';

/** News that a supplier sends by itself; what became of the order is then asked with `findOrder`. */
export interface SupplierCallback {
  /** The supplier's id of the event, for telling a repeat. */
  readonly eventId: string;
  /** Our order id; null where the supplier does not name it. */
  readonly orderId: string | null;
  /** Its own id of the order, where it does not name ours: `orderIdOf` tells. Both are null for news of something else. */
  readonly supplierOrderId: string | null;
}

export interface CallbackRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Buffer;
}

/** What a released number is called at its supplier. */
export interface ReleasedNumber {
  readonly orderId: string;
  readonly e164: string;
  readonly supplierNumberRef: string | null;
}

/**
 * Somebody who sells numbers. No method runs inside a transaction. Each gives up by itself after at most ten seconds.
 * A rejection means that the outcome is unknown; an outcome that is known is a value, refusals included.
 */
export abstract class NumberSupplier {
  /** Names it in select tokens, orders and numbers; never changes. */
  abstract readonly name: string;

  /** How long a reservation lasts unless it is extended. */
  abstract readonly reservationSeconds: number;

  /** Reads only; safe to repeat. Rejects when the supplier is away: the search goes on without it. */
  abstract search(search: SupplierSearch): Promise<SupplierPage>;

  /** Reads only. Every country and type on sale. */
  abstract countries(): Promise<readonly CountryCoverage[]>;

  /** Reads only. The areas of a country, of one type or of all; empty when it sells none there. */
  abstract areas(country: string, numberType: NumberType | null): Promise<readonly AreaStock[]>;

  /** Reads only. Null when it sells none there. `endUserKind` narrows the documents to those of persons or businesses. */
  abstract requirements(
    country: string,
    numberType: NumberType,
    endUserKind: EndUserKind | null,
  ): Promise<Requirements | null>;

  /**
   * Reserves the number of a live row for the account for some minutes; the reservation ends by itself. Safe to repeat:
   * the same account extends it. Unknown outcome: go on without, a reservation is a courtesy.
   */
  abstract reserve(offer: Offer, accountId: string): Promise<ReserveOutcome>;

  /**
   * Ends a reservation of the account before its time, so that others find the number again. Idempotent: without a
   * reservation, or with another account's, nothing happens. False when the supplier cannot end it, so that it lasts until
   * it ends by itself. Unknown outcome: leave it.
   */
  abstract endReservation(offer: Offer, accountId: string): Promise<boolean>;

  /** Reads only. The offer as it is sold to the account now, or null when it is not sold any more. */
  abstract quote(offer: Offer, accountId: string): Promise<Offer | null>;

  /**
   * Buys. Idempotent by `orderId`: a repeat answers with what the first one did. Unknown outcome: ask `findOrder`, or
   * repeat with the same id; never order the number under another id before that is settled.
   */
  abstract order(request: SupplierOrderRequest): Promise<SupplierOrder>;

  /** Reads only. What became of an order, or null when the supplier has never heard of it. Unknown outcome: ask again. */
  abstract findOrder(orderId: string): Promise<SupplierOrder | null>;

  /** Gives a number back. Idempotent: one that is given back already, or was never ours, is no fault. Unknown outcome: repeat. */
  abstract release(number: ReleasedNumber): Promise<void>;

  /**
   * Reads what the supplier sent, and asks nobody. Throws `unauthorized` unless it is signed by the supplier; null for
   * what does not matter.
   */
  abstract parseCallback(request: CallbackRequest): Promise<SupplierCallback | null>;

  /** Reads only. Our order id of an order that a callback called by the supplier's own; null for one that is not ours. */
  abstract orderIdOf(supplierOrderId: string): Promise<string | null>;

  /** Reads only, never rejects: whether it can be bought from at the moment. */
  abstract health(): Promise<SupplierHealth>;
}
