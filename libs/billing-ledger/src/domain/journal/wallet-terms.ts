import { type BillingMode, invalidFields } from '@trunkline/kernel';

/** The highest credit limit: ten million dollars. */
export const CREDIT_LIMIT_MAX_CENTS = 1_000_000_000;

/** The terms on which an account pays. */
export interface WalletTerms {
  readonly billingMode: BillingMode;
  /** How far below zero charges may take the balance; 0 for prepaid accounts. */
  readonly creditLimitCents: number;
}

/**
 * Whether the wallet is unlimited, and so never in debt: postpaid, without a credit limit. Calls and charges are not refused;
 * a hold for an order or a checkout needs cover.
 */
export function isUnlimited({ billingMode, creditLimitCents }: WalletTerms): boolean {
  return billingMode === 'postpaid' && creditLimitCents === 0;
}

/** Whether the balance is a debt under these terms. See docs/billing.md#debt. */
export function isInDebt(balanceCents: number, terms: WalletTerms): boolean {
  return balanceCents < -terms.creditLimitCents && !isUnlimited(terms);
}

/**
 * Returns the changed terms; absent members stay. Prepaid accounts have no credit: a change to prepaid sets the limit to
 * 0, and a positive limit there throws 422 of `credit_limit_cents`. A limit below the current debt is allowed: the account
 * cannot spend until it is back above the limit.
 */
export function changedTerms(terms: WalletTerms, change: Partial<WalletTerms>): WalletTerms {
  const billingMode = change.billingMode ?? terms.billingMode;
  if (billingMode === 'postpaid') return { billingMode, creditLimitCents: terms.creditLimitCents, ...change };
  if ((change.creditLimitCents ?? 0) > 0) {
    throw invalidFields({
      credit_limit_cents: 'is for postpaid accounts only. Also set `billing_mode` to `postpaid`.',
    });
  }
  return { billingMode, creditLimitCents: 0 };
}
