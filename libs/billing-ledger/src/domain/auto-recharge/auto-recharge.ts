import { addDays, addSeconds, CommonErrors, invalidFields } from '@trunkline/kernel';

/** Spec, AutoRechargeConfig; contract, section 7: PUT /billing/auto-recharge. */
export const RECHARGE_THRESHOLD_MIN_CENTS = 100;
export const RECHARGE_AMOUNT_MIN_CENTS = 500;
export const RECHARGE_AMOUNT_MAX_CENTS = 1_000_000;

/** Contract, section 7: one attempt in ten minutes, three in a day, and a pause after three failures in a row. */
const COOL_DOWN_SECONDS = 600;
const ATTEMPTS_A_DAY_MAX = 3;
const FAILURES_MAX = 3;
/** How long a pause lasts is ours to say: a card that is declined today is hardly better within the day. */
const PAUSE_DAYS = 1;

/** How soon somebody looks again at an attempt whose outcome is not known. */
const LOOK_SECONDS = 60;

/**
 * `waiting`: taken, and no attempt made under it. `begun`: an attempt is on its way. `failed`: the attempt failed, and
 * the claim is kept, so that no debit takes another before the next attempt is due.
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

type State = {
  -readonly [K in keyof AutoRecharge as AutoRecharge[K] extends (...args: never[]) => unknown
    ? never
    : K]: AutoRecharge[K];
};

type Claim = Pick<State, 'claimId' | 'claimStatus' | 'claimDueAt'>;

const NO_CLAIM: Claim = { claimId: null, claimStatus: null, claimDueAt: null };

/**
 * An account's auto-recharge, and the one claim that it can have. A debit that leaves the balance below the threshold
 * takes the claim, in its own transaction; the worker charges under it, and nothing else can until it is given up.
 */
export class AutoRecharge {
  readonly accountId!: string;
  readonly enabled!: boolean;
  /** Both are set while enabled. */
  readonly thresholdCents!: number | null;
  readonly amountCents!: number | null;
  /** Of the debit that took it, or one of its own where it is taken anew. */
  readonly claimId!: string | null;
  readonly claimStatus!: ClaimStatus | null;
  /** When the sweeper looks at the claim next. */
  readonly claimDueAt!: Date | null;
  /** The latest attempts, oldest first, as many as a day may see. */
  readonly attemptedAt!: readonly Date[];
  readonly lastAttemptStatus!: AttemptStatus | null;
  /** In a row. */
  readonly failures!: number;
  readonly pausedUntil!: Date | null;

  private constructor(state: Omit<State, 'lastAttemptAt' | 'operationId'>) {
    Object.assign(this, state);
  }

  /** As it is for an account that has never set it. */
  static off(accountId: string): AutoRecharge {
    const config = { enabled: false, thresholdCents: null, amountCents: null };
    const past = { attemptedAt: [], lastAttemptStatus: null, failures: 0, pausedUntil: null };
    return new AutoRecharge({ accountId, ...config, ...NO_CLAIM, ...past });
  }

  get lastAttemptAt(): Date | null {
    return this.attemptedAt.at(-1) ?? null;
  }

  /** What the attempt under this claim is known by, here and at the processor (contract, section 7). */
  get operationId(): string {
    return `ar_${this.claimId ?? ''}`;
  }

  /** Enabling ends a pause. Throws 422 when it is enabled without its two amounts. */
  configure({ enabled, thresholdCents, amountCents }: RechargeConfig, now: Date): void {
    if (enabled) requireAmounts({ threshold_cents: thresholdCents, amount_cents: amountCents });
    this.become({ enabled, thresholdCents, amountCents });
    if (!enabled) return this.dropClaimUnlessBegun();
    this.become({ failures: 0, pausedUntil: null });
    if (this.claimStatus === 'failed') this.become({ claimDueAt: now });
  }

  /** As at the closure of the account. An attempt that is on its way is let be. */
  turnOff(): void {
    this.become({ enabled: false });
    this.dropClaimUnlessBegun();
  }

  /** Whether a balance calls for a charge. */
  needsCharge(balanceCents: number): boolean {
    return this.enabled && balanceCents < (this.thresholdCents ?? 0);
  }

  /** Before this no attempt may be made, whoever asks. */
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

  /** Keeps the claim, or takes one, for later. */
  wait(newClaimId: string, until: Date): void {
    const claimStatus = this.claimStatus ?? 'waiting';
    this.become({ claimId: this.claimId ?? newClaimId, claimStatus, claimDueAt: until });
  }

  /** An attempt begins, each under a claim of its own, since the processor charges once under one key. */
  begin(newClaimId: string, now: Date): void {
    this.assert(this.enabled && this.claimStatus !== 'begun' && this.mayAttempt(now), 'begun');
    const claimId = this.claimStatus === 'waiting' ? this.claimId : newClaimId;
    const attemptedAt = [...this.attemptedAt, now].slice(-ATTEMPTS_A_DAY_MAX);
    this.become({ claimId, claimStatus: 'begun', attemptedAt, lastAttemptStatus: 'processing' });
    this.checkLater(now);
  }

  /** The outcome is not known yet. */
  checkLater(now: Date): void {
    this.assert(this.claimStatus === 'begun', 'begun');
    this.become({ claimDueAt: addSeconds(now, LOOK_SECONDS) });
  }

  succeed(): void {
    this.assert(this.claimStatus === 'begun', 'succeeded');
    this.become({ ...NO_CLAIM, lastAttemptStatus: 'succeeded', failures: 0, pausedUntil: null });
  }

  /** The claim is kept: without it, every further debit would hit the declining card again. */
  fail(now: Date): void {
    this.assert(this.claimStatus === 'begun', 'failed');
    const failures = this.failures + 1;
    const pausedUntil = failures >= FAILURES_MAX ? addDays(now, PAUSE_DAYS) : null;
    this.become({ failures, pausedUntil, claimStatus: 'failed', lastAttemptStatus: 'failed' });
    if (this.enabled) this.become({ claimDueAt: this.allowedAt() });
    else this.dropClaim();
  }

  /** Nothing is to be charged under the claim any more. */
  dropClaim(): void {
    this.become(NO_CLAIM);
  }

  private dropClaimUnlessBegun(): void {
    if (this.claimStatus !== 'begun') this.dropClaim();
  }

  private assert(holds: boolean, next: string): void {
    if (holds) return;
    throw CommonErrors.invalid_state({
      message: `An attempt that is ${this.claimStatus ?? 'not claimed'} cannot become ${next}.`,
    });
  }

  private become(change: Partial<State>): void {
    Object.assign(this, change);
  }
}

function requireAmounts(amounts: Readonly<Record<string, number | null>>): void {
  const missing = Object.keys(amounts).filter((name) => amounts[name] === null);
  if (missing.length === 0) return;
  throw invalidFields(Object.fromEntries(missing.map((name) => [name, 'is required when enabled is true'])));
}

function latest(times: readonly (Date | null)[]): Date | null {
  return times.reduce((last, each) => (each && (!last || each > last) ? each : last), null);
}
