import type { Clock } from '@trunkline/kernel';
import type { Database } from '../database/database';
import type { EventDeliveries, NewDelivery } from './event-deliveries';
import type { DeliveryJobs } from './delivery-jobs';
import type { Subscriptions } from './subscriptions';

const BATCH = 200;

const LOCK_BATCH = `
  SELECT seq FROM platform.outbox WHERE relayed_at IS NULL ORDER BY seq LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

// A row waits while an earlier one of its account is not relayed and not among ours: another relay holds it, and were we to
// commit first, the later event could be handled before it. This statement's snapshot is newer than the locks, so an
// earlier row that it does not see waiting has been relayed, deliveries and all.
const RELAY = `
  UPDATE platform.outbox AS o SET relayed_at = $2
  WHERE o.seq = ANY($1) AND NOT EXISTS (
    SELECT FROM platform.outbox AS earlier
    WHERE earlier.account_id = o.account_id AND earlier.seq < o.seq AND earlier.relayed_at IS NULL
      AND earlier.seq <> ALL($1))
  RETURNING o.seq, o.id, o.account_id, o.type`;

interface RelayedRow {
  readonly seq: number;
  readonly id: string;
  readonly account_id: string;
  readonly type: string;
}

/**
 * Takes published events from the outbox to their subscribers: one delivery row for each, in the transaction that marks the
 * event relayed, and after it one job. Any number of relays may work side by side; an account's events are relayed in order.
 */
export class OutboxRelay {
  constructor(
    private readonly db: Database,
    private readonly deliveries: EventDeliveries,
    private readonly subscriptions: Subscriptions,
    private readonly jobs: Pick<DeliveryJobs, 'add'>,
    private readonly clock: Clock,
  ) {}

  /** Relays one batch. `soon`: another relay holds earlier rows of some of ours, which wait for it. */
  async relay(): Promise<'again' | 'soon' | 'rest'> {
    const { locked, relayed, made } = await this.db.run(() => this.relayBatch());
    await this.jobs.add(made);
    if (relayed < locked) return 'soon';
    return locked === BATCH ? 'again' : 'rest';
  }

  private async relayBatch(): Promise<{ locked: number; relayed: number; made: readonly NewDelivery[] }> {
    const locked = (await this.db.query<{ seq: number }>(LOCK_BATCH)).map(({ seq }) => seq);
    if (locked.length === 0) return { locked: 0, relayed: 0, made: [] };
    const rows = await this.db.query<RelayedRow>(RELAY, [locked, this.clock.now()]);
    const made = rows.sort((a, b) => a.seq - b.seq).flatMap((row) => this.deliveriesOf(row));
    await this.deliveries.add(made);
    return { locked: locked.length, relayed: rows.length, made };
  }

  private deliveriesOf(row: RelayedRow): NewDelivery[] {
    return this.subscriptions.of(row.type).map(({ name, inTransaction }) => ({
      eventId: row.id,
      subscriber: name,
      accountId: row.account_id,
      seq: row.seq,
      ordered: inTransaction,
    }));
  }
}
