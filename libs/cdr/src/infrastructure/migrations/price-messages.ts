import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MESSAGE_DECK } from './message-deck-table';

const DECK = 'deck_messages';
/** Before any message. */
const FOREVER = '2020-01-01T00:00:00Z';
const ACCOUNT_PRICES = 'cdr.account_prices';

interface SeededPrice {
  readonly prefix: string;
  readonly description: string;
  /** Micro-cents per segment. */
  readonly rate: number;
}

/** The prices of the deck. See docs/prices.md#messages. */
export function messagePrices(): SeededPrice[] {
  return MESSAGE_DECK.trim()
    .split('\n')
    .flatMap((line) => {
      const [description = '', rate, prefixes = ''] = line.split('|');
      return prefixes.split(' ').map((prefix) => ({ prefix, description, rate: Number(rate) }));
    });
}

const ADD_DECK = `INSERT INTO cdr.rate_decks (id, name, kind, mode, status, row_count, usable_from, created_at, activated_at)
  VALUES ($1, 'Messages', 'sms', 'full', 'active', $2, $3, $3, $3) ON CONFLICT (id) DO NOTHING`;

const ADD_PRICES = `INSERT INTO cdr.rates (deck_id, direction, number_type, prefix, description, rate_per_minute_microcents,
    first_seconds, next_seconds, connection_fee_cents)
  SELECT $2, 'outbound', 'any', prefix, description, rate, 1, 1, 0
  FROM jsonb_to_recordset($1::jsonb) AS row(prefix text, description text, rate bigint) ON CONFLICT DO NOTHING`;

/** The first default deck, before every one that an operator has activated. */
const ACTIVATE = `INSERT INTO cdr.deck_activations (id, deck_id, kind, effective_from, created_at)
  VALUES ($1, $1, 'sms', $2, $2) ON CONFLICT (id) DO NOTHING`;

/** Prices messages to every country, and lets an account have a deck of its own for messages. */
export class PriceMessages1795021130000 implements MigrationInterface {
  readonly name = 'PriceMessages1795021130000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const prices = messagePrices();
    await db.query(ADD_DECK, [DECK, prices.length, FOREVER]);
    await db.query(ADD_PRICES, [JSON.stringify(prices), DECK]);
    await db.query(ACTIVATE, [DECK, FOREVER]);
    await alter(db, `ALTER TABLE ${ACCOUNT_PRICES} ADD COLUMN IF NOT EXISTS sms_rate_deck_id text`);
    const definition = 'FOREIGN KEY (sms_rate_deck_id) REFERENCES cdr.rate_decks';
    await addConstraint(db, { table: ACCOUNT_PRICES, name: 'account_prices_sms_rate_deck', definition });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE ${ACCOUNT_PRICES} DROP COLUMN sms_rate_deck_id`);
    await db.query(`DELETE FROM cdr.deck_activations WHERE deck_id = $1`, [DECK]);
    await db.query(`DELETE FROM cdr.rates WHERE deck_id = $1`, [DECK]);
    await db.query(`DELETE FROM cdr.rate_decks WHERE id = $1`, [DECK]);
  }
}
