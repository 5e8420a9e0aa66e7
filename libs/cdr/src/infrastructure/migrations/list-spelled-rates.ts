import { canonicalPrefix } from '@trunkline/kernel';
import { respell } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface RateRow {
  /** The primary key as a JSON array. */
  readonly id: string;
  readonly deck_id: string;
  readonly prefix: string;
}

/**
 * Lists prices that no number in canonical form matches. They are not changed: the price of the canonical prefix can be in
 * the same deck. See docs/operations.md#number-spellings.
 */
export class ListSpelledRates1795004000500 implements MigrationInterface {
  readonly name = 'ListSpelledRates1795004000500';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await respell<RateRow>(db, {
      step: 'prefixes of prices',
      select: `SELECT json_build_array(deck_id, direction, prefix, number_type)::text AS id, deck_id, prefix FROM cdr.rates
        WHERE $1 = '' OR (deck_id, direction, prefix, number_type) > (nullif($1, '')::json->>0, nullif($1, '')::json->>1,
          nullif($1, '')::json->>2, nullif($1, '')::json->>3)
        ORDER BY rates.deck_id, direction, rates.prefix, number_type LIMIT $2`,
      respell: ({ deck_id: subject, prefix: value }) => {
        const canonical = canonicalPrefix(`+${value}`).slice(1);
        return Promise.resolve(
          canonical === value ? [] : [{ accountId: null, subject, field: 'prefix', value, canonical }],
        );
      },
    });
  }

  async down(): Promise<void> {
    // The list goes with its table.
  }
}
