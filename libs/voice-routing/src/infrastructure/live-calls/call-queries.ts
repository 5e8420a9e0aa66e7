import {
  type Page,
  type PageRequest,
  type ReportedAttempt,
  storedAttempt,
  type StoredAttempt,
} from '@trunkline/kernel';
import { type Database, readPage, Where } from '@trunkline/platform';
import { type CallFilters, type CallQueries, type CallRecord } from '../../application/live-calls/call-queries';
import { isLive } from './concurrent-calls';

const SELECT = `SELECT c.id, c.decision_id AS "decisionId", c.switch_id AS "switchId", c.node, d.call_id AS "sipCallId",
    d.direction, c.status, d.caller, d.callee, d.caller_withheld AS "isCallerWithheld", d.e164, d.number_id AS "numberId",
    d.routing_profile_id AS "routingProfileId", coalesce(d.sip_trunk_id, c.trunk_id) AS "sipTrunkId",
    c.customer_reference AS "customerReference", c.started_at AS "startedAt", c.answered_at AS "answeredAt",
    c.ended_at AS "endedAt", d.max_duration_seconds AS "maxDurationSeconds", d.rating, d.routes, c.attempts
  FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id`;

const FIND = `${SELECT} WHERE c.id = $1 AND c.account_id = $2 AND (c.ended_at IS NULL OR c.ended_at > $3)`;

interface Row extends Omit<CallRecord, 'attempts'> {
  readonly attempts: StoredAttempt<ReportedAttempt>[] | null;
}

export class CallReads implements CallQueries {
  constructor(private readonly db: Database) {}

  async list(
    accountId: string,
    { direction, e164, sipTrunkId }: CallFilters,
    now: Date,
    page: PageRequest<'started_at'>,
  ): Promise<Page<CallRecord>> {
    const where = new Where();
    const at = where.value(now);
    const { conditions, values } = where
      .always(isLive('c', at))
      .add('c.account_id = ?', accountId)
      .add('d.direction = ?', direction)
      .add('d.e164 = ?', e164)
      .add('coalesce(d.sip_trunk_id, c.trunk_id) = ?', sipTrunkId);
    const key = { column: 'c.started_at', type: 'timestamptz', of: (row: Row) => row.startedAt.toISOString() } as const;
    const read = { select: SELECT, where: conditions, values, key, id: 'c.id' };
    const { items, next } = await readPage<Row>(this.db, read, page);
    return { items: items.map(recordOf), next };
  }

  async find(accountId: string, callId: string, since: Date): Promise<CallRecord | null> {
    const row = await this.db.queryOne<Row>(FIND, [callId, accountId, since]);
    return row && recordOf(row);
  }

  async heldUntil(decisionIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.db.query<{ decision_id: string; held_until: Date }>(
      `SELECT decision_id, held_until FROM voice.calls WHERE decision_id = ANY ($1) AND held_until IS NOT NULL`,
      [decisionIds],
    );
    return new Map(rows.map((row) => [row.decision_id, row.held_until]));
  }
}

function recordOf(row: Row): CallRecord {
  return { ...row, attempts: (row.attempts ?? []).map((each) => storedAttempt<ReportedAttempt>(each)) };
}
