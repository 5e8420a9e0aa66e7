import { type Clock, invalidFields, type Transactor } from '@trunkline/kernel';
import type { AccountPrices, AccountPricesRepository, RateDeckRepository } from './deck-ports';

/** Changes the rate deck and the discount of an account. */
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
   * Omitted members remain unchanged. Joins the transaction, which has locked the account. Takes effect with the next call.
   * Throws `invalid_input` of `rate_deck_id` for a deck that is not an active one for calls of customers.
   */
  changePrices(
    accountId: string,
    change: Partial<AccountPrices>,
  ): Promise<{ readonly before: AccountPrices; readonly after: AccountPrices }> {
    return this.tx.run(async () => {
      const before = await this.prices.get(accountId);
      const after = { ...before, ...change };
      const { rateDeckId, discountPct } = after;
      if (rateDeckId !== null && rateDeckId !== before.rateDeckId) await this.requireActive(rateDeckId);
      const stays = rateDeckId === before.rateDeckId && discountPct === before.discountPct;
      if (!stays) await this.prices.save(accountId, after, this.clock.now());
      return { before, after };
    });
  }

  private async requireActive(id: string): Promise<void> {
    const deck = await this.decks.find(id);
    const isUsable = deck?.kind === 'voice' && deck.carrierId === null && deck.status === 'active';
    if (!isUsable || deck.isAhead(this.clock.now()))
      throw invalidFields({ rate_deck_id: 'must be an active rate deck' });
  }
}
