import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const LIVE = `status <> 'released'`;
const IN_ORDER = 'assigned_at, id';

/**
 * An index per filter of GET /numbers, in the order of its page: what an account has few of is found without walking
 * through all that it has.
 */
const INDEXES = {
  phone_numbers_country: `(account_id, country, ${IN_ORDER}) WHERE ${LIVE}`,
  // Those of a country stand together in the order of their numbers, far from its beginning.
  phone_numbers_country_e164: `(account_id, country, e164, id) WHERE ${LIVE}`,
  phone_numbers_type: `(account_id, number_type, ${IN_ORDER}) WHERE ${LIVE}`,
  phone_numbers_halted: `(account_id, status, ${IN_ORDER}) WHERE status IN ('pending_documents', 'suspended')`,
  phone_numbers_unrouted: `(account_id, ${IN_ORDER})
    WHERE ${LIVE} AND trunk_id IS NULL AND routing_profile_id IS NULL`,
  phone_numbers_past_due: `(account_id, ${IN_ORDER}) WHERE failed_billing_attempts > 0 AND status = 'active'`,
  phone_numbers_leaving: `(account_id, ${IN_ORDER}) WHERE ${LIVE} AND release_scheduled_at IS NOT NULL`,
};

export class IndexNumberFilters1795000306000 implements MigrationInterface {
  readonly name = 'IndexNumberFilters1795000306000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES))
      await createIndex(db, { table: 'numbering.phone_numbers', name, definition });
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await dropIndex(db, `numbering.${name}`);
  }
}
