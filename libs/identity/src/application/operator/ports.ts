import type { AccountStatus, Page, PageRequest, Tier } from '@trunkline/kernel';
import type { BillingMode } from '../../domain/accounts/account';
import type { LiveNumbers, OperatorAccountDetails, OperatorAccountView } from './views';

/** What is undefined filters nothing. */
export interface OperatorAccountFilter {
  readonly id?: string;
  /** Of any member, in lower case. */
  readonly email?: string;
  /** How the name begins, whatever its case. */
  readonly namePrefix?: string;
  readonly status?: readonly AccountStatus[];
  readonly tier?: readonly Tier[];
}

export type StoredAccountDetails = Omit<OperatorAccountDetails, 'balance' | 'numbers'>;

/** Reads across all accounts, for operators alone. */
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
  /** How far below zero the balance may go; 0 where charges need a balance. */
  readonly creditLimitCents: number;
}

/** Identity's view of the terms on which billing keeps the account's wallet. */
export abstract class BillingTerms {
  /**
   * What is left out stays. Joins the transaction around it. Throws 422 of `credit_limit_cents` for credit of a prepaid
   * account.
   */
  abstract changeTerms(
    accountId: string,
    change: Partial<WalletTerms>,
  ): Promise<{ readonly before: WalletTerms; readonly after: WalletTerms }>;
}

export interface SupervisionEntry {
  /** The operator, by the fingerprint of the token; or what acts by itself. */
  readonly actor: string;
  readonly action: 'account.change' | 'account.suspend' | 'account.reinstate' | 'user.reset_mfa';
  readonly subject: string;
  /** Of a user the account of the oldest membership, if there is one. */
  readonly accountId?: string;
  readonly before: object;
  readonly after: object;
}

/** Where it is written what operators did. */
export abstract class SupervisionLog {
  /** Joins the transaction around it. Nothing that is written can be changed. */
  abstract record(entry: SupervisionEntry): Promise<void>;
}
