import { AsyncResource } from 'node:async_hooks';
import { lockWaits, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { API_KEYS_MAX } from '../domain/api-key';
import { issueToken } from '../domain/one-time-token';
import { identityPersistence } from '../identity.module';
import {
  aCaller,
  aPrincipal,
  aSignUp,
  aVerifiedUser,
  identityWorld,
  type IdentityWorld,
  PASSWORD,
} from '../testing/worlds/identity-world';
import { storedOwner, sampleKey } from '../testing/samples';
import { openConnections, outcomes, times } from '../testing/races';

const WRONG_PASSWORDS_MAX = 10;
const LOCKOUT_SECONDS = 15 * 60;

const wantedKey = { name: 'ci', scopes: ['*'], allowedCidrs: [], expiresAt: null };
/** Leaves the transaction around the caller, as another request would never have been in it. */
const outside = AsyncResource.bind((work: () => Promise<unknown>) => work());

describe('concurrent requests in identity', () => {
  let test: TestDatabase;
  let world: IdentityWorld;
  const count = async (from: string, values: unknown[]) =>
    (await test.db.find<{ count: number }>(`SELECT count(*) FROM ${from}`, values))!.count;

  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    world = identityWorld(test.db);
    await openConnections(test.db);
  });
  afterAll(() => test.close());

  it('opens one account for ten concurrent sign-ups with one address', async () => {
    const email = 'rush@example.com';
    const attempts = times(10, () => world.signUp.signUp(aSignUp({ email })));
    expect(await outcomes(attempts)).toEqual({ ok: 1, email_in_use: 9 });
    const user = (await world.stores.users.findByEmail(email))!;
    expect(await count('identity.memberships WHERE user_id = $1', [user.id])).toBe(1);
    expect(await count(`platform.outbox WHERE type = 'account.created' AND data->>'user_id' = $1`, [user.id])).toBe(1);
  });

  it('returns the same account to every attempt of one operation', async () => {
    const input = aSignUp();
    const receipts = await Promise.all(times(5, () => world.signUp.signUp(input)));
    expect(new Set(receipts.map(({ accountId }) => accountId)).size).toBe(1);
    expect(await count('identity.accounts WHERE sign_up_operation_id = $1', [input.operationId])).toBe(1);
  });

  it('accepts a mailed link from one of ten concurrent requests', async () => {
    const { email, userId } = await world.signUp.signUp(aSignUp());
    const token = world.mails.tokenTo(email);
    const attempts = times(10, () => world.verifyEmail.verify({ token, caller: aCaller }));
    expect(await outcomes(attempts)).toEqual({ ok: 1, token_invalid: 9 });
    expect(await count('identity.sessions WHERE user_id = $1', [userId])).toBe(1);
  });

  it('returns a token to one of ten concurrent callers', async () => {
    const { user } = await storedOwner(world.stores);
    const { token } = issueToken('verify_email', user, world.clock.now());
    await world.stores.tokens.add(token);
    const takings = times(10, () => world.stores.tokens.consume(token.hash, token.kind, world.clock.now()));
    expect((await Promise.all(takings)).filter((taken) => taken !== null)).toHaveLength(1);
  });

  it('signs in users and refuses an unknown email while another sign-in is not committed', async () => {
    const logIn = (email: string) =>
      world.logIn.logIn({ email, password: PASSWORD, trustDevice: true, caller: aCaller });
    const [held, other] = [await aVerifiedUser(world), await aVerifiedUser(world)];
    await test.db.run(async () => {
      await logIn(held.email);
      await outside(() => logIn(other.email));
      await outside(() => expect(logIn('unknown@example.com')).rejects.toMatchObject({ code: 'unauthorized' }));
    });
  });

  it('accepts one of several links to one address', async () => {
    const { email, userId } = await world.signUp.signUp(aSignUp());
    const tokens = [world.mails.tokenTo(email)];
    for (const ip of ['a', 'b', 'c']) {
      await world.resend.resend({ email, ip });
      tokens.push(world.mails.tokenTo(email));
    }
    expect(new Set(tokens).size).toBe(4);
    const attempts = tokens.map((token) => world.verifyEmail.verify({ token, caller: aCaller }));
    expect(await outcomes(attempts)).toEqual({ ok: 1, token_invalid: 3 });
    expect(await count('identity.sessions WHERE user_id = $1', [userId])).toBe(1);
  });

  it('counts concurrent wrong passwords and locks after the tenth', async () => {
    const { email, userId } = await aVerifiedUser(world);
    const logIn = (password: string) => world.logIn.logIn({ email, password, trustDevice: false, caller: aCaller });
    const attempts = times(25, () => logIn('not the password'));
    expect(await outcomes(attempts)).toEqual({ unauthorized: WRONG_PASSWORDS_MAX, login_locked: 15 });
    await expect(logIn(PASSWORD)).rejects.toMatchObject({ code: 'login_locked', retryAfterSeconds: LOCKOUT_SECONDS });
    const locked = `identity.login_events WHERE user_id = $1 AND outcome = 'locked_out'`;
    expect(await count(locked, [userId])).toBe(16);
    world.clock.advance(LOCKOUT_SECONDS);
    await expect(logIn(PASSWORD)).resolves.toMatchObject({ userId });
  });

  it('never creates more keys than an account may have', async () => {
    const { accountId, userId } = await aVerifiedUser(world);
    for (let made = 0; made < API_KEYS_MAX - 2; made++) {
      await world.stores.apiKeys.add(sampleKey(accountId, userId).apiKey);
    }
    const who = aPrincipal({ accountId, userId });
    const attempts = times(8, () => world.apiKeys.create(who, wantedKey));
    expect(await outcomes(attempts)).toEqual({ ok: 2, api_key_limit_reached: 6 });
  });

  it('rotates a key once for five concurrent requests', async () => {
    const { accountId, userId } = await aVerifiedUser(world);
    const { apiKey } = sampleKey(accountId, userId);
    await world.stores.apiKeys.add(apiKey);
    const attempts = times(5, () => world.apiKeys.rotate(aPrincipal({ accountId, userId }), apiKey.id, 60));
    expect(await outcomes(attempts)).toEqual({ ok: 1, invalid_state: 4 });
    expect(await count('identity.api_keys WHERE account_id = $1', [accountId])).toBe(2);
  });

  it('never restores a revoked key by a concurrent change', async () => {
    const { accountId, userId } = await aVerifiedUser(world);
    const { id } = (await world.apiKeys.create(aPrincipal({ accountId, userId }), wantedKey)).apiKey;
    let revoking: Promise<unknown> = Promise.resolve();
    await test.db.run(async () => {
      const apiKey = await world.stores.apiKeys.lock(accountId, id);
      revoking = outside(() => world.apiKeys.revoke(accountId, id));
      await lockWaits(test.db);
      apiKey.change({ name: 'renamed' }, world.clock.now());
      await world.stores.apiKeys.save(apiKey);
    });
    await revoking;
    expect(await world.apiKeyQueries.get(accountId, id)).toMatchObject({ status: 'revoked', name: 'renamed' });
  });
});
