import {
  type Page,
  type PageRequest,
  type ReportedAttempt,
  storedAttempt,
  type StoredAttempt,
} from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import { type CallFilters, type CallQueries, type CallRecord } from '../../application/live-calls/call-queries';
import { isLive } from './concurrent-calls';

const SELECT = `SELECT c.id, c.decision_id AS "decisionId", c.switch_id AS "switchId", c.node, d.call_id AS "sipCallId",
    d.direction, c.status, d.caller, d.callee, d.caller_withheld AS "isCallerWithheld", d.e164, d.number_id AS "numberId",
    d.routing_profile_id AS "routingProfileId", coalesce(d.sip_trunk_id, c.trunk_id) AS "sipTrunkId",
    c.customer_reference AS "customerReference", c.started_at AS "startedAt", c.answered_at AS "answeredAt",
    c.ended_at AS "endedAt", d.max_duration_seconds AS "maxDurationSeconds", d.rating, d.routes,
    coalesce(c.attempts, '[]') AS attempts
  FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id`;

const FIND = `${SELECT} WHERE c.id = $1 AND c.account_id = $2 AND (c.ended_at IS NULL OR c.ended_at > $3)`;

/** In JSON, times are texts. */
type StoredCall = Omit<CallRecord, 'attempts'> & { readonly attempts: StoredAttempt<ReportedAttempt>[] };

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
    where
      .always(isLive('c', at))
      .add('c.account_id = ?', accountId)
      .add('d.direction = ?', direction)
      .add('d.e164 = ?', e164)
      .add('coalesce(d.sip_trunk_id, c.trunk_id) = ?', sipTrunkId);
    const of = ({ startedAt, id }: StoredCall) => [startedAt, id] as const;
    const list = { select: SELECT, where, by: ['c.started_at', 'c.id'], of } as const;
    const { items, next } = await this.db.page<StoredCall>(list, page);
    return { items: items.map(withTimes), next };
  }

  async get(accountId: string, callId: string, since: Date): Promise<CallRecord> {
    return withTimes(await this.db.get<StoredCall>(FIND, [callId, accountId, since]));
  }

  async heldUntil(decisionIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.db.query<{ decisionId: string; heldUntil: Date }>(
      `SELECT decision_id AS "decisionId", held_until AS "heldUntil" FROM voice.calls
        WHERE decision_id = ANY ($1) AND held_until IS NOT NULL`,
      [decisionIds],
    );
    return new Map(rows.map(({ decisionId, heldUntil }) => [decisionId, heldUntil]));
  }
}

function withTimes(call: StoredCall): CallRecord {
  return { ...call, attempts: call.attempts.map((each) => storedAttempt<ReportedAttempt>(each)) };
}
