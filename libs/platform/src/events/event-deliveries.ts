import type { Clock, PublishedEvent } from '@trunkline/kernel';
import { COMMIT_LAZILY, type Database } from '../database/database';
import type { DeliveryRef, DueDelivery } from './delivery-jobs';

export interface NewDelivery extends DueDelivery {
  readonly seq: number;
  readonly ordered: boolean;
}

/** The delivery of an event to one subscriber. */
export interface Delivery {
  readonly subscriber: string;
  readonly attempts: number;
  readonly event: PublishedEvent;
}

/** The deliveries of an account's events to one subscriber. */
type Lane = Pick<DeliveryRef, 'subscriber' | 'accountId'>;

export interface DeliveryCounts {
  readonly pending: number;
  readonly failed: number;
}

interface Row
  extends Pick<Delivery, 'subscriber' | 'attempts'>,
    Pick<PublishedEvent, 'id' | 'type' | 'accountId' | 'data'> {
  readonly createdAt: Date;
}

interface LaneRow extends Row {
  /** Place in the lane, from 1. */
  readonly n: number;
}

/** After this time without a result the job of a delivery counts as lost: the queue was flushed or the worker killed. */
const LOST_AFTER_SECONDS = 10;
const CLAIM_SECONDS = 20;
const SWEEP_BATCH = 500;
const ERROR_LENGTH = 500;

const OPEN = 'd.done_at IS NULL AND d.failed_at IS NULL';
/** The same for rows that are found by their key: as OPEN, PostgreSQL may read all open rows instead. */
const STILL_OPEN = 'coalesce(d.done_at, d.failed_at) IS NULL';
const COLUMNS = `d.subscriber, d.attempts, o.id, o.type, o.account_id AS "accountId", o.data, o.created_at AS "createdAt"`;

const ADD = `
  INSERT INTO platform.event_deliveries (event_id, subscriber, account_id, seq, ordered, enqueued_at, due_at)
  SELECT each.*, clock_timestamp(), $6
  FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::boolean[]) AS each
  ON CONFLICT (event_id, subscriber) DO NOTHING`;

// The first open deliveries of the lane, due or not, numbered from 1. Other workers may hold some of them: the numbers show
// the gap, behind which nothing may be handled yet.
const LOCK_LANE = `
  SELECT lane.n, ${COLUMNS}
  FROM (
    SELECT first.event_id, row_number() OVER (ORDER BY first.seq) AS n FROM platform.event_deliveries AS first
    WHERE first.subscriber = $1 AND first.account_id = $2 AND first.done_at IS NULL AND first.failed_at IS NULL
    ORDER BY first.seq LIMIT $4) AS lane
  JOIN platform.event_deliveries AS d ON d.event_id = lane.event_id AND d.subscriber = $1
  JOIN platform.outbox AS o ON o.id = d.event_id
  WHERE ${STILL_OPEN} AND d.due_at <= $3
  ORDER BY lane.n
  FOR UPDATE OF d SKIP LOCKED`;

// The subquery hides how many lanes there are: PostgreSQL would plan the statement each time, which takes longer than it.
const LOCK_LANES = `
  SELECT wanted.account_id AS lane, lane.n, ${COLUMNS}
  FROM unnest((SELECT $2::text[])) AS wanted (account_id)
  CROSS JOIN LATERAL (
    SELECT first.event_id, row_number() OVER (ORDER BY first.seq) AS n FROM platform.event_deliveries AS first
    WHERE first.subscriber = $1 AND first.account_id = wanted.account_id
      AND first.done_at IS NULL AND first.failed_at IS NULL
    ORDER BY first.seq LIMIT $4) AS lane
  JOIN platform.event_deliveries AS d ON d.event_id = lane.event_id AND d.subscriber = $1
  JOIN platform.outbox AS o ON o.id = d.event_id
  WHERE ${STILL_OPEN} AND d.due_at <= $3
  ORDER BY lane.n
  FOR UPDATE OF d SKIP LOCKED`;

