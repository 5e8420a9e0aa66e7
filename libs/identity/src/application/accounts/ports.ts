/** Identity's view of who watches the balance. */
export abstract class BalanceAlerts {
  /** The balance below which the customer wants to be told; null: never. Joins the transaction around it. */
  abstract alertBelow(accountId: string, thresholdCents: number | null): Promise<void>;
}

/** Identity's view of what an account has ordered. */
export abstract class NumberHistory {
  /** Whether the account ever ordered a number, whatever became of it. */
  abstract hasOrdered(accountId: string): Promise<boolean>;
}
