import { type Clock, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import {
  type DeliveryFilters,
  type DeliveryLog,
  type DeliveryView,
  type ReplayRange,
  type TestDelivery,
} from '../../application/deliveries/delivery-log';
import type { DeliveryStatus } from '../../domain/deliveries/delivery';

const COLUMNS = `id, endpoint_id, event_id, event_type, is_test, status, attempts, next_attempt_at, created_at`;

/** One statement for all filters, so that one plan is cached; an absent filter is null. */
const listText = (order: 'asc' | 'desc') => `
  SELECT ${COLUMNS} FROM webhooks.deliveries
  WHERE endpoint_id = $1
    AND ($2::text[] IS NULL OR status = ANY ($2))
    AND ($3::text[] IS NULL OR event_type = ANY ($3))
    AND ($4::timestamptz IS NULL OR created_at >= $4)
    AND ($5::timestamptz IS NULL OR created_at < $5)
    AND ($6::timestamptz IS NULL OR (created_at, id) ${order === 'asc' ? '>' : '<'} ($6, $7))
  ORDER BY created_at ${order}, id ${order} LIMIT $8`;
const LIST = { asc: listText('asc'), desc: listText('desc') };

const LOCK = `SELECT ${COLUMNS} FROM webhooks.deliveries WHERE endpoint_id = $1 AND id = $2 FOR UPDATE`;

const START_OVER = `status = 'pending', next_attempt_at = $2, cycle_attempts = 0, cycle_started_at = NULL`;

const RESTART = `UPDATE webhooks.deliveries AS d SET ${START_OVER}
  WHERE d.id = $1 AND (d.is_test OR EXISTS (SELECT FROM webhooks.events AS e WHERE e.id = d.event_id))
  RETURNING ${COLUMNS}`;

const ADD_TEST = `INSERT INTO webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, is_test, test_data,
    status, attempts, next_attempt_at, created_at)
  VALUES ($1, $3, $4, $5, $6, true, $7, 'pending', '[]', $2, $2) RETURNING ${COLUMNS}`;

/** $3 to $6: account, from, to, types. */
const EVENTS = `FROM webhooks.events AS e
  WHERE e.account_id = $3 AND e.created_at >= $4 AND e.created_at < $5 AND ('*' = ANY ($6) OR e.type = ANY ($6))`;

const REPLAY = `INSERT INTO webhooks.deliveries AS d (id, account_id, endpoint_id, event_id, event_type, is_test, status,
    attempts, next_attempt_at, created_at)
  SELECT 'whd_' || substr(e.id, 5, 9) || substr(md5(e.id || ' ' || $1), 1, 16), e.account_id, $1, e.id, e.type, false,
    'pending', '[]', $2, $2 ${EVENTS} ORDER BY e.created_at, e.id
  ON CONFLICT (endpoint_id, event_id) DO UPDATE SET ${START_OVER} WHERE d.status <> 'pending'
  RETURNING 1`;

const REPLAY_FAILED = `UPDATE webhooks.deliveries AS d SET ${START_OVER} ${EVENTS}
    AND d.endpoint_id = $1 AND d.event_id = e.id AND d.status IN ('failed', 'abandoned')
  RETURNING 1`;

const COUNT = `SELECT count(*) AS count FROM (SELECT 1 FROM webhooks.events AS e
  WHERE e.account_id = $1 AND e.created_at >= $2 AND e.created_at < $3 AND ('*' = ANY ($4) OR e.type = ANY ($4))
  LIMIT $5) AS matching`;

const PRUNE = `DELETE FROM webhooks.deliveries WHERE id IN
  (SELECT id FROM webhooks.deliveries WHERE created_at < $1 AND status <> 'pending' LIMIT $2) RETURNING 1`;

const PRUNE_ENDPOINTS = `DELETE FROM webhooks.endpoints AS e WHERE e.deleted_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM webhooks.deliveries AS d WHERE d.endpoint_id = e.id)`;

interface Row {
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly is_test: boolean;
  readonly status: DeliveryStatus;
  readonly attempts: readonly {
    readonly at: string;
    readonly status_code: number | null;
    readonly duration_ms: number;
    readonly error: string | null;
    readonly response_excerpt: string | null;
  }[];
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
}

interface Endpoint {
  readonly id: string;
  readonly accountId: string;
}

export class StoredDeliveryLog implements DeliveryLog {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async list(
    endpointId: string,
    { statuses, eventTypes, from, to }: DeliveryFilters,
    { order, after, limit }: PageRequest<'created_at'>,
  ): Promise<Page<DeliveryView>> {
    const filters = [statuses, eventTypes, from, to, after?.key, after?.id].map((value) => value ?? null);
    const rows = await this.db.query<Row>(LIST[order], [endpointId, ...filters, limit + 1]);
    return pageOf(rows.map(viewOf), limit, ({ createdAt, id }) => ({ key: createdAt.toISOString(), id }));
  }

  lock(endpointId: string, id: string): Promise<DeliveryView | null> {
    return this.first(LOCK, [endpointId, id]);
  }

  restart(id: string): Promise<DeliveryView | null> {
    return this.first(RESTART, [id, this.clock.now()]);
  }

  async addTest(endpoint: Endpoint, { id, eventId, eventType, data }: TestDelivery): Promise<DeliveryView> {
    const values = [id, this.clock.now(), endpoint.accountId, endpoint.id, eventId, eventType, data];
    const added = await this.first(ADD_TEST, values);
    if (!added) throw new Error('The delivery was not stored.');
    return added;
  }

  async count({ accountId }: Endpoint, { from, to, eventTypes }: ReplayRange, limit: number): Promise<number> {
    const row = await this.db.queryOne<{ count: number }>(COUNT, [accountId, from, to, eventTypes, limit]);
    return row?.count ?? 0;
  }

  async replay({ id, accountId }: Endpoint, { from, to, eventTypes, onlyFailed }: ReplayRange): Promise<number> {
    const values = [id, this.clock.now(), accountId, from, to, eventTypes];
    return (await this.db.query(onlyFailed ? REPLAY_FAILED : REPLAY, values)).length;
  }

  async prune(before: Date, limit: number): Promise<number> {
    return (await this.db.query(PRUNE, [before, limit])).length;
  }

  async pruneEndpoints(): Promise<void> {
    await this.db.query(PRUNE_ENDPOINTS);
  }

  private async first(text: string, values: readonly unknown[]): Promise<DeliveryView | null> {
    const row = await this.db.queryOne<Row>(text, values);
    return row && viewOf(row);
  }
}

function viewOf(row: Row): DeliveryView {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    isTest: row.is_test,
    status: row.status,
    attempts: row.attempts.map((each) => ({
      at: new Date(each.at),
      statusCode: each.status_code,
      durationMs: each.duration_ms,
      error: each.error,
      responseExcerpt: each.response_excerpt,
    })),
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
  };
}
