/** The only currency. */
export const CURRENCY = 'USD';

/** Whether an account pays for usage in advance or in arrears. */
export const BILLING_MODES = ['prepaid', 'postpaid'] as const;
export type BillingMode = (typeof BILLING_MODES)[number];

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY });

/** Formats signed cents: -150 becomes "-$1.50". */
export function displayCents(cents: number): string {
  return usd.format(cents / 100);
}

export interface Balance {
  /** Major units. */
  readonly amount: number;
  readonly amountCents: number;
  readonly currency: string;
}

export function balanceOf(cents: number): Balance {
  return { amount: cents / 100, amountCents: cents, currency: CURRENCY };
}
