import type { Database } from '@trunkline/platform';
import { type PricedCall, RateTable } from '../application/ports';
import type { RateQuote } from '../domain/rating';

/** Price for every kind of number of ours, and of every call out. */
const ANY = 'any';

const FIND = `SELECT r.deck_id AS "deckId", r.prefix, r.description,
    r.rate_per_minute_microcents AS "ratePerMinuteMicrocents", r.first_seconds AS "firstSeconds",
    r.next_seconds AS "nextSeconds", r.connection_fee_cents AS "connectionFeeCents"
  FROM cdr.rates r
  WHERE r.deck_id = (SELECT id FROM cdr.rate_decks WHERE status = 'active' AND effective_from <= $1
                      ORDER BY effective_from DESC, id DESC LIMIT 1)
    AND r.direction = $2 AND r.prefix = ANY($3) AND r.number_type IN ($4, '${ANY}')
  ORDER BY length(r.prefix) DESC, r.number_type = '${ANY}' LIMIT 1`;

export class SqlRateTable extends RateTable {
  constructor(private readonly db: Database) {
    super();
  }

  override find({ direction, to, numberType }: PricedCall, now: Date): Promise<RateQuote | null> {
    return this.db.queryOne<RateQuote & Record<string, unknown>>(FIND, [
      now,
      direction,
      prefixesOf(to),
      numberType ?? ANY,
    ]);
  }
}

/** Every beginning of the number, so that the longest match is a handful of looks at the key. */
function prefixesOf(e164: string): string[] {
  const digits = e164.replace(/\D/g, '');
  return Array.from({ length: digits.length + 1 }, (_, length) => digits.slice(0, length));
}
