import { CommonErrors, type Page, pageOf, type PageRequest, type Role } from '@trunkline/kernel';
import {
  AccountQueries,
  AccountRepository,
  type Contact,
  MembershipRepository,
  SessionRepository,
  UserRepository,
} from '../application/ports';
import { type ApiKeyFilter, ApiKeyQueries, ApiKeyRepository } from '../application/keys/ports';
import { LoginEventRepository } from '../application/login-events/ports';
import { OneTimeTokenRepository } from '../application/mails/ports';
import type { AccountProfile, AccountView, ApiKeyView } from '../application/views';
import type { Account } from '../domain/accounts/account';
import { type ApiKey, apiKeyStatus } from '../domain/keys/api-key';
import { IdentityErrors } from '../domain/errors';
import type { LoginEvent, PreviousSignIns, RecordedLoginEvent } from '../domain/login-events/login-event';
import type { AccountOfUser, Membership } from '../domain/members/membership';
import type { OneTimeToken, TokenKind } from '../domain/mails/one-time-token';
import type { Session } from '../domain/sessions/session';
import type { SessionState } from '../domain/sessions/session-state';
import type { User } from '../domain/users/user';
import { MemoryLoginEventQueries, MemorySessionQueries } from './login-events/login-event-stores';
import type { IdentityState } from './identity-state';
import type { IdentityStores } from './store-contract';

export class MemoryAccountRepository extends AccountRepository {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async add(account: Account): Promise<void> {
    this.state.accounts.set(account.id, account);
  }

  override async save(account: Account): Promise<void> {
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
    await this.save(user);
  }

  override async save(user: User): Promise<void> {
    const isTaken = [...this.state.users.values()].some(({ id, email }) => email === user.email && id !== user.id);
    if (isTaken) throw IdentityErrors.email_in_use();
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

  override async lock(accountId: string, userId: string): Promise<Membership | null> {
    return this.state.memberships.find((each) => each.accountId === accountId && each.userId === userId) ?? null;
  }

  override async lockOwners(accountId: string): Promise<number> {
    return this.state.memberships.filter((each) => each.accountId === accountId && each.role === 'owner').length;
  }

  override async changeRole(accountId: string, userId: string, role: Role): Promise<void> {
    const place = this.placeOf(accountId, userId);
    this.state.memberships[place] = { ...this.state.memberships[place]!, role };
  }

  override async remove(accountId: string, userId: string): Promise<void> {
    this.state.memberships.splice(this.placeOf(accountId, userId), 1);
  }

  private placeOf(accountId: string, userId: string): number {
    return this.state.memberships.findIndex((each) => each.accountId === accountId && each.userId === userId);
  }
}

export class MemoryOneTimeTokenRepository extends OneTimeTokenRepository {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async add(token: OneTimeToken): Promise<void> {
    this.state.tokens.push(token);
  }

  override async find(hash: Buffer, now: Date): Promise<OneTimeToken | null> {
    const token = this.state.tokens.find((each) => each.hash.equals(hash));
    return !token || this.state.usedTokens.has(token) || token.expiresAt <= now ? null : token;
  }

  override async consume(hash: Buffer, kind: TokenKind, now: Date): Promise<OneTimeToken | null> {
    const token = await this.find(hash, now);
    if (token?.kind !== kind) return null;
    this.state.usedTokens.add(token);
    return token;
  }

  override async voidAll(userId: string, kinds: readonly TokenKind[]): Promise<void> {
    const doomed = this.state.tokens.filter((each) => each.userId === userId && kinds.includes(each.kind));
    for (const token of doomed) this.state.usedTokens.add(token);
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

  override async revokeAllOf(userId: string, exceptSessionId: string | null, now: Date): Promise<number> {
    const doomed = [...this.state.sessions.values()].filter(
      (each) => each.userId === userId && each.id !== exceptSessionId && !each.revokedAt && each.expiresAt > now,
    );
    for (const { id } of doomed) await this.revoke(id, now);
    return doomed.length;
  }

  override async renew(sessionId: string, idHash: Buffer, now: Date): Promise<Date | null> {
    const session = this.state.sessions.get(sessionId);
    if (!session || session.revokedAt || session.expiresAt <= now) return null;
    this.state.sessions.set(sessionId, { ...session, idHash });
    return session.expiresAt;
  }

  override async lock(sessionId: string): Promise<SessionState | null> {
    const session = this.state.sessions.get(sessionId);
    if (!session) return null;
    const { id, userId, method, isByMailbox, isTrusted, mfaRequired, mfaCompletedAt, expiresAt, revokedAt } = session;
    return { id, userId, method, isByMailbox, isTrusted, mfaRequired, mfaCompletedAt, expiresAt, revokedAt };
  }

  override async saveMfa({ id, isTrusted, mfaRequired, mfaCompletedAt, expiresAt }: SessionState): Promise<void> {
    const session = this.state.sessions.get(id)!;
    this.state.sessions.set(id, { ...session, isTrusted, mfaRequired, mfaCompletedAt, expiresAt });
  }

  override async saveDevice({ id, isTrusted, expiresAt }: SessionState, deviceName: string | null): Promise<void> {
    const session = this.state.sessions.get(id)!;
    const name = deviceName ?? session.deviceName;
    this.state.sessions.set(id, { ...session, isTrusted, expiresAt, deviceName: name });
  }

  override async revokePartialOf(userId: string, now: Date): Promise<void> {
    for (const session of this.state.sessions.values()) {
      const isPartial = session.mfaRequired && !session.mfaCompletedAt;
      if (session.userId === userId && isPartial) await this.revoke(session.id, now);
    }
  }

  override async revokeBegunIn(accountId: string, userId: string, now: Date): Promise<void> {
    for (const session of this.state.sessions.values()) {
      if (session.userId === userId && session.accountId === accountId) await this.revoke(session.id, now);
    }
  }
}

export class MemoryLoginEventRepository extends LoginEventRepository {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async add(event: RecordedLoginEvent): Promise<void> {
    this.state.loginEvents.push(event);
  }

  override async previousSignIns(event: LoginEvent): Promise<PreviousSignIns> {
    const successes = this.state.loginEvents.filter(
      ({ userId, outcome }) => userId !== null && userId === event.userId && outcome === 'success',
    );
    const located = successes.filter(({ ipCountry }) => ipCountry !== null).map(({ at }) => at.getTime());
    return {
      hasSucceeded: successes.length > 0,
      knowsDevice: successes.some(({ device }) => device === event.device),
      knowsCountry: successes.some(({ ipCountry }) => ipCountry !== null && ipCountry === event.ipCountry),
      lastLocatedAt: located.length > 0 ? new Date(Math.max(...located)) : null,
    };
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

  override async contacts(accountId: string, roles: readonly Role[]): Promise<Contact[]> {
    const members = this.state.memberships.filter((each) => each.accountId === accountId && roles.includes(each.role));
    return members.flatMap(({ userId }) => {
      const user = this.state.users.get(userId);
      return user ? [{ userId, email: user.email, name: user.name }] : [];
    });
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
    sessionQueries: new MemorySessionQueries(state),
    loginEventQueries: new MemoryLoginEventQueries(state),
    apiKeyQueries: new MemoryApiKeyQueries(state),
    accountQueries: new MemoryAccountQueries(state),
  };
}
