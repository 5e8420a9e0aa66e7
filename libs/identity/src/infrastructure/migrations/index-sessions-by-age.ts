import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For pruning. The time of creation never changes, so that the note of a use still rewrites no index (HOT). */
export class IndexSessionsByAge1795000109001 implements MigrationInterface {
  readonly name = 'IndexSessionsByAge1795000109001';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX sessions_created_at ON identity.sessions (created_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX identity.sessions_created_at`);
  }
}
