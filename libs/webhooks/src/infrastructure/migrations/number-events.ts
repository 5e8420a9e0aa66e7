import { alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Numbers events in the order of their commits, per account. Earlier events stay without a number, because numbering them
 * would rewrite the table under a lock: they precede all numbered ones.
 */
export class NumberEvents1795000730000 implements MigrationInterface {
  readonly name = 'NumberEvents1795000730000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `CREATE SEQUENCE IF NOT EXISTS webhooks.events_seq`,
      `ALTER TABLE webhooks.events ADD COLUMN IF NOT EXISTS seq bigint`,
      `ALTER TABLE webhooks.events ALTER COLUMN seq SET DEFAULT nextval('webhooks.events_seq')`,
      `ALTER SEQUENCE webhooks.events_seq OWNED BY webhooks.events.seq`,
    );
    await createIndex(db, {
      table: 'webhooks.events',
      name: 'events_tail',
      definition: '(account_id, seq) WHERE seq IS NOT NULL',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhooks.events DROP COLUMN seq`);
  }
}
