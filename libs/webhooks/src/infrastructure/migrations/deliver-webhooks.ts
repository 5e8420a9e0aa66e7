import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until now the tables of endpoints and deliveries were empty. */
export class DeliverWebhooks1795000710000 implements MigrationInterface {
  readonly name = 'DeliverWebhooks1795000710000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhooks.endpoints
      ADD COLUMN deleted_at timestamptz,
      ADD CONSTRAINT endpoints_disabled_reason CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)
        AND disabled_reason IN ('requested', 'gone', 'failures')),
      ADD CONSTRAINT endpoints_deleted CHECK (deleted_at IS NULL OR status = 'disabled')`);
    // Every new delivery would lock its endpoint's row, which each outcome updates. Endpoints are removed after their
    // deliveries.
    await db.query(`ALTER TABLE webhooks.deliveries DROP CONSTRAINT deliveries_endpoint_id_fkey`);
    await db.query(`ALTER TABLE webhooks.deliveries
      ADD COLUMN test_data jsonb,
      ADD COLUMN attempt_count integer NOT NULL DEFAULT 0,
      ADD COLUMN cycle_attempts integer NOT NULL DEFAULT 0,
      ADD COLUMN cycle_started_at timestamptz,
      ADD COLUMN leased_until timestamptz,
      ADD CONSTRAINT deliveries_test CHECK (is_test = (test_data IS NOT NULL))`);
    await db.query(`DROP INDEX webhooks.deliveries_due`);
    await db.query(`CREATE INDEX deliveries_due ON webhooks.deliveries (endpoint_id, next_attempt_at, id)
      WHERE status = 'pending'`);
    await db.query(`CREATE INDEX deliveries_created_at ON webhooks.deliveries USING brin (created_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX webhooks.deliveries_created_at`);
    await db.query(`DROP INDEX webhooks.deliveries_due`);
    await db.query(`CREATE INDEX deliveries_due ON webhooks.deliveries (next_attempt_at) WHERE status = 'pending'`);
    await db.query(`ALTER TABLE webhooks.deliveries DROP CONSTRAINT deliveries_test, DROP COLUMN leased_until,
      DROP COLUMN cycle_started_at, DROP COLUMN cycle_attempts, DROP COLUMN attempt_count, DROP COLUMN test_data`);
    await db.query(`ALTER TABLE webhooks.deliveries ADD CONSTRAINT deliveries_endpoint_id_fkey
      FOREIGN KEY (endpoint_id) REFERENCES webhooks.endpoints (id) ON DELETE CASCADE`);
    await db.query(`ALTER TABLE webhooks.endpoints DROP CONSTRAINT endpoints_deleted,
      DROP CONSTRAINT endpoints_disabled_reason, DROP COLUMN deleted_at`);
  }
}
