import { addSeconds, CommonErrors, newId } from '@trunkline/kernel';

export const CARD_REFUND_STATUSES = ['processing', 'succeeded', 'failed'] as const;
export type CardRefundStatus = (typeof CARD_REFUND_STATUSES)[number];

const FIRST_CHECK_SECONDS = 60;
const CHECK_SECONDS_MAX = 86_400;

/** A card payment that can be given back, at most so far. */
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

/** Spreads what is due over the charges in their order, as far as they go. */
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

type State = {
  -readonly [K in keyof CardRefund as CardRefund[K] extends (...args: never[]) => unknown ? never : K]: CardRefund[K];
};

/**
 * Money that is due to a customer on its way back to the card. Its row is written before the processor is asked, so that
 * a crash at any point leaves something to go on from.
 */
export class CardRefund {
  /** Also what the processor knows the refund by: repeating it under this refunds once. */
  readonly id!: string;
  readonly accountId!: string;
  readonly topupId!: string;
  readonly processorPaymentIntentId!: string;
  readonly status!: CardRefundStatus;
  readonly amountCents!: number;
  readonly processorRefundId!: string | null;
  readonly failureCode!: string | null;
  /** How often the sweeper has looked, and when it looks next; null once there is nothing left to find out. */
  readonly checks!: number;
  readonly checkAt!: Date | null;
  readonly createdAt!: Date;
  readonly completedAt!: Date | null;

  private constructor(state: State) {
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
      checkAt: addSeconds(now, FIRST_CHECK_SECONDS),
      createdAt: now,
      completedAt: null,
    });
  }

  /** The processor has it, and the money is on its way. */
  await(processorRefundId: string): void {
    this.assert(['processing'], 'processing');
    this.become({ processorRefundId });
  }

  succeed(processorRefundId: string, now: Date): void {
    this.assert(['processing'], 'succeeded');
    this.become({ status: 'succeeded', processorRefundId, checkAt: null, completedAt: now });
  }

  /** Also after it had succeeded: a bank may send the money back days later. */
  fail(code: string, now: Date): void {
    this.assert(['processing', 'succeeded'], 'failed');
    this.become({ status: 'failed', failureCode: code, checkAt: null, completedAt: now });
  }

  /** Puts the next look off, each time twice as long. */
  postponeCheck(now: Date): void {
    const seconds = Math.min(CHECK_SECONDS_MAX, FIRST_CHECK_SECONDS * 2 ** this.checks);
    this.become({ checks: this.checks + 1, checkAt: addSeconds(now, seconds) });
  }

  private assert(from: readonly CardRefundStatus[], next: CardRefundStatus): void {
    if (from.includes(this.status)) return;
    throw CommonErrors.invalid_state({ message: `A card refund that ${this.status} cannot become ${next}.` });
  }

  private become(change: Partial<State>): void {
    Object.assign(this, change);
  }
}
