import type { Page, PageRequest } from '@trunkline/kernel';
import { column, columnsOf, type Database, Where } from '@trunkline/platform';
import type {
  ConnectionFault,
  ConnectionFaultFilters,
  ConnectionFaults,
  UsedNumber,
} from '../application/connections/ports';
import { table } from './table';

const { key, text, optionalText, integer, time, optionalTime } = column;

const FAULTS = 'numbering.connection_faults';
const ERROR_MAX = 500;

export const ConnectionFaultSchema = table<ConnectionFault>('connection_faults', {
  numberId: key,
  accountId: text,
  supplier: text,
  e164: text,
  foundAt: time,
  checkedAt: time,
  reconnectedAt: optionalTime,
  failedAttempts: integer,
  lastError: optionalText,
});

const USED = `n.id, n.supplier, n.e164, n.supplier_number_ref AS "supplierNumberRef"`;
/** The condition of the index `phone_numbers_used`, which must match it exactly. */
const IS_USED = `n.status IN ('active', 'suspended')`;
const LIST_USED = `SELECT ${USED} FROM numbering.phone_numbers n
  WHERE n.supplier = $1 AND ${IS_USED} AND n.id > $2 ORDER BY n.id LIMIT $3`;
const LIST_OPEN = `SELECT ${USED} FROM ${FAULTS} f JOIN numbering.phone_numbers n ON n.id = f.number_id
  WHERE f.reconnected_at IS NULL AND f.supplier = ANY ($1) AND ${IS_USED} AND f.number_id > $2 ORDER BY f.number_id LIMIT $3`;
/** $1 number, $2 error, $3 now. A fault that occurs again begins anew. */
const RECORD = `INSERT INTO ${FAULTS} AS f (number_id, account_id, supplier, e164, found_at, checked_at, reconnected_at,
    failed_attempts, last_error)
  SELECT n.id, n.account_id, n.supplier, n.e164, $3, $3, CASE WHEN $2::text IS NULL THEN $3::timestamptz END,
    CASE WHEN $2::text IS NULL THEN 0 ELSE 1 END, $2
  FROM numbering.phone_numbers n WHERE n.id = $1 AND n.status <> 'released'
  ON CONFLICT (number_id) DO UPDATE SET
    found_at = CASE WHEN f.reconnected_at IS NULL THEN f.found_at ELSE $3 END,
    failed_attempts = CASE WHEN f.reconnected_at IS NULL THEN f.failed_attempts ELSE 0 END + excluded.failed_attempts,
    checked_at = $3, reconnected_at = excluded.reconnected_at, last_error = coalesce($2, f.last_error)`;
const CLOSE = `UPDATE ${FAULTS} SET reconnected_at = $2, checked_at = $2 WHERE number_id = ANY ($1) AND reconnected_at IS NULL`;
const PRUNE = `DELETE FROM ${FAULTS} f WHERE reconnected_at < $1
    OR EXISTS (SELECT FROM numbering.phone_numbers n WHERE n.id = f.number_id AND n.status = 'released')
  RETURNING number_id`;
const COUNT = `SELECT supplier, count(*) AS count FROM ${FAULTS} WHERE reconnected_at IS NULL GROUP BY supplier`;
const SELECT = `SELECT ${columnsOf(ConnectionFaultSchema)} FROM ${FAULTS}`;

export class StoredConnectionFaults implements ConnectionFaults {
  constructor(private readonly db: Database) {}

  listUsed(supplier: string, afterId: string | null, limit: number): Promise<UsedNumber[]> {
    return this.db.query<UsedNumber>(LIST_USED, [supplier, afterId ?? '', limit]);
  }

  listOpen(suppliers: readonly string[], afterId: string | null, limit: number): Promise<UsedNumber[]> {
    return this.db.query<UsedNumber>(LIST_OPEN, [suppliers, afterId ?? '', limit]);
  }

  async record(numberId: string, error: string | null, at: Date): Promise<void> {
    await this.db.query(RECORD, [numberId, error?.slice(0, ERROR_MAX) ?? null, at]);
  }

  async close(numberIds: readonly string[], at: Date): Promise<void> {
    if (numberIds.length > 0) await this.db.query(CLOSE, [numberIds, at]);
  }

  async prune(reconnectedBefore: Date): Promise<number> {
    return (await this.db.query(PRUNE, [reconnectedBefore])).length;
  }

  countOpen(): Promise<readonly { supplier: string; count: number }[]> {
    return this.db.query<{ supplier: string; count: number }>(COUNT);
  }

  list(
    { isOpen, supplier, accountId }: ConnectionFaultFilters,
    page: PageRequest<'found_at'>,
  ): Promise<Page<ConnectionFault>> {
    const where = new Where()
      .when(isOpen, 'reconnected_at IS NULL', 'reconnected_at IS NOT NULL')
      .add('supplier = ?', supplier)
      .add('account_id = ?', accountId);
    const of = ({ foundAt, numberId }: ConnectionFault) => [foundAt, numberId] as const;
    return this.db.page<ConnectionFault>({ select: SELECT, where, by: ['found_at', 'number_id'], of }, page);
  }
}
