import type { Page, PageRequest } from '@trunkline/kernel';
import type { CardRefund, RefundableCharge } from '../../domain/card-refund';
import type { PaymentState, Reversal } from '../../domain/payment-reversals';
import type { AccountRef } from '../sweep';

export abstract class CardRefundRepository {
  abstract add(refund: CardRefund): Promise<void>;
  abstract save(refund: CardRefund): Promise<void>;
  /** Locks the row until the transaction ends; null for an unknown id. */
  abstract lock(id: string): Promise<CardRefund | null>;
  /** Claims open refunds whose next check is due, each for one caller, by postponing that check. */
  abstract claimDue(now: Date, limit: number): Promise<CardRefund[]>;
}

/** What an account is still owed, by the ledger. */
export interface RefundDue {
  readonly accountId: string;
  /** Includes `onItsWayCents`. */
  readonly dueCents: number;
  readonly onItsWayCents: number;
  /** Sum of the refunds that cards refused or returned. */
  readonly failedCents: number;
}

/** A posting for a refund that was paid to a card, or came back. */
export interface DueMovement {
  /** Unique: a repeated id is posted once. */
  readonly postingId: string;
  readonly accountId: string;
  /** Positive when paid, negative when it came back. */
  readonly amountCents: number;
  readonly at: Date;
}

/** The ledger account `refunds_due`: what is owed to customers whose account was closed. */
export abstract class RefundsDue {
  /** Lists accounts after `after`, by id, with money due that is not on its way. */
  abstract accounts(after: string, limit: number): Promise<AccountRef[]>;
  /** Locks the account's wallet until the transaction ends. Returns the cents that are due and not on their way. */
  abstract lock(accountId: string): Promise<number>;
  /** Lists card payments with a refundable remainder whose card never refused a refund; newest first. */
  abstract refundableCharges(accountId: string): Promise<RefundableCharge[]>;
  abstract post(movement: DueMovement): Promise<void>;
  /** Lists accounts with money due, by id. */
  abstract list(page: PageRequest<'account_id'>): Promise<Page<RefundDue>>;
}

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
