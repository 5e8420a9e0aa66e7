import type { Direction } from '../../domain/ingest/decision';
import type { RateQuote } from '../../domain/rating/rating';

export interface PricedCall {
  readonly direction: Direction;
  readonly from: string;
  /** E.164. */
  readonly to: string;
  /** Of our number, for calls in. */
  readonly numberType: string | null;
}

export interface RateFilter {
  readonly direction: Direction;
  /** Prices for kinds of number other than this are left out; null: for calls to any kind. */
  readonly numberType: string | null;
  /** A number, for the prices that could apply to it; or the digits that prefixes begin with. */
  readonly destination: { readonly to: string } | { readonly prefix: string };
}

/** A price as a customer is shown it. */
export interface RateView extends Omit<RateQuote, 'deckId'> {
  readonly direction: Direction;
  /** The kind of our number that it is for; null: every kind. */
  readonly numberType: string | null;
  /** Of the deck. */
  readonly effectiveFrom: Date;
}

export abstract class RateTable {
  /** The price with the longest matching prefix in the deck that is in force; null when there is none. */
  abstract find(call: PricedCall, now: Date): Promise<RateQuote | null>;
  /** Of the deck in force, the longest prefix first: the first for a number is the one that `find` gives. */
  abstract list(filter: RateFilter, now: Date, limit: number): Promise<RateView[]>;
}
