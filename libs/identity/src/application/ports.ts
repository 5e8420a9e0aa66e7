import type { Page, PageRequest, Role } from '@trunkline/kernel';
import type { Account } from '../domain/accounts/account';
import type { ApiKey, ApiKeyStatus } from '../domain/keys/api-key';
import type {
  FraudDecision,
  LoginEvent,
  PreviousSignIns,
  RecordedLoginEvent,
} from '../domain/login-events/login-event';
import type { AccountOfUser, Membership } from '../domain/members/membership';
import type { OneTimeToken, TokenKind } from '../domain/mails/one-time-token';
import type { Session } from '../domain/sessions/session';
import type { SessionState } from '../domain/sessions/session-state';
import type { User } from '../domain/users/user';
import type { AccountProfile, AccountView, ApiKeyView } from './views';

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

export abstract class OneTimeTokenRepository {
  abstract add(token: OneTimeToken): Promise<void>;
  /** Returns the token while it is usable; null when unknown, used or expired. */
  abstract find(hash: Buffer, now: Date): Promise<OneTimeToken | null>;
  /**
   * Marks the token used and returns it; null when unknown, of another kind, used or expired. A single statement, so
   * that one of two concurrent callers gets it.
   */
  abstract consume(hash: Buffer, kind: TokenKind, now: Date): Promise<OneTimeToken | null>;
  /** Marks all unused tokens of these kinds as used. */
  abstract voidAll(userId: string, kinds: readonly TokenKind[], now: Date): Promise<void>;
}

export abstract class SessionRepository {
  abstract add(session: Session): Promise<void>;
  /** Takes effect at once on every instance. Returns false when the session was already revoked or does not exist. */
  abstract revoke(sessionId: string, now: Date): Promise<boolean>;
  /** As `revoke`, for every session of the user except one (null excludes none). Returns how many were still usable. */
  abstract revokeAllOf(userId: string, exceptSessionId: string | null, now: Date): Promise<number>;
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

export abstract class LoginEventRepository {
  abstract add(event: RecordedLoginEvent): Promise<void>;
  /**
   * Costs a few index look-ups regardless of history length, and the same for a null user. Exact only while the user is
   * locked.
   */
  abstract previousSignIns(event: LoginEvent): Promise<PreviousSignIns>;
}

export abstract class ApiKeyRepository {
  abstract add(apiKey: ApiKey): Promise<void>;
  abstract save(apiKey: ApiKey): Promise<void>;
  /** Locks the key until the transaction ends. Throws not_found, also for a key of another account. */
  abstract lock(accountId: string, id: string): Promise<ApiKey>;
  /** Finds a key of any account; for keys that were exposed. */
  abstract lockByHash(hash: Buffer): Promise<ApiKey | null>;
  /** Counts usable keys: active ones, and rotated ones in their grace period. */
  abstract countWorking(accountId: string, now: Date): Promise<{ standing: number; inGrace: number }>;
}

export interface ApiKeyFilter {
  readonly accountId: string;
  /** Null matches every status. */
  readonly status: readonly ApiKeyStatus[] | null;
  readonly now: Date;
}

export abstract class ApiKeyQueries {
  abstract list(filter: ApiKeyFilter, page: PageRequest<'created_at'>): Promise<Page<ApiKeyView>>;
  /** Throws not_found. */
  abstract get(accountId: string, id: string, now: Date): Promise<ApiKeyView>;
}

export interface Contact {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

export abstract class AccountQueries {
  /** Members with one of these roles, in the order in which they joined. */
  abstract contacts(accountId: string, roles: readonly Role[]): Promise<Contact[]>;
  abstract find(accountId: string): Promise<AccountView | null>;
  /** The account from the point of view of one of its members. */
  abstract profile(accountId: string, userId: string): Promise<AccountProfile | null>;
}

export abstract class PasswordHasher {
  /** Argon2id, off the event loop. */
  abstract hash(password: string): Promise<string>;
  /** A null hash never matches, and takes as long to verify. See docs/sign-in.md#unknown-emails. */
  abstract verify(hash: string | null, password: string): Promise<boolean>;
}

export abstract class CommonPasswords {
  /** True for one of the most common passwords. `password` is in lower case. */
  abstract has(password: string): boolean;
}

/** Identity's view of billing. Every method joins the transaction. */
export abstract class Wallets {
  abstract open(input: { accountId: string }): Promise<unknown>;
  /** Idempotent per account. */
  abstract grantTrialCredit(input: { accountId: string; amountCents: number }): Promise<unknown>;
  abstract balance(accountId: string): Promise<WalletBalance>;
}

export interface WalletBalance {
  readonly amountCents: number;
  readonly creditLimitCents: number;
  readonly currency: string;
}

/** URLs of the dashboard pages that emails link to. */
export abstract class DashboardLinks {
  abstract verifyEmail(token: string): string;
  abstract magicLink(token: string): string;
  abstract resetPassword(token: string): string;
  abstract invitation(token: string): string;
  abstract emailChange(token: string): string;
}

export interface ScreenedRequest {
  /** Null when a mailed link is followed: its user is not known yet. */
  readonly email: string | null;
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2, as claimed at sign-up; null at sign-in. */
  readonly country: string | null;
  /** Screens a new user as at sign-up, although no country is given. */
  readonly isInvited?: boolean;
}

export abstract class FraudScreening {
  /** Must run outside any transaction: an adapter may call a remote service. */
  abstract screen(request: ScreenedRequest): Promise<FraudDecision>;
}

export abstract class CaptchaVerifier {
  /** True when the challenge was solved, or none is required. */
  abstract verify(token: string | null, ip: string | null): Promise<boolean>;
}

export abstract class MailAllowance {
  /**
   * Takes one email from the hourly allowance of the mailbox and of the network address. False when either is used up.
   */
  abstract take(email: string, ip: string | null): Promise<boolean>;
}
