import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The places among the reservations that DIDWW keeps at once for the whole platform. */
export class BudgetDidwwReservations1795000312000 implements MigrationInterface {
  readonly name = 'BudgetDidwwReservations1795000312000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE numbering.didww_reservations (
      claim_id text PRIMARY KEY,
      reservation_id text CONSTRAINT didww_reservations_reservation_id UNIQUE,
      ends_at timestamptz NOT NULL)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE numbering.didww_reservations`);
  }
}
