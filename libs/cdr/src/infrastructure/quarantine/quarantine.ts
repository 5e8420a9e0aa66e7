import { type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import {
  type BookedCall,
  type StoredQuarantinedRow,
  type NewQuarantinedRow,
  type Quarantine,
  type QuarantineFilter,
  type Resolution,
} from '../../application/quarantine/ports';
import type { ExpiredCount } from '../../application/retention/ports';
import { countExpired } from '../retention/count-expired';

/** A stored row does not change, even if it is resolved; its repeats are counted. */
const KEEP = `INSERT INTO cdr.quarantine AS stored (id, row_key, reason, fields, account_id, decision_id, switch_id, call_id,
    says_answered, sealed_row, received_at, last_received_at)
  SELECT id, row_key, reason, fields, account_id, decision_id, switch_id, call_id, says_answered, sealed_row,
      $2, $2
    FROM jsonb_to_recordset($1::jsonb) AS row(id text, row_key text, reason text, fields jsonb, account_id text,
      decision_id text, switch_id text, call_id text, says_answered boolean, sealed_row text)
   ORDER BY row_key
  ON CONFLICT (row_key) DO UPDATE SET times_received = stored.times_received + 1, last_received_at = $2
  RETURNING row_key, id`;

const SELECT = `SELECT id, state, reason, fields, account_id AS "accountId", decision_id AS "decisionId",
    switch_id AS "switchId", call_id AS "callId", sealed_row AS "sealedRow", times_received AS "timesReceived",
    received_at AS "receivedAt", last_received_at AS "lastReceivedAt", cdr_id AS "cdrId", resolved_at AS "resolvedAt",
    resolved_by AS "resolvedBy", resolution_reason AS "resolutionReason"
  FROM cdr.quarantine`;

const RESOLVE_BOOKED = `UPDATE cdr.quarantine q SET state = 'booked', cdr_id = booked.cdr_id, resolved_at = $6
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[])
    AS booked (decision_id, switch_id, call_id, cdr_id, is_answered)
  WHERE q.decision_id = booked.decision_id AND q.state = 'open' AND q.reason <> 'decision_mismatch'
    AND coalesce(q.switch_id, booked.switch_id) = booked.switch_id
    AND coalesce(q.call_id, booked.call_id) = booked.call_id AND q.id IS DISTINCT FROM $7
    AND (booked.is_answered OR q.says_answered IS FALSE)`;

const PRUNE_BATCH = 1_000;

export class StoredQuarantine implements Quarantine {
  constructor(private readonly db: Database) {}

  async add(rows: readonly NewQuarantinedRow[], now: Date): Promise<ReadonlyMap<string, string>> {
    const stored = await this.db.query<{ row_key: string; id: string }>(KEEP, [
      JSON.stringify(rows.map(columnsOf)),
      now,
    ]);
    return new Map(stored.map(({ row_key, id }) => [row_key, id]));
  }

  async list(filter: QuarantineFilter, page: PageRequest<'received_at'>): Promise<Page<StoredQuarantinedRow>> {
    const { limit, order } = page;
    const where = new Where()
      .always('true')
      .add('state = ?', filter.state)
      .add('reason = ?', filter.reason)
      .add('switch_id = ?', filter.switchId)
      .add('account_id = ?', filter.accountId)
      .after(page, 'received_at', 'timestamptz');
    const rows = await this.db.query<StoredQuarantinedRow>(
      `${SELECT} ${where.text} ORDER BY received_at ${order}, id ${order} ${where.limit(limit)}`,
      where.values,
    );
    return pageOf(rows, limit, ({ receivedAt, id }) => ({ key: receivedAt.toISOString(), id }));
  }

  find(id: string): Promise<StoredQuarantinedRow | null> {
    return this.db.queryOne<StoredQuarantinedRow>(`${SELECT} WHERE id = $1`, [id]);
  }

  async resolve(id: string, { state, cdrId, operator, reason, at }: Resolution): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE cdr.quarantine SET state = $2, cdr_id = $3, resolved_by = $4, resolution_reason = $5, resolved_at = $6
        WHERE id = $1 AND state = 'open' RETURNING id`,
      [id, state, cdrId, operator, reason, at],
    );
    return rows.length > 0;
  }

  async resolveBooked(calls: readonly BookedCall[], now: Date, exceptId: string | null): Promise<void> {
    const columns = [
      calls.map(({ decisionId }) => decisionId),
      calls.map(({ switchId }) => switchId),
      calls.map(({ callId }) => callId),
      calls.map(({ cdrId }) => cdrId),
      calls.map(({ isAnswered }) => isAnswered),
    ];
    await this.db.write(RESOLVE_BOOKED, [...columns, now, exceptId]);
  }

  async countOpen(): Promise<number> {
    const row = await this.db.queryOne<{ count: number }>(
      `SELECT count(*) AS count FROM cdr.quarantine WHERE state = 'open'`,
    );
    return row?.count ?? 0;
  }

  countExpired(before: Date): Promise<ExpiredCount> {
    return countExpired(this.db, 'cdr.quarantine', 'received_at < $1', [before]);
  }

  async prune(before: Date): Promise<number> {
    for (let total = 0; ; ) {
      const deleted = await this.db.query(
        `DELETE FROM cdr.quarantine WHERE id IN (
           SELECT id FROM cdr.quarantine WHERE received_at < $1 ORDER BY received_at LIMIT ${PRUNE_BATCH}) RETURNING 1`,
        [before],
      );
      total += deleted.length;
      if (deleted.length < PRUNE_BATCH) return total;
    }
  }
}

function columnsOf(row: NewQuarantinedRow): object {
  return {
    id: row.id,
    row_key: row.rowKey,
    reason: row.reason,
    fields: row.fields,
    account_id: row.accountId,
    decision_id: row.decisionId,
    switch_id: row.switchId,
    call_id: row.callId,
    says_answered: row.saysAnswered,
    sealed_row: row.sealedRow,
  };
}
