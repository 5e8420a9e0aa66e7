import { addSeconds, type SortOrder } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { type ApiKey, API_KEYS_MAX } from '../domain/api-key';
import { issueToken } from '../domain/one-time-token';
import { hashSecret } from '../domain/secrets';
import { beginSession } from '../domain/sessions/session';
import { identityPersistence } from '../identity.module';
import { ApiKeyReads } from './keys/api-key-queries';
import { everyPage } from '../testing/every-page';
import { identityStores, type IdentityStores } from '../testing/identity-stores';
import { sampleKey, SAMPLED_AT, sampleUser, storedOwner } from '../testing/samples';

const later = (seconds: number) => addSeconds(SAMPLED_AT, seconds);
const caller = { ip: '203.0.113.7', userAgent: 'curl/8' };
const byPassword = { method: 'password', trustDevice: false, mfaRequired: false } as const;

describe('identity in PostgreSQL', () => {
  let test: TestDatabase;
  let stores: IdentityStores;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    stores = identityStores(test.db);
  });
  afterAll(() => test.close());

  const keysAt = (at: Date) => new ApiKeyReads(test.db, new TestClock(at));
  /** A row lock needs a transaction. */
  const locked = <T>(work: () => Promise<T>) => test.db.run(work);

  it('returns a user as stored, by id and by email', async () => {
    const { user } = await storedOwner(stores);
    expect(await stores.users.find(user.id)).toEqual(user);
    expect(await stores.users.findByEmail(user.email)).toEqual(user);
    expect(await locked(() => stores.users.lock(user.id))).toEqual(user);
    expect(await locked(() => stores.users.lockByEmail(user.email))).toEqual(user);
    expect(await locked(() => stores.users.lockByEmail('nobody@example.com'))).toBeNull();
  });

  it('rejects a second user with the same email', async () => {
    const user = sampleUser();
    await stores.users.add(user);
    await expect(stores.users.add(sampleUser(user.email))).rejects.toMatchObject({ code: 'email_in_use' });
  });

  it('stores the changes of a user', async () => {
    const { user } = await storedOwner(stores);
    user.verifyEmail(later(5));
    await stores.users.save(user);
    expect(await stores.users.find(user.id)).toMatchObject({ emailVerifiedAt: later(5), email: user.email });
  });

  it('rejects a change to the email of another user', async () => {
    const { user: other } = await storedOwner(stores);
    const { user } = await storedOwner(stores);
    user.changeEmail(other.email, SAMPLED_AT);
    await expect(stores.users.save(user)).rejects.toMatchObject({ code: 'email_in_use' });
  });

  it('returns the account of a sign-up, with its owner', async () => {
    const { account, user } = await storedOwner(stores);
    const opened = await stores.accounts.findBySignUp(account.signUpOperationId!);
    expect(opened).toEqual({ account, owner: user });
    expect(await stores.accounts.findBySignUp('op_unheard')).toBeNull();
  });

  it('locks an account, and throws not_found for an unknown one', async () => {
    const { account } = await storedOwner(stores);
    expect(await locked(() => stores.accounts.lock(account.id))).toEqual(account);
    await expect(locked(() => stores.accounts.lock('acc_none'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('returns the accounts of a user, oldest membership first', async () => {
    const { account, user } = await storedOwner(stores);
    const { account: other } = await storedOwner(stores);
    await stores.memberships.add({ accountId: other.id, userId: user.id, role: 'billing', joinedAt: later(-60) });
    expect(await stores.memberships.accountsOf(user.id)).toEqual([
      { accountId: other.id, name: 'Grace & Co', role: 'billing', status: 'active' },
      { accountId: account.id, name: 'Grace & Co', role: 'owner', status: 'active' },
    ]);
  });

  it('consumes a token once, until it expires, for its kind only', async () => {
    const { user } = await storedOwner(stores);
    const { token, secret } = issueToken('verify_email', user, SAMPLED_AT);
    await stores.tokens.add(token);
    expect(await stores.tokens.consume(hashSecret(secret), 'magic_link', SAMPLED_AT)).toBeNull();
    expect(await stores.tokens.consume(hashSecret(secret), 'verify_email', token.expiresAt)).toBeNull();
    expect(await stores.tokens.consume(hashSecret('another'), 'verify_email', SAMPLED_AT)).toBeNull();
    expect(await stores.tokens.consume(hashSecret(secret), 'verify_email', later(86_399))).toMatchObject(token);
    expect(await stores.tokens.consume(hashSecret(secret), 'verify_email', later(86_399))).toBeNull();
  });

  it('finds a token until it is used or expires', async () => {
    const { user } = await storedOwner(stores);
    const { token } = issueToken('magic_link', user, SAMPLED_AT);
    await stores.tokens.add(token);
    expect(await stores.tokens.find(token.hash, SAMPLED_AT)).toMatchObject(token);
    expect(await stores.tokens.find(token.hash, token.expiresAt)).toBeNull();
    expect(await stores.tokens.find(hashSecret('another'), SAMPLED_AT)).toBeNull();
    await stores.tokens.consume(token.hash, 'magic_link', SAMPLED_AT);
    expect(await stores.tokens.find(token.hash, SAMPLED_AT)).toBeNull();
  });

  it('voids the tokens of one user and of the given kinds', async () => {
    const [{ user }, { user: other }] = [await storedOwner(stores), await storedOwner(stores)];
    const issued = [
      issueToken('magic_link', user, SAMPLED_AT),
      issueToken('reset_password', user, SAMPLED_AT),
      issueToken('change_email', user, SAMPLED_AT),
      issueToken('magic_link', other, SAMPLED_AT),
    ].map(({ token }) => token);
    for (const token of issued) await stores.tokens.add(token);
    await stores.tokens.voidAll(user.id, ['magic_link', 'change_email'], SAMPLED_AT);
    const found = [];
    for (const token of issued) found.push((await stores.tokens.find(token.hash, SAMPLED_AT)) !== null);
    expect(found).toEqual([false, true, false, true]);
  });

  it('revokes a session once', async () => {
    const { account, user } = await storedOwner(stores);
    const wanted = { userId: user.id, accountId: account.id, caller, ...byPassword };
    const { session } = beginSession(wanted, SAMPLED_AT);
    await stores.sessions.add(session);
    expect(await stores.sessions.revoke(session.id, SAMPLED_AT)).toBe(true);
    expect(await stores.sessions.revoke(session.id, SAMPLED_AT)).toBe(false);
    expect(await stores.sessions.revoke('ses_none', SAMPLED_AT)).toBe(false);
  });

  it('revokes all sessions of a user except the given one, and returns those that were active', async () => {
    const { account, user } = await storedOwner(stores);
    const { user: other } = await storedOwner(stores);
    const kept = async (userId: string, at = SAMPLED_AT) => {
      const wanted = { userId, accountId: account.id, caller, ...byPassword };
      const { session } = beginSession(wanted, at);
      await stores.sessions.add(session);
      return session.id;
    };
    const spared = await kept(user.id);
    const second = await kept(user.id);
    const stranger = await kept(other.id);
    const third = await kept(user.id);
    await kept(user.id, later(-86_400));
    await stores.sessions.revoke(second, SAMPLED_AT);
    expect(await stores.sessions.revokeAllOf(user.id, spared, SAMPLED_AT)).toEqual([third]);
    expect(await stores.sessions.revokeAllOf(user.id, spared, SAMPLED_AT)).toEqual([]);
    expect(await stores.sessions.revokeAllOf(user.id, null, SAMPLED_AT)).toEqual([spared]);
    expect(await stores.sessions.revoke(spared, SAMPLED_AT)).toBe(false);
    expect(await stores.sessions.revoke(stranger, SAMPLED_AT)).toBe(true);
  });

  it('stores the completion of a session by the second factor', async () => {
    const { account, user } = await storedOwner(stores);
    const wanted = { userId: user.id, accountId: account.id, caller, ...byPassword, mfaRequired: true };
    const { session } = beginSession({ ...wanted, method: 'magic_link' }, SAMPLED_AT);
    await stores.sessions.add(session);
    const partial = await locked(() => stores.sessions.lock(session.id));
    expect(partial).toMatchObject({ userId: user.id, method: 'magic_link', mfaRequired: true, mfaCompletedAt: null });
    const full = { ...partial!, isTrusted: true, mfaCompletedAt: later(5), expiresAt: later(60) };
    await stores.sessions.saveMfa(full);
    expect(await locked(() => stores.sessions.lock(session.id))).toEqual(full);
    expect(await locked(() => stores.sessions.lock('ses_none'))).toBeNull();
  });

  it('revokes the sessions of one user that lack a second factor, and no others', async () => {
    const { account, user } = await storedOwner(stores);
    const { user: other } = await storedOwner(stores);
    const kept = async (userId: string, mfaRequired: boolean, mfaCompletedAt: Date | null) => {
      const wanted = { userId, accountId: account.id, caller, ...byPassword, mfaRequired };
      const { session } = beginSession(wanted, SAMPLED_AT);
      await stores.sessions.add({ ...session, mfaCompletedAt });
      return session.id;
    };
    const partial = await kept(user.id, true, null);
    const others = [
      await kept(user.id, true, SAMPLED_AT),
      await kept(user.id, false, null),
      await kept(other.id, true, null),
    ];
    await stores.sessions.revokePartialOf(user.id, SAMPLED_AT);
    expect(await stores.sessions.revoke(partial, SAMPLED_AT)).toBe(false);
    for (const id of others) expect(await stores.sessions.revoke(id, SAMPLED_AT)).toBe(true);
  });

  it('revokes the sessions of a user in one account', async () => {
    const { account, user } = await storedOwner(stores);
    const another = await storedOwner(stores);
    const begin = async (accountId: string, userId: string) => {
      const { session } = beginSession({ userId, accountId, caller, ...byPassword }, SAMPLED_AT);
      await stores.sessions.add(session);
      return session.id;
    };
    const here = await begin(account.id, user.id);
    const spared = [await begin(another.account.id, user.id), await begin(account.id, another.user.id)];
    await stores.sessions.revokeBegunIn(account.id, user.id, SAMPLED_AT);
    expect(await stores.sessions.revoke(here, SAMPLED_AT)).toBe(false);
    for (const id of spared) expect(await stores.sessions.revoke(id, SAMPLED_AT)).toBe(true);
  });

  it('replaces the secret of a session until it expires', async () => {
    const { account, user } = await storedOwner(stores);
    const wanted = { userId: user.id, accountId: account.id, caller, ...byPassword };
    const { session } = beginSession(wanted, SAMPLED_AT);
    await stores.sessions.add(session);
    expect(await stores.sessions.renew(session.id, hashSecret('another'), SAMPLED_AT)).toEqual(session.expiresAt);
    expect(await stores.sessions.renew(session.id, hashSecret('a third'), session.expiresAt)).toBeNull();
    await stores.sessions.revoke(session.id, SAMPLED_AT);
    expect(await stores.sessions.renew(session.id, hashSecret('a third'), SAMPLED_AT)).toBeNull();
    expect(await stores.sessions.renew('ses_none', hashSecret('a fourth'), SAMPLED_AT)).toBeNull();
  });

  it('returns a key as stored, to its own account only', async () => {
    const { account, user } = await storedOwner(stores);
    const { apiKey, key } = sampleKey(account.id, user.id);
    await stores.apiKeys.add(apiKey);
    expect(await locked(() => stores.apiKeys.lock(account.id, apiKey.id))).toEqual(apiKey);
    expect(await locked(() => stores.apiKeys.lockByHash(hashSecret(key)))).toEqual(apiKey);
    expect(await locked(() => stores.apiKeys.lockByHash(hashSecret('svc_live_')))).toBeNull();
    await expect(locked(() => stores.apiKeys.lock('acc_other', apiKey.id))).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(keysAt(SAMPLED_AT).get('acc_other', apiKey.id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('counts active keys, and separately those in the grace period of a rotation', async () => {
    const { account, user } = await storedOwner(stores);
    const [standing, rotated, revoked] = [1, 2, 3].map(() => sampleKey(account.id, user.id).apiKey);
    const fresh = rotated!.rotate({ userId: user.id, graceSeconds: 60 }, SAMPLED_AT).apiKey;
    revoked!.revoke(SAMPLED_AT);
    for (const key of [standing!, rotated!, revoked!, fresh]) await stores.apiKeys.add(key);
    expect(await stores.apiKeys.countWorking(account.id, SAMPLED_AT)).toEqual({ standing: 2, inGrace: 1 });
    expect(await stores.apiKeys.countWorking(account.id, later(60))).toEqual({ standing: 2, inGrace: 0 });
    expect(API_KEYS_MAX).toBe(50);
  });

  it('returns each key once, in either direction, and filters by status', async () => {
    const { account, user } = await storedOwner(stores);
    const keys = [0, 0, 1, 2, 3].map((second) => sampleKey(account.id, user.id, later(second)).apiKey);
    keys[4]!.revoke(later(4));
    for (const key of keys) await stores.apiKeys.add(key);
    const read = async (order: SortOrder, status: readonly ('active' | 'revoked' | 'expired')[] | null) => {
      const filter = { accountId: account.id, status };
      const request = { limit: 2, sort: 'created_at', order } as const;
      const all = await everyPage((after) => keysAt(later(5)).list(filter, { ...request, after }));
      return all.map(({ id }) => id);
    };
    const place = ({ createdAt, id }: ApiKey) => `${createdAt.toISOString()}${id}`;
    const byTime = keys.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ id }) => id);
    expect(await read('asc', null)).toEqual(byTime);
    expect(await read('desc', null)).toEqual(byTime.toReversed());
    expect(await read('desc', ['revoked'])).toEqual([keys[4]!.id]);
    expect(await read('asc', ['active', 'revoked'])).toEqual(byTime);
    expect(await read('asc', ['active'])).toEqual(byTime.filter((id) => id !== keys[4]!.id));
    expect(await read('asc', ['expired'])).toEqual([]);
  });

  it('returns the members of the given roles, in the order in which they joined', async () => {
    const { account, user } = await storedOwner(stores);
    const others = [await storedOwner(stores), await storedOwner(stores), await storedOwner(stores)];
    for (const [index, role] of (['billing', 'member', 'owner'] as const).entries()) {
      const joinedAt = addSeconds(SAMPLED_AT, index + 1);
      await stores.memberships.add({ accountId: account.id, userId: others[index]!.user.id, role, joinedAt });
    }
    const contacts = await stores.accountQueries.contacts(account.id, ['owner', 'billing']);
    const [billing, , owner] = others;
    expect(contacts).toEqual(
      [user, billing!.user, owner!.user].map(({ id: userId, email, name }) => ({ userId, email, name })),
    );
    expect(await stores.accountQueries.contacts('acc_none', ['owner'])).toEqual([]);
  });

  it('returns an account to its members only', async () => {
    const { account, user } = await storedOwner(stores);
    const { user: stranger } = await storedOwner(stores);
    const unknown = { code: 'not_found' };
    await expect(stores.accountQueries.profile(account.id, stranger.id)).rejects.toMatchObject(unknown);
    await expect(stores.accountQueries.get('acc_none')).rejects.toMatchObject(unknown);
    expect(await stores.accountQueries.get(account.id)).toMatchObject({ id: account.id, billingMode: 'prepaid' });
    expect(await stores.accountQueries.profile(account.id, user.id)).toMatchObject({
      account: { id: account.id, tier: 'self_serve', closureGraceEndsAt: null, createdAt: SAMPLED_AT },
      user: { id: user.id, role: 'owner', emailVerified: false, phoneVerified: false, mfaMethod: null },
      memberships: [{ accountId: account.id, name: 'Grace & Co', role: 'owner', status: 'active' }],
    });
  });
});
