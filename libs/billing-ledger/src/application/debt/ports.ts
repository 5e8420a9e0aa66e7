import type { Debt } from '../../domain/debt/debt';

export abstract class DebtRepository {
  /** Held until the transaction ends; none for an account that has never owed anything. */
  abstract lock(accountId: string): Promise<Debt>;
  /** Only what was locked in this transaction. */
  abstract save(debt: Debt): Promise<void>;
  /** Accounts behind `after`, in the order of their ids, that are below their limit or were when last looked at. */
  abstract listOpen(after: string, limit: number): Promise<string[]>;
}

/** Billing's view of what identity does to those who owe. Each joins the transaction around it, and can be repeated. */
export abstract class DebtSuspensions {
  /** False when it is suspended for debt already, or closed: then nothing happens. Throws not_found. */
  abstract suspend(accountId: string): Promise<boolean>;
  /** Ends a suspension for debt; what an operator has suspended stays so. Throws not_found. */
  abstract reinstate(accountId: string): Promise<unknown>;
}
