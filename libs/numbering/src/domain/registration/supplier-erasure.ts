import { addSeconds, nextAttemptAt, type RetryPolicy } from '@trunkline/kernel';

export const ERASURE_STATUSES = ['open', 'erased', 'failed'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/** 1, 2, 4 … minutes, at most a day: about two weeks. A supplier keeps an end user while it has a number of theirs. */
const RETRIES: RetryPolicy = {
  pausesSeconds: Array.from({ length: 24 }, (_, n) => Math.min(60 * 2 ** n, 86_400)),
  jitter: 0.1,
  windowSeconds: null,
};
/** Longer than a registration that was under way can still create records at the supplier. */
const SETTLING_SECONDS = 900;
const ERROR_MAX = 500;

/** The deletion of what a supplier received of a bundle. See docs/numbers.md#erasure. */
export interface SupplierErasure {
  readonly id: string;
  readonly accountId: string;
  readonly bundleId: string;
  readonly supplier: string;
  readonly status: ErasureStatus;
  /** Failed attempts in a row. */
  readonly failedAttempts: number;
  readonly lastError: string | null;
  /** When a worker continues it; also the end of a worker's lease. Null unless it is open. */
  readonly checkAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Records a deletion. It is repeated once, for records that a registration under way has created meanwhile. */
export function deleted(erasure: SupplierErasure, now: Date): SupplierErasure {
  const settledAt = addSeconds(erasure.createdAt, SETTLING_SECONDS);
  const done = { ...erasure, failedAttempts: 0, lastError: null, updatedAt: now };
  return now < settledAt ? { ...done, checkAt: settledAt } : { ...done, status: 'erased', checkAt: null };
}

/** Schedules the next attempt. After the last one the erasure has failed, and waits for an operator. */
export function deletionFailed(erasure: SupplierErasure, error: string, now: Date): SupplierErasure {
  const attempt = erasure.failedAttempts + 1;
  const checkAt = nextAttemptAt(RETRIES, { attempt, firstAt: now, now });
  const failed = { ...erasure, failedAttempts: attempt, lastError: error.slice(0, ERROR_MAX), updatedAt: now };
  return { ...failed, status: checkAt ? 'open' : 'failed', checkAt };
}

/** Starts a failed erasure again. */
export function reopenErasure(erasure: SupplierErasure, now: Date): SupplierErasure {
  return { ...erasure, status: 'open', failedAttempts: 0, checkAt: now, updatedAt: now };
}
