import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rules by which each table's old rows were last deleted, and how many rows wait for the operator's confirmation. */
export class AskBeforeDeleting1795003203000 implements MigrationInterface {
  readonly name = 'AskBeforeDeleting1795003203000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE platform.retentions (
      table_name text PRIMARY KEY,
      followed text,
      waiting_rows bigint NOT NULL)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE platform.retentions`);
  }
}
