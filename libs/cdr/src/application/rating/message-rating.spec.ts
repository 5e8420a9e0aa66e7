import type { RateQuote } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { FakeDecks } from '../../testing';
import type { PricedLeg } from '../../domain/rating/price-index';
import { MessageRating } from './message-rating';
import type { CallTerms, DeckPrices } from './ports';

/** Finds prices by deck and country code. */
class FakePrices implements DeckPrices {
  readonly legs: PricedLeg[] = [];
  /** How many numbers each statement asked for. */
  readonly asked: number[] = [];

  constructor(private readonly prices: Readonly<Record<string, number>>) {}

  find(deckId: string, leg: PricedLeg): Promise<RateQuote | null> {
    this.legs.push(leg);
    const prefix = leg.to.slice(1, 3);
    const price = this.prices[`${deckId} ${prefix}`];
    const terms = { firstSeconds: 1, nextSeconds: 1, connectionFeeCents: 0 };
    const quote = { deckId, prefix, description: 'Somewhere', ratePerMinuteMicrocents: price ?? 0, ...terms };
    return Promise.resolve(price === undefined ? null : quote);
  }

  findAll(deckId: string, leg: Omit<PricedLeg, 'to'>, numbers: readonly string[]): Promise<(RateQuote | null)[]> {
    this.asked.push(numbers.length);
    return Promise.all(numbers.map((to) => this.find(deckId, { ...leg, to })));
  }
}

describe('MessageRating', () => {
  const world = (terms: Partial<CallTerms>, prices: Readonly<Record<string, number>>) => {
    const found = new FakePrices(prices);
    return { found, rating: new MessageRating(new FakeDecks(terms), found, new TestClock()) };
  };

  it("takes prices from the account's own deck, then from the default deck, in the order of the numbers", async () => {
    const { rating, found } = world(
      { ownDeckId: 'own', discountPct: 10 },
      { 'own 49': 5, 'deck_1 49': 9, 'deck_1 33': 7 },
    );
    const quotes = await rating.quote('acc_1', 'outbound', ['+33612345678', '+4915112345678', '+390612345678']);
    expect(quotes).toEqual([
      { deckId: 'deck_1', prefix: '33', description: 'Somewhere', pricePerSegmentMicrocents: 7, discountPct: 10 },
      { deckId: 'own', prefix: '49', description: 'Somewhere', pricePerSegmentMicrocents: 5, discountPct: 10 },
      null,
    ]);
    expect(found.legs[0]).toEqual({ direction: 'outbound', to: '+33612345678', numberType: null });
    expect(found.asked).toEqual([3, 2]);
  });

  it('has no price without a deck', async () => {
    const { rating } = world({ defaultDeckId: null }, { 'deck_1 49': 9 });
    expect(await rating.quote('acc_1', 'inbound', ['+4915112345678'])).toEqual([null]);
  });
});
