import type { AccountStatus, BillingMode, Page, PageRequest, Tier } from '@trunkline/kernel';
import type { CallPrices, LiveNumbers, OperatorAccountDetails, OperatorAccountView } from './views';

/** Undefined fields do not filter. */
export interface OperatorAccountFilter {
  readonly id?: string;
  /** Of any member, in lower case. */
  readonly email?: string;
  /** Prefix of the name, case-insensitive. */
  readonly namePrefix?: string;
  readonly status?: readonly AccountStatus[];
  readonly tier?: readonly Tier[];
}

export type StoredAccountDetails = Omit<OperatorAccountDetails, 'balance' | 'numbers' | 'prices'>;

/** Reads across all accounts, for operators only. */
export abstract class OperatorAccountQueries {
  abstract list(filter: OperatorAccountFilter, page: PageRequest<'created_at'>): Promise<Page<OperatorAccountView>>;
  /** Throws not_found. */
  abstract get(accountId: string, now: Date): Promise<StoredAccountDetails>;
}

/** Identity's view of numbering. */
export abstract class AccountNumbers {
  /** Numbers that are not released, by status. */
  abstract countLive(accountId: string): Promise<LiveNumbers>;
}

export interface WalletTerms {
  readonly billingMode: BillingMode;
  /** How far the balance may go below zero; 0 for prepaid accounts. */
  readonly creditLimitCents: number;
}

/** Identity's view of the billing terms of an account. */
export abstract class BillingTerms {
  /**
   * Omitted fields remain unchanged. Joins the transaction. Throws 422 of `credit_limit_cents` for credit on a prepaid
   * account.
   */
  abstract changeTerms(
    accountId: string,
    change: Partial<WalletTerms>,
  ): Promise<{ readonly before: WalletTerms; readonly after: WalletTerms }>;
}

/** Identity's view of the prices of calls and messages. */
export abstract class CallPricing {
  abstract get(accountId: string): Promise<CallPrices>;
  /**
   * Omitted fields remain unchanged. Joins the transaction, which has locked the account. Throws 422 of `rate_deck_id` or
   * `sms_rate_deck_id` for a deck that is not active.
   */
  abstract changePrices(
    accountId: string,
    change: Partial<CallPrices>,
  ): Promise<{ readonly before: CallPrices; readonly after: CallPrices }>;
}

export interface OperatorAuditEntry {
  /** The fingerprint of the operator's token, or the name of an automatic actor. */
  readonly actor: string;
  readonly action: 'account.change' | 'account.suspend' | 'account.reinstate' | 'user.reset_mfa';
  readonly subject: string;
  /** For a user, the account of the oldest membership, if any. */
  readonly accountId?: string;
  readonly before: object;
  readonly after: object;
}

/** The audit trail of operator actions. */
export abstract class OperatorAudit {
  /** Joins the transaction. Entries are immutable. */
  abstract record(entry: OperatorAuditEntry): Promise<void>;
}