/** A lane must not wait longer for a lock that another lane needs. */
const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '100ms'`;

// The rows are locked, so they are still open. Without that condition PostgreSQL finds them by primary key; with it, it may
// read all open rows.
const DONE_ALL = `
  UPDATE platform.event_deliveries AS d SET done_at = $3, attempts = attempts + 1
  WHERE d.event_id = ANY((SELECT $1::text[])::text[]) AND d.subscriber = $2`;

// A lane is in order: behind a head that is not due, nothing is.
const IS_DUE = `
  SELECT head.due_at <= $3 AS "isDue" FROM platform.event_deliveries AS head
  WHERE head.subscriber = $1 AND head.account_id = $2 AND head.done_at IS NULL AND head.failed_at IS NULL
  ORDER BY head.seq LIMIT 1`;

// The lock lasts as long as the statement. The subquery finds the head, and no delivery behind it.
const IS_FREE = `
  SELECT ${COMMIT_LAZILY} FROM platform.event_deliveries AS d
  WHERE d.subscriber = $1 AND ${STILL_OPEN} AND d.due_at <= $3 AND d.event_id = (
    SELECT head.event_id FROM platform.event_deliveries AS head
    WHERE head.subscriber = $1 AND head.account_id = $2 AND head.done_at IS NULL AND head.failed_at IS NULL
    ORDER BY head.seq LIMIT 1)
  FOR UPDATE OF d SKIP LOCKED`;

const HAND_BACK = `
  UPDATE platform.event_deliveries AS d SET enqueued_at = NULL
  WHERE d.subscriber = $1 AND ${OPEN} AND d.event_id = (
    SELECT head.event_id FROM platform.event_deliveries AS head
    WHERE head.subscriber = $1 AND head.account_id = $2 AND head.done_at IS NULL AND head.failed_at IS NULL
    ORDER BY head.seq LIMIT 1)
  RETURNING d.event_id AS "eventId", d.subscriber, d.account_id AS "accountId"`;

const CLAIM = `
  UPDATE platform.event_deliveries AS d
  SET claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
  FROM platform.outbox AS o
  WHERE d.event_id = $1 AND d.subscriber = $2 AND o.id = d.event_id AND ${OPEN} AND d.due_at <= $3
    AND (d.claimed_until IS NULL OR d.claimed_until < clock_timestamp())
  RETURNING ${COLUMNS}, ${COMMIT_LAZILY}`;

// One job for the head is enough for a whole ordered lane.
const LOST = `
  ${OPEN} AND d.due_at <= $1 AND d.subscriber = ANY($2)
  AND (d.enqueued_at IS NULL
    OR d.enqueued_at < clock_timestamp() - make_interval(secs => ${LOST_AFTER_SECONDS}))
  AND (d.claimed_until IS NULL OR d.claimed_until < clock_timestamp())
  AND NOT (d.ordered AND EXISTS (
    SELECT FROM platform.event_deliveries AS head
    WHERE head.subscriber = d.subscriber AND head.account_id = d.account_id AND head.seq < d.seq
      AND head.done_at IS NULL AND head.failed_at IS NULL))`;

const ANY_LOST = `SELECT EXISTS (SELECT FROM platform.event_deliveries AS d WHERE ${LOST}) AS lost`;

const SWEEP = `
  UPDATE platform.event_deliveries AS swept SET enqueued_at = clock_timestamp()
  FROM (
    SELECT d.event_id, d.subscriber FROM platform.event_deliveries AS d
    WHERE ${LOST}
    ORDER BY d.due_at LIMIT ${SWEEP_BATCH} FOR UPDATE SKIP LOCKED) AS lost
  WHERE swept.event_id = lost.event_id AND swept.subscriber = lost.subscriber
  RETURNING swept.event_id AS "eventId", swept.subscriber, swept.account_id AS "accountId", swept.attempts`;

/** Stores the deliveries of events to subscribers. Authoritative, whatever happens to the queues. */
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

  /**
   * Locks up to `limit` of the first open deliveries of the lane until the transaction ends. They are consecutive: the result
   * ends before a delivery that is not due or locked. A delivery that failed before comes alone. Returns null if only later
   * deliveries than the first were locked: another worker, for which they seemed taken, may have left them.
   */
  async lockLane({ subscriber, accountId }: DeliveryRef, limit: number): Promise<Delivery[] | null> {
    return lockedOf(await this.db.query<LaneRow>(LOCK_LANE, [subscriber, accountId, this.clock.now(), limit]));
  }

  /**
   * Does the same for the lanes of several accounts, with the limit for each. Statements of the transaction that wait for a
   * lock fail after 100 ms from then on.
   */
  async lockLanes(
    subscriber: string,
    accountIds: readonly string[],
    limit: number,
  ): Promise<Map<string, Delivery[] | null>> {
    await this.db.write(LOCK_TIMEOUT);
    const values = [subscriber, accountIds, this.clock.now(), limit];
    const rowsOf = new Map<string, LaneRow[]>(accountIds.map((accountId) => [accountId, []]));
    for (const row of await this.db.query<LaneRow & { lane: string }>(LOCK_LANES, values))
      rowsOf.get(row.lane)?.push(row);
    return new Map([...rowsOf].map(([accountId, rows]) => [accountId, lockedOf(rows)]));
  }

  /** Returns whether the first open delivery of the lane is due. */
  async isDue({ subscriber, accountId }: Lane): Promise<boolean> {
    const values = [subscriber, accountId, this.clock.now()];
    return (await this.db.find<{ isDue: boolean }>(IS_DUE, values, 'shared'))?.isDue ?? false;
  }

  /** Returns whether the first open delivery of the lane is due, and no worker holds it. */
  async isFree({ subscriber, accountId }: Lane): Promise<boolean> {
    return (await this.db.query(IS_FREE, [subscriber, accountId, this.clock.now()])).length > 0;
  }

  /**
   * Claims a delivery outside of a transaction; `keepClaim` extends the claim. Returns null if it is done, not due or
   * claimed. Like `done`, it does not wait for the disk: after a crash of the database server it may be handled twice.
   */
  async claim({ eventId, subscriber }: DeliveryRef): Promise<Delivery | null> {
    const row = await this.db.find<Row>(CLAIM, [eventId, subscriber, this.clock.now()]);
    return row && deliveryOf(row);
  }

  /** Extends the claim. */
  async keepClaim(delivery: Delivery): Promise<void> {
    await this.set(delivery, `claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})`, []);
  }

  async done(delivery: Delivery): Promise<void> {
    await this.set(delivery, `done_at = $3, attempts = attempts + 1, claimed_until = NULL`, [this.clock.now()]);
  }

  /** Records that deliveries to one subscriber, locked by `lockLane` in this transaction, were handled. */
  async doneAll(deliveries: readonly Delivery[]): Promise<void> {
    const ids = deliveries.map(({ event }) => event.id);
    await this.db.query(DONE_ALL, [ids, deliveries[0]?.subscriber, this.clock.now()]);
  }

  /** Records a failed attempt. With `dueAt` null the delivery has failed for good. */
  async failed(delivery: Delivery, error: unknown, dueAt: Date | null): Promise<void> {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH);
    await this.set(
      delivery,
      `attempts = attempts + 1, last_error = $3, due_at = coalesce($4, due_at), enqueued_at = NULL, claimed_until = NULL,
       failed_at = CASE WHEN $4::timestamptz IS NULL THEN $5::timestamptz END`,
      [text, dueAt, this.clock.now()],
    );
  }

  /** Makes the rest of a lane available to all workers at once. Returns its first delivery, or null if there is none. */
  handBack({ subscriber, accountId }: DeliveryRef): Promise<DeliveryRef | null> {
    return this.db.find(HAND_BACK, [subscriber, accountId]);
  }

  /** Returns the due deliveries of these subscribers without a job or with a lost one, and marks them as queued. */
  async sweep(subscribers: readonly string[]): Promise<DueDelivery[]> {
    const values = [this.clock.now(), subscribers];
    // Most rounds find nothing. This look shares the round trip of the relay's.
    const { lost } = await this.db.get<{ lost: boolean }>(ANY_LOST, values, undefined, 'shared');
    return lost ? this.db.query(SWEEP, values) : [];
  }

  counts(): Promise<DeliveryCounts> {
    return this.db.get(
      `SELECT (SELECT count(*) FROM platform.event_deliveries AS d WHERE ${OPEN}) AS pending,
              (SELECT count(*) FROM platform.event_deliveries AS d WHERE d.failed_at IS NOT NULL) AS failed`,
    );
  }

  private async set({ event, subscriber }: Delivery, assignments: string, values: readonly unknown[]): Promise<void> {
    await this.db.query(
      `UPDATE platform.event_deliveries AS d SET ${assignments} WHERE d.event_id = $1 AND d.subscriber = $2 AND ${OPEN}
       RETURNING ${COMMIT_LAZILY}`,
      [event.id, subscriber, ...values],
    );
  }
}

function lockedOf(rows: readonly LaneRow[]): Delivery[] | null {
  const first = consecutive(rows);
  return first.length === 0 && rows.length > 0 ? null : first.map(deliveryOf);
}

/** Cuts the rows before a gap, and before a delivery that must come alone because it failed before. */
function consecutive(rows: readonly LaneRow[]): readonly LaneRow[] {
  const isAlone = (rows[0]?.attempts ?? 0) > 0;
  const end = rows.findIndex(({ n, attempts }, index) => n !== index + 1 || (index > 0 && (isAlone || attempts > 0)));
  return end < 0 ? rows : rows.slice(0, end);
}

function deliveryOf({ subscriber, attempts, id, type, accountId, data, createdAt }: Row): Delivery {
  // Type and data were published together; the columns lost that type.
  return { subscriber, attempts, event: { id, type, accountId, data, createdAt } as PublishedEvent };
}
