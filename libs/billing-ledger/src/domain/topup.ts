import { CommonErrors, CURRENCY, newId, type StateOf } from '@trunkline/kernel';
import { nextCheckAt } from './outcome-checks';

export const TOPUP_STATUSES = ['processing', 'requires_action', 'succeeded', 'failed'] as const;
export type TopupStatus = (typeof TOPUP_STATUSES)[number];

/** Bounds of a top-up. See docs/billing.md#limits. */
export const TOPUP_MIN_CENTS = 500;
export const TOPUP_MAX_CENTS = 1_000_000;

export interface TopupIntent {
  readonly accountId: string;
  /** Stable across retries of one request: a retry continues this top-up. */
  readonly operationId: string;
  readonly amountCents: number;
  readonly paymentMethodId: string;
  readonly processorPaymentMethodId: string;
  readonly description: string | null;
  /** Begun by auto-recharge: no customer is present to authenticate. */
  readonly auto: boolean;
  /** The processor's idempotency key; defaults to the id of the top-up. */
  readonly idempotencyKey?: string;
}

/**
 * A card payment into the wallet. The row is written before the processor is called, so that the top-up continues after a
 * crash at any point. See docs/billing.md#top-ups.
 */
export class Topup {
  readonly id!: string;
  readonly accountId!: string;
  readonly operationId!: string;
  /** The processor's idempotency key: a repeated charge under the same key charges once. */
  readonly idempotencyKey!: string;
  readonly status!: TopupStatus;
  readonly amountCents!: number;
  readonly currency!: string;
  readonly paymentMethodId!: string;
  readonly processorPaymentMethodId!: string;
  readonly description!: string | null;
  readonly auto!: boolean;
  readonly processorPaymentIntentId!: string | null;
  /** For the browser, while the customer must authenticate. */
  readonly clientSecret!: string | null;
  readonly transactionId!: string | null;
  readonly failureCode!: string | null;
  readonly failureMessage!: string | null;
  /** Checks by the sweep so far. */
  readonly checks!: number;
  /** Time of the next check; null once the outcome is known. */
  readonly checkAt!: Date | null;
  readonly createdAt!: Date;
  readonly completedAt!: Date | null;

  private constructor(state: Omit<StateOf<Topup>, 'isOpen'>) {
    Object.assign(this, state);
  }

  static begin(intent: TopupIntent, now: Date): Topup {
    const id = newId('top');
    return new Topup({
      idempotencyKey: id,
      ...intent,
      id,
      status: 'processing',
      currency: CURRENCY,
      processorPaymentIntentId: null,
      clientSecret: null,
      transactionId: null,
      failureCode: null,
      failureMessage: null,
      checks: 0,
      checkAt: nextCheckAt(0, now),
      createdAt: now,
      completedAt: null,
    });
  }

  /** True while the outcome is unknown. */
  get isOpen(): boolean {
    return this.status === 'processing' || this.status === 'requires_action';
  }

  /** The processor accepted the charge and has not decided it. */
  awaitProcessor(processorPaymentIntentId: string): void {
    this.assertOpen('processing');
    this.become({ status: 'processing', processorPaymentIntentId, clientSecret: null });
  }

  awaitCustomer(processorPaymentIntentId: string, clientSecret: string): void {
    this.assertOpen('requires_action');
    this.become({ status: 'requires_action', processorPaymentIntentId, clientSecret });
  }

  /** Marks the top-up succeeded, also after a reported failure: a customer may authenticate late. */
  succeed(processorPaymentIntentId: string, transactionId: string, now: Date): void {
    if (this.status === 'succeeded') throw this.wrongState('succeeded');
    this.become({
      status: 'succeeded',
      processorPaymentIntentId,
      transactionId,
      clientSecret: null,
      failureCode: null,
      failureMessage: null,
      checkAt: null,
      completedAt: now,
    });
  }

  fail(failure: { intentId: string | null; code: string; message: string }, now: Date): void {
    this.assertOpen('failed');
    this.become({
      status: 'failed',
      processorPaymentIntentId: failure.intentId ?? this.processorPaymentIntentId,
      failureCode: failure.code,
      failureMessage: failure.message,
      clientSecret: null,
      checkAt: null,
      completedAt: now,
    });
  }

  /** Schedules the next check when the sweep claims this one. */
  postponeCheck(now: Date): void {
    this.become({ checks: this.checks + 1, checkAt: nextCheckAt(this.checks, now) });
  }

  private assertOpen(next: TopupStatus): void {
    if (!this.isOpen) throw this.wrongState(next);
  }

  private wrongState(next: TopupStatus): Error {
    return CommonErrors.invalid_state({ message: `A top-up in status ${this.status} cannot become ${next}.` });
  }

  private become(change: Partial<Topup>): void {
    Object.assign(this, change);
  }
}
