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
  /** Only what `lock` returned in this transaction may be saved. */
  abstract save(account: Account): Promise<void>;
  /** Holds the account until the transaction ends, so that what is counted per account stays counted. Throws not_found. */
  abstract lock(accountId: string): Promise<Account>;
  /** The account that the sign-up of this operation opened, with its owner. */
  abstract findBySignUp(operationId: string): Promise<{ account: Account; owner: User } | null>;
}

export abstract class UserRepository {
  /** Throws email_in_use, also when another sign-up with the address commits first. */
  abstract add(user: User): Promise<void>;
  /** Throws email_in_use as `add` does. */
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
  /** Holds the membership until the transaction ends. Null for someone who is no member. */
  abstract lock(accountId: string, userId: string): Promise<Membership | null>;
  /** How many owners the account has; holds them, so that none of them ceases to be one meanwhile. */
  abstract lockOwners(accountId: string): Promise<number>;
  abstract changeRole(accountId: string, userId: string, role: Role): Promise<void>;
  abstract remove(accountId: string, userId: string): Promise<void>;
}

export abstract class OneTimeTokenRepository {
  abstract add(token: OneTimeToken): Promise<void>;
  /** The token while it can be used: null when it is unknown, used or expired. */
  abstract find(hash: Buffer, now: Date): Promise<OneTimeToken | null>;
  /**
   * Uses the token up and returns it, or null when it is unknown, of another kind, used or expired. One statement: of
   * two callers with one token, one gets it.
   */
  abstract consume(hash: Buffer, kind: TokenKind, now: Date): Promise<OneTimeToken | null>;
  /** Uses up all tokens of these kinds that the user has. */
  abstract voidAll(userId: string, kinds: readonly TokenKind[], now: Date): Promise<void>;
}

export abstract class SessionRepository {
  abstract add(session: Session): Promise<void>;
  /** At once and on every instance; false when it was revoked before or never existed. */
  abstract revoke(sessionId: string, now: Date): Promise<boolean>;
  /** As `revoke`, for every session of the user but one; null spares none. Says how many could still be used. */
  abstract revokeAllOf(userId: string, exceptSessionId: string | null, now: Date): Promise<number>;
  /**
   * The same session under a new secret; the old one is worth nothing with the next request. Says when it expires, or
   * null when it was revoked or expired before.
   */
  abstract renew(sessionId: string, idHash: Buffer, now: Date): Promise<Date | null>;
  /** Holds the session until the transaction ends. */
  abstract lock(sessionId: string): Promise<SessionState | null>;
  /** Keeps what the second factor changed of a session; only of one that `lock` returned in this transaction. */
  abstract saveMfa(session: SessionState): Promise<void>;
  /** Keeps trust and end of a session that `lock` returned in this transaction, and another name of its device if it has one. */
  abstract saveDevice(session: SessionState, deviceName: string | null): Promise<void>;
  /** As `revoke`, for every session of the user that still owes a second factor. */
  abstract revokePartialOf(userId: string, now: Date): Promise<void>;
  /** As `revoke`, for every session of the user that began in the account. */
  abstract revokeBegunIn(accountId: string, userId: string, now: Date): Promise<void>;
}

export abstract class LoginEventRepository {
  abstract add(event: RecordedLoginEvent): Promise<void>;
  /** A few index look-ups, however long the history; costs the same for a user that is null. Exact only while the user is locked. */
  abstract previousSignIns(event: LoginEvent): Promise<PreviousSignIns>;
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

export interface Contact {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

export abstract class AccountQueries {
  /** Members of these roles, in the order in which they joined. */
  abstract contacts(accountId: string, roles: readonly Role[]): Promise<Contact[]>;
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

export abstract class CommonPasswords {
  /** True for one that guessers try first (contract, section 0, Secrets and lifetimes). `password` is in lower case. */
  abstract has(password: string): boolean;
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
  readonly creditLimitCents: number;
  readonly currency: string;
}

/** Addresses of dashboard pages that mails lead to (contract, section 1). */
export abstract class DashboardLinks {
  abstract verifyEmail(token: string): string;
  abstract magicLink(token: string): string;
  abstract resetPassword(token: string): string;
  abstract invitation(token: string): string;
  abstract emailChange(token: string): string;
}

export interface ScreenedRequest {
  /** Null for whoever follows a mailed link: whose it is, is not known yet. */
  readonly email: string | null;
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2, as claimed at sign-up; null at sign-in. */
  readonly country: string | null;
  /** Lets somebody new in without asking for a country: as at sign-up otherwise. */
  readonly isInvited?: boolean;
}

export abstract class FraudScreening {
  /** CredentialContext outside of any transaction: an adapter may call a service. */
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
