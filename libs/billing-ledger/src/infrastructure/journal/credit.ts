/** The rules of domain/journal/wallet-terms.ts in SQL. `w` is the wallet. */

/** SQL expression: `isUnlimited`. */
export const IS_UNLIMITED = `(w.billing_mode = 'postpaid' AND w.credit_limit_cents = 0)`;

/** SQL expression: `isInDebt`. */
export const IS_IN_DEBT = `(w.balance_cents < -w.credit_limit_cents AND NOT ${IS_UNLIMITED})`;
