import type { Clock } from '@trunkline/kernel';
import type { Database } from '../database/database';
import type { EventDeliveries, NewDelivery } from './event-deliveries';
import type { DeliveryJobs } from './delivery-jobs';
import type { Subscriptions } from './subscriptions';

const BATCH = 200;

const PENDING = `SELECT EXISTS (SELECT FROM platform.outbox WHERE relayed_at IS NULL) AS pending`;

const LOCK_BATCH = `
  SELECT seq FROM platform.outbox WHERE relayed_at IS NULL ORDER BY seq LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

// A row waits while another relay holds an earlier row of the same account: if this relay committed first, the later event
// could be handled first. The snapshot is newer than the locks, so earlier rows that it does not see as pending have been
// relayed, with their deliveries. Reads the pending rows once: one look per row would be quadratic in a long backlog.
const RELAY = `
  UPDATE platform.outbox AS o SET relayed_at = $2
  FROM (
    SELECT pending.seq, bool_and(own.seq IS NOT NULL) OVER (PARTITION BY pending.account_id ORDER BY pending.seq) AS is_next
    FROM platform.outbox AS pending LEFT JOIN unnest($1::bigint[]) AS own (seq) ON own.seq = pending.seq
    WHERE pending.relayed_at IS NULL AND pending.seq <= $3) AS pending
  WHERE o.seq = pending.seq AND pending.is_next
  RETURNING o.seq, o.id, o.account_id AS "accountId", o.type`;

interface RelayedRow {
  readonly seq: number;
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
}

/**
 * Relays events from the outbox to their subscribers: creates one delivery row per subscriber in the transaction that marks
 * the event as relayed, then one job per ordered lane or unordered delivery. Relays may run concurrently; the events of an account are relayed in order.
 */
export class OutboxRelay {
  constructor(
    private readonly db: Database,
    private readonly deliveries: EventDeliveries,
    private readonly subscriptions: Subscriptions,
    private readonly jobs: Pick<DeliveryJobs, 'add'>,
    private readonly clock: Clock,
  ) {}

  /** Relays one batch. Returns `soon` if some rows wait for earlier ones that another relay holds. */
  async relay(): Promise<'again' | 'soon' | 'rest'> {
    // Most rounds find nothing, which must not cost a transaction.
    if (!(await this.isPending())) return 'rest';
    const { locked, relayed, made } = await this.db.run(() => this.relayBatch());
    await this.jobs.add(onePerLane(made));
    if (relayed < locked) return 'soon';
    return locked === BATCH ? 'again' : 'rest';
  }

  private async isPending(): Promise<boolean> {
    return (await this.db.get<{ pending: boolean }>(PENDING, [], undefined, 'shared')).pending;
  }

  private async relayBatch(): Promise<{ locked: number; relayed: number; made: readonly NewDelivery[] }> {
    const locked = (await this.db.query<{ seq: number }>(LOCK_BATCH)).map(({ seq }) => seq);
    if (locked.length === 0) return { locked: 0, relayed: 0, made: [] };
    const rows = await this.db.query<RelayedRow>(RELAY, [locked, this.clock.now(), locked.at(-1)]);
    const made = rows.sort((a, b) => a.seq - b.seq).flatMap((row) => this.deliveriesOf(row));
    await this.deliveries.add(made);
    return { locked: locked.length, relayed: rows.length, made };
  }

  private deliveriesOf({ seq, id: eventId, accountId, type }: RelayedRow): NewDelivery[] {
    const subscribers = this.subscriptions.of(type).filter(({ isRetired = false }) => !isRetired);
    return subscribers.map(({ name, inTransaction }) => ({
      eventId,
      subscriber: name,
      accountId,
      seq,
      ordered: inTransaction,
      attempts: 0,
    }));
  }
}

/** Keeps the first delivery of each ordered lane, whose job handles the whole lane, and every unordered delivery. */
function onePerLane(deliveries: readonly NewDelivery[]): NewDelivery[] {
  const lanes = new Set<string>();
  return deliveries.filter(({ ordered, subscriber, accountId }) => {
    const lane = `${subscriber} ${accountId}`;
    const isFirst = !lanes.has(lane);
    lanes.add(lane);
    return isFirst || !ordered;
  });
}
