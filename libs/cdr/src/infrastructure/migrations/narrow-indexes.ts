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

const DROPPED = {
  cdrs_by_length: `(account_id, billable_duration_seconds, id)`,
  cdrs_by_cost: `(account_id, customer_total_cents, id)`,
  cdrs_of_e164: `(account_id, e164, started_at, id)`,
  cdrs_of_number: `(account_id, number_id, started_at, id)`,
  cdrs_of_trunk: `(account_id, sip_trunk_id, started_at, id) WHERE sip_trunk_id IS NOT NULL`,
  cdrs_of_profile: `(account_id, routing_profile_id, started_at, id) WHERE routing_profile_id IS NOT NULL`,
} as const;

/** Indexes every filter of CDRs, and orders answered and unanswered calls apart. See docs/cdrs.md#reading-cdrs. */
export class NarrowIndexes1795000504000 implements MigrationInterface {
  readonly name = 'NarrowIndexes1795000504000';
  readonly transaction = false;

  up(db: QueryRunner): Promise<void> {
    return exchange(db, CREATED, DROPPED);
  }

  down(db: QueryRunner): Promise<void> {
    return exchange(db, DROPPED, CREATED);
  }
}

async function exchange(
  db: QueryRunner,
  created: Readonly<Record<string, string>>,
  dropped: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, definition] of Object.entries(created))
    await createIndex(db, { table: 'cdr.cdrs', name, definition });
  for (const name of Object.keys(dropped)) await dropIndex(db, `cdr.${name}`);
}
