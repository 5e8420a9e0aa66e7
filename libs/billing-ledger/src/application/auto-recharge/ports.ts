import type { AccountStatus } from '@trunkline/kernel';
import type { AutoRecharge } from '../../domain/auto-recharge/auto-recharge';

/** One row per account. Claims of debits are taken by the journal, in the debit's own statement. */
export abstract class AutoRechargeRepository {
  /** Null for an account that has never set it. */
  abstract find(accountId: string): Promise<AutoRecharge | null>;
  /** As `find`, and held until the transaction ends. */
  abstract lock(accountId: string): Promise<AutoRecharge | null>;
  /** As `lock`; one that is off for an account that had none. */
  abstract lockOrCreate(accountId: string): Promise<AutoRecharge>;
  /** Only what was locked in this transaction. */
  abstract save(recharge: AutoRecharge): Promise<void>;
  /**
   * Accounts behind `after`, in the order of their ids, whose claim is due, or whose balance calls for a charge although
   * nothing has claimed one: a debit that waited for its wallet while auto-recharge was changed does not see the change.
   */
  abstract listDue(now: Date, after: string, limit: number): Promise<string[]>;
}

/** Billing's view of accounts. */
export abstract class AccountStates {
  /** Throws not_found. */
  abstract status(accountId: string): Promise<AccountStatus>;
  /** Also while its closure is pending, which its status does not tell. Throws not_found. */
  abstract isSuspended(accountId: string): Promise<boolean>;
}
