import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const HOLDS = 'billing.holds';

/** Pages of open holds in their order: a wholesale account may hold money for tens of thousands of messages. */
export class ListHolds1795021170200 implements MigrationInterface {
  readonly name = 'ListHolds1795021170200';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndex(db, {
      table: HOLDS,
      name: 'holds_page',
      definition: `(account_id, created_at, id) WHERE status = 'open'`,
    });
    // Its only column is the first one of the new index.
    await dropIndex(db, 'billing.holds_open');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX holds_open ON ${HOLDS} (account_id) WHERE status = 'open'`);
    await db.query(`DROP INDEX billing.holds_page`);
  }
}
