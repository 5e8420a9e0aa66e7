import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['gateway_health', 'carrier_health'] as const;

/** Keeps failed calls of gateways and carriers, which count only together. A state may be undecided. */
export class WeighEvidence1795010122000 implements MigrationInterface {
  readonly name = 'WeighEvidence1795010122000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const name of TABLES) {
      const table = `voice.${name}`;
      await alter(
        db,
        `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS failed_calls timestamptz[] NOT NULL DEFAULT '{}'`,
        `ALTER TABLE ${table} ALTER COLUMN last_probe_at DROP NOT NULL`,
        `COMMENT ON COLUMN ${table}.failed_calls IS 'The latest failed calls since the last success or probe'`,
      );
      const definition = `CHECK (state IN ('up', 'down', 'unknown'))`;
      await addConstraint(db, { table, name: `${name}_state`, definition });
    }
    await alter(
      db,
      `ALTER TABLE voice.gateway_health ALTER COLUMN consecutive_failures SET DEFAULT 0`,
      `COMMENT ON COLUMN voice.gateway_health.consecutive_failures IS 'Not used any more. Goes with the next release'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of TABLES) {
      await db.query(`DELETE FROM voice.${name} WHERE state = 'unknown' OR last_probe_at IS NULL`);
      await db.query(`ALTER TABLE voice.${name} DROP CONSTRAINT ${name}_state`);
      await db.query(`ALTER TABLE voice.${name} DROP COLUMN failed_calls, ALTER COLUMN last_probe_at SET NOT NULL,
        ADD CONSTRAINT ${name}_state CHECK (state IN ('up', 'down'))`);
    }
    await db.query(`ALTER TABLE voice.gateway_health ALTER COLUMN consecutive_failures DROP DEFAULT`);
  }
}
