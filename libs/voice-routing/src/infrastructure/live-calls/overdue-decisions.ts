import { type Page, type PageRequest, shownCaller } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import {
  type OverdueDecisions,
  type UnreportedCall,
  type UnreportedFilter,
} from '../../application/live-calls/unreported-calls';
import type { KeptDecisions } from '../calls/kept-decisions';

/** Skips rows that another transaction has locked to record their CDR or to flag them. */
const FLAG = `UPDATE voice.decisions SET overdue_at = $1 WHERE id IN (
    SELECT id FROM voice.decisions
     WHERE reported_at IS NULL AND overdue_at IS NULL AND report_due_at < $1 AND action = 'route'
     ORDER BY report_due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

const COUNT = `SELECT count(*) AS count FROM voice.decisions
  WHERE overdue_at IS NOT NULL AND reported_at IS NULL AND created_at >= $1`;

const SELECT = `SELECT c.id, d.id AS "decisionId", d.account_id AS "accountId", d.direction, d.switch_id AS "switchId",
    d.call_id AS "callId", d.caller AS "from", d.caller_withheld AS "isCallerWithheld", d.callee AS "to", d.max_duration_seconds AS "maxDurationSeconds",
    c.answered_at AS "answeredAt", c.end_reason AS "endReason", d.created_at AS "createdAt", d.report_due_at AS "reportDueAt",
    d.overdue_at AS "overdueAt"
  FROM voice.decisions d LEFT JOIN voice.calls c ON c.decision_id = d.id`;

export class StoredOverdueDecisions implements OverdueDecisions {
  constructor(
    private readonly db: Database,
    private readonly kept: KeptDecisions,
  ) {}

  async flag(now: Date, limit: number): Promise<number> {
    return (await this.db.query(FLAG, [now, limit])).length;
  }

  async count(): Promise<number> {
    return (await this.db.get<{ count: number }>(COUNT, [this.kept.since])).count;
  }

  async list(
    { accountId, switchId }: UnreportedFilter,
    page: PageRequest<'overdue_at'>,
  ): Promise<Page<UnreportedCall>> {
    const where = new Where()
      .always('d.overdue_at IS NOT NULL')
      .always('d.reported_at IS NULL')
      .add('d.created_at >= ?', this.kept.since)
      .add('d.account_id = ?', accountId)
      .add('d.switch_id = ?', switchId);
    const of = ({ overdueAt, decisionId }: UnreportedCall) => [overdueAt, decisionId] as const;
    const list = { select: SELECT, where, by: ['d.overdue_at', 'd.id'], of } as const;
    const { items, next } = await this.db.page<UnreportedCall>(list, page);
    return { items: items.map(withCaller), next };
  }
}

function withCaller(call: UnreportedCall): UnreportedCall {
  const { caller: from, isCallerWithheld } = shownCaller({ ...call, caller: call.from });
  return { ...call, from, isCallerWithheld };
}
