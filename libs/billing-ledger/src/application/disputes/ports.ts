import type { PaymentState, Reversal } from '../../domain/disputes/payment-reversals';

/** Identifies a card payment, here and at the processor. */
export interface PaymentRef {
  readonly accountId: string;
  readonly topupId: string;
  readonly processorPaymentIntentId: string;
}

export const REVERSAL_KINDS = ['chargeback', 'refund'] as const;
export type ReversalKind = (typeof REVERSAL_KINDS)[number];

/** Disputes and refunds of card payments, each stored once, including those that did not move the wallet. */
export abstract class ReversalRepository {
  /** Locks the account's wallet until the transaction ends. Throws not_found. */
  abstract lock(payment: PaymentRef): Promise<PaymentState>;
  /** Stores a reversal, or its return. */
  abstract save(payment: PaymentRef, kind: ReversalKind, reversal: Reversal, at: Date): Promise<void>;
}
