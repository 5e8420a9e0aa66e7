import { addDays, CommonErrors, newId } from '@trunkline/kernel';
import { CLOSURE_GRACE_DAYS } from '../accounts/account';

export const CLOSURE_REASONS = ['price', 'feature', 'consolidation', 'other'] as const;
export type ClosureReason = (typeof CLOSURE_REASONS)[number];

export const CLOSURE_REASON_LENGTH_MAX = 1000;

/**
 * What the end of an account consists of, in this order (contract, section 3): what costs money and reaches outside
 * first, the account's own money when nothing can be charged any more, the account itself last.
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
  /** What a repeat with the same Idempotency-Key is recognised by. */
  readonly operationId: string;
}

export interface ClosureState extends NewClosure {
  readonly id: string;
  readonly requestedAt: Date;
  readonly graceExpiresAt: Date;
  readonly cancelledAt: Date | null;
  /** When the account began to be taken apart: from then on nothing brings it back. */
  readonly begunAt: Date | null;
  readonly completedAt: Date | null;
}

const DAY_MS = 86_400_000;

/** An owner's wish to end the account: requested, then cancelled, or begun after the grace and completed. */
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

  /** Throws invalid_state once the grace is over, or when the request has ended before. */
  cancel(now: Date): void {
    if (this.kept.cancelledAt) throw refused('is already cancelled');
    if (this.kept.begunAt ?? this.kept.graceExpiresAt <= now)
      throw refused('cannot be cancelled after its grace period');
    this.become({ cancelledAt: now });
  }

  /** Harmless when repeated. Throws invalid_state before the grace is over, and for a request that has ended. */
  begin(now: Date): void {
    if (this.kept.cancelledAt ?? this.kept.completedAt) throw refused('has ended');
    if (this.kept.graceExpiresAt > now) throw refused('is still in its grace period');
    if (!this.kept.begunAt) this.become({ begunAt: now });
  }

  /** The account is closed. Throws invalid_state unless it has begun and not ended. */
  complete(now: Date): void {
    if (!this.kept.begunAt || this.kept.completedAt) throw refused('cannot be completed');
    this.become({ completedAt: now });
  }

  private become(change: Partial<ClosureState>): void {
    this.kept = { ...this.kept, ...change };
  }
}

/** Spec, ClosureRequest: whole days from now to the end of the grace, a day that has begun counted; 0 after it. */
export function daysRemaining({ graceExpiresAt }: Pick<ClosureState, 'graceExpiresAt'>, now: Date): number {
  return Math.max(0, Math.ceil((graceExpiresAt.getTime() - now.getTime()) / DAY_MS));
}

function refused(why: string): Error {
  return CommonErrors.invalid_state({ message: `This closure ${why}.` });
}
