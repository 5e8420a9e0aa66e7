import { addSeconds } from '@trunkline/kernel';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** How many wrong passwords lock for how long. */
export interface LockoutRule {
  readonly failures: number;
  readonly withinSeconds: number;
  /** From the last of them; `window`: until the first of them is as old as the window is long. */
  readonly lasts: number | 'window';
}

const TEN_IN_FIFTEEN_MINUTES: LockoutRule = {
  failures: 10,
  withinSeconds: 15 * MINUTE_S,
  lasts: 15 * MINUTE_S,
};

/** Of one known device: whoever has its cookie has been signed in with it once. */
export const DEVICE_RULES: readonly LockoutRule[] = [TEN_IN_FIFTEEN_MINUTES];

/** Of a user from all devices that are not known, of an unknown email, and of one session. */
export const PASSWORD_RULES: readonly LockoutRule[] = [
  TEN_IN_FIFTEEN_MINUTES,
  { failures: 20, withinSeconds: HOUR_S, lasts: HOUR_S },
  { failures: 100, withinSeconds: DAY_S, lasts: 'window' },
];

/** Wrong codes of a user's second factor, of whatever kind and in whatever session. */
export const CODE_RULES: readonly LockoutRule[] = [
  { failures: 5, withinSeconds: 15 * MINUTE_S, lasts: 'window' },
  { failures: 20, withinSeconds: DAY_S, lasts: 'window' },
];

/** As many of the newest failures as the rules look at, and how old these may be. */
export const FAILURES_MAX = 100;
export const FAILURES_KEPT_SECONDS = DAY_S;

/**
 * Seconds until another attempt may be made; 0 when it may be now. `failures` are those that were let in, newest first:
 * while a lockout lasts none is, so that the newest of them is the one that locked.
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
