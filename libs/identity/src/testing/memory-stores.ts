import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import {
  AccountQueries,
  AccountRepository,
  type ApiKeyFilter,
  ApiKeyQueries,
  ApiKeyRepository,
  LoginEventRepository,
  MembershipRepository,
  OneTimeTokenRepository,
  SessionRepository,
  UserRepository,
} from '../application/ports';
import type { AccountProfile, AccountView, ApiKeyView } from '../application/views';
import type { Account } from '../domain/account';
import { type ApiKey, apiKeyStatus } from '../domain/api-key';
import { IdentityErrors } from '../domain/errors';
import type { LoginEvent } from '../domain/login-event';
import type { AccountOfUser, Membership } from '../domain/membership';
import type { OneTimeToken, TokenKind } from '../domain/one-time-token';
import type { Session } from '../domain/session';
import type { User } from '../domain/user';
import type { IdentityStores } from './store-contract';

/** What the fakes share, as the tables share a database. */
export class IdentityState {
  readonly accounts = new Map<string, Account>();
  readonly users = new Map<string, User>();
  readonly memberships: Membership[] = [];
  readonly tokens: OneTimeToken[] = [];
  readonly usedTokens = new Set<OneTimeToken>();
  readonly sessions = new Map<string, Session>();
  readonly loginEvents: (LoginEvent & { isNewDevice: boolean })[] = [];
  readonly apiKeys = new Map<string, ApiKey>();
}

export class MemoryAccountRepository extends AccountRepository {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async add(account: Account): Promise<void> {
    this.state.accounts.set(account.id, account);
  }

  override async lock(accountId: string): Promise<Account> {
    const account = this.state.accounts.get(accountId);
    if (!account) throw CommonErrors.not_found();
    return account;
  }

  override async findBySignUp(operationId: string) {
    const account = [...this.state.accounts.values()].find((each) => each.signUpOperationId === operationId);
    const membership = this.state.memberships.find((each) => each.accountId === account?.id);
    const owner = membership && this.state.users.get(membership.userId);
    return account && owner ? { account, owner } : null;
  }
}

export class MemoryUserRepository extends UserRepository {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async add(user: User): Promise<void> {
    if (await this.findByEmail(user.email)) throw IdentityErrors.email_in_use();
    this.state.users.set(user.id, user);
  }

  override async save(user: User): Promise<void> {
    this.state.users.set(user.id, user);
  }

  override async find(userId: string): Promise<User | null> {
    return this.state.users.get(userId) ?? null;
  }

  override async findByEmail(email: string): Promise<User | null> {
    return [...this.state.users.values()].find((user) => user.email === email) ?? null;
  }

  override lock(userId: string): Promise<User | null> {
    return this.find(userId);
  }

  override lockByEmail(email: string): Promise<User | null> {
    return this.findByEmail(email);
  }
}

export class MemoryMembershipRepository extends MembershipRepository {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async add(membership: Membership): Promise<void> {
    this.state.memberships.push(membership);
  }

  override async accountsOf(userId: string): Promise<AccountOfUser[]> {
    const mine = this.state.memberships.filter((each) => each.userId === userId);
    const oldestFirst = mine.toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime());
    return oldestFirst.map(({ accountId, role }) => {
      const { name, status } = this.state.accounts.get(accountId)!;
      return { accountId, name, role, status };
    });
  }
}

export class MemoryOneTimeTokenRepository extends OneTimeTokenRepository {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async add(token: OneTimeToken): Promise<void> {
    this.state.tokens.push(token);
  }

  override async consume(hash: Buffer, kind: TokenKind, now: Date): Promise<OneTimeToken | null> {
    const token = this.state.tokens.find((each) => each.hash.equals(hash) && each.kind === kind);
    if (!token || this.state.usedTokens.has(token) || token.expiresAt <= now) return null;
    this.state.usedTokens.add(token);
    return token;
  }
}

export class MemorySessionRepository extends SessionRepository {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async add(session: Session): Promise<void> {
    this.state.sessions.set(session.id, session);
  }

  override async revoke(sessionId: string, now: Date): Promise<boolean> {
    const session = this.state.sessions.get(sessionId);
    if (!session || session.revokedAt) return false;
    this.state.sessions.set(sessionId, { ...session, revokedAt: now });
    return true;
  }
}

export class MemoryLoginEventRepository extends LoginEventRepository {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async add(event: LoginEvent): Promise<void> {
    const successes = this.state.loginEvents.filter(
      ({ userId, outcome }) => userId !== null && userId === event.userId && outcome === 'success',
    );
    const isKnown = successes.some(({ userAgent }) => userAgent === event.userAgent);
    this.state.loginEvents.push({ ...event, isNewDevice: successes.length > 0 && !isKnown });
  }

