import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHECKS = {
  decisions_attestation: `attestation IN ('A', 'B', 'C')`,
  decisions_verification: `verification IN ('passed', 'failed', 'none')`,
};

/**
 * Adds the default caller ID of trunks, and which carriers receive the identity of callers. `WidenDecisions` has added who calls to
 * decisions.
 */
export class IdentifyCallers1795011000000 implements MigrationInterface {
  readonly name = 'IdentifyCallers1795011000000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE voice.sip_trunks ADD COLUMN IF NOT EXISTS default_caller_id text`);
    await alter(db, `ALTER TABLE voice.carriers ADD COLUMN IF NOT EXISTS send_identity boolean NOT NULL DEFAULT false`);
    for (const [name, check] of Object.entries(CHECKS))
      await addConstraint(db, { table: 'voice.decisions', name, definition: `CHECK (${check})` });
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(CHECKS)) await db.query(`ALTER TABLE voice.decisions DROP CONSTRAINT ${name}`);
    await db.query(`ALTER TABLE voice.sip_trunks DROP COLUMN default_caller_id`);
    await db.query(`ALTER TABLE voice.carriers DROP COLUMN send_identity`);
  }
}
