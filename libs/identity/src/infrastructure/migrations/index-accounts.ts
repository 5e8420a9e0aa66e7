import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators look for accounts by what they know of them. */
export class IndexAccounts1795000108000 implements MigrationInterface {
  readonly name = 'IndexAccounts1795000108000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX accounts_created_at ON identity.accounts (created_at, id)`);
    await db.query(`CREATE INDEX accounts_by_status ON identity.accounts (status, created_at, id)`);
    await db.query(`CREATE INDEX accounts_by_tier ON identity.accounts (tier, created_at, id)`);
    await db.query(`CREATE INDEX accounts_name ON identity.accounts (lower(name) text_pattern_ops)`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of ['name', 'by_tier', 'by_status', 'created_at']) {
      await db.query(`DROP INDEX identity.accounts_${name}`);
    }
  }
}
