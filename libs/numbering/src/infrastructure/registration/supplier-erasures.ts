import type { Page, PageRequest } from '@trunkline/kernel';
import { column, columnsOf, type Database, Where } from '@trunkline/platform';
import type { Claim } from '../../application/ports';
import {
  type ErasureCount,
  type ErasureFilters,
  type SupplierErasureRepository,
} from '../../application/registration/supplier-erasures';
import type { SupplierErasure } from '../../domain/registration/supplier-erasure';
import { table } from '../table';

const { key, text, optionalText, integer, time, optionalTime } = column;

export const SupplierErasureSchema = table<SupplierErasure>('supplier_erasures', {
  id: key,
  accountId: text,
  bundleId: text,
  supplier: text,
  status: text,
  failedAttempts: integer,
  lastError: optionalText,
  checkAt: optionalTime,
  createdAt: time,
  updatedAt: time,
});

const SELECT = `SELECT ${columnsOf(SupplierErasureSchema)} FROM numbering.supplier_erasures`;
/** The id is derived from the first registration of the bundle with the supplier. */
const ADD = `INSERT INTO numbering.supplier_erasures AS e (id, account_id, bundle_id, supplier, status, failed_attempts,
    check_at, created_at, updated_at)
  SELECT 'era_' || substr(min(r.id), 5), r.account_id, r.bundle_id, r.supplier, 'open', 0, $3, $3, $3
    FROM numbering.registrations r
    WHERE r.account_id = $1 AND ($2::text[] IS NULL OR r.bundle_id = ANY ($2))
    GROUP BY r.account_id, r.bundle_id, r.supplier ORDER BY r.bundle_id, r.supplier
  ON CONFLICT (bundle_id, supplier) DO UPDATE SET status = 'open', created_at = $3, updated_at = $3,
    failed_attempts = CASE WHEN e.status = 'open' THEN e.failed_attempts ELSE 0 END,
    check_at = CASE WHEN e.status = 'open' THEN e.check_at ELSE $3 END`;
const CLAIM = `UPDATE numbering.supplier_erasures SET check_at = $2 WHERE id IN (
    SELECT id FROM numbering.supplier_erasures WHERE check_at <= $1 AND supplier = ANY ($3)
    ORDER BY check_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)
  RETURNING ${columnsOf(SupplierErasureSchema)}`;
const COUNT = `SELECT supplier, status, count(*) AS count FROM numbering.supplier_erasures
  WHERE status IN ('open', 'failed') GROUP BY supplier, status`;

export class StoredSupplierErasures implements SupplierErasureRepository {
  constructor(private readonly db: Database) {}

  addAll(accountId: string, bundleIds: readonly string[] | null, now: Date): Promise<void> {
    return this.db.write(ADD, [accountId, bundleIds, now]);
  }

  save(erasure: SupplierErasure): Promise<void> {
    return this.db.table(SupplierErasureSchema).save(erasure);
  }

  lock(id: string): Promise<SupplierErasure> {
    return this.db.table(SupplierErasureSchema).get('id = $1 FOR UPDATE', [id]);
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
    const where = new Where().add('status = ?', status).add('supplier = ?', supplier).add('account_id = ?', accountId);
    return this.db.page<SupplierErasure>(
      { select: SELECT, where, by: ['created_at', 'id'], of: ({ createdAt, id }) => [createdAt, id] },
      page,
    );
  }
}
