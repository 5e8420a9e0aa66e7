import type { AccountStatus } from '@trunkline/kernel';
import type { AccountRef } from '../sweep';
import type { AutoRecharge } from '../../domain/auto-recharge';

/** One row per account. The journal takes claims, in the statement of the debit. */
export abstract class AutoRechargeRepository {
  /** Null for an account that never set auto-recharge. */
  abstract find(accountId: string): Promise<AutoRecharge | null>;
  /** As `find`, locked until the transaction ends. */
  abstract lock(accountId: string): Promise<AutoRecharge | null>;
  /** As `lock`; creates disabled settings for an account without any. */
  abstract lockOrCreate(accountId: string): Promise<AutoRecharge>;
  /** Saves settings that were locked in this transaction. */
  abstract save(recharge: AutoRecharge): Promise<void>;
  /**
   * Lists the accounts after `after`, in the order of their ids, whose claim is due, or whose balance is below the
   * threshold without a claim: a debit that waited for the wallet while the settings changed does not see the change.
   */
  abstract listDue(now: Date, after: string, limit: number): Promise<AccountRef[]>;
}

/** The states of accounts, which identity owns. */
export abstract class AccountStates {
  /** Throws not_found. */
  abstract status(accountId: string): Promise<AccountStatus>;
  /** True also for a suspended account whose closure is pending, which its status hides. Throws not_found. */
  abstract isSuspended(accountId: string): Promise<boolean>;
}
