import type { Clock, PublishedEvent } from '@trunkline/kernel';
import type { Database } from '../database/database';
import type { DeliveryRef } from './delivery-jobs';

export interface NewDelivery extends DeliveryRef {
  readonly seq: number;
  readonly ordered: boolean;
}

/** An event on its way to one subscriber. */
export interface Delivery {
  readonly subscriber: string;
  readonly attempts: number;
  readonly event: PublishedEvent;
}

export interface DeliveryCounts {
  readonly pending: number;
  readonly failed: number;
}

interface Row {
  readonly subscriber: string;
  readonly attempts: number;
  readonly id: string;
  readonly type: PublishedEvent['type'];
  readonly account_id: string;
  readonly data: PublishedEvent['data'];
  readonly created_at: Date;
}

/** After this long without an end, a delivery's job is thought lost: its queue was flushed, or its worker killed. */
const LOST_AFTER_SECONDS = 10;
const CLAIM_SECONDS = 20;
const SWEEP_BATCH = 500;
const ERROR_LENGTH = 500;

const OPEN = 'd.done_at IS NULL AND d.failed_at IS NULL';
const COLUMNS = 'd.subscriber, d.attempts, o.id, o.type, o.account_id, o.data, o.created_at';

const ADD = `
  INSERT INTO platform.event_deliveries (event_id, subscriber, account_id, seq, ordered, enqueued_at, due_at)
  SELECT each.*, clock_timestamp(), $6
  FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::boolean[]) AS each
  ON CONFLICT (event_id, subscriber) DO NOTHING`;

// The lane's first open delivery, whether due or not: a later one never overtakes it. If another worker has it, this one
// leaves the lane to that worker, who asks for the next when it is done.
const LOCK_HEAD = `
  SELECT ${COLUMNS}
  FROM platform.event_deliveries AS d JOIN platform.outbox AS o ON o.id = d.event_id
  WHERE d.subscriber = $1 AND d.event_id = (
      SELECT head.event_id FROM platform.event_deliveries AS head
      WHERE head.subscriber = $1 AND head.account_id = $2 AND head.done_at IS NULL AND head.failed_at IS NULL
      ORDER BY head.seq LIMIT 1)
    AND ${OPEN} AND d.due_at <= $3
  FOR UPDATE OF d SKIP LOCKED`;

const CLAIM = `
  UPDATE platform.event_deliveries AS d
  SET claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
  FROM platform.outbox AS o
  WHERE d.event_id = $1 AND d.subscriber = $2 AND o.id = d.event_id AND ${OPEN} AND d.due_at <= $3
    AND (d.claimed_until IS NULL OR d.claimed_until < clock_timestamp())
  RETURNING ${COLUMNS}`;

// Of an ordered lane only the head is worth a job, and one job is enough for the whole lane.
const SWEEP = `
  UPDATE platform.event_deliveries AS swept SET enqueued_at = clock_timestamp()
  FROM (
    SELECT d.event_id, d.subscriber FROM platform.event_deliveries AS d
    WHERE ${OPEN} AND d.due_at <= $1 AND d.subscriber = ANY($2)
      AND (d.enqueued_at IS NULL
        OR d.enqueued_at < clock_timestamp() - make_interval(secs => ${LOST_AFTER_SECONDS}))
      AND (d.claimed_until IS NULL OR d.claimed_until < clock_timestamp())
      AND NOT (d.ordered AND EXISTS (
        SELECT FROM platform.event_deliveries AS head
        WHERE head.subscriber = d.subscriber AND head.account_id = d.account_id AND head.seq < d.seq
          AND head.done_at IS NULL AND head.failed_at IS NULL))
    ORDER BY d.due_at LIMIT ${SWEEP_BATCH} FOR UPDATE SKIP LOCKED) AS lost
  WHERE swept.event_id = lost.event_id AND swept.subscriber = lost.subscriber
  RETURNING swept.event_id, swept.subscriber, swept.account_id`;

