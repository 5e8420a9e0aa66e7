import { alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = {
  // WatchDecisions: the real time at which a decision was stored, and since when its CDR has been overdue.
  stored_at: 'timestamptz',
  overdue_at: 'timestamptz',
  // NameNodes: the process of the switch.
  node: `text NOT NULL DEFAULT ''`,
  // IdentifyCallers: who calls.
  caller_withheld: 'boolean NOT NULL DEFAULT false',
  attestation: 'text',
  verification: 'text',
  withheld_identity_sealed: 'text',
  source_port: 'integer',
  transport: 'text',
  // RankCarriers: what the carrier of an inbound call charges for it.
  cost: 'jsonb',
  // ListRejections: the rule that has rejected a call, and the account that sees it.
  rejection: 'text',
  rejected_for: 'text',
};

/**
 * Adds all columns that decisions have received since release 0.2.0, whose processes read decisions with all columns by a
 * prepared statement: each change of the columns makes it fail once on each of their connections. See docs/operations.md#upgrade.
 */
export class WidenDecisions1795000404000 implements MigrationInterface {
  readonly name = 'WidenDecisions1795000404000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const added = Object.entries(COLUMNS).map(([name, type]) => `ADD COLUMN IF NOT EXISTS ${name} ${type}`);
    await alter(
      db,
      `ALTER TABLE voice.decisions ${added.join(', ')}`,
      // In a separate statement, so that existing rows are not rewritten.
      `ALTER TABLE voice.decisions ALTER COLUMN stored_at SET DEFAULT clock_timestamp()`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    const dropped = Object.keys(COLUMNS).map((name) => `DROP COLUMN ${name}`);
    await db.query(`ALTER TABLE voice.decisions ${dropped.join(', ')}`);
  }
}
