import type { Direction } from '../../domain/ingest/decision';
import type { RateQuote } from '../../domain/rating';

export interface PricedCall {
  readonly direction: Direction;
  /** E.164. */
  readonly to: string;
  /** Type of the account's number, for inbound calls. */
  readonly numberType: string | null;
}

export interface RateFilter {
  readonly direction: Direction;
  /** Leaves out prices for other number types; null for all types. */
  readonly numberType: string | null;
  /** A number, for the prices that can apply to it, or its first digits, for the prices of all numbers that start with them. */
  readonly destination: { readonly to: string } | { readonly prefix: string };
}

/** A price as shown to customers. */
export interface RateView extends Omit<RateQuote, 'deckId'> {
  readonly direction: Direction;
  /** Type of the account's number that the price applies to; null for all types. */
  readonly numberType: string | null;
  /** When the rate deck took effect. */
  readonly effectiveFrom: Date;
}

export abstract class RateTable {
  /** Returns the price with the longest matching prefix in the deck in force, or null. */
  abstract find(call: PricedCall, now: Date): Promise<RateQuote | null>;
  /** Returns prices of the deck in force, longest prefix first. For a number, the first price is the result of `find`. */
  abstract list(filter: RateFilter, now: Date, limit: number): Promise<RateView[]>;
}
