import type { Database } from '@trunkline/platform';
import type { DecksInForce, PriceTerms } from '../../application/rating/ports';

/**
 * SQL: the id of the deck in force. `scope` is the condition on its kind and carrier, such as `kind = 'voice' AND carrier_id IS
 * NULL`, `now` a placeholder.
 */
export const deckInForce = (scope: string, now: string) => `(SELECT deck_id FROM cdr.deck_activations
  WHERE ${scope} AND ended_at IS NULL AND effective_from <= ${now}
  ORDER BY effective_from DESC, created_at DESC, id DESC LIMIT 1)`;

const FOR_CALLS = `SELECT own.rate_deck_id AS "ownDeckId", coalesce(own.discount_pct, 0) AS "discountPct",
    ${deckInForce(`kind = 'voice' AND carrier_id IS NULL`, '$1')} AS "defaultDeckId"
  FROM (VALUES ($2)) AS given (account_id) LEFT JOIN cdr.account_prices own USING (account_id)`;

export class StoredDecksInForce implements DecksInForce {
  constructor(private readonly db: Database) {}

  forCalls(accountId: string, now: Date): Promise<PriceTerms> {
    return this.db.get<PriceTerms>(FOR_CALLS, [now, accountId]);
  }
}
