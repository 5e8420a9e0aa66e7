import type { SupplierCallback } from '../supply/supplier';

/** An event that waits to be followed. */
export interface WaitingSupplierEvent extends SupplierCallback {
  readonly supplier: string;
  readonly receivedAt: Date;
}

/** The callbacks of suppliers, each once. */
export abstract class SupplierInbox {
  /** Keeps an event; false when it was kept before. One that is about no order is ignored from the start. */
  abstract add(supplier: string, event: SupplierCallback, at: Date): Promise<boolean>;
  /** Null when it is handled, ignored, or was never received. */
  abstract findWaiting(supplier: string, eventId: string): Promise<WaitingSupplierEvent | null>;
  /** Events of these suppliers that still wait and are due, each given to one caller only; their next look is put off first. */
  abstract claimDue(suppliers: readonly string[], now: Date, limit: number): Promise<WaitingSupplierEvent[]>;
  abstract close(event: WaitingSupplierEvent, status: 'handled' | 'ignored', at: Date): Promise<void>;
  /** Forgets what was closed before then. Returns how many. */
  abstract prune(before: Date): Promise<number>;
}
