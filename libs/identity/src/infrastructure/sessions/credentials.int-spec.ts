import pg from 'pg';
import type { TokenClaims } from '@trunkline/kernel';
import { createDataSource, Database, OUTBOX_CHANNEL } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';
import {
  aCaller,
  aPrincipal,
  aVerifiedUser,
  identityWorld,
  type IdentityWorld,
  PASSWORD,
} from '../../testing/worlds/identity-world';
import { grantAccess } from '../../testing/grant-access';
import { sampleAccount } from '../../testing/samples';
import { CREDENTIAL_READS } from './credential-reads';

const context = { accountId: null, ip: '198.51.100.4' };
const DAY_S = 86_400;
const ANNOUNCEMENT: unknown = `NOTIFY ${OUTBOX_CHANNEL}`;

describe('credentials', () => {
  let test: TestDatabase;
  let world: IdentityWorld;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
  });
  beforeEach(() => {
    world = identityWorld(test.db);
  });
  afterAll(() => test.close());

  const signedIn = async (trustDevice = false) => {
    const { email } = await aVerifiedUser(world);
    return world.logIn.logIn({ email, password: PASSWORD, trustDevice, caller: aCaller });
  };
  const withKey = async (change: { expiresAt?: Date; allowedCidrs?: string[] } = {}) => {
    const { accountId, userId } = await aVerifiedUser(world);
    const wanted = { name: 'ci', scopes: ['*'], allowedCidrs: [], expiresAt: null, ...change };
    const { apiKey, key } = await world.apiKeys.create(aPrincipal({ accountId, userId }), wanted);
    return { accountId, userId, id: apiKey.id, key };
  };
  const close = (accountId: string) => setStatus(accountId, 'closed');
  const setStatus = (accountId: string, status: string) =>
    test.db.query(
      `UPDATE identity.accounts SET status = $2, suspended_at = CASE WHEN $2 = 'suspended' THEN now() END, closed_at = CASE WHEN $2 = 'closed' THEN now() END WHERE id = $1`,
      [accountId, status],
    );
  const expel = (userId: string, accountId: string) =>
    test.db.query(`DELETE FROM identity.memberships WHERE user_id = $1 AND account_id = $2`, [userId, accountId]);
  /** Makes the user a member of a further account. */
  const join = async (userId: string) => {
    const account = sampleAccount();
    await world.stores.accounts.add(account);
    const joinedAt = world.clock.now();
    await world.stores.memberships.add({ accountId: account.id, userId, role: 'read_only', joinedAt });
    return account.id;
  };
  const sessionRow = (id: string) =>
    test.db.find<{ last_used_at: Date; ip: string; expires_at: Date }>(
      `SELECT last_used_at, ip, expires_at FROM identity.sessions WHERE id = $1`,
      [id],
    );

  describe('by session', () => {
    it('returns the principal of a session', async () => {
      const { sessionSecret, sessionId, accountId, userId, expiresAt } = await signedIn();
      expect(await world.credentials.bySession(sessionSecret, context)).toEqual({
        membershipMissing: false,
        isProlonged: false,
        expiresAt,
        principal: {
          credential: 'session',
          credentialId: sessionId,
          accountId,
          userId,
          role: 'owner',
          scopes: ['*'],
          tier: 'self_serve',
          accountStatus: 'active',
          isPartial: false,
          signedInAt: world.clock.now(),
        },
      });
    });

    it('returns null for an unknown secret and for the hash of a known one', async () => {
      const { sessionSecret } = await signedIn();
      for (const secret of ['', 'nonsense', `${sessionSecret}x`, sessionSecret.slice(1)]) {
        expect(await world.credentials.bySession(secret, context)).toBeNull();
      }
    });

    it('expires after exactly a day', async () => {
      const { sessionSecret } = await signedIn();
      world.clock.advance(DAY_S - 1);
      expect(await world.credentials.bySession(sessionSecret, context)).not.toBeNull();
      world.clock.advance(1);
      expect(await world.credentials.bySession(sessionSecret, context)).toBeNull();
    });

    it('extends to thirty days after the last use on a trusted device', async () => {
      const { sessionSecret } = await signedIn(true);
      for (let week = 0; week < 8; week++) {
        world.clock.advance(7 * DAY_S);
        expect(await world.credentials.bySession(sessionSecret, context)).toMatchObject({ isProlonged: true });
      }
      world.clock.advance(30 * DAY_S);
      expect(await world.credentials.bySession(sessionSecret, context)).toBeNull();
    });

    it('records use and address at most once a minute', async () => {
      const { sessionSecret, sessionId } = await signedIn();
      const begun = world.clock.now();
      world.clock.advance(59);
      await world.credentials.bySession(sessionSecret, context);
      expect(await sessionRow(sessionId)).toMatchObject({ last_used_at: begun, ip: aCaller.ip });
      world.clock.advance(1);
      await Promise.all(Array.from({ length: 10 }, () => world.credentials.bySession(sessionSecret, context)));
      expect(await sessionRow(sessionId)).toMatchObject({ last_used_at: world.clock.now(), ip: context.ip });
      world.clock.advance(30);
      await world.credentials.bySession(sessionSecret, { ...context, ip: '198.51.100.5' });
      expect(await sessionRow(sessionId)).toMatchObject({ ip: context.ip });
    });

    it('records no use and extends no session when a credential is only checked', async () => {
      const { sessionSecret, sessionId } = await signedIn(true);
      const before = await sessionRow(sessionId);
      world.clock.advance(DAY_S);
      const recognition = await world.credentials.bySession(sessionSecret, { ...context, isUse: false });
      expect(recognition).toMatchObject({ principal: { credential: 'session' }, isProlonged: false });
      expect(await sessionRow(sessionId)).toEqual(before);
    });

    it('is rejected by the next request after sign-out, on another connection too', async () => {
      const { sessionSecret, sessionId } = await signedIn();
      const elsewhere = new Database(await createDataSource({ url: test.url }, [identityPersistence]).initialize());
      const other = identityWorld(elsewhere).credentials;
      expect(await other.bySession(sessionSecret, context)).not.toBeNull();
      await world.sessions.end(sessionId);
      expect(await other.bySession(sessionSecret, context)).toBeNull();
      await elsewhere.dataSource.destroy();
    });

    it('expires after an hour on a trusted device while it is partial', async () => {
      const { email, userId } = await aVerifiedUser(world);
      await test.db.query(`UPDATE identity.users SET mfa_method = 'totp' WHERE id = $1`, [userId]);
      const attempt = { email, password: PASSWORD, trustDevice: true, caller: aCaller };
      const { sessionSecret } = await world.logIn.logIn(attempt);
      for (let minutes = 0; minutes < 59; minutes++) {
        world.clock.advance(60);
        expect(await world.credentials.bySession(sessionSecret, context)).toMatchObject({ isProlonged: false });
      }
      world.clock.advance(60);
      expect(await world.credentials.bySession(sessionSecret, context)).toBeNull();
    });

    it('is partial until the second factor is given', async () => {
      const { sessionSecret, sessionId } = await signedIn();
      const mfa = (completedAt: Date | null) =>
        test.db.query(`UPDATE identity.sessions SET mfa_required = true, mfa_completed_at = $2 WHERE id = $1`, [
          sessionId,
          completedAt,
        ]);
      await mfa(null);
      expect(await world.credentials.bySession(sessionSecret, context)).toMatchObject({
        principal: { isPartial: true },
      });
      await mfa(world.clock.now());
      expect(await world.credentials.bySession(sessionSecret, context)).toMatchObject({
        principal: { isPartial: false },
      });
    });

    it('reaches the requested account if the user is a member', async () => {
      const { sessionSecret, userId } = await signedIn();
      const second = await join(userId);
      const found = await world.credentials.bySession(sessionSecret, { ...context, accountId: second });
      expect(found).toMatchObject({ principal: { accountId: second, role: 'read_only' } });
    });

    it('reaches no account without membership', async () => {
      const { sessionSecret } = await signedIn();
      const { accountId } = await aVerifiedUser(world);
      for (const strange of [accountId, 'acc_none', '']) {
        const found = await world.credentials.bySession(sessionSecret, { ...context, accountId: strange });
        expect(found).toEqual({ membershipMissing: true, principal: null });
      }
    });

    it('falls back to another account when its own membership has ended or its account is closed', async () => {
      const { sessionSecret, userId, accountId } = await signedIn();
      const second = await join(userId);
      expect(await world.credentials.bySession(sessionSecret, context)).toMatchObject({ principal: { accountId } });
      await close(accountId);
      expect(await world.credentials.bySession(sessionSecret, context)).toMatchObject({
        principal: { accountId: second },
      });
      await expel(userId, second);
      const closed = { accountId, accountStatus: 'closed' };
      expect(await world.credentials.bySession(sessionSecret, context)).toMatchObject({ principal: closed });
      await expel(userId, accountId);
      expect(await world.credentials.bySession(sessionSecret, context)).toMatchObject({ membershipMissing: true });
    });

    it('ignores an invalid network address', async () => {
      const { sessionSecret, sessionId } = await signedIn();
      world.clock.advance(61);
      await world.credentials.bySession(sessionSecret, { accountId: null, ip: 'unknown, 1.2.3.4' });
      expect(await sessionRow(sessionId)).toMatchObject({ last_used_at: world.clock.now(), ip: aCaller.ip });
    });
  });

  describe('by API key', () => {
    it('returns the principal of a key', async () => {
      const { key, id, accountId, userId } = await withKey();
      expect(await world.credentials.byApiKey(key, context)).toMatchObject({
        membershipMissing: false,
        expiresAt: null,
        principal: {
          credential: 'key',
          credentialId: id,
          accountId,
          userId,
          role: 'owner',
          scopes: ['*'],
          signedInAt: null,
        },
      });
      expect(await world.credentials.byApiKey(`${key}x`, context)).toBeNull();
    });

    it('reaches its own account and no other, not even one of the same user', async () => {
      const { key, accountId, userId } = await withKey();
      const second = await join(userId);
      expect(await world.credentials.byApiKey(key, { ...context, accountId })).toMatchObject({
        membershipMissing: false,
      });
      expect(await world.credentials.byApiKey(key, { ...context, accountId: second })).toMatchObject({
        membershipMissing: true,
      });
    });

    it('stops working on revocation, on expiry, and with membership and account', async () => {
      const works = async (key: string) => (await world.credentials.byApiKey(key, context)) !== null;
      const [revoked, expiring, expelled, closed] = [
        await withKey(),
        await withKey({ expiresAt: new Date(world.clock.now().getTime() + 2 * 3600 * 1000) }),
        await withKey(),
        await withKey(),
      ];
      for (const { key } of [revoked, expiring, expelled, closed]) expect(await works(key)).toBe(true);
      await world.apiKeys.revoke(revoked.accountId, revoked.id);
      await expel(expelled.userId, expelled.accountId);
      await close(closed.accountId);
      world.clock.advance(2 * 3600);
      for (const { key } of [revoked, expiring, expelled, closed]) expect(await works(key)).toBe(false);
    });

    it('stops working once exposed in a URL', async () => {
      const { key } = await withKey();
      await world.apiKeys.revokeExposed(key);
      await world.apiKeys.revokeExposed('svc_live_nobodys');
      expect(await world.credentials.byApiKey(key, context)).toBeNull();
    });

    it('works until the grace period of its rotation ends', async () => {
      const { key, id, accountId, userId } = await withKey();
      const { key: fresh } = await world.apiKeys.rotate(aPrincipal({ accountId, userId }), id, 60);
      expect(await world.credentials.byApiKey(key, context)).not.toBeNull();
      world.clock.advance(60);
      expect(await world.credentials.byApiKey(key, context)).toBeNull();
      expect(await world.credentials.byApiKey(fresh, context)).not.toBeNull();
    });

    it('works from its networks only', async () => {
      const { key } = await withKey({ allowedCidrs: ['198.51.100.0/24', '2001:db8::1'] });
      const from = async (ip: string | null) =>
        (await world.credentials.byApiKey(key, { accountId: null, ip })) !== null;
      expect(await from('198.51.100.200')).toBe(true);
      expect(await from('::ffff:198.51.100.200')).toBe(true);
      expect(await from('2001:db8::1')).toBe(true);
      for (const ip of ['198.51.101.1', '2001:db8::2', 'nonsense', null]) expect(await from(ip)).toBe(false);
    });

    it('records use and address at most once a minute', async () => {
      const { key, id, accountId } = await withKey();
      const shown = () => world.apiKeyQueries.get(accountId, id);
      expect(await shown()).toMatchObject({ lastUsedAt: null, lastUsedIp: null });
      await world.credentials.byApiKey(key, context);
      const first = world.clock.now();
      expect(await shown()).toMatchObject({ lastUsedAt: first, lastUsedIp: context.ip });
      world.clock.advance(59);
      await world.credentials.byApiKey(key, { ...context, ip: '198.51.100.9' });
      expect(await shown()).toMatchObject({ lastUsedAt: first });
      world.clock.advance(1);
      await world.credentials.byApiKey(key, { ...context, ip: '198.51.100.9' });
      expect(await shown()).toMatchObject({ lastUsedAt: world.clock.now(), lastUsedIp: '198.51.100.9' });
    });
  });

  describe('by access token', () => {
    const clientId = 'svc_oauth_1';
    const claimsOf = async (user: { accountId: string; userId: string }): Promise<TokenClaims> => {
      const grantId = await grantAccess(test.db, { ...user, clientId });
      return { ...user, tokenId: 'tok_1', clientId, scopes: ['numbers:read'], grantId };
    };
    const aToken = async () => {
      const { accountId, userId } = await aVerifiedUser(world);
      return claimsOf({ accountId, userId });
    };
    const set = (table: string, change: string, id: string) =>
      test.db.query(`UPDATE identity.${table} SET ${change} WHERE $1 IN (id, client_id)`, [id]);

    it('acts for its user in its account, as far as its scopes go', async () => {
      const claims = await aToken();
      const { accountId, userId } = claims;
      expect(await world.credentials.byToken(claims, context)).toMatchObject({
        principal: { credential: 'oauth', credentialId: 'tok_1', accountId, userId, scopes: ['numbers:read'] },
      });
    });

    it('reaches no other account, and stops working with membership and account', async () => {
      const claims = await aToken();
      const { accountId, userId } = claims;
      const elsewhere = { ...context, accountId: 'acc_other' };
      expect(await world.credentials.byToken(claims, elsewhere)).toMatchObject({ membershipMissing: true });
      await setStatus(accountId, 'suspended');
      expect(await world.credentials.byToken(claims, context)).toMatchObject({
        principal: { accountStatus: 'suspended' },
      });
      await close(accountId);
      expect(await world.credentials.byToken(claims, context)).toBeNull();
      await setStatus(accountId, 'active');
      await expel(userId, accountId);
      expect(await world.credentials.byToken(claims, context)).toBeNull();
    });

    it('stops working with its grant and its application, and without a grant', async () => {
      const claims = await aToken();
      expect(await world.credentials.byToken({ ...claims, grantId: null }, context)).toBeNull();
      expect(await world.credentials.byToken({ ...claims, grantId: 'ogr_unknown' }, context)).toBeNull();
      await set('oauth_apps', 'disabled_at = now()', clientId);
      expect(await world.credentials.byToken(claims, context)).toBeNull();
      await set('oauth_apps', 'disabled_at = NULL', clientId);
      expect(await world.credentials.byToken(claims, context)).not.toBeNull();
      await set('oauth_grants', 'revoked_at = now()', claims.grantId!);
      expect(await world.credentials.byToken(claims, context)).toBeNull();
    });

    it("is not valid under another user's grant, or another client's", async () => {
      const [claims, other] = [await aToken(), await aToken()];
      expect(await world.credentials.byToken({ ...claims, grantId: other.grantId }, context)).toBeNull();
      expect(await world.credentials.byToken({ ...claims, clientId: 'svc_oauth_2' }, context)).toBeNull();
    });

    it("loses the scopes that the application's maximum no longer covers", async () => {
      const claims = { ...(await aToken()), scopes: ['numbers:read', 'cdrs:read'] };
      await set('oauth_apps', `max_scopes = '{numbers:write}'`, clientId);
      expect(await world.credentials.byToken(claims, context)).toMatchObject({
        principal: { scopes: ['numbers:read'] },
      });
    });
  });

  describe('many requests at once', () => {
    it('are answered by their own account and address', async () => {
      const { key, accountId } = await withKey({ allowedCidrs: ['198.51.100.0/24'] });
      const other = { accountId: 'acc_other', ip: context.ip };
      const stranger = { accountId: null, ip: '203.0.113.9' };
      const [own, theirs, none] = await Promise.all([
        world.credentials.byApiKey(key, context),
        world.credentials.byApiKey(key, other),
        world.credentials.byApiKey(key, stranger),
      ]);
      expect(own).toMatchObject({ principal: { accountId } });
      expect([theirs, none]).toEqual([{ principal: null, membershipMissing: true }, null]);
    });

    it('are answered by their own account, also when one names an empty account', async () => {
      const { sessionSecret: secret, accountId } = await signedIn();
      const read = (requested: string | null) =>
        world.credentials.bySession(secret, { ...context, accountId: requested });
      for (const requested of [
        [null, ''],
        ['', null],
      ]) {
        const answers = await Promise.all(requested.map(read));
        const found = answers.map((answer) => answer?.principal?.accountId);
        expect(found).toEqual(requested.map((id) => (id === null ? accountId : undefined)));
      }
    });

    it('see every earlier revocation', async () => {
      const { key, id } = await withKey();
      const early = Array.from({ length: 5 }, () => world.credentials.byApiKey(key, context));
      await test.db.query(`UPDATE identity.api_keys SET revoked_at = now() WHERE id = $1`, [id]);
      const late = Array.from({ length: 5 }, () => world.credentials.byApiKey(key, context));
      await Promise.all(early);
      expect(await Promise.all(late)).toEqual([null, null, null, null, null]);
    });
  });

  describe('in few statements', () => {
    /** How many statements reach the server, by whatever way, but for the late announcement of earlier events. */
    const statements = async (work: () => Promise<unknown>): Promise<number> => {
      const query = pg.Client.prototype.query;
      let count = 0;
      pg.Client.prototype.query = function (this: pg.Client, ...given: Parameters<typeof query>) {
        if (given[0] !== ANNOUNCEMENT) count++;
        return query.apply(this, given);
      } as typeof query;
      await work().finally(() => (pg.Client.prototype.query = query));
      return count;
    };

    it('cost one statement for different credentials of concurrent requests, each with its own result', async () => {
      const [first, second] = [await withKey(), await withKey({ allowedCidrs: ['198.51.100.0/24'] })];
      const outside = { ...context, ip: '203.0.113.9' };
      const zoned = { ...context, ip: 'fe80::1%eth0' };
      const ask = () =>
        Promise.all([
          world.credentials.byApiKey(first.key, { ...context, isUse: false }),
          world.credentials.byApiKey('nonsense', context),
          world.credentials.byApiKey(second.key, { ...context, isUse: false }),
          world.credentials.byApiKey(second.key, outside),
          world.credentials.byApiKey(second.key, zoned),
          world.credentials.byApiKey(first.key, { ...zoned, isUse: false }),
        ]);
      const accounts = (await ask()).map((recognition) => recognition?.principal?.accountId);
      const [one, two] = [first.accountId, second.accountId];
      expect(accounts).toEqual([one, undefined, two, undefined, undefined, one]);
      expect(await statements(ask)).toBe(1);
      const [session, another] = [await signedIn(), await signedIn()];
      const bySession = (secret: string, accountId: string | null) =>
        world.credentials.bySession(secret, { accountId, ip: null });
      const signIns = await Promise.all([
        bySession(another.sessionSecret, null),
        bySession(session.sessionSecret, null),
        bySession(session.sessionSecret, one),
      ]);
      expect(signIns.map((recognition) => recognition?.principal?.accountId)).toEqual([
        another.accountId,
        session.accountId,
        undefined,
      ]);
    });

    it('cost one statement per request, and one more per minute that records the use', async () => {
      const { sessionSecret, accountId, userId } = await signedIn();
      const { key } = await withKey();
      const grantId = await grantAccess(test.db, { clientId: 'svc_oauth_c', accountId, userId });
      const token = { tokenId: 'tok_1', clientId: 'svc_oauth_c', scopes: [], grantId, accountId, userId };
      const bySession = () => statements(() => world.credentials.bySession(sessionSecret, context));
      const byApiKey = () => statements(() => world.credentials.byApiKey(key, context));
      const byToken = (isUse = true) => statements(() => world.credentials.byToken(token, { ...context, isUse }));
      expect(await byToken(false)).toBe(1);
      expect([await bySession(), await byApiKey(), await byToken()]).toEqual([1, 2, 2]);
      expect([await bySession(), await byApiKey(), await byToken()]).toEqual([1, 1, 1]);
      world.clock.advance(60);
      expect([await bySession(), await byApiKey(), await byToken()]).toEqual([2, 2, 2]);
      expect([await bySession(), await byApiKey(), await byToken()]).toEqual([1, 1, 1]);
      const often = (ask: () => Promise<unknown>) => Promise.all(Array.from({ length: 20 }, ask));
      expect(await statements(() => often(() => world.credentials.byApiKey(key, context)))).toBe(1);
      expect(await statements(() => often(() => world.credentials.bySession(sessionSecret, context)))).toBe(1);
      expect(await statements(() => world.credentials.bySession('nonsense', context))).toBe(1);
      expect(await statements(() => world.credentials.byApiKey('nonsense', context))).toBe(1);
    });
  });

  const plans = Object.entries(CREDENTIAL_READS).flatMap(([kind, { one, several }]) => [
    [`a ${kind}`, one],
    [`several ${kind}s`, several],
  ]);
  it.each(plans)('reads by index alone for %s', async (_kind, statement) => {
    const plan = await test.db.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL enable_seqscan = off`);
      return manager.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (GENERIC_PLAN) ${statement}`);
    });
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan');
    expect(text).not.toContain('Seq Scan');
  });
});
