import {
  addPrimaryKey,
  createIndex,
  declareMonthRetention,
  forgetMonthRetention,
  isPartitioned,
  partitionByMonth,
  unpartition,
} from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RETENTION_DAYS } from '../../domain/retention';

const EVENTS = { table: 'webhooks.events', key: 'id', prefix: 'evt', former: ['events_created_at'] } as const;
/** By event, not by their own ids, so that the key by which an event is delivered once to an endpoint contains the month. */
const DELIVERIES = {
  table: 'webhooks.deliveries',
  key: 'event_id',
  prefix: 'evt',
  former: ['deliveries_by_id', 'deliveries_created_at'],
} as const;
/** Of the pending deliveries of events, which may be many, only those of months past the retention are read. */
const RETENTIONS = [
  { table: DELIVERIES.table, keeping: `created_at >= $1 OR status = 'pending'` },
  {
    table: EVENTS.table,
    keeping: `created_at >= $1 OR id IN (
      SELECT event_id FROM webhooks.deliveries WHERE status = 'pending' AND event_id < platform.earliest_id('evt', $1))`,
  },
] as const;
const KEY = { table: DELIVERIES.table, name: 'deliveries_pkey' } as const;

/**
 * Partitions events and deliveries by the month of the event, and lets the application drop months past their retention. See
 * docs/decisions/0035-deliveries-are-in-the-months-of-their-events.md.
 */
export class PartitionEvents1795021600010 implements MigrationInterface {
  readonly name = 'PartitionEvents1795021600010';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    if (!(await isPartitioned(db, DELIVERIES.table))) {
      // Processes of the previous version find deliveries by id.
      await createIndex(db, { table: DELIVERIES.table, name: 'deliveries_by_id', definition: '(id)', unique: true });
      await addPrimaryKey(db, { ...KEY, columns: 'endpoint_id, event_id', index: 'deliveries_once' });
    }
    for (const table of [DELIVERIES, EVENTS]) await partitionByMonth(db, table);
    for (const { table, keeping } of RETENTIONS)
      await declareMonthRetention(db, { table, days: RETENTION_DAYS, keeping });
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { table } of [EVENTS, DELIVERIES]) {
      await forgetMonthRetention(db, table);
      await unpartition(db, table);
    }
    await addPrimaryKey(db, { ...KEY, columns: 'id', index: 'deliveries_by_id' });
    const definition = '(endpoint_id, event_id)';
    await createIndex(db, { table: DELIVERIES.table, name: 'deliveries_once', definition, unique: true });
  }
}
