import { createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const WHERE = 'WHERE rejected_for IS NOT NULL';

export const REJECTED_FOR = {
  table: 'voice.decisions',
  name: 'decisions_rejected_for',
  definition: `(rejected_for, created_at, id, rejection, e164, sip_trunk_id, direction) ${WHERE}`,
};

/**
 * Lets the list of rejected calls be filtered in its index. A filter that few of an account's rejections match reads the entries of
 * 30 days, and no decisions.
 */
export class FilterRejections1795021011000 implements MigrationInterface {
  readonly name = 'FilterRejections1795021011000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndex(db, REJECTED_FOR);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX voice.decisions_rejected_for`);
    await db.query(`CREATE INDEX decisions_rejected_for ON voice.decisions (rejected_for, created_at, id) ${WHERE}`);
  }
}
