import type { MigrationInterface, QueryRunner } from 'typeorm';

const LIVE = `status <> 'released'`;
const IN_ORDER = 'assigned_at, id';

/**
 * An index per filter of GET /numbers, in the order of its page: what an account has few of is found without walking
 * through all that it has. Digits within a number are found by trigrams, within the account.
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
  // Without a list of pending entries, which every search would have to read through.
  phone_numbers_digits: `USING gin (account_id, e164 gin_trgm_ops) WITH (fastupdate = off)`,
};

export class IndexNumberFilters1795000306000 implements MigrationInterface {
  readonly name = 'IndexNumberFilters1795000306000';

  async up(db: QueryRunner): Promise<void> {
    // Both are trusted extensions: a role that may create objects in this database may create them.
    await db.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
    await db.query(`CREATE EXTENSION IF NOT EXISTS btree_gin`);
    for (const [name, rest] of Object.entries(INDEXES)) {
      await db.query(`CREATE INDEX ${name} ON numbering.phone_numbers ${rest}`);
    }
  }

  // The extensions stay: they may have been there before, and others may use them.
  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await db.query(`DROP INDEX numbering.${name}`);
  }
}
