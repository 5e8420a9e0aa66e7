import type { AttemptStatus } from '../domain/auto-recharge/auto-recharge';
import type { TransactionKind } from '../domain/journal/postings';
import type { TopupStatus } from '../domain/top-ups/topup';
import type { BillingMode } from '../domain/journal/wallet-terms';

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

export interface TopupView {
  readonly id: string;
  readonly status: TopupStatus;
  readonly amountCents: number;
  readonly currency: string;
  readonly paymentMethodId: string;
  readonly processorPaymentIntentId: string | null;
  readonly clientSecret: string | null;
  readonly transactionId: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly auto: boolean;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

export interface PaymentMethodView {
  readonly id: string;
  readonly processorPaymentMethodId: string;
  readonly type: string;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  readonly isDefault: boolean;
  readonly createdAt: Date;
}

export interface AutoRechargeView {
  readonly enabled: boolean;
  readonly thresholdCents: number | null;
  readonly amountCents: number | null;
  readonly lastAttemptAt: Date | null;
  readonly lastAttemptStatus: AttemptStatus | null;
  readonly pausedUntil: Date | null;
}

/** The checks of `Ledger.verify`. See docs/ledger.md#verification. */
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
