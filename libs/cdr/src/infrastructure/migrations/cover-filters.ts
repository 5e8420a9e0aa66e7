import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Without caller and callee, which may be longer than an index entry. */
const FILTERED = [
  'started_at',
  'created_at',
  'direction',
  'e164',
  'number_id',
  'country',
  'routing_profile_id',
  'sip_trunk_id',
  'hangup_cause',
  'sip_response_code',
];

const INDEXES = {
  cdrs_answered_by_length: ['billable_duration_seconds', 'customer_total_cents'],
  cdrs_answered_by_cost: ['customer_total_cents', 'billable_duration_seconds'],
} as const;

/**
 * Lets filters be checked in the indexes by length and by cost. Their order is not that of the table, so each CDR read from
 * it is another page. See docs/cdrs.md#reading-cdrs.
 */
export class CoverFilters1795000931000 implements MigrationInterface {
  readonly name = 'CoverFilters1795000931000';

  async up(db: QueryRunner): Promise<void> {
    await recreate(db, (other) => `INCLUDE (${[other, ...FILTERED].join(', ')})`);
    // Pages are read from an index alone once vacuum has marked them, and nothing else would make it visit this table often.
    await db.query(`ALTER TABLE cdr.cdrs SET (autovacuum_vacuum_insert_scale_factor = 0.01)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE cdr.cdrs RESET (autovacuum_vacuum_insert_scale_factor)`);
    await recreate(db, () => '');
  }
}

/** Drops the former indexes last: until then, CDRs can be read. */
async function recreate(db: QueryRunner, include: (other: string) => string): Promise<void> {
  for (const [name, [column, other]] of Object.entries(INDEXES))
    await db.query(`CREATE INDEX ${name}_next ON cdr.cdrs (account_id, ${column}, id) ${include(other)}
      WHERE answered_at IS NOT NULL`);
  for (const name of Object.keys(INDEXES)) {
    await db.query(`DROP INDEX cdr.${name}`);
    await db.query(`ALTER INDEX cdr.${name}_next RENAME TO ${name}`);
  }
}
