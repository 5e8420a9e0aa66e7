import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Numbers events in the order of their commits, per account. Earlier events stay without a number, because numbering them
 * would rewrite the table under a lock: they precede all numbered ones.
 */
export class NumberEvents1795000730000 implements MigrationInterface {
  readonly name = 'NumberEvents1795000730000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE SEQUENCE webhooks.events_seq`);
    await db.query(`ALTER TABLE webhooks.events ADD COLUMN seq bigint`);
    await db.query(`ALTER TABLE webhooks.events ALTER COLUMN seq SET DEFAULT nextval('webhooks.events_seq')`);
    await db.query(`ALTER SEQUENCE webhooks.events_seq OWNED BY webhooks.events.seq`);
    await db.query(`CREATE INDEX events_tail ON webhooks.events (account_id, seq) WHERE seq IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhooks.events DROP COLUMN seq`);
  }
}
