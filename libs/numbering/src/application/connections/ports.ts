import type { Page, PageRequest } from '@trunkline/kernel';
import type { SuppliedNumber } from './call-connector';

/** A number that a customer uses. */
export interface UsedNumber extends SuppliedNumber {
  readonly id: string;
  readonly supplier: string;
}

/** A number whose supplier did not send its calls to us when it was checked. */
export interface ConnectionFault {
  readonly numberId: string;
  readonly accountId: string;
  readonly supplier: string;
  readonly e164: string;
  readonly foundAt: Date;
  readonly checkedAt: Date;
  /** Null while the calls do not arrive. */
  readonly reconnectedAt: Date | null;
  readonly failedAttempts: number;
  /** Of the last failed attempt. */
  readonly lastError: string | null;
}

/** Undefined members match everything. */
export interface ConnectionFaultFilters {
  readonly isOpen?: boolean;
  readonly supplier?: string;
  readonly accountId?: string;
}

export abstract class ConnectionFaults {
  /** Lists active and suspended numbers of a supplier, by ID, after `afterId` (null: from the first). */
  abstract listUsed(supplier: string, afterId: string | null, limit: number): Promise<UsedNumber[]>;
  /** Lists the numbers with an open fault of these suppliers, in the same order. */
  abstract listOpen(suppliers: readonly string[], afterId: string | null, limit: number): Promise<UsedNumber[]>;
  /** Records the attempt to connect a number. `error`: null when it is connected now. Records nothing for a released number. */
  abstract record(numberId: string, error: string | null, at: Date): Promise<void>;
  /** Closes the open faults of numbers that turned out to be connected. */
  abstract close(numberIds: readonly string[], at: Date): Promise<void>;
  /** Deletes the faults of numbers that were reconnected before then, and those of released numbers. Returns how many. */
  abstract prune(reconnectedBefore: Date): Promise<number>;
  /** Counts the open faults by supplier. */
  abstract countOpen(): Promise<readonly { readonly supplier: string; readonly count: number }[]>;
  abstract list(filters: ConnectionFaultFilters, page: PageRequest<'found_at'>): Promise<Page<ConnectionFault>>;
}