/** Which events are still to reach which subscribers: the truth about them, whatever becomes of the queues. */
export class EventDeliveries {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async add(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await this.db.query(ADD, [
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ subscriber }) => subscriber),
      deliveries.map(({ accountId }) => accountId),
      deliveries.map(({ seq }) => seq),
      deliveries.map(({ ordered }) => ordered),
      this.clock.now(),
    ]);
  }

  /** Locks the earliest open delivery of an account to a subscriber, until the transaction ends. Null: none, not due, or taken. */
  lockHead({ subscriber, accountId }: DeliveryRef): Promise<Delivery | null> {
    return this.first(LOCK_HEAD, [subscriber, accountId, this.clock.now()]);
  }

  /** Takes one delivery for a while, outside of a transaction; `keepClaim` makes it longer. Null: done, not due, or taken. */
  claim({ eventId, subscriber }: DeliveryRef): Promise<Delivery | null> {
    return this.first(CLAIM, [eventId, subscriber, this.clock.now()]);
  }

  /** To be called more often than a claim lasts: every `CLAIM_RENEWAL_MS`. */
  async keepClaim(delivery: Delivery): Promise<void> {
    await this.set(delivery, `claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})`, []);
  }

  async done(delivery: Delivery): Promise<void> {
    await this.set(delivery, `done_at = $3, attempts = attempts + 1, claimed_until = NULL`, [this.clock.now()]);
  }

  /** `dueAt` null: given up. */
  async failed(delivery: Delivery, error: unknown, dueAt: Date | null): Promise<void> {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH);
    await this.set(
      delivery,
      `attempts = attempts + 1, last_error = $3, due_at = coalesce($4, due_at), enqueued_at = NULL, claimed_until = NULL,
       failed_at = CASE WHEN $4::timestamptz IS NULL THEN $5::timestamptz END`,
      [text, dueAt, this.clock.now()],
    );
  }

  /** Leaves the rest of a lane to whichever worker looks next, without waiting for its jobs to be thought lost. */
  async handBack({ subscriber, accountId }: DeliveryRef): Promise<void> {
    await this.db.query(
      `UPDATE platform.event_deliveries AS d SET enqueued_at = NULL
       WHERE d.subscriber = $1 AND d.account_id = $2 AND ${OPEN}`,
      [subscriber, accountId],
    );
  }

  /** Open deliveries of these subscribers that are due and have no job, or whose job was given long ago. Marks them as given. */
  async sweep(subscribers: readonly string[]): Promise<DeliveryRef[]> {
    const rows = await this.db.query<{ event_id: string; subscriber: string; account_id: string }>(SWEEP, [
      this.clock.now(),
      subscribers,
    ]);
    return rows.map((row) => ({ eventId: row.event_id, subscriber: row.subscriber, accountId: row.account_id }));
  }

  async counts(): Promise<DeliveryCounts> {
    const row = await this.db.queryOne<{ pending: number; failed: number }>(
      `SELECT (SELECT count(*) FROM platform.event_deliveries AS d WHERE ${OPEN}) AS pending,
              (SELECT count(*) FROM platform.event_deliveries AS d WHERE d.failed_at IS NOT NULL) AS failed`,
    );
    return { pending: row?.pending ?? 0, failed: row?.failed ?? 0 };
  }

  private async set({ event, subscriber }: Delivery, assignments: string, values: readonly unknown[]): Promise<void> {
    await this.db.query(
      `UPDATE platform.event_deliveries AS d SET ${assignments} WHERE d.event_id = $1 AND d.subscriber = $2 AND ${OPEN}`,
      [event.id, subscriber, ...values],
    );
  }

  private async first(text: string, values: readonly unknown[]): Promise<Delivery | null> {
    const row = await this.db.queryOne<Row>(text, values);
    return row && { subscriber: row.subscriber, attempts: row.attempts, event: eventOf(row) };
  }
}

function eventOf(row: Row): PublishedEvent {
  // Type and data were published together, which the columns no longer say.
  return {
    id: row.id,
    type: row.type,
    accountId: row.account_id,
    data: row.data,
    createdAt: row.created_at,
  } as PublishedEvent;
}
