import { createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEY = '(account_id, started_at, id)';
/** What summaries sum up and group by, and what they filter by most. */
const SUMMED = `(created_at, answered_at, billable_duration_seconds, customer_total_cents, direction, e164, country,
  hangup_cause, sip_trunk_id, routing_profile_id)`;

/**
 * Lets calls be summed from the index by start, without reading the CDRs. Before the table is partitioned, because PostgreSQL builds no
 * index of a partitioned table concurrently. See docs/cdrs.md#summary.
 */
export class SumByStart1795021199000 implements MigrationInterface {
  readonly name = 'SumByStart1795021199000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndex(db, { table: 'cdr.cdrs', name: 'cdrs_by_start', definition: `${KEY} INCLUDE ${SUMMED}` });
  }

  async down(db: QueryRunner): Promise<void> {
    await createIndex(db, { table: 'cdr.cdrs', name: 'cdrs_by_start', definition: KEY });
  }
}
