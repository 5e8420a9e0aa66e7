import { addSeconds, newId } from '@trunkline/kernel';
import { type TestClock } from '@trunkline/kernel/testing';
import { createDataSource, Database } from '@trunkline/platform';
import { lockWaits, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';
import { aVerifiedUser, identityWorld } from '../../testing/worlds/identity-world';
import { grantAccess } from '../../testing/grant-access';
import { FIND_PRESENTED, StoredAuthorizations } from './authorization-store';
import { StoredConsentRequests } from './consent-requests';
import { EXCHANGE } from './token-exchanges';

const DAY_S = 86_400;
const clientId = 'svc_oauth_store';
const payload = { scope: 'numbers:read' };

describe('the state of the authorization server', () => {
  let test: TestDatabase;
  let other: Database;
  let clock: TestClock;
  let store: StoredAuthorizations;
  let user: { accountId: string; userId: string };
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    other = new Database(await createDataSource({ url: test.url }, [identityPersistence]).initialize());
  });
  beforeEach(async () => {
    const world = identityWorld(test.db);
    const { accountId, userId } = await aVerifiedUser(world);
    user = { accountId, userId };
    clock = world.clock;
    store = new StoredAuthorizations(test.db, clock);
  });
  afterAll(async () => {
    await other.dataSource.destroy();
    await test.close();
  });

  const secret = () => newId('tok');
  const aCode = async () => {
    const code = { kind: 'code', value: secret(), grantId: await grantAccess(test.db, { ...user, clientId }) } as const;
    await store.addCode({ ...code, payload });
    return code;
  };
  const next = (grantId: string) => ({ kind: 'refresh_token', value: secret(), grantId, payload }) as const;
  const presented = (name: { kind: 'code' | 'refresh_token'; value: string }) => store.findPresented(clientId, name);

  it('finds client, token and grant of a token request in one statement', async () => {
    const code = await aCode();
    expect(await presented(code)).toEqual({
      client: expect.objectContaining({ clientId }),
      token: { payload, isUsed: false, expiresAt: addSeconds(clock.now(), 60) },
      grant: expect.objectContaining({ ...user, id: code.grantId, clientId }),
    });
    expect(await presented({ kind: 'refresh_token', value: code.value })).toMatchObject({ token: null, grant: null });
    expect(await store.findPresented('svc_oauth_unknown', code)).toEqual({ client: null, token: null, grant: null });
  });

  it('exchanges a code once, on two processes at once', async () => {
    const code = await aCode();
    const stores = [store, new StoredAuthorizations(other, clock)];
    const attempts = Array.from({ length: 8 }, (_, n) => stores[n % 2]!.exchange(code, next(code.grantId)));
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
    const rows = await test.db.query(`SELECT 1 FROM identity.oauth_tokens WHERE grant_id = $1`, [code.grantId]);
    expect(rows).toHaveLength(2);
    expect(await presented(code)).toMatchObject({ token: { isUsed: true } });
  });

  it('exchanges each code of a group once, and returns to each call its own result', async () => {
    const codes = [await aCode(), await aCode(), await aCode()];
    const attempts = Array.from({ length: 24 }, (_, n) => codes[n % 3]!);
    const tokens = attempts.map((code) => next(code.grantId));
    const results = await Promise.all(attempts.map((code, n) => store.exchange(code, tokens[n]!)));
    const found = await Promise.all(tokens.map((token) => presented(token)));
    expect(found.map(({ token }) => token !== null)).toEqual(results);
    for (const code of codes) expect(attempts.filter((attempt, n) => attempt === code && results[n])).toHaveLength(1);
    expect(found.flatMap(({ grant }) => grant?.id ?? []).sort()).toEqual(codes.map(({ grantId }) => grantId).sort());
  });

  it('lets only the exchange of a locked grant wait, not those of its group', async () => {
    const [first, locked, free] = [await aCode(), await aCode(), await aCode()];
    const { waiting } = await other.run(async () => {
      await other.query(`SELECT FROM identity.oauth_grants WHERE id = $1 FOR UPDATE`, [locked.grantId]);
      const exchanges = [first, locked, free].map((code) => store.exchange(code, next(code.grantId)));
      expect(await Promise.all([exchanges[0], exchanges[2]])).toEqual([true, true]);
      await lockWaits(other);
      return { waiting: exchanges[1] };
    });
    expect(await waiting).toBe(true);
  });

  it('finds for each call of a group its own client, token and grant', async () => {
    const [mine, yours] = [await aCode(), await aCode()];
    const found = await Promise.all([
      presented(mine),
      presented(next('none')),
      store.findPresented('\0', mine),
      presented(yours),
    ]);
    expect(found.map(({ client, grant }) => [client?.clientId, grant?.id])).toEqual([
      [clientId, mine.grantId],
      [clientId, undefined],
      [undefined, undefined],
      [clientId, yours.grantId],
    ]);
  });

  it.each([
    ['finds', FIND_PRESENTED],
    ['exchanges', EXCHANGE.skipping],
  ])('%s by index alone', async (_what, statement) => {
    const plan = await test.db.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL enable_seqscan = off`);
      return manager.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (GENERIC_PLAN) ${statement}`);
    });
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan');
    expect(text).not.toContain('Seq Scan');
  });

  it('stores no token after the grant was revoked, whichever commits first', async () => {
    for (let round = 0; round < 10; round++) {
      const code = await aCode();
      const token = next(code.grantId);
      const elsewhere = new StoredAuthorizations(other, clock);
      await Promise.all([store.exchange(code, token), elsewhere.revokeGrant(code.grantId)]);
      expect(await presented(token)).toMatchObject({ token: null, grant: null });
      expect(await store.exchange(token, next(code.grantId))).toBe(false);
    }
  });

  it('finds a used code after it expired, and an unused one no more', async () => {
    const [used, unused] = [await aCode(), await aCode()];
    await store.exchange(used, next(used.grantId));
    clock.advance(61);
    expect(await presented(used)).toMatchObject({ token: { isUsed: true } });
    expect(await presented(unused)).toMatchObject({ token: null });
  });

  it('ends a refresh token with its grant, 180 days after consent', async () => {
    const code = await aCode();
    await test.db.query(`UPDATE identity.oauth_grants SET ends_at = $2 WHERE id = $1`, [
      code.grantId,
      addSeconds(clock.now(), DAY_S),
    ]);
    const token = next(code.grantId);
    await store.exchange(code, token);
    expect(await presented(token)).toMatchObject({ token: { expiresAt: addSeconds(clock.now(), DAY_S) } });
  });

  it.each([
    ['membership', `DELETE FROM identity.memberships WHERE user_id = $1`],
    [
      'account',
      `UPDATE identity.accounts a SET status = 'closed', closed_at = now() FROM identity.memberships m
       WHERE m.account_id = a.id AND m.user_id = $1`,
    ],
    ['grant', `UPDATE identity.oauth_grants SET revoked_at = now() WHERE user_id = $1`],
  ])('finds nothing of a grant whose %s has ended', async (_what, ended) => {
    const code = await aCode();
    await test.db.query(ended, [user.userId]);
    expect(await presented(code)).toMatchObject({ client: { clientId }, token: null, grant: null });
    expect(await store.findGrant(code.grantId)).toBeNull();
  });

  it('decides a request once, on two processes at once, and not after it expired', async () => {
    await aCode();
    const request = { clientId, scopes: ['numbers:read'], redirectUri: 'a:b', returnTo: 'c:d', payload };
    const [id, late] = [secret(), secret()];
    await store.addRequest({ id, ...request });
    await store.addRequest({ id: late, ...request });
    const decide = (db: Database, of: string) =>
      new StoredConsentRequests(db).decide(of, { userId: user.userId, grantId: null }, clock.now());
    const decisions = await Promise.all([decide(test.db, id), decide(other, id), decide(test.db, id)]);
    expect(decisions.filter(Boolean)).toHaveLength(1);
    expect(await store.findRequest(id)).toMatchObject({ decision: { userId: user.userId, grantId: null } });
    clock.advance(15 * 60);
    expect(await decide(test.db, late)).toBe(false);
    expect(await store.findRequest(late)).toBeNull();
  });

  it('removes a request once, on two processes at once', async () => {
    const id = secret();
    await store.addRequest({ id, clientId, scopes: ['numbers:read'], redirectUri: 'a:b', returnTo: 'c:d', payload });
    const stores = [store, new StoredAuthorizations(other, clock)];
    const removals = Array.from({ length: 8 }, (_, n) => stores[n % 2]!.removeRequest(id));
    expect((await Promise.all(removals)).filter(Boolean)).toHaveLength(1);
    expect(await store.findRequest(id)).toBeNull();
  });
});
