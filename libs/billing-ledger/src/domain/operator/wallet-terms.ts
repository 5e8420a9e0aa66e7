import { invalidFields } from '@trunkline/kernel';

export const BILLING_MODES = ['prepaid', 'postpaid'] as const;
export type BillingMode = (typeof BILLING_MODES)[number];

/** The most that an operator can grant: ten million dollars. */
export const CREDIT_LIMIT_MAX_CENTS = 1_000_000_000;

/** On what terms an account pays. */
export interface WalletTerms {
  readonly billingMode: BillingMode;
  /** How far below zero the balance may go; 0 where charges need a balance. */
  readonly creditLimitCents: number;
}

/**
 * The terms as changed; what is left out stays. Who pays in advance has no credit: going back to prepaid ends it, and
 * granting it there is 422 of `credit_limit_cents`. A limit above what is owed already is no condition: below it,
 * nothing more can be spent.
 */
export function changedTerms(terms: WalletTerms, change: Partial<WalletTerms>): WalletTerms {
  const billingMode = change.billingMode ?? terms.billingMode;
  if (billingMode === 'postpaid') return { billingMode, creditLimitCents: terms.creditLimitCents, ...change };
  if ((change.creditLimitCents ?? 0) > 0) {
    throw invalidFields({ credit_limit_cents: 'is for postpaid accounts: set billing_mode to postpaid as well' });
  }
  return { billingMode, creditLimitCents: 0 };
}
