import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps what carriers send and cannot be read. */
export class KeepUnreadablePdus1795021110000 implements MigrationInterface {
  readonly name = 'KeepUnreadablePdus1795021110000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE messaging.unreadable_pdus (
      id text PRIMARY KEY,
      carrier_id text NOT NULL,
      received_at timestamptz NOT NULL,
      reason text NOT NULL,
      octets_sealed text NOT NULL)`);
    await db.query(`CREATE INDEX unreadable_pdus_page ON messaging.unreadable_pdus (received_at, id)`);
    await db.query(
      `CREATE INDEX unreadable_pdus_of_carrier ON messaging.unreadable_pdus (carrier_id, received_at, id)`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE messaging.unreadable_pdus`);
  }
}
