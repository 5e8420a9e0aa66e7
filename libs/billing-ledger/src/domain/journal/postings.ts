/** What a BillingTransaction can be (spec, BillingTransaction, kind). */
export const TRANSACTION_KINDS = ['topup', 'charge', 'refund', 'trial_credit', 'adjustment', 'chargeback'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** What a charge is for, as a bill counts it; a refund names what it takes back. */
export const BILLED_ITEMS = ['number_monthly', 'number_setup', 'usage_inbound', 'usage_outbound', 'sms'] as const;
export type BilledItem = (typeof BILLED_ITEMS)[number];

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
  'refunds_due',
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

/**
 * The posting behind a movement of the wallet: `signedCents` is the customer's view, positive when they gain. `other` is
 * given where the money does not go where it goes with movements of its kind.
 */
export function transferOf(kind: TransactionKind, signedCents: number, other = COUNTERPART[kind]): Transfer {
  const amountCents = assertCents(Math.abs(signedCents));
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

/** What the last balance of an account consists of, in cents. */
export interface ClosingBalance {
  /** The customer's own money, to be given back. */
  readonly refundCents: number;
  /** What we had given: taken back. */
  readonly creditCents: number;
}

/**
 * Of what is left, as much is the customer's as the customer has paid in: what was spent is counted as spent of our
 * credit first. A trial credit is no cash, and is never paid out.
 */
export function splitClosingBalance(amountCents: number, paidInCents: number): ClosingBalance {
  const leftCents = Math.max(0, amountCents);
  const refundCents = Math.min(leftCents, Math.max(0, paidInCents));
  return { refundCents, creditCents: leftCents - refundCents };
}

/** What may be spent: contract, section 7 (amount − held + credit limit). */
export function availableCents(wallet: {
  readonly amountCents: number;
  readonly heldCents: number;
  readonly creditLimitCents: number;
}): number {
  return wallet.amountCents - wallet.heldCents + wallet.creditLimitCents;
}
