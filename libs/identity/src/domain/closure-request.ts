import { addDays, CommonErrors, newId } from '@trunkline/kernel';
import { CLOSURE_GRACE_DAYS } from './account';

export const CLOSURE_REASONS = ['price', 'feature', 'consolidation', 'other'] as const;
export type ClosureReason = (typeof CLOSURE_REASONS)[number];

export const CLOSURE_REASON_LENGTH_MAX = 1000;

/**
 * The steps of a closure, in order: first what costs money and involves other systems, then the balance once nothing
 * more can be charged, the account last. See docs/identity.md#closure.
 */
export const CLOSURE_STEPS = [
  'numbers_released',
  'routes_archived',
  'keys_revoked',
  'sessions_revoked',
  'data_erased',
  'balance_refunded',
  'account_closed',
] as const;
export type ClosureStep = (typeof CLOSURE_STEPS)[number];

export interface NewClosure {
  readonly accountId: string;
  readonly reason: string | null;
  readonly reasonCategory: ClosureReason | null;
  readonly requestedByUserId: string;
  /** Identifies retries with the same Idempotency-Key. */
  readonly operationId: string;
}

export interface ClosureState extends NewClosure {
  readonly id: string;
  readonly requestedAt: Date;
  readonly graceExpiresAt: Date;
  readonly cancelledAt: Date | null;
  /** When the first step began. From then on, the closure cannot be cancelled. */
  readonly begunAt: Date | null;
  readonly completedAt: Date | null;
}

const DAY_MS = 86_400_000;

/** A request to close an account: requested, then cancelled, or begun after the grace period and completed. */
export class ClosureRequest {
  constructor(private kept: ClosureState) {}

  static create(input: NewClosure, now: Date): ClosureRequest {
    const graceExpiresAt = addDays(now, CLOSURE_GRACE_DAYS);
    const open = { cancelledAt: null, begunAt: null, completedAt: null };
    return new ClosureRequest({ ...input, ...open, id: newId('clo'), requestedAt: now, graceExpiresAt });
  }

  get state(): ClosureState {
    return this.kept;
  }

  /** Throws invalid_state after the grace period, or when the request has ended. */
  cancel(now: Date): void {
    if (this.kept.cancelledAt) throw refused('is already cancelled');
    if (this.kept.begunAt ?? this.kept.graceExpiresAt <= now)
      throw refused('cannot be cancelled after its grace period');
    this.become({ cancelledAt: now });
  }

  /** Idempotent. Throws invalid_state before the end of the grace period, and for a request that has ended. */
  begin(now: Date): void {
    if (this.kept.cancelledAt ?? this.kept.completedAt) throw refused('has ended');
    if (this.kept.graceExpiresAt > now) throw refused('is still in its grace period');
    if (!this.kept.begunAt) this.become({ begunAt: now });
  }

  /** Throws invalid_state unless the request has begun and not ended. */
  complete(now: Date): void {
    if (!this.kept.begunAt || this.kept.completedAt) throw refused('cannot be completed');
    this.become({ completedAt: now });
  }

  private become(change: Partial<ClosureState>): void {
    this.kept = { ...this.kept, ...change };
  }
}

/** Days until the end of the grace period, rounded up; 0 after it. */
export function daysRemaining({ graceExpiresAt }: Pick<ClosureState, 'graceExpiresAt'>, now: Date): number {
  return Math.max(0, Math.ceil((graceExpiresAt.getTime() - now.getTime()) / DAY_MS));
}

function refused(why: string): Error {
  return CommonErrors.invalid_state({ message: `This closure ${why}.` });
}
