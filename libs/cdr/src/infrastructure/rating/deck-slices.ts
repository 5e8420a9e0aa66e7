import { columnsOf, type Database, membersOf } from '@trunkline/platform';
import type { DeckPrice } from '../../domain/rating/price-index';
import { RateSchema } from '../schema';

/** Number type of outbound prices, and of inbound prices for all types, in the table. */
export const ANY = 'any';

/** Rows that take a millisecond or two of the event loop. */
const SLICE = 1_000;

/** SQL: the columns of a RateQuote but its deck, of `cdr.rates r`. */
export const QUOTE = columnsOf(RateSchema, membersOf(RateSchema, ['deckId', 'direction', 'numberType']), 'r');

/** SQL: the columns of a DeckPrice, of `cdr.rates r`. */
export const PRICE = `${QUOTE}, r.direction, nullif(r.number_type, '${ANY}') AS "numberType"`;

const AFTER = `SELECT ${PRICE} FROM cdr.rates r
  WHERE r.deck_id = $1 AND (r.direction, r.prefix, r.number_type) > ($2, $3, $4)
  ORDER BY r.direction, r.prefix, r.number_type LIMIT ${SLICE}`;

/** Reads the prices of a deck in slices, in the order of the primary key. */
export async function* deckSlices(db: Database, deckId: string): AsyncGenerator<readonly DeckPrice[]> {
  let after = ['', '', ''];
  for (let slice: DeckPrice[]; ; after = keyOf(slice)) {
    slice = await db.query<DeckPrice>(AFTER, [deckId, ...after]);
    if (slice.length > 0) yield slice;
    if (slice.length < SLICE) return;
  }
}

function keyOf(slice: readonly DeckPrice[]): string[] {
  const last = slice.at(-1);
  return [last?.direction ?? '', last?.prefix ?? '', last?.numberType ?? ANY];
}
