import { addDays, earliestId, type Page, type PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import {
  type RejectedCallFilters,
  type RejectedCallQueries,
  type RejectedCallRecord,
  REJECTIONS_KEPT_DAYS,
} from '../../application/outbound/rejected-calls';

const SELECT = `SELECT d.id, d.created_at AS at, d.direction, d.caller AS "from", d.callee AS "to",
    d.caller_withheld AS "isCallerWithheld",
    CASE WHEN d.account_id = d.rejected_for THEN d.number_id END AS "numberId",
    CASE WHEN d.account_id = d.rejected_for THEN d.sip_trunk_id END AS "sipTrunkId",
    d.source_ip AS "sourceIp", d.reject_code AS "sipCode", d.rejection AS reason
  FROM voice.decisions d`;

export class RejectedCallReads implements RejectedCallQueries {
  constructor(private readonly db: Database) {}

  list(
    accountId: string,
    { direction, e164, sipTrunkId, reason, from, to }: RejectedCallFilters,
    since: Date,
    page: PageRequest<'at'>,
  ): Promise<Page<RejectedCallRecord>> {
    const where = new Where()
      .require('d.rejected_for = ?', accountId)
      .add('d.id >= ?', firstIdSince(since))
      .add('d.created_at > ?', since)
      .add('d.created_at >= ?', from)
      .add('d.created_at < ?', to)
      .add('d.direction = ?', direction)
      .add('d.e164 = ?', e164)
      .add('d.sip_trunk_id = ?', sipTrunkId)
      .anyOf('d.rejection', reason);
    const list = { select: SELECT, where, by: ['d.created_at', 'd.id'] as const };
    return this.db.page<RejectedCallRecord>({ ...list, of: ({ at, id }) => [at, id] }, page);
  }
}

/**
 * Returns a bound of the ids of rejections since then, by which PostgreSQL leaves out other months. A test clock is ahead of the clock
 * of ids; an id is created up to a day before its rejection.
 */
function firstIdSince(since: Date): string {
  const real = addDays(new Date(), -REJECTIONS_KEPT_DAYS);
  return earliestId('rd', addDays(since < real ? since : real, -1));
}
