import { type Clock, type PublishedEvent, spanOfIds } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import {
  type DeliveryOutcome,
  type DeliveryStore,
  type DueEndpoint,
  type LeasedDelivery,
  type MessageTexts,
} from '../../application/deliveries/ports';
import type { PendingDeliveries } from '../../application/ports';
import type { Payload } from '../../domain/signed-request';

const LEASE_SECONDS = 30;
const ATTEMPTS_KEPT = 50;
const DUE_ENDPOINTS_MAX = 1000;

/** $1: events as a JSON array, $2: now. The id sorts by the event's age and is the same when repeated. */
const ADD = `
  WITH added AS (
    INSERT INTO webhooks.deliveries
      (id, account_id, endpoint_id, event_id, event_type, is_test, status, attempts, next_attempt_at, created_at)
    SELECT 'whd_' || substr(event.id, 5, 9) || substr(md5(event.id || ' ' || e.id), 1, 16), e.account_id, e.id, event.id,
      event.type, false, 'pending', '[]', $2, $2
    FROM jsonb_to_recordset($1::jsonb) AS event (n integer, id text, "accountId" text, type text, "numberId" text)
    JOIN webhooks.endpoints AS e ON e.account_id = event."accountId" AND e.status <> 'disabled'
      AND e.event_types && ARRAY['*', event.type] AND (e.number_id IS NULL OR e.number_id = event."numberId")
    ORDER BY event.n
    ON CONFLICT (endpoint_id, event_id) DO NOTHING
    RETURNING endpoint_id)
  SELECT e.id AS "endpointId", e.consecutive_failures > 0 AS "isFailing" FROM webhooks.endpoints AS e
  WHERE e.id IN (SELECT endpoint_id FROM added)`;

/** Each `due.event_id` selects its month. To bound the months besides takes longer than it saves: see decision 35. */
const LEASE = `
  WITH due AS (
    SELECT d.event_id FROM webhooks.deliveries AS d
    WHERE d.endpoint_id = $1 AND d.status = 'pending' AND d.next_attempt_at <= $2
      AND (d.leased_until IS NULL OR d.leased_until < clock_timestamp())
    ORDER BY d.next_attempt_at, d.id LIMIT $3 FOR UPDATE SKIP LOCKED),
  leased AS (
    UPDATE webhooks.deliveries AS d SET leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    FROM due WHERE d.endpoint_id = $1 AND d.event_id = due.event_id
    RETURNING d.id, d.account_id, d.event_id, d.event_type, d.is_test, d.test_data, d.attempt_count, d.cycle_attempts,
      d.cycle_started_at, d.created_at, d.next_attempt_at)
  SELECT l.account_id AS "accountId", l.event_id AS "eventId", l.event_type AS type, l.is_test AS "isTest", l.attempt_count AS attempts,
    l.cycle_attempts AS "cycleAttempts", l.cycle_started_at AS "startedAt", coalesce(l.test_data, event.data) AS data,
    coalesce(event.created_at, l.created_at) AS "createdAt"
  FROM leased AS l LEFT JOIN webhooks.events AS event ON event.id = l.event_id
  ORDER BY l.next_attempt_at, l.id`;

const HAND_BACK = `UPDATE webhooks.deliveries SET leased_until = NULL
  WHERE endpoint_id = $1 AND event_id = ANY ($2) AND event_id >= $3 AND event_id <= $4 AND status = 'pending'`;

const IS_SETTLED = `(o.status = 'succeeded' OR (d.status = 'pending' AND d.cycle_attempts = o.cycle_attempts))`;

/**
 * $1: outcomes as a JSON array; $2, $3: their first and last event, which limit the months. A delivery that was abandoned or requested
 * again meanwhile stays so, unless it succeeded after all. The oldest attempts make room.
 */
const SETTLE = `
  UPDATE webhooks.deliveries AS d SET
    status = CASE WHEN ${IS_SETTLED} THEN o.status ELSE d.status END,
    next_attempt_at = CASE WHEN ${IS_SETTLED} THEN o.next_attempt_at ELSE d.next_attempt_at END,
    leased_until = NULL,
    attempts = CASE WHEN o.attempt IS NULL THEN d.attempts
      WHEN jsonb_array_length(d.attempts) >= ${ATTEMPTS_KEPT} THEN (d.attempts - 0) || o.attempt
      ELSE d.attempts || o.attempt END,
    attempt_count = d.attempt_count + (o.attempt IS NOT NULL)::integer,
    cycle_attempts = d.cycle_attempts + (o.attempt IS NOT NULL AND d.cycle_attempts = o.cycle_attempts)::integer,
    cycle_started_at = CASE WHEN d.cycle_attempts = o.cycle_attempts THEN coalesce(d.cycle_started_at, o.at)
      ELSE d.cycle_started_at END
  FROM jsonb_to_recordset($1::jsonb)
    AS o (endpoint_id text, event_id text, cycle_attempts integer, status text, next_attempt_at timestamptz, at timestamptz, attempt jsonb)
  WHERE d.endpoint_id = o.endpoint_id AND d.event_id = o.event_id AND d.event_id >= $2 AND d.event_id <= $3`;

