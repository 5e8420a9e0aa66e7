import { addDays, addSeconds, CommonErrors, invalidFields, type StateOf } from '@trunkline/kernel';

/** Limits of auto-recharge. See docs/billing.md#auto-recharge. */
export const RECHARGE_THRESHOLD_MIN_CENTS = 100;
export const RECHARGE_AMOUNT_MIN_CENTS = 500;
export const RECHARGE_AMOUNT_MAX_CENTS = 1_000_000;

const COOL_DOWN_SECONDS = 600;
const ATTEMPTS_A_DAY_MAX = 3;
const FAILURES_MAX = 3;
const PAUSE_DAYS = 1;

/** How soon an attempt with an unknown outcome is checked again. */
const CHECK_SECONDS = 60;

/**
 * `waiting`: no attempt yet. `begun`: an attempt is in progress. `failed`: the attempt failed; the claim is kept so that no
 * debit takes another before the next attempt is due.
 */
export const CLAIM_STATUSES = ['waiting', 'begun', 'failed'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

export const ATTEMPT_STATUSES = ['processing', 'succeeded', 'failed'] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

export interface RechargeConfig {
  readonly enabled: boolean;
  readonly thresholdCents: number | null;
  readonly amountCents: number | null;
}

type Claim = Pick<AutoRecharge, 'claimId' | 'claimStatus' | 'claimDueAt'>;

const NO_CLAIM: Claim = { claimId: null, claimStatus: null, claimDueAt: null };

/**
 * An account's auto-recharge settings and its claim, of which there is at most one. A debit that leaves the balance below
 * the threshold takes the claim in its own transaction. The worker charges under the claim; nothing else can until it ends.
 */
export class AutoRecharge {
  readonly accountId!: string;
  readonly enabled!: boolean;
  /** Both amounts are set while enabled. */
  readonly thresholdCents!: number | null;
  readonly amountCents!: number | null;
  /** Id of the debit that took the claim, or a new id for a further attempt. */
  readonly claimId!: string | null;
  readonly claimStatus!: ClaimStatus | null;
  /** When the sweep checks the claim next. */
  readonly claimDueAt!: Date | null;
  /** The latest attempts, oldest first, at most as many as a day allows. */
  readonly attemptedAt!: readonly Date[];
  readonly lastAttemptStatus!: AttemptStatus | null;
  /** Consecutive failures. */
  readonly failures!: number;
  readonly pausedUntil!: Date | null;

  private constructor(state: Omit<StateOf<AutoRecharge>, 'lastAttemptAt' | 'operationId'>) {
    Object.assign(this, state);
  }

  /** The settings of an account that never set auto-recharge. */
  static off(accountId: string): AutoRecharge {
    return new AutoRecharge({
      accountId,
      enabled: false,
      thresholdCents: null,
      amountCents: null,
      ...NO_CLAIM,
      attemptedAt: [],
      lastAttemptStatus: null,
      failures: 0,
      pausedUntil: null,
    });
  }

  get lastAttemptAt(): Date | null {
    return this.attemptedAt.at(-1) ?? null;
  }

  /** Identifies the attempt under this claim, here and at the processor. */
  get operationId(): string {
    return `ar_${this.claimId ?? ''}`;
  }

  /** Replaces the settings. Enabling ends a pause. Throws 422 when enabled without both amounts. */
  configure({ enabled, thresholdCents, amountCents }: RechargeConfig, now: Date): void {
    if (enabled) requireAmounts({ threshold_cents: thresholdCents, amount_cents: amountCents });
    this.become({ enabled, thresholdCents, amountCents });
    if (!enabled) return this.dropClaimUnlessBegun();
    this.become({ failures: 0, pausedUntil: null });
    if (this.claimStatus === 'failed') this.become({ claimDueAt: now });
  }

  /** Disables auto-recharge. An attempt in progress continues. */
  turnOff(): void {
    this.become({ enabled: false });
    this.dropClaimUnlessBegun();
  }

  /** Returns whether the balance is below the threshold. */
  needsCharge(balanceCents: number): boolean {
    return this.enabled && balanceCents < (this.thresholdCents ?? 0);
  }

  /** Returns the earliest time of the next attempt, or null. */
  allowedAt(): Date | null {
    const { lastAttemptAt, pausedUntil } = this;
    const cooled = lastAttemptAt && addSeconds(lastAttemptAt, COOL_DOWN_SECONDS);
    const first = this.attemptedAt.at(-ATTEMPTS_A_DAY_MAX);
    return latest([cooled, first ? addDays(first, 1) : null, pausedUntil]);
  }

  mayAttempt(now: Date): boolean {
    const allowedAt = this.allowedAt();
    return allowedAt === null || allowedAt <= now;
  }

  /** Keeps the claim, or takes one, until later. */
  wait(newClaimId: string, until: Date): void {
    const claimStatus = this.claimStatus ?? 'waiting';
    this.become({ claimId: this.claimId ?? newClaimId, claimStatus, claimDueAt: until });
  }

  /** Begins an attempt under a claim of its own, since the processor charges once per key. */
  begin(newClaimId: string, now: Date): void {
    this.assert(this.enabled && this.claimStatus !== 'begun' && this.mayAttempt(now), 'begun');
    const claimId = this.claimStatus === 'waiting' ? this.claimId : newClaimId;
    const attemptedAt = [...this.attemptedAt, now].slice(-ATTEMPTS_A_DAY_MAX);
    this.become({ claimId, claimStatus: 'begun', attemptedAt, lastAttemptStatus: 'processing' });
    this.checkLater(now);
  }

  /** Postpones the check of an attempt with an unknown outcome. */
  checkLater(now: Date): void {
    this.assert(this.claimStatus === 'begun', 'begun');
    this.become({ claimDueAt: addSeconds(now, CHECK_SECONDS) });
  }

  succeed(): void {
    this.assert(this.claimStatus === 'begun', 'succeeded');
    this.become({ ...NO_CLAIM, lastAttemptStatus: 'succeeded', failures: 0, pausedUntil: null });
  }

  /** Keeps the claim: without it, every further debit would charge the declined card again. */
  fail(now: Date): void {
    this.assert(this.claimStatus === 'begun', 'failed');
    const failures = this.failures + 1;
    const pausedUntil = failures >= FAILURES_MAX ? addDays(now, PAUSE_DAYS) : null;
    this.become({ failures, pausedUntil, claimStatus: 'failed', lastAttemptStatus: 'failed' });
    if (this.enabled) this.become({ claimDueAt: this.allowedAt() });
    else this.dropClaim();
  }

  /** Ends the claim. */
  dropClaim(): void {
    this.become(NO_CLAIM);
  }

  private dropClaimUnlessBegun(): void {
    if (this.claimStatus !== 'begun') this.dropClaim();
  }

  private assert(holds: boolean, next: string): void {
    if (holds) return;
    const status = this.claimStatus ?? 'unclaimed';
    throw CommonErrors.invalid_state({ message: `An attempt in status ${status} cannot become ${next}.` });
  }

  private become(change: Partial<AutoRecharge>): void {
    Object.assign(this, change);
  }
}

function requireAmounts(amounts: Readonly<Record<string, number | null>>): void {
  const missing = Object.keys(amounts).filter((name) => amounts[name] === null);
  if (missing.length === 0) return;
  throw invalidFields(Object.fromEntries(missing.map((name) => [name, 'is required when `enabled` is true'])));
}

function latest(times: readonly (Date | null)[]): Date | null {
  return times.reduce((last, each) => (each && (!last || each > last) ? each : last), null);
}
