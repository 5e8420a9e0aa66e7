import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from '../online/indexes';

/** Finds mails that wait without a scan of those that were sent. */
export class IndexWaitingMails1795008000000 implements MigrationInterface {
  readonly name = 'IndexWaitingMails1795008000000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const definition = `(created_at) WHERE status = 'waiting'`;
    await createIndex(db, { table: 'platform.mails', name: 'mails_waiting', definition });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX platform.mails_waiting`);
  }
}
