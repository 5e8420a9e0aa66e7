import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was handed over to suppliers, and the numbers whose end users they register. Neither holds personal data. */
export class RegisterEndUsers1795000314000 implements MigrationInterface {
  readonly name = 'RegisterEndUsers1795000314000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE numbering.supplier_refs (
      supplier text NOT NULL,
      key text NOT NULL,
      ref text,
      attempts integer NOT NULL,
      leased_until timestamptz,
      stored_at timestamptz,
      PRIMARY KEY (supplier, key),
      CONSTRAINT supplier_refs_stored CHECK ((ref IS NULL) = (stored_at IS NULL)))`);
    await db.query(`CREATE TABLE numbering.registrations (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      number_id text NOT NULL,
      bundle_id text NOT NULL,
      supplier text NOT NULL,
      status text NOT NULL CONSTRAINT registrations_status
        CHECK (status IN ('open', 'registered', 'rejected', 'failed', 'withdrawn')),
      rejection_codes text[] NOT NULL,
      failed_attempts integer NOT NULL,
      last_error text,
      check_at timestamptz,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT registrations_number UNIQUE (number_id, bundle_id),
      CONSTRAINT registrations_open CHECK ((status = 'open') = (check_at IS NOT NULL)))`);
    await db.query(
      `CREATE INDEX registrations_due ON numbering.registrations (check_at, id) WHERE check_at IS NOT NULL`,
    );
    await db.query(`CREATE INDEX registrations_created_at ON numbering.registrations (status, created_at, id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE numbering.registrations, numbering.supplier_refs`);
  }
}
