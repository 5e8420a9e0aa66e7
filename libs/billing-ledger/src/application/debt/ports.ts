import type { AccountRef } from '../sweep';
import type { Debt } from '../../domain/debt/debt';

export abstract class DebtRepository {
  /** Locks the account's debt until the transaction ends; `Debt.none` for an account without one. */
  abstract lock(accountId: string): Promise<Debt>;
  /** Saves a debt that was locked in this transaction. */
  abstract save(debt: Debt): Promise<void>;
  /** Lists the accounts after `after`, by id, that are in debt or were at the last check. */
  abstract listOpen(after: string, limit: number): Promise<AccountRef[]>;
}

/** Suspension of accounts for debt, by identity. Each method joins the transaction around it and is safe to repeat. */
export abstract class DebtSuspensions {
  /** False, with nothing changed, when the account is closed or already suspended for debt. Throws not_found. */
  abstract suspend(accountId: string): Promise<boolean>;
  /** Ends a suspension for debt. A suspension by an operator stays. Throws not_found. */
  abstract reinstate(accountId: string): Promise<unknown>;
}
