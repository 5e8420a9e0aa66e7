import type { Clock, LegCost } from '@trunkline/kernel';
import { affordableSeconds, rateLegs, type RateQuote } from '../../domain/rating/rating';
import { costMicrocents, EXPECTED_SECONDS, sellsBelowCost } from '../../domain/rating/costs';
import type { DeckPrices, DecksInForce, PricedCall, PriceTerms } from './ports';

/** The cost of a call by the deck in force of a carrier. */
export interface CarrierCost {
  /** Null where the deck has no price for the call. */
  readonly cost: LegCost | null;
  /** What a call of the expected length costs; null: unknown. See docs/routing.md#least-cost. */
  readonly expectedMicrocents: number | null;
  /** A call of some length costs more than its price, or its cost is unknown. */
  readonly isLoss: boolean;
}

export interface PricedOffer {
  /** Null when no deck has a price for the call. */
  readonly price: RateQuote | null;
  /** By carrier; without those that have no deck in force. */
  readonly costs: ReadonlyMap<string, CarrierCost>;
}

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
    return this.priceOf(await this.decks.forCalls(accountId, this.clock.now()), leg);
  }

  /** Returns the same price, and what each carrier charges for the leg. */
  async quoteWithCosts({ accountId, ...leg }: PricedCall): Promise<PricedOffer> {
    const terms = await this.decks.forCalls(accountId, this.clock.now());
    const price = await this.priceOf(terms, leg);
    const costs = new Map<string, CarrierCost>();
    for (const [carrierId, deckId] of Object.entries(terms.costDecks)) {
      const quote = await this.find(deckId, leg);
      costs.set(carrierId, costOf(quote && { ...quote, carrierId }, price));
    }
    return { price, costs };
  }

  /** Returns the price of a call with these legs and this duration. */
  totalCents(legs: readonly RateQuote[], billableSeconds: number): number {
    return rateLegs(legs, billableSeconds).customerTotalCents;
  }

  /** Returns the longest duration that the money covers; 0 if it does not cover a second. */
  affordableSeconds(legs: readonly RateQuote[], availableCents: number): number {
    return affordableSeconds(legs, availableCents);
  }

  private async priceOf({ ownDeckId, defaultDeckId, discountPct }: PriceTerms, leg: Omit<PricedCall, 'accountId'>) {
    const quote = (await this.find(ownDeckId, leg)) ?? (await this.find(defaultDeckId, leg));
    return quote && discountPct > 0 ? { ...quote, discountPct } : quote;
  }

  private async find(deckId: string | null, leg: Omit<PricedCall, 'accountId'>): Promise<RateQuote | null> {
    return deckId === null ? null : this.prices.find(deckId, leg);
  }
}

function costOf(cost: LegCost | null, price: RateQuote | null): CarrierCost {
  if (cost === null) return { cost, expectedMicrocents: null, isLoss: true };
  const expectedMicrocents = costMicrocents([cost], EXPECTED_SECONDS);
  return { cost, expectedMicrocents, isLoss: price !== null && sellsBelowCost(price, cost) };
}
