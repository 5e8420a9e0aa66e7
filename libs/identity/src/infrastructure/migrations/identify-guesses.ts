import { addPrimaryKey, alter, backfillWhere, setNotNull } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['password_failures', 'guessed_addresses'] as const;

/** Gives the two tables without a primary key one, which logical replication needs. */
export class IdentifyGuesses1795003202000 implements MigrationInterface {
  readonly name = 'IdentifyGuesses1795003202000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const name of TABLES) {
      const table = `identity.${name}`;
      // The default comes after the column, so that existing rows are not rewritten under a lock.
      await alter(
        db,
        `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS id uuid`,
        `ALTER TABLE ${table} ALTER COLUMN id SET DEFAULT gen_random_uuid()`,
      );
      await backfillWhere(db, { step: `ids of ${name}`, table, condition: 'id IS NULL', set: 'id = DEFAULT' });
      await setNotNull(db, table, 'id');
      await addPrimaryKey(db, { table, name: `${name}_pkey`, columns: 'id' });
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of TABLES) await db.query(`ALTER TABLE identity.${name} DROP COLUMN id`);
  }
}
