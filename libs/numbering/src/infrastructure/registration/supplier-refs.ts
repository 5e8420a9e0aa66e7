import { addSeconds, type Clock } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { FaultPoints } from '../../application/ports';
import {
  RecordBusyError,
  RecordRefusedError,
  type StoredRef,
  type SupplierRecord,
  type SupplierRefs,
} from '../../application/registration/supplier-refs';
import { SupplierHttpError } from '../suppliers/http/supplier-errors';

/** Longer than looking for a record and creating it takes: two calls of a supplier, and the decryption of a document. */
const LEASE_SECONDS = 60;

/** $3: ids stored before this time are stale. */
const FIND = `SELECT ref FROM numbering.supplier_refs
  WHERE supplier = $1 AND key = $2 AND ref IS NOT NULL AND ($3::timestamptz IS NULL OR stored_at > $3)`;
/** $3 now, $4 end of the lease, $5 as above. Returns no row for a fresh id and while another process has the lease. */
const BEGIN = `INSERT INTO numbering.supplier_refs AS r (supplier, key, attempts, leased_until) VALUES ($1, $2, 1, $4)
  ON CONFLICT (supplier, key) DO UPDATE SET attempts = r.attempts + 1, leased_until = $4
    WHERE (r.ref IS NULL OR r.stored_at <= $5) AND (r.leased_until IS NULL OR r.leased_until <= $3)
  RETURNING attempts`;
const STORE = `UPDATE numbering.supplier_refs SET ref = $4, stored_at = $5, leased_until = NULL
  WHERE supplier = $1 AND key = $2 AND leased_until = $3 RETURNING ref`;
const END_LEASE = `UPDATE numbering.supplier_refs SET leased_until = NULL
  WHERE supplier = $1 AND key = $2 AND leased_until = $3`;

const OF_BUNDLE = `SELECT key, ref FROM numbering.supplier_refs
  WHERE supplier = $1 AND string_to_array(key, '/') @> ARRAY[$2] ORDER BY key`;
const FORGET = `DELETE FROM numbering.supplier_refs WHERE supplier = $1 AND key = $2`;

export class StoredSupplierRefs implements SupplierRefs {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  find(supplier: string, key: string): Promise<string | null> {
    return this.findFresh(supplier, key, null);
  }

  async once(supplier: string, key: string, record: SupplierRecord): Promise<string> {
    const now = this.clock.now();
    const { staleAfterSeconds: seconds } = record;
    const staleAt = seconds === undefined ? null : addSeconds(now, -seconds);
    const stored = await this.findFresh(supplier, key, staleAt);
    if (stored !== null) return stored;
    const lease = addSeconds(now, LEASE_SECONDS);
    const begun = await this.db.find<{ attempts: number }>(BEGIN, [supplier, key, now, lease, staleAt]);
    if (!begun) throw new RecordBusyError(supplier, key);
    await this.faults.reach('registration.record_begun');
    const ref = await this.findOrCreate(record, begun.attempts > 1, [supplier, key, lease]);
    await this.faults.reach('registration.record_created');
    const kept = await this.db.find<{ ref: string }>(STORE, [supplier, key, lease, ref, this.clock.now()]);
    if (!kept) throw new RecordBusyError(supplier, key);
    return ref;
  }

  ofBundle(supplier: string, bundleId: string): Promise<readonly StoredRef[]> {
    return this.db.query<StoredRef>(OF_BUNDLE, [supplier, bundleId]);
  }

  async forget(supplier: string, key: string): Promise<void> {
    await this.db.query(FORGET, [supplier, key]);
  }

  private async findOrCreate(
    { create, find }: SupplierRecord,
    mayExist: boolean,
    lease: readonly [supplier: string, key: string, until: Date],
  ): Promise<string> {
    try {
      return (mayExist && find ? await find() : null) ?? (await create());
    } catch (error) {
      await this.db.query(END_LEASE, [...lease]);
      const isRefused = error instanceof SupplierHttpError && error.isRefusal;
      throw isRefused ? new RecordRefusedError(lease[0], lease[1], error) : error;
    }
  }

  private async findFresh(supplier: string, key: string, staleAt: Date | null): Promise<string | null> {
    return (await this.db.find<{ ref: string }>(FIND, [supplier, key, staleAt]))?.ref ?? null;
  }
}
