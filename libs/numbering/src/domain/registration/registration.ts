import { addSeconds, newId, nextAttemptAt, type RejectionCode, type RetryPolicy } from '@trunkline/kernel';

export const REGISTRATION_STATUSES = ['open', 'registered', 'rejected', 'failed', 'withdrawn'] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** 1, 2, 4 … minutes, at most six hours: about three days. */
const RETRIES: RetryPolicy = {
  pausesSeconds: Array.from({ length: 20 }, (_, n) => Math.min(60 * 2 ** n, 6 * 3600)),
  jitter: 0.1,
  windowSeconds: null,
};
/** Interval at which the status of a review is polled. Suppliers take hours to days. */
const REVIEW_PAUSE_SECONDS = 30 * 60;
/** Within which another process has created the record. */
const BUSY_PAUSE_SECONDS = 60;
const ERROR_MAX = 500;

/** The registration of a number's end user at its supplier. See docs/numbers.md#registration. */
export interface Registration {
  readonly id: string;
  readonly accountId: string;
  readonly numberId: string;
  readonly bundleId: string;
  readonly supplier: string;
  readonly status: RegistrationStatus;
  readonly rejectionCodes: readonly RejectionCode[];
  /** Failed attempts in a row. */
  readonly failedAttempts: number;
  readonly lastError: string | null;
  /** When a worker continues it; also the end of a worker's lease. Null unless it is open. */
  readonly checkAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function openRegistration(
  { accountId, id: numberId, supplier }: { readonly accountId: string; readonly id: string; readonly supplier: string },
  bundleId: string,
  now: Date,
): Registration {
  const state = { status: 'open', rejectionCodes: [], failedAttempts: 0, lastError: null, checkAt: now } as const;
  return { id: newId('reg'), accountId, numberId, bundleId, supplier, ...state, createdAt: now, updatedAt: now };
}

/** Opens a withdrawn registration again, or a failed or rejected registration that an operator retries. */
export function reopen(registration: Registration, now: Date): Registration {
  return { ...registration, status: 'open', rejectionCodes: [], failedAttempts: 0, checkAt: now, updatedAt: now };
}

export function underReview(registration: Registration, now: Date): Registration {
  const checkAt = addSeconds(now, REVIEW_PAUSE_SECONDS);
  return { ...registration, failedAttempts: 0, lastError: null, checkAt, updatedAt: now };
}

export function busy(registration: Registration, now: Date): Registration {
  return { ...registration, checkAt: addSeconds(now, BUSY_PAUSE_SECONDS), updatedAt: now };
}

/** Schedules the next attempt. After the last one the registration has failed, and waits for an operator. */
export function attemptFailed(registration: Registration, error: string, now: Date): Registration {
  const attempt = registration.failedAttempts + 1;
  const checkAt = nextAttemptAt(RETRIES, { attempt, firstAt: now, now });
  const failed = { ...registration, failedAttempts: attempt, lastError: error.slice(0, ERROR_MAX), updatedAt: now };
  return { ...failed, status: checkAt ? 'open' : 'failed', checkAt };
}

/** Ends the attempts, which a retry would only repeat. The registration waits for an operator. */
export function refused(registration: Registration, error: string, now: Date): Registration {
  return { ...attemptFailed(registration, error, now), status: 'failed', checkAt: null };
}

export function end(
  registration: Registration,
  status: 'registered' | 'withdrawn' | 'rejected',
  now: Date,
  rejectionCodes: readonly RejectionCode[] = [],
): Registration {
  return { ...registration, status, rejectionCodes, lastError: null, checkAt: null, updatedAt: now };
}
