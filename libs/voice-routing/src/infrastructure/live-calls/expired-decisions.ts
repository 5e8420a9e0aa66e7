import type { Database } from '@trunkline/platform';
import { type ExpiredDecisions, type PrunedPage } from '../../application/live-calls/prune-decisions';

/**
 * Reads by primary key: an index by age would be written with every call. The end of a call without a CDR is not always
 * stored, so the expiry of its slot counts.
 */
const DELETE_PAGE = `WITH page AS (
    SELECT id, created_at FROM voice.decisions WHERE id > $1 ORDER BY id LIMIT $3
  ), expired AS (
    SELECT d.id FROM voice.decisions d
    WHERE d.id IN (SELECT id FROM page WHERE created_at < $2)
      AND NOT EXISTS (
        SELECT FROM voice.calls c WHERE c.decision_id = d.id AND (c.expires_at >= $2 OR c.held_until IS NOT NULL))
    FOR UPDATE OF d SKIP LOCKED
  ), ended AS (
    DELETE FROM voice.calls WHERE decision_id IN (SELECT id FROM expired)
  ), deleted AS (
    DELETE FROM voice.decisions WHERE id IN (SELECT id FROM expired) RETURNING id
  )
  SELECT max(id) FILTER (WHERE created_at < $2) AS "lastId", (SELECT count(*) FROM deleted) AS deleted FROM page`;

/** A rejected call has no slot and no money. */
const DELETE_REJECTED = `DELETE FROM voice.decisions WHERE id IN (
    SELECT id FROM voice.decisions WHERE action = 'reject' AND created_at < $1
    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

const COUNT = `SELECT count(*) AS rows,
    count(*) FILTER (WHERE created_at < $1 OR action = 'reject' AND created_at < $2) AS expired
  FROM voice.decisions`;

export class StoredExpiredDecisions implements ExpiredDecisions {
  constructor(private readonly db: Database) {}

  deletePage(afterId: string, before: Date, limit: number): Promise<PrunedPage> {
    return this.db.get(DELETE_PAGE, [afterId, before, limit]);
  }

  async deleteRejected(before: Date, limit: number): Promise<number> {
    return (await this.db.query(DELETE_REJECTED, [before, limit])).length;
  }

  count(before: Date, rejectedBefore: Date): Promise<{ readonly rows: number; readonly expired: number }> {
    return this.db.get(COUNT, [before, rejectedBefore]);
  }
}
