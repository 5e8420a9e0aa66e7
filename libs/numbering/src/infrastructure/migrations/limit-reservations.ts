import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The numbers that each account has reserved at suppliers, so that no account reserves more than its limit. A number
 * has one row per account, however many of its carts hold it.
 */
export class LimitReservations1795000310000 implements MigrationInterface {
  readonly name = 'LimitReservations1795000310000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE numbering.reservations (
      account_id text NOT NULL,
      e164 text NOT NULL,
      claim_id text NOT NULL CONSTRAINT reservations_claim_id UNIQUE,
      status text NOT NULL CONSTRAINT reservations_status
        CHECK (status IN ('claimed', 'reserved', 'unknown', 'ending')),
      ends_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, e164))`);
    await db.query(`CREATE INDEX reservations_ended ON numbering.reservations (ends_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE numbering.reservations`);
  }
}
