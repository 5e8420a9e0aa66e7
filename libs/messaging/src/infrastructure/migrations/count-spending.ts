import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What messages cost by hour and country, for alerts. See docs/outbound.md#alerts. */
export class CountSpending1795021170100 implements MigrationInterface {
  readonly name = 'CountSpending1795021170100';

  async up(db: QueryRunner): Promise<void> {
    // A row changes with each message that is charged within its hour: neither index has what changes.
    await db.query(`CREATE TABLE messaging.spending_hours (
      account_id text NOT NULL,
      country text NOT NULL,
      hour timestamptz NOT NULL,
      cost_cents bigint NOT NULL,
      first_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, country, hour)) WITH (fillfactor = 70)`);
    await db.query(`CREATE INDEX spending_hours_by_hour ON messaging.spending_hours (hour, account_id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE messaging.spending_hours`);
  }
}
