import { addSeconds, nextAttemptAt, type RetryPolicy } from '@trunkline/kernel';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'abandoned'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const HOURS = 3600;
const GONE = 410;
/** No attempt begins later than 24 hours after the first. The last minute is for those that wait for their turn. */
const WINDOW_SECONDS = 24 * HOURS - 60;
const WINDOW_WITH_WAIT_SECONDS = 24 * HOURS;

/** See docs/webhooks.md#retries. */
export const WEBHOOK_RETRIES: RetryPolicy = {
  pausesSeconds: [5, 30, 120, 600, 1800, HOURS, 2 * HOURS, 4 * HOURS, 6 * HOURS, 9 * HOURS],
  jitter: 0.2,
  windowSeconds: WINDOW_SECONDS,
};

/** One request of a delivery. */
export interface Attempt {
  readonly at: Date;
  /** Null without a response. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Why there was no response; null with one. */
  readonly error: string | null;
  /** The beginning of the response's body. */
  readonly responseExcerpt: string | null;
}

export interface AttemptResult extends Attempt {
  readonly retryAfterSeconds: number | null;
}

/** The attempts since the delivery was created or last requested again. */
export interface DeliveryCycle {
  readonly attempts: number;
  /** Null before the first attempt. */
  readonly startedAt: Date | null;
}

export interface Settled {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly nextAttemptAt: Date | null;
}

export function isSuccess({ statusCode }: Attempt): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** The receiver does not want any more deliveries. */
export function isGone({ statusCode }: Attempt): boolean {
  return statusCode === GONE;
}

/** Returns the state of a delivery after an attempt. */
export function settle(result: AttemptResult, cycle: DeliveryCycle, now: Date, random?: number): Settled {
  if (isSuccess(result)) return { status: 'succeeded', nextAttemptAt: null };
  const failed = {
    attempt: cycle.attempts + 1,
    firstAt: cycle.startedAt ?? result.at,
    now,
    retryAfterSeconds: result.retryAfterSeconds,
  };
  const next = isGone(result) ? null : nextAttemptAt(WEBHOOK_RETRIES, failed, random);
  return { status: next ? 'pending' : 'failed', nextAttemptAt: next };
}

/** Returns true if the time for attempts is over, because no worker was running. */
export function isOverdue({ startedAt }: DeliveryCycle, now: Date): boolean {
  return startedAt !== null && now > addSeconds(startedAt, WINDOW_WITH_WAIT_SECONDS);
}
