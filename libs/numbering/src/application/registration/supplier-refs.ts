/** How a record is created at a supplier. */
export interface SupplierRecord {
  /** Creates the record and returns the supplier's id of it. */
  readonly create: () => Promise<string>;
  /**
   * Returns the id of the record that an earlier attempt created, or null. Called when the outcome of an attempt is unknown.
   * Without it, such a record is created again.
   */
  readonly find?: () => Promise<string | null>;
  /** The id is stale after this time, for records that the supplier deletes when nothing refers to them. */
  readonly staleAfterSeconds?: number;
}

/** Another process is creating the record. Retry later. */
export class RecordBusyError extends Error {
  override readonly name = 'RecordBusyError';

  constructor(supplier: string, key: string) {
    super(`${supplier}: ${key} is being created by another process.`);
  }
}

/** The supplier rejected the request that creates the record, so that a retry would fail too. */
export class RecordRefusedError extends Error {
  override readonly name = 'RecordRefusedError';

  constructor(supplier: string, key: string, cause: Error) {
    super(`${supplier} refused ${key} (${cause.message})`, { cause });
  }
}

/** A record that was created for a bundle. `ref` is null when the outcome of its creation is unknown. */
export interface StoredRef {
  readonly key: string;
  readonly ref: string | null;
}

/** The suppliers' ids of what was handed over. Keys hold ids only, no personal data. See docs/numbers.md#registration. */
export abstract class SupplierRefs {
  /** Returns the id that is stored under the key, or null. */
  abstract find(supplier: string, key: string): Promise<string | null>;
  /**
   * Returns the id that is stored under the key, or creates the record and stores its id. One process at a time creates a
   * record; the others throw `RecordBusyError`. A crash or failure at any point leaves a mark, by which the next attempt
   * looks for the record before it creates one. Throws `RecordRefusedError` when the supplier refuses the record.
   */
  abstract once(supplier: string, key: string, record: SupplierRecord): Promise<string>;
  /** Returns the records whose keys name the bundle. */
  abstract ofBundle(supplier: string, bundleId: string): Promise<readonly StoredRef[]>;
  /** Called after a record is deleted at the supplier. */
  abstract forget(supplier: string, key: string): Promise<void>;
}
