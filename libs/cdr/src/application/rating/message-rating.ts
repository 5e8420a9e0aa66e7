import type { Clock, Direction } from '@trunkline/kernel';
import type { RateQuote } from '../../domain/rating/rating';
import type { DeckPrices, DecksInForce } from './ports';

/** The price of messages with a number. */
export interface SegmentQuote {
  readonly deckId: string;
  /** Leading digits of the numbers that the price applies to; empty for every number. */
  readonly prefix: string;
  readonly description: string;
  readonly pricePerSegmentMicrocents: number;
  /** Percent by which an operator reduces it for the account. */
  readonly discountPct: number;
}

/** Prices messages for other contexts. See docs/prices.md#messages. */
export class MessageRating {
  constructor(
    private readonly decks: DecksInForce,
    private readonly prices: DeckPrices,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the price of a message to each number (outbound), or to each of the account's own numbers (inbound), in their order:
   * that of the account's own deck, else that of the default deck, before the discount. Null: no deck has a price. Takes as many
   * statements for many numbers as for one.
   */
  async quote(
    accountId: string,
    direction: Direction,
    numbers: readonly string[],
  ): Promise<readonly (SegmentQuote | null)[]> {
    const { ownDeckId, defaultDeckId, discountPct } = await this.decks.forMessages(accountId, this.clock.now());
    const own = await this.find(ownDeckId, direction, numbers);
    const others = await this.find(
      defaultDeckId,
      direction,
      numbers.filter((to) => !own.has(to)),
    );
    return numbers.map((to) => {
      const price = own.get(to) ?? others.get(to);
      if (price === undefined) return null;
      const { deckId, prefix, description, ratePerMinuteMicrocents: pricePerSegmentMicrocents } = price;
      return { deckId, prefix, description, pricePerSegmentMicrocents, discountPct };
    });
  }

  /** Returns the prices of a deck by number, of those that have one. */
  private async find(
    deckId: string | null,
    direction: Direction,
    numbers: readonly string[],
  ): Promise<ReadonlyMap<string, RateQuote>> {
    if (deckId === null || numbers.length === 0) return new Map();
    const prices = await this.prices.findAll(deckId, { direction, numberType: null }, numbers);
    return new Map(numbers.flatMap((to, index) => (prices[index] ? [[to, prices[index]] as const] : [])));
  }
}
