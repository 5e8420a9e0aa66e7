import { type Clock, invalidFields, type Transactor } from '@trunkline/kernel';
import type { DeckKind } from '../../domain/rating/rate-deck';
import type { AccountPrices, AccountPricesRepository, RateDeckRepository } from './deck-ports';

/** Changes the rate decks and the discount of an account. */
export class AccountPricing {
  constructor(
    private readonly tx: Transactor,
    private readonly prices: AccountPricesRepository,
    private readonly decks: RateDeckRepository,
    private readonly clock: Clock,
  ) {}

  get(accountId: string): Promise<AccountPrices> {
    return this.prices.get(accountId);
  }

  /**
   * Omitted members remain unchanged. Joins the transaction, which has locked the account. Takes effect with the next call
   * and message. Throws `invalid_input` of `rate_deck_id` or `sms_rate_deck_id` for a deck that is not an active one of its kind.
   */
  changePrices(
    accountId: string,
    change: Partial<AccountPrices>,
  ): Promise<{ readonly before: AccountPrices; readonly after: AccountPrices }> {
    return this.tx.run(async () => {
      const before = await this.prices.get(accountId);
      const after = { ...before, ...change };
      const { rateDeckId, smsRateDeckId, discountPct } = after;
      const hasOtherDeck = rateDeckId !== before.rateDeckId;
      const hasOtherSmsDeck = smsRateDeckId !== before.smsRateDeckId;
      if (hasOtherDeck) await this.requireActive('voice', 'rate_deck_id', rateDeckId);
      if (hasOtherSmsDeck) await this.requireActive('sms', 'sms_rate_deck_id', smsRateDeckId);
      if (hasOtherDeck || hasOtherSmsDeck || discountPct !== before.discountPct)
        await this.prices.save(accountId, after, this.clock.now());
      return { before, after };
    });
  }

  private async requireActive(kind: DeckKind, field: string, id: string | null): Promise<void> {
    if (id === null) return;
    const deck = await this.decks.find(id);
    const isUsable = deck?.kind === kind && deck.carrierId === null && deck.status === 'active';
    if (!isUsable || deck.isAhead(this.clock.now()))
      throw invalidFields({ [field]: `must be an active rate deck of kind ${kind}` });
  }
}
