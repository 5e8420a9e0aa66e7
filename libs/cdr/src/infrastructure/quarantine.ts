import type { Page, PageRequest } from '@trunkline/kernel';
import { columnNames, columnsOf, type Database, membersOf, selectGiven, Where } from '@trunkline/platform';
import {
  type BookedCall,
  type StoredQuarantinedRow,
  type NewQuarantinedRow,
  type Quarantine,
  type QuarantineFilter,
  type Resolution,
} from '../application/quarantine/ports';
import type { ExpiredCount } from '../application/retention/ports';
import { QuarantineSchema } from './schema';
import { countExpired } from './retention';

/** A stored row does not change, even if it is resolved; its repeats are counted. */
const KEEP = `INSERT INTO cdr.quarantine AS stored (${columnNames(QuarantineSchema)})
  ${selectGiven(QuarantineSchema)} ORDER BY row_key
  ON CONFLICT (row_key) DO UPDATE
    SET times_received = stored.times_received + 1, last_received_at = excluded.last_received_at
  RETURNING row_key AS "rowKey", id`;

const SELECT = `SELECT ${columnsOf(QuarantineSchema, membersOf(QuarantineSchema, ['rowKey', 'saysAnswered']))}
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
    const received = { state: 'open', timesReceived: 1, receivedAt: now, lastReceivedAt: now };
    const given = JSON.stringify(rows.map((row) => ({ ...row, ...received })));
    const stored = await this.db.query<{ rowKey: string; id: string }>(KEEP, [given]);
    return new Map(stored.map(({ rowKey, id }) => [rowKey, id]));
  }

  list(filter: QuarantineFilter, page: PageRequest<'received_at'>): Promise<Page<StoredQuarantinedRow>> {
    const where = new Where()
      .add('state = ?', filter.state)
      .add('reason = ?', filter.reason)
      .add('switch_id = ?', filter.switchId)
      .add('account_id = ?', filter.accountId);
    const of = ({ receivedAt, id }: StoredQuarantinedRow) => [receivedAt, id] as const;
    return this.db.page({ select: SELECT, where, by: ['received_at', 'id'], of }, page);
  }

  get(id: string): Promise<StoredQuarantinedRow> {
    return this.db.get(`${SELECT} WHERE id = $1`, [id]);
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
    const open = `SELECT count(*) AS count FROM cdr.quarantine WHERE state = 'open'`;
    return (await this.db.get<{ count: number }>(open)).count;
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
