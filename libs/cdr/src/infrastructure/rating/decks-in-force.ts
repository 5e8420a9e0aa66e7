import type { Database } from '@trunkline/platform';
import type { CallTerms, DecksInForce } from '../../application/rating/ports';

/**
 * SQL: the id of the deck in force. `scope` is the condition on its kind and carrier, such as `kind = 'voice' AND carrier_id IS
 * NULL`, `now` a placeholder.
 */
export const deckInForce = (scope: string, now: string) => `(SELECT deck_id FROM cdr.deck_activations
  WHERE ${scope} AND ended_at IS NULL AND effective_from <= ${now}
  ORDER BY effective_from DESC, created_at DESC, id DESC LIMIT 1)`;

/** SQL: the decks in force of all carriers, by carrier, as JSON. */
const costDecks = (now: string) => `(SELECT coalesce(jsonb_object_agg(carrier_id, deck_id), '{}') FROM (
    SELECT DISTINCT ON (carrier_id) carrier_id, deck_id FROM cdr.deck_activations
    WHERE kind = 'voice' AND carrier_id IS NOT NULL AND ended_at IS NULL AND effective_from <= ${now}
    ORDER BY carrier_id, effective_from DESC, created_at DESC, id DESC) AS in_force)`;

const FOR_CALLS = `SELECT own.rate_deck_id AS "ownDeckId", coalesce(own.discount_pct, 0) AS "discountPct",
    ${deckInForce(`kind = 'voice' AND carrier_id IS NULL`, '$1')} AS "defaultDeckId",
    ${costDecks('$1')} AS "costDecks"
  FROM (VALUES ($2)) AS given (account_id) LEFT JOIN cdr.account_prices own USING (account_id)`;

export class StoredDecksInForce implements DecksInForce {
  constructor(private readonly db: Database) {}

  forCalls(accountId: string, now: Date): Promise<CallTerms> {
    return this.db.get<CallTerms>(FOR_CALLS, [now, accountId]);
  }
}