  override async wrongPasswordsSince(userId: string | null, since: Date): Promise<number> {
    const mine = this.state.loginEvents.filter((event) => userId !== null && event.userId === userId);
    return mine.filter(({ outcome, at }) => outcome === 'wrong_password' && at >= since).length;
  }
}

export class MemoryApiKeyRepository extends ApiKeyRepository {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async add(apiKey: ApiKey): Promise<void> {
    this.state.apiKeys.set(apiKey.id, apiKey);
  }

  override async save(apiKey: ApiKey): Promise<void> {
    this.state.apiKeys.set(apiKey.id, apiKey);
  }

  override async lock(accountId: string, id: string): Promise<ApiKey> {
    const apiKey = this.state.apiKeys.get(id);
    if (apiKey?.accountId !== accountId) throw CommonErrors.not_found();
    return apiKey;
  }

  override async lockByHash(hash: Buffer): Promise<ApiKey | null> {
    return [...this.state.apiKeys.values()].find((each) => each.keyHash.equals(hash)) ?? null;
  }

  override async countWorking(accountId: string, now: Date) {
    const working = [...this.state.apiKeys.values()].filter(
      (each) => each.accountId === accountId && each.status(now) === 'active',
    );
    const inGrace = working.filter(({ replacedById }) => replacedById !== null).length;
    return { standing: working.length - inGrace, inGrace };
  }
}

export class MemoryApiKeyQueries extends ApiKeyQueries {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async list(
    { accountId, status, now }: ApiKeyFilter,
    page: PageRequest<'created_at'>,
  ): Promise<Page<ApiKeyView>> {
    const sign = page.order === 'desc' ? -1 : 1;
    const place = (key: number | string, id: string) => `${String(key).padStart(15, '0')}/${id}`;
    const placeOf = (view: ApiKeyView) => place(view.createdAt.getTime(), view.id);
    const compare = (a: string, b: string) => sign * (a < b ? -1 : Number(a > b));
    const rows = [...this.state.apiKeys.values()]
      .filter((each) => each.accountId === accountId)
      .map((each) => toView(each, now))
      .filter((view) => status === null || status.includes(view.status))
      .filter((view) => !page.after || compare(placeOf(view), place(page.after.key, page.after.id)) > 0)
      .sort((a, b) => compare(placeOf(a), placeOf(b)));
    return pageOf(rows, page.limit, ({ createdAt, id }) => ({ key: createdAt.getTime(), id }));
  }

  override async get(accountId: string, id: string, now: Date): Promise<ApiKeyView> {
    const apiKey = this.state.apiKeys.get(id);
    if (apiKey?.accountId !== accountId) throw CommonErrors.not_found();
    return toView(apiKey, now);
  }
}

function toView(key: ApiKey, now: Date): ApiKeyView {
  const { id, name, prefixDisplay, scopes, allowedCidrs, expiresAt, lastUsedAt, lastUsedIp, revokedAt, createdAt } =
    key;
  const shown = {
    id,
    name,
    prefixDisplay,
    scopes,
    allowedCidrs,
    expiresAt,
    lastUsedAt,
    lastUsedIp,
    revokedAt,
    createdAt,
  };
  return { ...shown, status: apiKeyStatus(key, now) };
}

export class MemoryAccountQueries extends AccountQueries {
  private readonly memberships: MemoryMembershipRepository;

  constructor(private readonly state: IdentityState) {
    super();
    this.memberships = new MemoryMembershipRepository(state);
  }

  override async find(accountId: string): Promise<AccountView | null> {
    return this.state.accounts.get(accountId) ?? null;
  }

  override async profile(accountId: string, userId: string): Promise<AccountProfile | null> {
    const account = this.state.accounts.get(accountId);
    const user = this.state.users.get(userId);
    const membership = this.state.memberships.find((each) => each.accountId === accountId && each.userId === userId);
    if (!account || !user || !membership) return null;
    const { id, email, name, phoneVerified, mfaMethod } = user;
    const shown = { id, email, name, phoneVerified, mfaMethod, emailVerified: user.isEmailVerified() };
    const memberships = await this.memberships.accountsOf(userId);
    return { account, user: { ...shown, role: membership.role }, memberships };
  }
}

export function memoryStores(state: IdentityState): IdentityStores {
  return {
    accounts: new MemoryAccountRepository(state),
    users: new MemoryUserRepository(state),
    memberships: new MemoryMembershipRepository(state),
    tokens: new MemoryOneTimeTokenRepository(state),
    sessions: new MemorySessionRepository(state),
    loginEvents: new MemoryLoginEventRepository(state),
    apiKeys: new MemoryApiKeyRepository(state),
    apiKeyQueries: new MemoryApiKeyQueries(state),
    accountQueries: new MemoryAccountQueries(state),
  };
}
