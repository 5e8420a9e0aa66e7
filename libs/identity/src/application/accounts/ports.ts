/** Identity's view of low-balance alerts. */
export abstract class BalanceAlerts {
  /** Sets the balance below which the customer is alerted; null turns alerts off. Joins the transaction. */
  abstract alertBelow(accountId: string, thresholdCents: number | null): Promise<void>;
}

/** Identity's view of an account's orders. */
export abstract class NumberHistory {
  /** True if the account ever ordered a number, regardless of the outcome. */
  abstract hasOrdered(accountId: string): Promise<boolean>;
}
