import { addConstraint, alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const DECKS = 'cdr.rate_decks';
const CHECKS = {
  rate_decks_kind: `kind IN ('voice', 'sms')`,
  rate_decks_mode: `mode IN ('full', 'delta')`,
  rate_decks_faultless: `status = 'draft' OR fault_count = 0`,
  rate_decks_dated: `status = 'draft' OR usable_from IS NOT NULL`,
};

/**
 * Lets operators upload and activate decks: a deck knows its kind, its carrier if its prices are a carrier's, and the faults of
 * its file. `cdr.deck_activations` says which default deck is in force when, and which deck of each carrier; the decks that were
 * active keep their times. Processes of release 0.2.0 price calls by the active deck with the latest `effective_from`, also by that
 * of a carrier, so later decks have `usable_from` only.
 */
export class KeepDecks1795020700000 implements MigrationInterface {
  readonly name = 'KeepDecks1795020700000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE ${DECKS} ADD COLUMN IF NOT EXISTS kind text NOT NULL DEFAULT 'voice',
         ADD COLUMN IF NOT EXISTS carrier_id text,
         ADD COLUMN IF NOT EXISTS mode text NOT NULL DEFAULT 'full',
         ADD COLUMN IF NOT EXISTS base_deck_id text,
         ADD COLUMN IF NOT EXISTS row_count integer NOT NULL DEFAULT 0,
         ADD COLUMN IF NOT EXISTS fault_count integer NOT NULL DEFAULT 0,
         ADD COLUMN IF NOT EXISTS faults jsonb NOT NULL DEFAULT '[]',
         ADD COLUMN IF NOT EXISTS usable_from timestamptz,
         ADD COLUMN IF NOT EXISTS draft_since timestamptz NOT NULL DEFAULT now(),
         ALTER COLUMN effective_from DROP NOT NULL`,
      `COMMENT ON COLUMN ${DECKS}.usable_from IS 'since when the deck may be assigned to accounts'`,
      `COMMENT ON COLUMN ${DECKS}.effective_from IS 'read by processes of release 0.2.0 only'`,
      `CREATE TABLE IF NOT EXISTS cdr.deck_activations (
         id text PRIMARY KEY,
         deck_id text NOT NULL REFERENCES ${DECKS},
         kind text NOT NULL,
         carrier_id text,
         effective_from timestamptz NOT NULL,
         created_at timestamptz NOT NULL,
         ended_at timestamptz)`,
      `COMMENT ON COLUMN cdr.deck_activations.ended_at IS 'when it was withdrawn or rolled back; that of another deck does not end it'`,
      `CREATE INDEX IF NOT EXISTS deck_activations_in_force ON cdr.deck_activations
         (kind, carrier_id, effective_from DESC, created_at DESC, id DESC) WHERE ended_at IS NULL`,
      `CREATE TABLE IF NOT EXISTS cdr.account_prices (
         account_id text PRIMARY KEY,
         rate_deck_id text REFERENCES ${DECKS},
         discount_pct integer NOT NULL DEFAULT 0 CONSTRAINT account_prices_discount CHECK (discount_pct BETWEEN 0 AND 90),
         updated_at timestamptz NOT NULL)`,
      `INSERT INTO cdr.deck_activations (id, deck_id, kind, effective_from, created_at)
         SELECT id, id, kind, effective_from, activated_at FROM ${DECKS} WHERE status = 'active'
         ON CONFLICT (id) DO NOTHING`,
    );
    await db.query(`UPDATE ${DECKS} d SET row_count = (SELECT count(*) FROM cdr.rates r WHERE r.deck_id = d.id),
      usable_from = effective_from`);
    for (const [name, condition] of Object.entries(CHECKS))
      await addConstraint(db, { table: DECKS, name, definition: `CHECK (${condition})` });
    await createIndex(db, {
      table: DECKS,
      name: 'rate_decks_by_creation',
      definition: '(created_at, id)',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE cdr.account_prices, cdr.deck_activations`);
    await db.query(`ALTER TABLE ${DECKS} DROP COLUMN kind, DROP COLUMN carrier_id, DROP COLUMN mode,
      DROP COLUMN base_deck_id, DROP COLUMN row_count, DROP COLUMN fault_count, DROP COLUMN faults, DROP COLUMN usable_from,
      DROP COLUMN draft_since`);
  }
}
