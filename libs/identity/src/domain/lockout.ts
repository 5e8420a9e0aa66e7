import { addSeconds } from '@trunkline/kernel';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** How many failures lock, and for how long. */
export interface LockoutRule {
  readonly failures: number;
  readonly withinSeconds: number;
  /** Seconds from the last failure; `window`: until the first failure leaves the window. */
  readonly lasts: number | 'window';
}

const TEN_IN_FIFTEEN_MINUTES: LockoutRule = {
  failures: 10,
  withinSeconds: 15 * MINUTE_S,
  lasts: 15 * MINUTE_S,
};

/** For one known device, whose cookie proves an earlier sign-in. */
export const DEVICE_RULES: readonly LockoutRule[] = [TEN_IN_FIFTEEN_MINUTES];

/** For a user on unknown devices, an unknown email, a session, or the keys of a user. */
export const PASSWORD_RULES: readonly LockoutRule[] = [
  TEN_IN_FIFTEEN_MINUTES,
  { failures: 20, withinSeconds: HOUR_S, lasts: HOUR_S },
  { failures: 100, withinSeconds: DAY_S, lasts: 'window' },
];

/** For wrong codes of a user's second factor, of any kind, in all sessions together. */
export const CODE_RULES: readonly LockoutRule[] = [
  { failures: 5, withinSeconds: 15 * MINUTE_S, lasts: 'window' },
  { failures: 20, withinSeconds: DAY_S, lasts: 'window' },
];

/** How many failures, and how old, the rules look at. */
export const FAILURES_MAX = 100;
export const FAILURES_KEPT_SECONDS = DAY_S;

/**
 * Seconds until the next attempt is allowed; 0 if now. `failures` are counted failures, newest first. None is counted
 * during a lockout, so the newest is the one that locked.
 */
export function lockedForSeconds(rules: readonly LockoutRule[], failures: readonly Date[], now: Date): number {
  const [newest] = failures;
  if (!newest) return 0;
  const ends = rules.flatMap((rule) => endOf(rule, newest, failures[rule.failures - 1]));
  const leftMs = Math.max(0, ...ends.map((end) => end.getTime() - now.getTime()));
  return Math.ceil(leftMs / 1000);
}

function endOf({ withinSeconds, lasts }: LockoutRule, newest: Date, first: Date | undefined): Date[] {
  if (!first || first < addSeconds(newest, -withinSeconds)) return [];
  return [lasts === 'window' ? addSeconds(first, withinSeconds) : addSeconds(newest, lasts)];
}
