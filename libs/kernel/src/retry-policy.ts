import { addSeconds } from './time/clock';

/** When failed work is repeated. Jitter spreads what failed together. */
export interface RetryPolicy {
  /** Seconds before each repetition. Without a further pause, the work has failed for good. */
  readonly pausesSeconds: readonly number[];
  /** The pauses vary by this fraction in both directions. */
  readonly jitter: number;
  /** No repetition later than this after the first attempt. Null: no limit. */
  readonly windowSeconds: number | null;
}

export interface FailedAttempt {
  /** Counts from 1. */
  readonly attempt: number;
  readonly firstAt: Date;
  readonly now: Date;
  /** The least pause that the other side asked for. */
  readonly retryAfterSeconds?: number | null;
}

/** Returns when to repeat, or null if the work has failed for good. Longer waits than the window end with the window. */
export function nextAttemptAt(
  { pausesSeconds, jitter, windowSeconds }: RetryPolicy,
  { attempt, firstAt, now, retryAfterSeconds }: FailedAttempt,
  random = Math.random(),
): Date | null {
  const pause = pausesSeconds[attempt - 1];
  const endMs = windowSeconds === null ? Infinity : addSeconds(firstAt, windowSeconds).getTime();
  if (pause === undefined || now.getTime() >= endMs) return null;
  const seconds = Math.max(pause * (1 - jitter + 2 * jitter * random), retryAfterSeconds ?? 0);
  return new Date(Math.min(addSeconds(now, seconds).getTime(), endMs));
}
