import { columnsOf, type Database, membersOf } from '@trunkline/platform';
import type { PricedCall, RateFilter, RateTable, RateView } from '../application/rating/ports';
import type { RateQuote } from '../domain/rating';
import { RateSchema } from './schema';

/** Number type of outbound prices, and of inbound prices for all types. */
const ANY = 'any';
/** The table's CHECK on prefixes. */
const PREFIX_DIGITS_MAX = 15;

const PRICE = columnsOf(RateSchema, membersOf(RateSchema, ['deckId', 'direction', 'numberType']), 'r');

/** $1 is the current time. */
const IN_FORCE = `(SELECT id FROM cdr.rate_decks WHERE status = 'active' AND effective_from <= $1
  ORDER BY effective_from DESC, id DESC LIMIT 1)`;

/** A price for one number type precedes a price for any. */
const MOST_EXACT_FIRST = `ORDER BY length(r.prefix) DESC, r.number_type = '${ANY}'`;

const FIND = `SELECT r.deck_id AS "deckId", ${PRICE} FROM cdr.rates r
  WHERE r.deck_id = ${IN_FORCE} AND r.direction = $2 AND r.prefix = ANY($3) AND r.number_type IN ($4, '${ANY}')
  ${MOST_EXACT_FIRST} LIMIT 1`;

/** `matching` is the condition on prefixes, with $5. */
const listWhere = (matching: string) => `SELECT ${PRICE}, r.direction, nullif(r.number_type, '${ANY}') AS "numberType",
    d.effective_from AS "effectiveFrom"
  FROM cdr.rates r JOIN cdr.rate_decks d ON d.id = r.deck_id
  WHERE r.deck_id = ${IN_FORCE} AND r.direction = $2 AND ($3::text IS NULL OR r.number_type IN ($3, '${ANY}'))
    AND ${matching}
  ${MOST_EXACT_FIRST}, r.prefix, r.number_type LIMIT $4`;

const LIST_FOR = listWhere('r.prefix = ANY($5)');
/**
 * A range, which the primary key supports in every collation, because all of them order digits alike; and of each number type
 * the price that covers the other numbers with the prefix. $6 are all prefixes of the prefix.
 */
const LIST_UNDER = listWhere(`(r.prefix BETWEEN $5 AND rpad($5, ${PREFIX_DIGITS_MAX}, '9')
    OR r.prefix = ANY($6) AND NOT EXISTS (SELECT FROM cdr.rates nearer
        WHERE nearer.deck_id = r.deck_id AND nearer.direction = r.direction AND nearer.number_type = r.number_type
          AND nearer.prefix = ANY($6) AND length(nearer.prefix) > length(r.prefix)))`);

export class StoredRateTable implements RateTable {
  constructor(private readonly db: Database) {}

  find({ direction, to, numberType }: PricedCall, now: Date): Promise<RateQuote | null> {
    return this.db.find<RateQuote>(FIND, [now, direction, prefixesOf(to), numberType ?? ANY]);
  }

  list({ direction, numberType, destination }: RateFilter, now: Date, limit: number): Promise<RateView[]> {
    const values = [now, direction, numberType, limit];
    if ('to' in destination) return this.db.query<RateView>(LIST_FOR, [...values, prefixesOf(destination.to)]);
    const { prefix } = destination;
    return this.db.query<RateView>(LIST_UNDER, [...values, prefix, prefixesOf(prefix)]);
  }
}

/** Returns all prefixes of the number, so that the longest match takes a few index lookups. */
function prefixesOf(e164: string): string[] {
  const digits = e164.replace(/\D/g, '');
  return Array.from({ length: digits.length + 1 }, (_, length) => digits.slice(0, length));
}
