import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import { type Database, readPage, Where } from '@trunkline/platform';
import type { Claim } from '../../application/ports';
import {
  type ErasureCount,
  type ErasureFilters,
  type SupplierErasureRepository,
} from '../../application/registration/supplier-erasures';
import type { SupplierErasure } from '../../domain/registration/supplier-erasure';

const COLUMNS = `e.id, e.account_id AS "accountId", e.bundle_id AS "bundleId", e.supplier, e.status,
  e.failed_attempts AS "failedAttempts", e.last_error AS "lastError", e.check_at AS "checkAt", e.created_at AS "createdAt",
  e.updated_at AS "updatedAt"`;
const SELECT = `SELECT ${COLUMNS} FROM numbering.supplier_erasures e`;
/** The id is derived from the first registration of the bundle with the supplier. */
const ADD = `INSERT INTO numbering.supplier_erasures AS e (id, account_id, bundle_id, supplier, status, failed_attempts,
    check_at, created_at, updated_at)
  SELECT 'era_' || substr(min(r.id), 5), r.account_id, r.bundle_id, r.supplier, 'open', 0, $3, $3, $3
    FROM numbering.registrations r
    WHERE r.account_id = $1 AND ($2::text[] IS NULL OR r.bundle_id = ANY ($2))
    GROUP BY r.account_id, r.bundle_id, r.supplier ORDER BY r.bundle_id, r.supplier
  ON CONFLICT (bundle_id, supplier) DO UPDATE SET status = 'open', failed_attempts = 0, check_at = $3, updated_at = $3
    WHERE e.status <> 'open'`;
const SAVE = `UPDATE numbering.supplier_erasures SET status = $2, failed_attempts = $3, last_error = $4, check_at = $5,
  updated_at = $6 WHERE id = $1`;
const CLAIM = `UPDATE numbering.supplier_erasures e SET check_at = $2 WHERE e.id IN (
    SELECT id FROM numbering.supplier_erasures WHERE check_at <= $1 AND supplier = ANY ($3)
    ORDER BY check_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)
  RETURNING ${COLUMNS}`;
const COUNT = `SELECT supplier, status, count(*) AS count FROM numbering.supplier_erasures
  WHERE status IN ('open', 'failed') GROUP BY supplier, status`;

export class StoredSupplierErasures implements SupplierErasureRepository {
  constructor(private readonly db: Database) {}

  async addAll(accountId: string, bundleIds: readonly string[] | null, now: Date): Promise<void> {
    await this.db.query(ADD, [accountId, bundleIds, now]);
  }

  async save(erasure: SupplierErasure): Promise<void> {
    const { id, status, failedAttempts, lastError, checkAt, updatedAt } = erasure;
    await this.db.query(SAVE, [id, status, failedAttempts, lastError, checkAt, updatedAt]);
  }

  async lock(id: string): Promise<SupplierErasure> {
    const erasure = await this.db.queryOne<SupplierErasure>(`${SELECT} WHERE e.id = $1 FOR UPDATE`, [id]);
    if (!erasure) throw CommonErrors.not_found();
    return erasure;
  }

  claimDue(suppliers: readonly string[], { now, leaseUntil, limit }: Claim): Promise<SupplierErasure[]> {
    return this.db.query<SupplierErasure>(CLAIM, [now, leaseUntil, suppliers, limit]);
  }

  count(): Promise<readonly ErasureCount[]> {
    return this.db.query<ErasureCount>(COUNT);
  }

  list(
    { status, supplier, accountId }: ErasureFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<SupplierErasure>> {
    const { conditions, values } = new Where()
      .always('true')
      .add('e.status = ?', status)
      .add('e.supplier = ?', supplier)
      .add('e.account_id = ?', accountId);
    const statement = {
      select: SELECT,
      where: conditions,
      values,
      key: {
        column: 'e.created_at',
        type: 'timestamptz',
        of: (row: SupplierErasure) => row.createdAt.toISOString(),
      } as const,
      id: 'e.id',
    };
    return readPage<SupplierErasure>(this.db, statement, page);
  }
}
