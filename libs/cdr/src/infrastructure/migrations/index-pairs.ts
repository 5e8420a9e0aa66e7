import { alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Changed {
  readonly before: string;
  readonly after: string;
}

const IN_COUNTRY = 'WHERE country IS NOT NULL';
/** All that lists filter unanswered calls by, without caller and callee, which may be longer than an index entry. */
const FILTERED = `billable_duration_seconds, customer_total_cents, started_at, created_at, direction, e164, number_id,
  country, routing_profile_id, sip_trunk_id, hangup_cause, sip_response_code`;

const INDEXES: Readonly<Record<string, Changed>> = {
  cdrs_with_country: {
    before: `(account_id, country) ${IN_COUNTRY}`,
    after: `(account_id, country, hangup_cause, sip_response_code, direction, routing_profile_id, sip_trunk_id) ${IN_COUNTRY}`,
  },
  cdrs_with_e164: { before: '(account_id, e164)', after: '(account_id, e164, country, hangup_cause)' },
  cdrs_with_number: { before: '(account_id, number_id)', after: '(account_id, number_id, country, hangup_cause)' },
  cdrs_with_cause: { before: '(account_id, hangup_cause)', after: '(account_id, hangup_cause, sip_response_code)' },
  cdrs_with_trunk: {
    before: '(account_id, sip_trunk_id) WHERE sip_trunk_id IS NOT NULL',
    after: '(account_id, sip_trunk_id, routing_profile_id) WHERE sip_trunk_id IS NOT NULL',
  },
  cdrs_unanswered: {
    before: '(account_id, id) WHERE answered_at IS NULL',
    after: `(account_id, id) INCLUDE (${FILTERED}) WHERE answered_at IS NULL`,
  },
};

/** The definitions with the second filter. */
export const PAIRED = Object.fromEntries(Object.entries(INDEXES).map(([name, { after }]) => [name, after]));

/** Members that depend on each other: of many pairs of their values there are no CDRs, and the planner must know. */
const STATISTICS = {
  cdrs_causes: 'hangup_cause, sip_response_code',
  cdrs_routes: 'sip_trunk_id, routing_profile_id',
};

/**
 * Lets pairs of filters that few CDRs match be checked in one index. PostgreSQL never combines two indexes of CDRs, because
 * both begin with the account. Equal values still share an entry, so that the indexes hardly grow. Unanswered calls are
 * filtered in their index, as answered ones are. See docs/cdrs.md#reading-cdrs.
 */
export class IndexPairs1795001930000 implements MigrationInterface {
  readonly name = 'IndexPairs1795001930000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(PAIRED))
      await createIndex(db, { table: 'cdr.cdrs', name, definition });
    for (const [name, members] of Object.entries(STATISTICS))
      await alter(db, `CREATE STATISTICS IF NOT EXISTS cdr.${name} (mcv) ON ${members} FROM cdr.cdrs`);
    await db.query('ANALYZE cdr.cdrs');
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(STATISTICS)) await db.query(`DROP STATISTICS cdr.${name}`);
    for (const [name, { before }] of Object.entries(INDEXES))
      await createIndex(db, { table: 'cdr.cdrs', name, definition: before });
  }
}
