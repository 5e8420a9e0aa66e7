import type { PaymentState, Reversal } from '../../domain/disputes/payment-reversals';

/** A card payment, by what names it here and at the processor. */
export interface PaymentRef {
  readonly accountId: string;
  readonly topupId: string;
  readonly processorPaymentIntentId: string;
}

export const REVERSAL_KINDS = ['chargeback', 'refund'] as const;
export type ReversalKind = (typeof REVERSAL_KINDS)[number];

/** Disputes and refunds of card payments, each kept once, also those that moved no money of the wallet. */
export abstract class ReversalRepository {
  /** Within a transaction: nothing moves in the account's wallet until that ends. Throws not_found. */
  abstract lock(payment: PaymentRef): Promise<PaymentState>;
  /** Keeps a reversal, or that it was returned. */
  abstract save(payment: PaymentRef, kind: ReversalKind, reversal: Reversal, at: Date): Promise<void>;
}
