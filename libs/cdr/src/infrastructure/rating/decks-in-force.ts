import type { Database } from '@trunkline/platform';
import type { CallTerms, DecksInForce, PriceTerms } from '../../application/rating/ports';

/**
 * SQL: the id of the deck in force. `scope` is the condition on its kind and carrier, such as `kind = 'voice' AND carrier_id IS
 * NULL`, `now` a placeholder.
 */
export const deckInForce = (scope: string, now: string) => `(SELECT deck_id FROM cdr.deck_activations
  WHERE ${scope} AND ended_at IS NULL AND effective_from <= ${now}
  ORDER BY effective_from DESC, created_at DESC, id DESC LIMIT 1)`;

/** Of decks of calls, as the index of activations has them. */
const VOICE = `kind = 'voice' AND ended_at IS NULL`;

/**
 * SQL: the decks in force of all carriers, by carrier, as JSON. Goes from carrier to carrier in the index, so that the decks
 * that were in force before are not read.
 */
const costDecks = (now: string) => `(WITH RECURSIVE carriers AS (
    (SELECT carrier_id FROM cdr.deck_activations WHERE ${VOICE} AND carrier_id IS NOT NULL ORDER BY carrier_id LIMIT 1)
    UNION ALL
    SELECT (SELECT carrier_id FROM cdr.deck_activations WHERE ${VOICE} AND carrier_id > c.carrier_id ORDER BY carrier_id LIMIT 1)
    FROM carriers c WHERE c.carrier_id IS NOT NULL)
  SELECT coalesce(jsonb_object_agg(c.carrier_id, in_force.deck_id), '{}') FROM carriers c
    CROSS JOIN LATERAL ${deckInForce(`kind = 'voice' AND carrier_id = c.carrier_id`, now)} AS in_force)`;

/** $1 now, $2 account. */
export const FOR_CALLS = `SELECT own.rate_deck_id AS "ownDeckId", coalesce(own.discount_pct, 0) AS "discountPct",
    ${deckInForce(`kind = 'voice' AND carrier_id IS NULL`, '$1')} AS "defaultDeckId",
    ${costDecks('$1')} AS "costDecks"
  FROM (VALUES ($2)) AS given (account_id) LEFT JOIN cdr.account_prices own USING (account_id)`;

/** $1 now, $2 account. */
const FOR_MESSAGES = `SELECT own.sms_rate_deck_id AS "ownDeckId", coalesce(own.discount_pct, 0) AS "discountPct",
    ${deckInForce(`kind = 'sms' AND carrier_id IS NULL`, '$1')} AS "defaultDeckId"
  FROM (VALUES ($2)) AS given (account_id) LEFT JOIN cdr.account_prices own USING (account_id)`;

export class StoredDecksInForce implements DecksInForce {
  constructor(private readonly db: Database) {}

  forCalls(accountId: string, now: Date): Promise<CallTerms> {
    return this.db.get<CallTerms>(FOR_CALLS, [now, accountId]);
  }

  forMessages(accountId: string, now: Date): Promise<PriceTerms> {
    return this.db.get<PriceTerms>(FOR_MESSAGES, [now, accountId], undefined, 'shared');
  }
}