/** Skips from endpoint to endpoint in the index, so that the cost does not grow with what waits for one endpoint. */
const DUE_ENDPOINTS = `
  WITH RECURSIVE pending AS (
    (SELECT d.endpoint_id FROM webhooks.deliveries AS d WHERE d.status = 'pending' ORDER BY d.endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhooks.deliveries AS d
      WHERE d.status = 'pending' AND d.endpoint_id > pending.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
    FROM pending WHERE pending.endpoint_id IS NOT NULL)
  SELECT e.id AS "endpointId", e.consecutive_failures > 0 AS "isFailing"
  FROM pending JOIN webhooks.endpoints AS e ON e.id = pending.endpoint_id
  WHERE EXISTS (SELECT FROM webhooks.deliveries AS d
    WHERE d.endpoint_id = e.id AND d.status = 'pending' AND d.next_attempt_at <= $1
      AND (d.leased_until IS NULL OR d.leased_until < clock_timestamp()))
  LIMIT ${DUE_ENDPOINTS_MAX}`;

interface LeasedRow extends Omit<Payload, 'id'> {
  readonly accountId: string;
  readonly eventId: string;
  readonly attempts: number;
  readonly cycleAttempts: number;
  readonly startedAt: Date | null;
}

/** One statement: a delivery that its snapshot sees was queued before the endpoint was enabled again. */
const ABANDON = `UPDATE webhooks.deliveries SET status = 'abandoned', next_attempt_at = NULL, leased_until = NULL
  WHERE endpoint_id = $1 AND status = 'pending'
    AND NOT EXISTS (SELECT FROM webhooks.endpoints AS e WHERE e.id = $1 AND e.status <> 'disabled')`;

export class StoredPendingDeliveries implements PendingDeliveries {
  constructor(private readonly db: Database) {}

  abandon(endpointId: string): Promise<void> {
    return this.db.write(ABANDON, [endpointId]);
  }
}

export class StoredDeliveries implements DeliveryStore {
  constructor(
    private readonly db: Database,
    private readonly texts: MessageTexts,
    private readonly clock: Clock,
  ) {}

  addForEvents(events: readonly PublishedEvent[]): Promise<DueEndpoint[]> {
    const rows = events.map(({ id, accountId, type, data }, n) => {
      return { n, id, accountId, type, numberId: 'number_id' in data ? data.number_id : null };
    });
    return this.db.query(ADD, [JSON.stringify(rows), this.clock.now()]);
  }

  async lease(endpointId: string, limit: number): Promise<LeasedDelivery[]> {
    const rows = await this.db.query<LeasedRow>(LEASE, [endpointId, this.clock.now(), limit]);
    return (await this.withTexts(rows)).map(
      ({ eventId, type, createdAt, data, isTest, attempts, cycleAttempts, startedAt }) => ({
        payload: { id: eventId, type, createdAt, data, isTest },
        attempts,
        cycle: { attempts: cycleAttempts, startedAt },
      }),
    );
  }

  /** A text that is received is in the delivery, and nowhere unsealed. */
  private async withTexts(rows: readonly LeasedRow[]): Promise<readonly LeasedRow[]> {
    const ids = rows.flatMap((row) => messageOf(row) ?? []);
    const [first] = rows;
    if (!first || ids.length === 0) return rows;
    const texts = await this.texts.textsOf(first.accountId, ids);
    return rows.map((row) => {
      const id = messageOf(row);
      return id === null ? row : { ...row, data: { ...row.data, body: texts.get(id) ?? null } };
    });
  }

  async handBack(endpointId: string, eventIds: readonly string[]): Promise<void> {
    if (eventIds.length > 0) await this.db.write(HAND_BACK, [endpointId, eventIds, ...spanOfIds(eventIds)]);
  }

  settle(outcomes: readonly DeliveryOutcome[]): Promise<void> {
    const span = spanOfIds(outcomes.map(({ eventId }) => eventId));
    return this.db.write(SETTLE, [JSON.stringify(outcomes.map(rowOf)), ...span]);
  }

  dueEndpoints(): Promise<DueEndpoint[]> {
    return this.db.query(DUE_ENDPOINTS, [this.clock.now()], 'shared');
  }
}

function messageOf({ type, isTest, data }: LeasedRow): string | null {
  return type === 'sms.received' && !isTest && 'message_id' in data ? String(data.message_id) : null;
}

function rowOf({ endpointId, eventId, cycleAttempts, attempt, settled }: DeliveryOutcome) {
  return {
    endpoint_id: endpointId,
    event_id: eventId,
    cycle_attempts: cycleAttempts,
    status: settled.status,
    next_attempt_at: settled.nextAttemptAt,
    at: attempt?.at ?? null,
    attempt: attempt && {
      at: attempt.at,
      status_code: attempt.statusCode,
      duration_ms: attempt.durationMs,
      error: attempt.error,
      response_excerpt: attempt.responseExcerpt,
    },
  };
}
