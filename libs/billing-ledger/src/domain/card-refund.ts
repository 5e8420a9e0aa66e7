import { CommonErrors, newId, type StateOf } from '@trunkline/kernel';
import { nextCheckAt } from './outcome-checks';

export const CARD_REFUND_STATUSES = ['processing', 'succeeded', 'failed'] as const;
export type CardRefundStatus = (typeof CARD_REFUND_STATUSES)[number];

/** A card payment with a refundable remainder. */
export interface RefundableCharge {
  readonly topupId: string;
  readonly processorPaymentIntentId: string;
  readonly leftCents: number;
}

export interface Allotment {
  readonly topupId: string;
  readonly processorPaymentIntentId: string;
  readonly amountCents: number;
}

/** Allots the amount due to the charges, in their order, up to what each has left. */
export function allot(dueCents: number, charges: readonly RefundableCharge[]): Allotment[] {
  const allotted: Allotment[] = [];
  let openCents = dueCents;
  for (const { leftCents, ...charge } of charges) {
    const amountCents = Math.min(openCents, leftCents);
    if (amountCents > 0) allotted.push({ ...charge, amountCents });
    openCents -= Math.max(0, amountCents);
  }
  return allotted;
}

/**
 * A refund of a card payment to a customer whose account was closed. The row is written before the processor is called,
 * so that the refund continues after a crash at any point.
 */
export class CardRefund {
  /** Also the idempotency key at the processor. */
  readonly id!: string;
  readonly accountId!: string;
  readonly topupId!: string;
  readonly processorPaymentIntentId!: string;
  readonly status!: CardRefundStatus;
  readonly amountCents!: number;
  readonly processorRefundId!: string | null;
  readonly failureCode!: string | null;
  /** Checks by the sweep so far. */
  readonly checks!: number;
  /** Time of the next check; null once the outcome is known. */
  readonly checkAt!: Date | null;
  readonly createdAt!: Date;
  readonly completedAt!: Date | null;

  private constructor(state: StateOf<CardRefund>) {
    Object.assign(this, state);
  }

  static begin(accountId: string, allotment: Allotment, now: Date): CardRefund {
    return new CardRefund({
      ...allotment,
      id: newId('crf'),
      accountId,
      status: 'processing',
      processorRefundId: null,
      failureCode: null,
      checks: 0,
      checkAt: nextCheckAt(0, now),
      createdAt: now,
      completedAt: null,
    });
  }

  /** The processor accepted the refund; the money is on its way. */
  await(processorRefundId: string): void {
    this.assert(['processing'], 'processing');
    this.become({ processorRefundId });
  }

  succeed(processorRefundId: string, now: Date): void {
    this.assert(['processing'], 'succeeded');
    this.become({ status: 'succeeded', processorRefundId, checkAt: null, completedAt: now });
  }

  /** Fails the refund, also after success: a bank may return the money days later. */
  fail(code: string, now: Date): void {
    this.assert(['processing', 'succeeded'], 'failed');
    this.become({ status: 'failed', failureCode: code, checkAt: null, completedAt: now });
  }

  /** Schedules the next check when the sweep claims this one. */
  postponeCheck(now: Date): void {
    this.become({ checks: this.checks + 1, checkAt: nextCheckAt(this.checks, now) });
  }

  private assert(from: readonly CardRefundStatus[], next: CardRefundStatus): void {
    if (from.includes(this.status)) return;
    throw CommonErrors.invalid_state({ message: `A card refund in status ${this.status} cannot become ${next}.` });
  }

  private become(change: Partial<CardRefund>): void {
    Object.assign(this, change);
  }
}
