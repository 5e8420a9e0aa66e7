import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { COVERING } from './cover-filters';
import { PAIRED } from './index-pairs';

/**
 * Two later migrations define most of these anew. An upgrade builds each only once: as they will be. Unanswered calls last 0
 * seconds and are free, so one index orders them by length and by cost. Without a sort key, equal values share an entry: such an
 * index is a tenth of the size. The planner reads the one that selects the fewest CDRs, and checks the other filters in the table.
 */
const CREATED = {
  ...COVERING,
  ...PAIRED,
  cdrs_with_profile: `(account_id, routing_profile_id) WHERE routing_profile_id IS NOT NULL`,
  cdrs_with_code: `(account_id, sip_response_code) WHERE sip_response_code IS NOT NULL`,
};

/** Indexes every filter of CDRs, and orders answered and unanswered calls apart. See docs/cdrs.md#reading-cdrs. */
export class NarrowIndexes1795000504000 implements MigrationInterface {
  readonly name = 'NarrowIndexes1795000504000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(CREATED))
      await createIndex(db, { table: 'cdr.cdrs', name, definition });
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(CREATED)) await dropIndex(db, `cdr.${name}`);
  }
}
