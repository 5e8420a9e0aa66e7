import { type ClosureReason, type ClosureRequest, daysRemaining } from '../../domain/closure/closure-request';

export interface ClosureView {
  readonly id: string;
  readonly reason: string | null;
  readonly reasonCategory: ClosureReason | null;
  readonly requestedAt: Date;
  readonly graceExpiresAt: Date;
  readonly requestedByUserId: string;
  readonly daysRemaining: number;
}

export function toClosureView({ state }: ClosureRequest, now: Date): ClosureView {
  const { id, reason, reasonCategory, requestedAt, graceExpiresAt, requestedByUserId } = state;
  return {
    id,
    reason,
    reasonCategory,
    requestedAt,
    graceExpiresAt,
    requestedByUserId,
    daysRemaining: daysRemaining(state, now),
  };
}
