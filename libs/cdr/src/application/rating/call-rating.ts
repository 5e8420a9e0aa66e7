import type { Clock } from '@trunkline/kernel';
import { affordableSeconds, rateLegs, type RateQuote } from '../../domain/rating/rating';
import type { DeckPrices, DecksInForce, PricedCall } from './ports';

/** Prices calls for other contexts, with the arithmetic that rates CDRs. See docs/prices.md. */
export class CallRating {
  constructor(
    private readonly decks: DecksInForce,
    private readonly prices: DeckPrices,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the price of a call of the account, as it is stored with the decision: that of the account's own deck, else that
   * of the default deck, with the account's discount. Null: no deck has a price.
   */
  async quote({ accountId, ...leg }: PricedCall): Promise<RateQuote | null> {
    const { ownDeckId, defaultDeckId, discountPct } = await this.decks.forCalls(accountId, this.clock.now());
    const quote = (await this.find(ownDeckId, leg)) ?? (await this.find(defaultDeckId, leg));
    return quote && discountPct > 0 ? { ...quote, discountPct } : quote;
  }

  /** Returns the price of a call with these legs and this duration. */
  totalCents(legs: readonly RateQuote[], billableSeconds: number): number {
    return rateLegs(legs, billableSeconds).customerTotalCents;
  }

  /** Returns the longest duration that the money covers; 0 if it does not cover a second. */
  affordableSeconds(legs: readonly RateQuote[], availableCents: number): number {
    return affordableSeconds(legs, availableCents);
  }

  private async find(deckId: string | null, leg: Omit<PricedCall, 'accountId'>): Promise<RateQuote | null> {
    return deckId === null ? null : this.prices.find(deckId, leg);
  }
}
