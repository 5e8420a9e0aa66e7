import { alter, createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const EXPORTS = 'exports.exports';
const USE = {
  table: EXPORTS,
  name: 'exports_use',
  definition: `(account_id) WHERE status IN ('pending', 'running', 'completed')`,
};

/** Counts the failures of exports apart from their attempts, and finds what the exports of an account take up. */
export class CountExportFailures1795021800000 implements MigrationInterface {
  readonly name = 'CountExportFailures1795021800000';
  /** The index is built while exports are created. */
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE ${EXPORTS} ADD COLUMN IF NOT EXISTS failures integer NOT NULL DEFAULT 0`);
    await createIndex(db, USE);
    await dropIndex(db, 'exports.exports_open');
  }

  async down(db: QueryRunner): Promise<void> {
    await createIndex(db, {
      table: EXPORTS,
      name: 'exports_open',
      definition: `(account_id, created_at) WHERE status IN ('pending', 'running')`,
    });
    await dropIndex(db, `exports.${USE.name}`);
    await alter(db, `ALTER TABLE ${EXPORTS} DROP COLUMN failures`);
  }
}
