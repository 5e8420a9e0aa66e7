import type { Database } from '@trunkline/platform';
import type { PriceTerms, RateFilter, RateLists, RateView } from '../../application/rating/ports';
import { ANY, PRICE } from './deck-slices';
import { prefixesOf } from './loaded-deck-prices';

/** The table's CHECK on prefixes. */
const PREFIX_DIGITS_MAX = 15;

/**
 * $1 is the account's own deck, $2 the default deck. A price of the default deck that one of the own deck covers applies to no
 * call. `matching` is the condition on prefixes, with $6.
 */
const listWhere = (matching: string) => `SELECT ${PRICE}, d.usable_from AS "effectiveFrom"
  FROM cdr.rates r JOIN cdr.rate_decks d ON d.id = r.deck_id
  WHERE r.deck_id IN ($1, $2) AND r.direction = $3 AND ($4::text IS NULL OR r.number_type IN ($4, '${ANY}'))
    AND ${matching}
    AND (r.deck_id = $1 OR $1::text IS NULL OR NOT EXISTS (SELECT FROM cdr.rates own
      WHERE own.deck_id = $1 AND own.direction = r.direction AND own.number_type IN (coalesce($4, r.number_type), '${ANY}')
        AND own.prefix = ANY (ARRAY(SELECT left(r.prefix, n) FROM generate_series(0, length(r.prefix)) n))))
  ORDER BY length(r.prefix) DESC, r.number_type = '${ANY}', r.prefix, r.number_type LIMIT $5`;

const LIST_FOR = listWhere('r.prefix = ANY($6)');
/**
 * A range, which the primary key supports in every collation, because all of them order digits alike; and of each number type
 * and deck the price that covers the other numbers with the prefix. $7 are all prefixes of the prefix.
 */
const LIST_UNDER = listWhere(`(r.prefix BETWEEN $6 AND rpad($6, ${PREFIX_DIGITS_MAX}, '9')
    OR r.prefix = ANY($7) AND NOT EXISTS (SELECT FROM cdr.rates nearer
        WHERE nearer.deck_id = r.deck_id AND nearer.direction = r.direction AND nearer.number_type = r.number_type
          AND nearer.prefix = ANY($7) AND length(nearer.prefix) > length(r.prefix)))`);

export class StoredRateLists implements RateLists {
  constructor(private readonly db: Database) {}

  list(
    { ownDeckId, defaultDeckId }: PriceTerms,
    { direction, numberType, destination }: RateFilter,
    limit: number,
  ): Promise<RateView[]> {
    const values = [ownDeckId, defaultDeckId, direction, numberType, limit];
    if ('to' in destination) return this.db.query<RateView>(LIST_FOR, [...values, prefixesOf(destination.to)]);
    const { prefix } = destination;
    return this.db.query<RateView>(LIST_UNDER, [...values, prefix, prefixesOf(prefix)], 'for values');
  }
}
