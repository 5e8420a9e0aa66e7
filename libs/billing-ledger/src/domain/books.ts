/** What a BillingTransaction can be (spec, BillingTransaction, kind). */
export const TRANSACTION_KINDS = ['topup', 'charge', 'refund', 'trial_credit', 'adjustment', 'chargeback'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/**
 * The chart of accounts. `wallet` and `holds` are one customer's each, what we owe them, so a credit raises them; the
 * others are ours.
 */
export const LEDGER_ACCOUNTS = [
  'wallet',
  'holds',
  'revenue',
  'processor_clearing',
  'promotion',
  'adjustments',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** One posting: the same amount leaves one account and enters another, so that no posting can fail to sum to zero. */
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

/** The posting behind a movement of the wallet: `signedCents` is the customer's view, positive when they gain. */
export function transferOf(kind: TransactionKind, signedCents: number): Transfer {
  const amountCents = assertCents(Math.abs(signedCents));
  const other = COUNTERPART[kind];
  return signedCents > 0
    ? { debit: other, credit: 'wallet', amountCents }
    : { debit: 'wallet', credit: other, amountCents };
}

/** Callers pass positive whole cents; anything else is a bug of theirs, never an input of a customer. */
export function assertCents(amountCents: number): number {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) {
    throw new RangeError(`${amountCents} is not a positive whole number of cents`);
  }
  return amountCents;
}

/** What may be spent: contract, section 7 (amount − held + credit limit). */
export function availableCents(wallet: {
  readonly amountCents: number;
  readonly heldCents: number;
  readonly creditLimitCents: number;
}): number {
  return wallet.amountCents - wallet.heldCents + wallet.creditLimitCents;
}
