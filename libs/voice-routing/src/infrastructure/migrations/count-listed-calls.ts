import { alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds how many calls the parts of a heartbeat have listed, to compare it with the number that the switch states. */
export class CountListedCalls1795010553000 implements MigrationInterface {
  readonly name = 'CountListedCalls1795010553000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE voice.switch_nodes ADD COLUMN IF NOT EXISTS calls_listed integer NOT NULL DEFAULT 0`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.switch_nodes DROP COLUMN calls_listed`);
  }
}
