import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An account's live numbers in the order in which they are locked, when all of them follow it. */
export class IndexNumbersByAccount1795000301000 implements MigrationInterface {
  readonly name = 'IndexNumbersByAccount1795000301000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX phone_numbers_account ON numbering.phone_numbers (account_id, id)
      WHERE status <> 'released'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX numbering.phone_numbers_account`);
  }
}
