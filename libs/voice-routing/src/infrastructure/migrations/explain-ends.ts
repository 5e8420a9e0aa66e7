import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores why an operator has ended a call. */
export class ExplainEnds1795003210000 implements MigrationInterface {
  readonly name = 'ExplainEnds1795003210000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.calls ADD COLUMN end_reason text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.calls DROP COLUMN end_reason`);
  }
}
