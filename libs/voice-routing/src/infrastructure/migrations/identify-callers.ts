import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds who calls to decisions, the default caller ID of trunks, and which carriers receive the identity of callers. */
export class IdentifyCallers1795011000000 implements MigrationInterface {
  readonly name = 'IdentifyCallers1795011000000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE voice.decisions ADD COLUMN IF NOT EXISTS caller_withheld boolean NOT NULL DEFAULT false,
        ADD COLUMN IF NOT EXISTS attestation text, ADD COLUMN IF NOT EXISTS verification text,
        ADD COLUMN IF NOT EXISTS withheld_identity_sealed text,
        ADD COLUMN IF NOT EXISTS source_port integer, ADD COLUMN IF NOT EXISTS transport text`,
    );
    await alter(db, `ALTER TABLE voice.sip_trunks ADD COLUMN IF NOT EXISTS default_caller_id text`);
    await alter(db, `ALTER TABLE voice.carriers ADD COLUMN IF NOT EXISTS send_identity boolean NOT NULL DEFAULT false`);
    const checks = {
      decisions_attestation: `attestation IN ('A', 'B', 'C')`,
      decisions_verification: `verification IN ('passed', 'failed', 'none')`,
    };
    for (const [name, check] of Object.entries(checks))
      await addConstraint(db, { table: 'voice.decisions', name, definition: `CHECK (${check})` });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.decisions DROP COLUMN caller_withheld, DROP COLUMN attestation,
      DROP COLUMN verification, DROP COLUMN withheld_identity_sealed, DROP COLUMN source_port, DROP COLUMN transport`);
    await db.query(`ALTER TABLE voice.sip_trunks DROP COLUMN default_caller_id`);
    await db.query(`ALTER TABLE voice.carriers DROP COLUMN send_identity`);
  }
}
