import type { DeletedPage } from '@trunkline/kernel';
import { type Database, endOfUnpartitioned, ExpiredMonths } from '@trunkline/platform';
import type { ExpiredDecisions } from '../../application/live-calls/prune-decisions';

/** A rejected call has no slot and no money. An array of ids is looked up in each month, but no month is read as a whole. */
const DELETE_REJECTED = `DELETE FROM voice.decisions WHERE id = ANY (ARRAY(
    SELECT id FROM voice.decisions WHERE action = 'reject' AND created_at < $1
    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING 1`;

/**
 * Reads by the key of decisions: an index by age would be written with every call. The end of a call without a CDR is not always
 * stored, so the expiry of its slot counts.
 */
const DELETE_CALLS = `WITH page AS (
    SELECT id, decision_id, started_at FROM voice.calls WHERE decision_id > $1 ORDER BY decision_id LIMIT $3
  ), expired AS (
    SELECT c.id FROM voice.calls c
    WHERE c.id = ANY (ARRAY(SELECT id FROM page WHERE started_at < $2)) AND c.expires_at < $2 AND c.held_until IS NULL
    FOR UPDATE OF c SKIP LOCKED
  ), deleted AS (
    DELETE FROM voice.calls WHERE id = ANY (ARRAY(SELECT id FROM expired)) RETURNING 1
  )
  SELECT max(decision_id) FILTER (WHERE started_at < $2) AS "lastId", (SELECT count(*) FROM deleted) AS deleted FROM page`;

const DELETE_PAGE = `WITH page AS (
    SELECT id, created_at FROM voice.decisions WHERE id > $1 AND id < $2 ORDER BY id LIMIT $4
  ), expired AS (
    SELECT d.id FROM voice.decisions d
    WHERE d.id < $2 AND d.id = ANY (ARRAY(SELECT id FROM page WHERE created_at < $3))
      AND NOT EXISTS (SELECT FROM voice.calls c WHERE c.decision_id = d.id)
    FOR UPDATE OF d SKIP LOCKED
  ), deleted AS (
    DELETE FROM voice.decisions WHERE id < $2 AND id = ANY (ARRAY(SELECT id FROM expired)) RETURNING 1
  )
  SELECT max(id) FILTER (WHERE created_at < $3) AS "lastId", (SELECT count(*) FROM deleted) AS deleted FROM page`;

const COUNT = `SELECT count(*) AS rows,
    count(*) FILTER (WHERE created_at < $1 OR action = 'reject' AND created_at < $2) AS expired
  FROM voice.decisions`;

export class StoredExpiredDecisions implements ExpiredDecisions {
  constructor(private readonly db: Database) {}

  async deleteRejected(before: Date, limit: number): Promise<number> {
    return (await this.db.query(DELETE_REJECTED, [before, limit])).length;
  }

  deleteCalls(afterId: string, before: Date, limit: number): Promise<DeletedPage> {
    return this.db.get(DELETE_CALLS, [afterId, before, limit]);
  }

  dropMonths(before: Date): Promise<number> {
    return new ExpiredMonths(this.db).drop('voice.decisions', before);
  }

  async endOfUnpartitioned(): Promise<string | null> {
    return (await this.db.get<{ id: string | null }>(`SELECT ${endOfUnpartitioned('voice.decisions')} AS id`)).id;
  }

  deletePage(afterId: string, untilId: string, before: Date, limit: number): Promise<DeletedPage> {
    return this.db.get(DELETE_PAGE, [afterId, untilId, before, limit]);
  }

  count(before: Date, rejectedBefore: Date): Promise<{ readonly rows: number; readonly expired: number }> {
    return this.db.get(COUNT, [before, rejectedBefore]);
  }
}
