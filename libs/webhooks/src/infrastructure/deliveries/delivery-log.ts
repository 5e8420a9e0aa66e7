import { addSeconds, type Clock, earliestId, type Page, type PageRequest } from '@trunkline/kernel';
import { type Database, endOfUnpartitioned, ExpiredMonths, Where } from '@trunkline/platform';
import { keptSince } from '../../domain/retention';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint';
import {
  type DeliveryFilters,
  type DeliveryLog,
  type DeliveryView,
  type ReplayRange,
  type TestDelivery,
} from '../../application/deliveries/delivery-log';

const COLUMNS = `id, endpoint_id AS "endpointId", event_id AS "eventId", event_type AS "eventType", is_test AS "isTest",
  status, attempts, next_attempt_at AS "nextAttemptAt", created_at AS "createdAt"`;

/** $1, $3, $4, $5: endpoint, id, and the bounds of its event. Both ids begin with one time, so this reads one month. */
const BY_ID = `d.endpoint_id = $1 AND d.id = $3 AND d.event_id >= $4 AND d.event_id < $5`;

/** $2: the time before which deliveries have expired. */
const LOCK = `SELECT FROM webhooks.deliveries AS d WHERE ${BY_ID} AND d.created_at >= $2 FOR UPDATE`;

const START_OVER = `status = 'pending', next_attempt_at = $2, cycle_attempts = 0, cycle_started_at = NULL`;

/** $6: the time before which events have expired. */
const RESTART = `UPDATE webhooks.deliveries AS d SET ${START_OVER}
  WHERE ${BY_ID} AND (d.is_test OR EXISTS (
    SELECT FROM webhooks.events AS e WHERE e.id = d.event_id AND e.id >= $4 AND e.id < $5 AND e.created_at >= $6))
  RETURNING ${COLUMNS}`;

const ADD_TEST = `INSERT INTO webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, is_test, test_data,
    status, attempts, next_attempt_at, created_at)
  VALUES ($1, $3, $4, $5, $6, true, $7, 'pending', '[]', $2, $2) RETURNING ${COLUMNS}`;

/** $3 to $7: account, from, to, types, and the number of the endpoint. */
const EVENTS = `FROM webhooks.events AS e
  WHERE e.account_id = $3 AND e.created_at >= $4 AND e.created_at < $5 AND ('*' = ANY ($6) OR e.type = ANY ($6))
    AND ($7::text IS NULL OR e.data ->> 'number_id' = $7)`;

const REPLAY = `INSERT INTO webhooks.deliveries AS d (id, account_id, endpoint_id, event_id, event_type, is_test, status,
    attempts, next_attempt_at, created_at)
  SELECT 'whd_' || substr(e.id, 5, 9) || substr(md5(e.id || ' ' || $1), 1, 16), e.account_id, $1, e.id, e.type, false,
    'pending', '[]', $2, $2 ${EVENTS} ORDER BY e.created_at, e.id
  ON CONFLICT (endpoint_id, event_id) DO UPDATE SET ${START_OVER} WHERE d.status <> 'pending'
  RETURNING 1`;

const REPLAY_FAILED = `UPDATE webhooks.deliveries AS d SET ${START_OVER} ${EVENTS}
    AND d.endpoint_id = $1 AND d.event_id = e.id AND d.status IN ('failed', 'abandoned')
  RETURNING 1`;

const COUNT = `SELECT count(*) FROM (SELECT 1 FROM webhooks.events AS e
  WHERE e.account_id = $1 AND e.created_at >= $2 AND e.created_at < $3 AND ('*' = ANY ($4) OR e.type = ANY ($4))
    AND ($6::text IS NULL OR e.data ->> 'number_id' = $6)
  LIMIT $5) AS matching`;

const MONTHS_FROM = endOfUnpartitioned('webhooks.deliveries');

const PRUNE = `DELETE FROM webhooks.deliveries WHERE event_id < ${MONTHS_FROM} AND (endpoint_id, event_id) IN (
    SELECT endpoint_id, event_id FROM webhooks.deliveries
    WHERE event_id < ${MONTHS_FROM} AND created_at < $1 AND status <> 'pending' LIMIT $2)
  RETURNING 1`;

const PRUNE_ENDPOINTS = `DELETE FROM webhooks.endpoints AS e WHERE e.deleted_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM webhooks.deliveries AS d WHERE d.endpoint_id = e.id)`;

