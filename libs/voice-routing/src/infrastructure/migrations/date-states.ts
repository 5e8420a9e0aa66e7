import { alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['voice.gateway_health', 'voice.carrier_health'] as const;

/** Keeps when a gateway or carrier got its state. Null for states from before, until they change. */
export class DateStates1795030310000 implements MigrationInterface {
  readonly name = 'DateStates1795030310000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await alter(db, `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS state_since timestamptz`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of TABLES) await db.query(`ALTER TABLE ${table} DROP COLUMN state_since`);
  }
}
