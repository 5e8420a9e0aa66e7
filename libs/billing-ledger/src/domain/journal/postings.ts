import { isUnlimited, type WalletTerms } from './wallet-terms';

export const TRANSACTION_KINDS = ['topup', 'charge', 'refund', 'trial_credit', 'adjustment', 'chargeback'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** The items of an invoice. A charge has the item that it is for, a refund the item that it refunds. */
export const BILLED_ITEMS = [
  'number_monthly',
  'number_setup',
  'port_fee',
  'usage_inbound',
  'usage_outbound',
  'sms',
] as const;
export type BilledItem = (typeof BILLED_ITEMS)[number];

/**
 * The chart of accounts. See docs/ledger.md#accounts. `wallet` and `holds` exist once per customer and are liabilities, so
 * a credit increases them. The others are ours.
 */
export const LEDGER_ACCOUNTS = [
  'wallet',
  'holds',
  'revenue',
  'processor_clearing',
  'promotion',
  'adjustments',
  'refunds_due',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** A posting: one amount leaves one account and enters another, so that every posting sums to zero. */
export interface Transfer {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  /** Always positive. */
  readonly amountCents: number;
}

const COUNTERPART: Readonly<Record<TransactionKind, LedgerAccount>> = {
  topup: 'processor_clearing',
  chargeback: 'processor_clearing',
  charge: 'revenue',
  refund: 'revenue',
  trial_credit: 'promotion',
  adjustment: 'adjustments',
};

/**
 * Returns the posting of a wallet movement. `signedCents` is positive for the customer's gain; `other` replaces the
 * ledger account that belongs to the kind.
 */
export function transferOf(kind: TransactionKind, signedCents: number, other = COUNTERPART[kind]): Transfer {
  const amountCents = assertCents(Math.abs(signedCents));
  return signedCents > 0
    ? { debit: other, credit: 'wallet', amountCents }
    : { debit: 'wallet', credit: other, amountCents };
}

/** Throws a RangeError unless the amount is a positive integer: a bug of the caller, never a customer's input. */
export function assertCents(amountCents: number): number {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) {
    throw new RangeError(`${amountCents} is not a positive whole number of cents`);
  }
  return amountCents;
}

/** The balance of a closing account, by owner. */
export interface ClosingBalance {
  /** The customer's money, to refund. */
  readonly refundCents: number;
  /** Credit that we granted, to take back. */
  readonly creditCents: number;
}

/** Splits a closing balance. The customer gets back at most what was paid in: credit that we granted is spent first. */
export function splitClosingBalance(amountCents: number, paidInCents: number): ClosingBalance {
  const leftCents = Math.max(0, amountCents);
  const refundCents = Math.min(leftCents, Math.max(0, paidInCents));
  return { refundCents, creditCents: leftCents - refundCents };
}

/**
 * Returns the balance of a wallet after a movement, or null when a guarded movement exceeds the available balance of a wallet
 * that is not unlimited.
 */
export function balanceAfter(
  wallet: WalletTerms & { readonly amountCents: number; readonly heldCents: number },
  { amountCents, guarded }: { readonly amountCents: number; readonly guarded: boolean },
): number | null {
  const afterCents = wallet.amountCents + amountCents;
  const availableCents = afterCents - wallet.heldCents + wallet.creditLimitCents;
  return guarded && availableCents < 0 && !isUnlimited(wallet) ? null : afterCents;
}

/**
 * Returns the refundable rest of a charge: what is left of the charge and of its source, since a cancelled order is
 * refunded as an order. `ofSourceCents` is null for a charge without a source.
 */
export function refundableCents(ofChargeCents: number, ofSourceCents: number | null): number {
  return ofSourceCents === null ? ofChargeCents : Math.min(ofChargeCents, ofSourceCents);
}