/** The time in an id, as `newId` writes it. */
const TIME_DIGITS = 9;
const TEST_SECONDS = 60;

interface Row extends Omit<DeliveryView, 'attempts'> {
  readonly attempts: readonly {
    readonly at: string;
    readonly status_code: number | null;
    readonly duration_ms: number;
    readonly error: string | null;
    readonly response_excerpt: string | null;
  }[];
}

type Endpoint = Pick<WebhookEndpoint, 'id' | 'accountId' | 'numberId'>;

export class StoredDeliveryLog implements DeliveryLog {
  private readonly months: ExpiredMonths;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.months = new ExpiredMonths(db);
  }

  async list(
    endpointId: string,
    { statuses, eventTypes, from, to }: DeliveryFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<DeliveryView>> {
    const select = `SELECT ${COLUMNS} FROM webhooks.deliveries`;
    const where = new Where()
      .require('endpoint_id = ?', endpointId)
      .add('created_at >= ?', this.oldest())
      .anyOf('status', statuses)
      .anyOf('event_type', eventTypes)
      .add('created_at >= ?', from)
      .add('created_at < ?', to);
    const of = ({ createdAt, id }: Row) => [createdAt, id] as const;
    const { items, next } = await this.db.page<Row>({ select, where, by: ['created_at', 'id'], of }, page);
    return { items: items.map(viewOf), next };
  }

  async lock(endpointId: string, id: string): Promise<void> {
    await this.db.get(LOCK, [endpointId, this.oldest(), ...boundsOf(id)]);
  }

  async restart(endpointId: string, id: string): Promise<DeliveryView | null> {
    const values = [endpointId, this.clock.now(), ...boundsOf(id), this.oldest()];
    const row = await this.db.find<Row>(RESTART, values);
    return row && viewOf(row);
  }

  async addTest(
    endpoint: Pick<Endpoint, 'id' | 'accountId'>,
    { id, eventId, eventType, data }: TestDelivery,
  ): Promise<DeliveryView> {
    const values = [id, this.clock.now(), endpoint.accountId, endpoint.id, eventId, eventType, data];
    return viewOf(await this.db.get<Row>(ADD_TEST, values));
  }

  async count(
    { accountId, numberId }: Endpoint,
    { from, to, eventTypes }: ReplayRange,
    limit: number,
  ): Promise<number> {
    const values = [accountId, this.keptFrom(from), to, eventTypes, limit, numberId];
    return (await this.db.get<{ count: number }>(COUNT, values)).count;
  }

  async replay(
    { id, accountId, numberId }: Endpoint,
    { from, to, eventTypes, onlyFailed }: ReplayRange,
  ): Promise<number> {
    const values = [id, this.clock.now(), accountId, this.keptFrom(from), to, eventTypes, numberId];
    return (await this.db.query(onlyFailed ? REPLAY_FAILED : REPLAY, values)).length;
  }

  dropMonths(before: Date): Promise<number> {
    return this.months.drop('webhooks.deliveries', before);
  }

  async prune(before: Date, limit: number): Promise<number> {
    return (await this.db.query(PRUNE, [before, limit])).length;
  }

  pruneEndpoints(): Promise<void> {
    return this.db.write(PRUNE_ENDPOINTS);
  }

  private oldest(): Date {
    return keptSince(this.clock.now());
  }

  /** Expired events are not replayed. */
  private keptFrom(from: Date): Date {
    const oldest = this.oldest();
    return from < oldest ? oldest : from;
  }
}

/** Returns the id of a delivery, and between which ids that of its event is. A test of a former release has one of a moment later. */
function boundsOf(id: string): [id: string, from: string, to: string] {
  const digits = id.slice('whd_'.length, 'whd_'.length + TIME_DIGITS);
  const until = addSeconds(new Date(parseInt(digits, 36)), TEST_SECONDS);
  return [id, `evt_${digits}`, earliestId('evt', until)];
}

function viewOf({ attempts, ...row }: Row): DeliveryView {
  return {
    ...row,
    attempts: attempts.map((each) => ({
      at: new Date(each.at),
      statusCode: each.status_code,
      durationMs: each.duration_ms,
      error: each.error,
      responseExcerpt: each.response_excerpt,
    })),
  };
}
