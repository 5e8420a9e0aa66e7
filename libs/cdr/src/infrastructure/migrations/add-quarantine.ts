import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores rows that cannot be booked, and lists CDRs with an estimated leg. */
export class AddQuarantine1795000502000 implements MigrationInterface {
  readonly name = 'AddQuarantine1795000502000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE cdr.quarantine (
      id text PRIMARY KEY,
      row_key text NOT NULL CONSTRAINT quarantine_row UNIQUE,
      state text NOT NULL DEFAULT 'open' CONSTRAINT quarantine_state CHECK (state IN ('open', 'booked', 'discarded')),
      reason text NOT NULL,
      fields jsonb NOT NULL,
      account_id text,
      decision_id text,
      switch_id text,
      call_id text,
      sealed_row text NOT NULL,
      times_received integer NOT NULL DEFAULT 1,
      received_at timestamptz NOT NULL,
      last_received_at timestamptz NOT NULL,
      cdr_id text,
      resolved_at timestamptz,
      resolved_by text,
      resolution_reason text,
      CONSTRAINT quarantine_resolved CHECK ((state = 'open') = (resolved_at IS NULL)),
      CONSTRAINT quarantine_booked CHECK ((state = 'booked') = (cdr_id IS NOT NULL)))`);
    await db.query(`CREATE INDEX quarantine_by_receipt ON cdr.quarantine (received_at, id)`);
    await db.query(`CREATE INDEX quarantine_open ON cdr.quarantine (received_at, id) WHERE state = 'open'`);
    await db.query(`CREATE INDEX quarantine_open_calls ON cdr.quarantine (decision_id) WHERE state = 'open'`);
    await db.query(`ALTER TABLE cdr.cdrs ADD COLUMN estimated_leg boolean NOT NULL DEFAULT false`);
    // A table, since building a partial index would read every CDR while calls wait to be written.
    await db.query(`CREATE TABLE cdr.estimated_legs (
      cdr_id text PRIMARY KEY,
      account_id text NOT NULL,
      created_at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX estimated_legs_by_writing ON cdr.estimated_legs (created_at, cdr_id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE cdr.quarantine, cdr.estimated_legs`);
    await db.query(`ALTER TABLE cdr.cdrs DROP COLUMN estimated_leg`);
  }
}
