import { alter, createIndex } from '@trunkline/platform';
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

const definition = (column: string, included: readonly string[]) =>
  `(account_id, ${column}, id) ${included.length > 0 ? `INCLUDE (${included.join(', ')})` : ''} WHERE answered_at IS NOT NULL`;

/** The indexes with the columns that filters need. */
export const COVERING = Object.fromEntries(
  Object.entries(INDEXES).map(([name, [column, other]]) => [name, definition(column, [other, ...FILTERED])]),
);

/**
 * Lets filters be checked in the indexes by length and by cost. Their order is not that of the table, so each CDR read from
 * it is another page. See docs/cdrs.md#reading-cdrs.
 */
export class CoverFilters1795000931000 implements MigrationInterface {
  readonly name = 'CoverFilters1795000931000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, covering] of Object.entries(COVERING))
      await createIndex(db, { table: 'cdr.cdrs', name, definition: covering });
    // Pages are read from an index alone once vacuum has marked them, and nothing else would make it visit this table often.
    await alter(db, `ALTER TABLE cdr.cdrs SET (autovacuum_vacuum_insert_scale_factor = 0.01)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE cdr.cdrs RESET (autovacuum_vacuum_insert_scale_factor)`);
    for (const [name, [column]] of Object.entries(INDEXES))
      await createIndex(db, { table: 'cdr.cdrs', name, definition: definition(column, []) });
  }
}
