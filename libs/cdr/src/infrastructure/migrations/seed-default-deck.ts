import type { MigrationInterface, QueryRunner } from 'typeorm';
import { INBOUND_RATES, OUTBOUND_RATES } from './default-deck';

const DECK_ID = 'deck_default';
/** Before any call, so that the deck applies until a later one does. */
const FOREVER = '2020-01-01T00:00:00Z';
const RATE_COLUMNS = `deck_id, direction, number_type, prefix, description, rate_per_minute_microcents, first_seconds,
  next_seconds, connection_fee_cents`;

export class SeedDefaultDeck1795000500001 implements MigrationInterface {
  readonly name = 'SeedDefaultDeck1795000500001';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `INSERT INTO cdr.rate_decks (id, name, status, effective_from, created_at, activated_at)
       VALUES ($1, 'Default', 'active', $2, $2, $2)`,
      [DECK_ID, FOREVER],
    );
    const outbound = OUTBOUND_RATES.map(([prefix, description, rate, first, next]) => ({
      direction: 'outbound',
      number_type: 'any',
      prefix,
      description,
      rate,
      first,
      next,
    }));
    const inbound = INBOUND_RATES.map(([numberType, prefix, description, rate]) => ({
      direction: 'inbound',
      number_type: numberType,
      prefix,
      description,
      rate,
      first: 1,
      next: 1,
    }));
    await db.query(
      `INSERT INTO cdr.rates (${RATE_COLUMNS})
       SELECT $1, direction, number_type, prefix, description, rate, first, next, 0
       FROM jsonb_to_recordset($2::jsonb) AS row(direction text, number_type text, prefix text, description text,
         rate bigint, first integer, next integer)`,
      [DECK_ID, JSON.stringify([...outbound, ...inbound])],
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM cdr.rates WHERE deck_id = $1`, [DECK_ID]);
    await db.query(`DELETE FROM cdr.rate_decks WHERE id = $1`, [DECK_ID]);
  }
}
