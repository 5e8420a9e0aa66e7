import type { OutboundTerms, Role, Tier } from '@trunkline/kernel';
import type { Account } from '../domain/account';
import type { AccountOfUser, Membership } from '../domain/members/membership';
import type { Session } from '../domain/sessions/session';
import type { SessionState } from '../domain/sessions/session-state';
import type { User } from '../domain/user';
import type { AccountProfile, AccountView, WalletBalance } from './views';

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

/** Which countries an account may open for its calls, as another context decides it. */
export abstract class OutboundCountries {
  /** Returns those of the countries that the account could open only if it were verified. */
  abstract closedTo(
    account: OutboundTerms & { readonly accountId: string; readonly tier: Tier },
    countries: readonly string[],
  ): Promise<readonly string[]>;
}

export abstract class AccountRepository {
  abstract add(account: Account): Promise<void>;
  /** Only an account that `lock` returned in this transaction may be saved. */
  abstract save(account: Account): Promise<void>;
  /** Locks the account until the transaction ends, which serializes counts per account. Throws not_found. */
  abstract lock(accountId: string): Promise<Account>;
  /** Returns the account that the sign-up with this operation id opened, with its owner. */
  abstract findBySignUp(operationId: string): Promise<{ account: Account; owner: User } | null>;
}

export abstract class UserRepository {
  /** Throws email_in_use, including when a concurrent sign-up with the address commits first. */
  abstract add(user: User): Promise<void>;
  /** Throws email_in_use as `add` does. */
  abstract save(user: User): Promise<void>;
  abstract find(userId: string): Promise<User | null>;
  abstract findByEmail(email: string): Promise<User | null>;
  /** Locks the user until the transaction ends. */
  abstract lock(userId: string): Promise<User | null>;
  /** As `lock`, at the same cost for an unknown email. */
  abstract lockByEmail(email: string): Promise<User | null>;
}

export abstract class MembershipRepository {
  abstract add(membership: Membership): Promise<void>;
  /** Oldest membership first. */
  abstract accountsOf(userId: string): Promise<AccountOfUser[]>;
  /** Locks the membership until the transaction ends. Returns null for a user who is not a member. */
  abstract lock(accountId: string, userId: string): Promise<Membership | null>;
  /** Locks the owners of the account and returns their number, so that none loses the role meanwhile. */
  abstract lockOwners(accountId: string): Promise<number>;
  abstract changeRole(accountId: string, userId: string, role: Role): Promise<void>;
  abstract remove(accountId: string, userId: string): Promise<void>;
}

export abstract class SessionRepository {
  abstract add(session: Session): Promise<void>;
  /** Takes effect at once on every instance. Returns false when the session was already revoked or does not exist. */
  abstract revoke(sessionId: string, now: Date): Promise<boolean>;
  /** As `revoke`, for every session of the user except one (null excludes none). Returns those that were still usable. */
  abstract revokeAllOf(userId: string, exceptSessionId: string | null, now: Date): Promise<readonly string[]>;
  /**
   * Gives the session a new secret; the old one stops working at once. Returns its expiry, or null when it was revoked
   * or expired.
   */
  abstract renew(sessionId: string, idHash: Buffer, now: Date): Promise<Date | null>;
  /** Locks the session until the transaction ends. */
  abstract lock(sessionId: string): Promise<SessionState | null>;
  /** Saves the second-factor fields of a session that `lock` returned in this transaction. */
  abstract saveMfa(session: SessionState): Promise<void>;
  /** Saves trust and expiry of a session that `lock` returned in this transaction, and its device name unless null. */
  abstract saveDevice(session: SessionState, deviceName: string | null): Promise<void>;
  /** As `revoke`, for every session of the user that is waiting for a second factor. */
  abstract revokePartialOf(userId: string, now: Date): Promise<void>;
  /** As `revoke`, for every session of the user that started in the account. */
  abstract revokeBegunIn(accountId: string, userId: string, now: Date): Promise<void>;
}

export interface Contact {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

export abstract class AccountQueries {
  /** Members with one of these roles, in the order in which they joined. */
  abstract contacts(accountId: string, roles: readonly Role[]): Promise<Contact[]>;
  /** Throws not_found. */
  abstract get(accountId: string): Promise<AccountView>;
  /** Returns those of the accounts that are closed or suspended, also while their closure is pending. */
  abstract inactiveAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The account from the point of view of one of its members. Throws not_found for other users. */
  abstract profile(accountId: string, userId: string): Promise<AccountProfile>;
}

/** Identity's view of billing. Every method joins the transaction. */
export abstract class Wallets {
  abstract open(input: { accountId: string }): Promise<unknown>;
  /** Idempotent per account. */
  abstract grantTrialCredit(input: { accountId: string; amountCents: number }): Promise<unknown>;
  abstract balance(accountId: string): Promise<WalletBalance>;
}
