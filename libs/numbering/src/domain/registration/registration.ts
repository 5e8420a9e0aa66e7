import { addSeconds, newId, nextAttemptAt, type RejectionCode, type RetryPolicy } from '@trunkline/kernel';

export const REGISTRATION_STATUSES = ['open', 'registered', 'rejected', 'failed', 'withdrawn', 'revoked'] as const;
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
/** Interval at which a registration is checked: daily, spread so that those of one day do not stay together. */
const CHECKS: RetryPolicy = { pausesSeconds: [86_400], jitter: 0.1, windowSeconds: null };
/** 10, 20, 40 … minutes, at most a day. The last pause repeats. */
const CHECK_RETRIES = Array.from({ length: 9 }, (_, n) => Math.min(600 * 2 ** n, 86_400));
/** Before a reported revocation is checked again. */
const CONFIRMATION_PAUSE_SECONDS = 3600;
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
  /** When a worker continues or checks it; also the end of a worker's lease. Null unless it is open or registered. */
  readonly checkAt: Date | null;
  /** When the supplier first reported that it has revoked the registration; null unless the last clear report said so. */
  readonly revocationReportedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function openRegistration(
  { accountId, id: numberId, supplier }: { readonly accountId: string; readonly id: string; readonly supplier: string },
  bundleId: string,
  now: Date,
): Registration {
  const state = { status: 'open', rejectionCodes: [], failedAttempts: 0, lastError: null, checkAt: now } as const;
  const dates = { revocationReportedAt: null, createdAt: now, updatedAt: now };
  return { id: newId('reg'), accountId, numberId, bundleId, supplier, ...state, ...dates };
}

/** Opens a withdrawn registration again, or a failed, rejected or revoked registration that an operator retries. */
export function reopen(registration: Registration, now: Date): Registration {
  const state = { status: 'open', rejectionCodes: [], failedAttempts: 0, revocationReportedAt: null } as const;
  return { ...registration, ...state, checkAt: now, updatedAt: now };
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
  status: 'registered' | 'withdrawn' | 'rejected' | 'revoked',
  now: Date,
  rejectionCodes: readonly RejectionCode[] = [],
): Registration {
  const ended = { ...registration, status, rejectionCodes, lastError: null, checkAt: null, updatedAt: now };
  return status === 'registered' ? stillRegistered(ended, now) : ended;
}

/** Schedules the next check of a registration that the supplier has confirmed. */
export function stillRegistered(registration: Registration, now: Date): Registration {
  return { ...checkedAgain(registration, now), revocationReportedAt: null };
}

/** Schedules the next check after an answer that says nothing about the registration. */
export function checkedAgain(registration: Registration, now: Date): Registration {
  const checkAt = nextAttemptAt(CHECKS, { attempt: 1, firstAt: now, now });
  return { ...registration, failedAttempts: 0, lastError: null, checkAt };
}

/** Ends the checks of a registration whose number was released. */
export function unchecked(registration: Registration): Registration {
  return { ...registration, checkAt: null };
}

/** Schedules the check that confirms a revocation, because a single report may be wrong. */
export function revocationReported(registration: Registration, now: Date): Registration {
  return { ...registration, revocationReportedAt: now, checkAt: addSeconds(now, CONFIRMATION_PAUSE_SECONDS) };
}

/** Schedules the next check after a failed one: the supplier did not answer, or its answer was unreadable. */
export function checkFailed(registration: Registration, error: string, now: Date): Registration {
  const failedAttempts = registration.failedAttempts + 1;
  const pause = CHECK_RETRIES[Math.min(failedAttempts, CHECK_RETRIES.length) - 1] ?? 0;
  return { ...registration, failedAttempts, lastError: error.slice(0, ERROR_MAX), checkAt: addSeconds(now, pause) };
}
