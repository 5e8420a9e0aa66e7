import type { Clock, Direction } from '@trunkline/kernel';
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
   * that of the account's own deck, else that of the default deck, before the discount. Null: no deck has a price.
   */
  async quote(
    accountId: string,
    direction: Direction,
    numbers: readonly string[],
  ): Promise<readonly (SegmentQuote | null)[]> {
    const { ownDeckId, defaultDeckId, discountPct } = await this.decks.forMessages(accountId, this.clock.now());
    const find = (deckId: string | null, to: string) =>
      deckId === null ? null : this.prices.find(deckId, { direction, to, numberType: null });
    const quotes: (SegmentQuote | null)[] = [];
    for (const to of numbers) {
      const price = (await find(ownDeckId, to)) ?? (await find(defaultDeckId, to));
      if (price === null) quotes.push(null);
      else {
        const { deckId, prefix, description, ratePerMinuteMicrocents: pricePerSegmentMicrocents } = price;
        quotes.push({ deckId, prefix, description, pricePerSegmentMicrocents, discountPct });
      }
    }
    return quotes;
  }
}
