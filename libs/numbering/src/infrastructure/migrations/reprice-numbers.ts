import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NUMBERS = 'numbering.phone_numbers';

/** Adds changes of the prices of sold numbers. */
export class RepriceNumbers1795020764000 implements MigrationInterface {
  readonly name = 'RepriceNumbers1795020764000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE numbering.repricings (
      id text PRIMARY KEY,
      account_id text,
      supplier text,
      country text,
      number_type text,
      effective_at timestamptz NOT NULL,
      status text NOT NULL CONSTRAINT repricings_status
        CHECK (status IN ('running', 'completed', 'withdrawing', 'withdrawn')),
      rules jsonb NOT NULL,
      after_account_id text NOT NULL,
      after_number_id text NOT NULL,
      notice jsonb NOT NULL,
      changed_count integer NOT NULL,
      withdrawn_count integer NOT NULL,
      created_at timestamptz NOT NULL,
      completed_at timestamptz,
      CONSTRAINT repricings_completed CHECK ((status IN ('completed', 'withdrawn')) = (completed_at IS NOT NULL)))`);
    await db.query(`CREATE INDEX repricings_created ON numbering.repricings (created_at, id)`);
    await db.query(
      `CREATE INDEX repricings_open ON numbering.repricings (id) WHERE status IN ('running', 'withdrawing')`,
    );
    await db.query(`ALTER TABLE ${NUMBERS}
      ADD COLUMN next_monthly_price_cents bigint, ADD COLUMN price_changes_at timestamptz, ADD COLUMN repricing_id text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE ${NUMBERS}
      DROP COLUMN next_monthly_price_cents, DROP COLUMN price_changes_at, DROP COLUMN repricing_id`);
    await db.query(`DROP TABLE numbering.repricings`);
  }
}

const INDEXES = {
  phone_numbers_price_changing: `(account_id, assigned_at, id) WHERE status <> 'released' AND price_changes_at IS NOT NULL`,
  phone_numbers_repricing: `(repricing_id, account_id, id) WHERE status <> 'released' AND repricing_id IS NOT NULL`,
};

/** The numbers whose price changes: of an account, and of a repricing. */
export class IndexRepricedNumbers1795020765000 implements MigrationInterface {
  readonly name = 'IndexRepricedNumbers1795020765000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES))
      await createIndex(db, { table: NUMBERS, name, definition });
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await dropIndex(db, `numbering.${name}`);
  }
}

/** Adds the repricings that a later one has replaced, so that its withdrawal restores them. */
export class KeepRepricings1795021000000 implements MigrationInterface {
  readonly name = 'KeepRepricings1795021000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE ${NUMBERS} ADD COLUMN repricing_ids text[] NOT NULL DEFAULT '{}'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE ${NUMBERS} DROP COLUMN repricing_ids`);
  }
}
