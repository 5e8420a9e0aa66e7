import type { BillingMode } from '@trunkline/kernel';
import type { AutoRecharge } from '../domain/auto-recharge';
import type { PaymentMethod } from '../domain/payment-method';
import type { TransactionKind } from '../domain/journal/postings';
import type { Topup } from '../domain/topup';

/** A wallet's current state. `amountCents` includes held money. */
export interface WalletView {
  readonly amountCents: number;
  readonly heldCents: number;
  /** The part of `heldCents` held for live calls. */
  readonly callHeldCents: number;
  readonly creditLimitCents: number;
  /** `amountCents − heldCents + creditLimitCents`. */
  readonly availableCents: number;
  readonly billingMode: BillingMode;
  readonly currency: string;
  readonly updatedAt: Date;
  /** Increases with every movement. */
  readonly version: number;
}

/** The wallet's side of a posting. */
export const HOLD_KINDS = ['call', 'checkout', 'order', 'sms', 'port'] as const;

/** What is held of a wallet at present. */
export interface HoldView {
  readonly id: string;
  readonly kind: (typeof HOLD_KINDS)[number];
  readonly relatedId: string | null;
  readonly amountCents: number;
  readonly createdAt: Date;
  /** When the money is released at the latest; null if that is not fixed. */
  readonly until: Date | null;
}

export interface TransactionView {
  readonly id: string;
  readonly kind: TransactionKind;
  /** Signed: positive for the customer's gain. */
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  readonly relatedKind: string | null;
  readonly relatedId: string | null;
  readonly processorPaymentIntentId: string | null;
  readonly balanceAfterCents: number;
  /** Strictly increasing within an account, in the order of the movements. */
  readonly createdAt: Date;
}

/** The members of top-ups that are shown. */
export const TOPUP_MEMBERS = [
  'id',
  'status',
  'amountCents',
  'currency',
  'paymentMethodId',
  'processorPaymentIntentId',
  'clientSecret',
  'transactionId',
  'failureCode',
  'failureMessage',
  'auto',
  'createdAt',
  'completedAt',
] as const;
export type TopupView = Pick<Topup, (typeof TOPUP_MEMBERS)[number]>;

/** The members of payment methods that are shown. */
export const PAYMENT_METHOD_MEMBERS = [
  'id',
  'processorPaymentMethodId',
  'type',
  'brand',
  'last4',
  'expMonth',
  'expYear',
  'isDefault',
  'createdAt',
] as const;
export type PaymentMethodView = Pick<PaymentMethod, (typeof PAYMENT_METHOD_MEMBERS)[number]>;

export type AutoRechargeView = Pick<
  AutoRecharge,
  'enabled' | 'thresholdCents' | 'amountCents' | 'lastAttemptAt' | 'lastAttemptStatus' | 'pausedUntil'
>;

/** The checks of `Journal.verify`. See docs/ledger.md#verification. */
export const LEDGER_CHECKS = [
  'balance',
  'held',
  'open_holds',
  'call_holds',
  'outbound_holds',
  'transactions',
  'running_balance',
  'transaction_posting',
] as const;

export interface LedgerDifference {
  readonly accountId: string;
  readonly check: (typeof LEDGER_CHECKS)[number];
  /** The wrong transaction, for checks of single entries. */
  readonly transactionId: string | null;
  readonly recordedCents: number;
  readonly recomputedCents: number;
}
