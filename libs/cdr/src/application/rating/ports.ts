import type { DeckPrice, PricedLeg } from '../../domain/rating/price-index';
import type { RateQuote } from '../../domain/rating/rating';

export interface PricedCall extends PricedLeg {
  /** The account that pays. */
  readonly accountId: string;
}

/** The decks that price the calls or messages of an account, each null without one. A price of its own deck precedes the default deck's. */
export interface PriceTerms {
  readonly ownDeckId: string | null;
  readonly defaultDeckId: string | null;
  readonly discountPct: number;
}

/** What calls are priced by, and the decks in force that tell what carriers charge for them, by carrier. */
export interface CallTerms extends PriceTerms {
  readonly costDecks: Readonly<Record<string, string>>;
}

/** Which decks are in force. */
export abstract class DecksInForce {
  /** Reads the decks in force for calls of an account, so that a change applies to the next decision of any process. */
  abstract forCalls(accountId: string, now: Date): Promise<CallTerms>;
  /** Reads the decks in force for messages of an account. */
  abstract forMessages(accountId: string, now: Date): Promise<PriceTerms>;
}

/** Prices of active decks, which never change. */
export abstract class DeckPrices {
  /** Returns the price with the longest matching prefix in the deck, before any discount; null: no price. */
  abstract find(deckId: string, leg: PricedLeg): Promise<RateQuote | null>;
  /** Returns the same for each of the numbers, in their order, in one statement at most. */
  abstract findAll(
    deckId: string,
    leg: Omit<PricedLeg, 'to'>,
    numbers: readonly string[],
  ): Promise<readonly (RateQuote | null)[]>;
}

export interface RateFilter extends Pick<DeckPrice, 'direction' | 'numberType'> {
  /** A number, for the prices that can apply to it, or its first digits, for the prices of all numbers that start with them. */
  readonly destination: { readonly to: string } | { readonly prefix: string };
}

/** A price as shown to customers. */
export interface RateView extends DeckPrice {
  /** When the rate deck took effect. */
  readonly effectiveFrom: Date;
}

export abstract class RateLists {
  /**
   * Returns the prices of an account before its discount, longest prefix first. For a number, the first one applies. Omits
   * prices of the default deck that no call of the account can have, because a price of its own deck covers them.
   */
  abstract list(terms: PriceTerms, filter: RateFilter, limit: number): Promise<RateView[]>;
}
