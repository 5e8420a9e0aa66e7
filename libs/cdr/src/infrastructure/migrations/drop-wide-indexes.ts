import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const WIDE = {
  cdrs_by_length: `(account_id, billable_duration_seconds, id)`,
  cdrs_by_cost: `(account_id, customer_total_cents, id)`,
  cdrs_of_e164: `(account_id, e164, started_at, id)`,
  cdrs_of_number: `(account_id, number_id, started_at, id)`,
  cdrs_of_trunk: `(account_id, sip_trunk_id, started_at, id) WHERE sip_trunk_id IS NOT NULL`,
  cdrs_of_profile: `(account_id, routing_profile_id, started_at, id) WHERE routing_profile_id IS NOT NULL`,
};

/**
 * Drops the indexes that `NarrowIndexes` has replaced. The last migration of all: processes of the previous release still read
 * them, and an upgrade replaces those as soon as it has migrated.
 */
export class DropWideIndexes1795008900000 implements MigrationInterface {
  readonly name = 'DropWideIndexes1795008900000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(WIDE)) await dropIndex(db, `cdr.${name}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(WIDE))
      await createIndex(db, { table: 'cdr.cdrs', name, definition });
  }
}
