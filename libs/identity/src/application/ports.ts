import type { Page, PageRequest } from '@trunkline/kernel';
import type { Account } from '../domain/account';
import type { ApiKey, ApiKeyStatus } from '../domain/api-key';
import type { FraudDecision, LoginEvent } from '../domain/login-event';
import type { AccountOfUser, Membership } from '../domain/membership';
import type { OneTimeToken, TokenKind } from '../domain/one-time-token';
import type { Session } from '../domain/session';
import type { User } from '../domain/user';
import type { AccountProfile, AccountView, ApiKeyView } from './views';

export abstract class AccountRepository {
  abstract add(account: Account): Promise<void>;
  /** Holds the account until the transaction ends, so that what is counted per account stays counted. Throws not_found. */
  abstract lock(accountId: string): Promise<Account>;
  /** The account that the sign-up of this operation opened, with its owner. */
  abstract findBySignUp(operationId: string): Promise<{ account: Account; owner: User } | null>;
}

export abstract class UserRepository {
  /** Throws email_in_use, also when another sign-up with the address commits first. */
  abstract add(user: User): Promise<void>;
  abstract save(user: User): Promise<void>;
  abstract find(userId: string): Promise<User | null>;
  abstract findByEmail(email: string): Promise<User | null>;
  /** Holds the user until the transaction ends. */
  abstract lock(userId: string): Promise<User | null>;
  /** As `lock`; costs the same for an address that nobody has. */
  abstract lockByEmail(email: string): Promise<User | null>;
}

export abstract class MembershipRepository {
  abstract add(membership: Membership): Promise<void>;
  /** Oldest first. */
  abstract accountsOf(userId: string): Promise<AccountOfUser[]>;
}

export abstract class OneTimeTokenRepository {
  abstract add(token: OneTimeToken): Promise<void>;
  /**
   * Uses the token up and returns it, or null when it is unknown, of another kind, used or expired. One statement: of
   * two callers with one token, one gets it.
   */
  abstract consume(hash: Buffer, kind: TokenKind, now: Date): Promise<OneTimeToken | null>;
}

export abstract class SessionRepository {
  abstract add(session: Session): Promise<void>;
  /** At once and on every instance; false when it was revoked before or never existed. */
  abstract revoke(sessionId: string, now: Date): Promise<boolean>;
}

export abstract class LoginEventRepository {
  /** Also finds out whether the device is new: the user has signed in before, but never with this user agent. */
  abstract add(event: LoginEvent): Promise<void>;
  /** Costs the same for a user that is null. */
  abstract wrongPasswordsSince(userId: string | null, since: Date): Promise<number>;
}

export abstract class ApiKeyRepository {
  abstract add(apiKey: ApiKey): Promise<void>;
  abstract save(apiKey: ApiKey): Promise<void>;
  /** Holds the key until the transaction ends. Throws not_found, also for a key of another account. */
  abstract lock(accountId: string, id: string): Promise<ApiKey>;
  /** Whoever's it is; for a key that was found where it must not be. */
  abstract lockByHash(hash: Buffer): Promise<ApiKey | null>;
  /** Keys that work now: those that stand, and those that only live out the grace of a rotation. */
  abstract countWorking(accountId: string, now: Date): Promise<{ standing: number; inGrace: number }>;
}

export interface ApiKeyFilter {
  readonly accountId: string;
  /** Null for every one. */
  readonly status: readonly ApiKeyStatus[] | null;
  readonly now: Date;
}

export abstract class ApiKeyQueries {
  abstract list(filter: ApiKeyFilter, page: PageRequest<'created_at'>): Promise<Page<ApiKeyView>>;
  /** Throws not_found. */
  abstract get(accountId: string, id: string, now: Date): Promise<ApiKeyView>;
}

export abstract class AccountQueries {
  abstract find(accountId: string): Promise<AccountView | null>;
  /** The account as one of its members sees it. */
  abstract profile(accountId: string, userId: string): Promise<AccountProfile | null>;
}

export abstract class PasswordHasher {
  /** Argon2id, off the event loop. */
  abstract hash(password: string): Promise<string>;
  /** A null hash is never right, and takes as long to find out (contract, section 0, Secrets and lifetimes). */
  abstract verify(hash: string | null, password: string): Promise<boolean>;
}

/** Identity's view of billing. Everything joins the transaction around it. */
export abstract class Wallets {
  abstract open(input: { accountId: string }): Promise<unknown>;
  /** Once per account, however often it is asked. */
  abstract grantTrialCredit(input: { accountId: string; amountCents: number }): Promise<unknown>;
  abstract balance(accountId: string): Promise<WalletBalance>;
}

export interface WalletBalance {
  readonly amountCents: number;
  readonly currency: string;
}

export interface OutgoingMail {
  readonly accountId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Two mails with one key are one mail. */
  readonly key: string;
}

export abstract class Mails {
  /** Joins the transaction around it: the mail goes out when that commits, and then once. */
  abstract send(mail: OutgoingMail): Promise<unknown>;
}

/** Addresses of dashboard pages that mails lead to (contract, section 1). */
export abstract class DashboardLinks {
  abstract verifyEmail(token: string): string;
}

export interface ScreenedRequest {
  readonly email: string;
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2, as claimed at sign-up; null at sign-in. */
  readonly country: string | null;
}

export abstract class FraudScreening {
  /** Asked outside of any transaction: an adapter may call a service. */
  abstract screen(request: ScreenedRequest): Promise<FraudDecision>;
}

export abstract class CaptchaVerifier {
  /** True when the bot challenge was solved, or none is asked for. */
  abstract verify(token: string | null, ip: string | null): Promise<boolean>;
}

export abstract class MailAllowance {
  /** Takes one mail from what the address of a mailbox and the network address may cause in an hour; false when used up. */
  abstract take(email: string, ip: string | null): Promise<boolean>;
}
