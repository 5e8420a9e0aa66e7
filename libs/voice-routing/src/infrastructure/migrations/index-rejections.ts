import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  decisions_rejected_for_e164: 'e164',
  decisions_rejected_for_trunk: 'sip_trunk_id',
  decisions_rejected_for_reason: 'rejection',
} as const;

/**
 * Lets the list of rejected calls by number, trunk or reason read only those that match. Filtered in the index of all rejections of the
 * account, an account with a million of them waited for a second. Only rejections are written to these indexes.
 */
export class IndexRejections1795022010000 implements MigrationInterface {
  readonly name = 'IndexRejections1795022010000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, column] of Object.entries(INDEXES))
      await createIndex(db, {
        table: 'voice.decisions',
        name,
        definition: `(rejected_for, ${column}, created_at, id) WHERE rejected_for IS NOT NULL`,
      });
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await dropIndex(db, `voice.${name}`);
  }
}
