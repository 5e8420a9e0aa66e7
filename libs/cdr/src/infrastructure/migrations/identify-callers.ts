import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to CDRs whether the caller withheld its number, and how it was attested and verified. */
export class IdentifyCallersOfCdrs1795011001000 implements MigrationInterface {
  readonly name = 'IdentifyCallersOfCdrs1795011001000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE cdr.cdrs ADD COLUMN IF NOT EXISTS caller_withheld boolean NOT NULL DEFAULT false,
        ADD COLUMN IF NOT EXISTS attestation text, ADD COLUMN IF NOT EXISTS verification text`,
    );
    const checks = {
      cdrs_attestation: `attestation IN ('A', 'B', 'C')`,
      cdrs_verification: `verification IN ('passed', 'failed', 'none')`,
    };
    for (const [name, check] of Object.entries(checks))
      await addConstraint(db, { table: 'cdr.cdrs', name, definition: `CHECK (${check})` });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE cdr.cdrs DROP COLUMN caller_withheld, DROP COLUMN attestation, DROP COLUMN verification`,
    );
  }
}
