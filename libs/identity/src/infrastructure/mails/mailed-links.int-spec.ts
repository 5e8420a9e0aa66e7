import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';
import { beginSession } from '../../domain/sessions/session';
import {
  aCaller,
  aPrincipal,
  aSignUp,
  aVerifiedUser,
  identityWorld,
  type IdentityWorld,
  PASSWORD,
} from '../../testing/worlds/identity-world';
import { openConnections, times } from '../../testing/races';

const ROUNDS = 10;

/** 'ok', or the code of the refusal. */
async function outcomeOf(attempt: Promise<unknown>): Promise<string> {
  const [settled] = await Promise.allSettled([attempt]);
  return settled.status === 'fulfilled' ? 'ok' : String(settled.reason.code ?? settled.reason);
}

const outcomes = (attempts: readonly Promise<unknown>[]) => Promise.all(attempts.map(outcomeOf));
const oneOf = (count: number, refusal: string) => [...Array<string>(count - 1).fill(refusal), 'ok'].sort();

describe('mailed links and passwords under concurrency', () => {
  let test: TestDatabase;
  let world: IdentityWorld;

  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    world = identityWorld(test.db);
    await openConnections(test.db);
  });
  afterAll(() => test.close());

  const mail = (kind: 'magic_link' | 'reset_password', email: string) => world.mailLink.mail({ kind, email, ip: null });
  const mailed = async (kind: 'magic_link' | 'reset_password', email: string) => {
    await mail(kind, email);
    return world.mails.tokenTo(email);
  };
  const reset = (token: string, newPassword: string) => world.resetPassword.reset({ token, newPassword });
  const follow = (token: string) => world.verifyEmail.verify({ token, caller: aCaller });
  const logIn = (email: string, password = PASSWORD) =>
    world.logIn.logIn({ email, password, trustDevice: false, caller: aCaller });
  const hashOf = async (userId: string) => (await world.stores.users.find(userId))?.passwordHash;
  const aliveSessions = async (userId: string) =>
    (await test.db.query(`SELECT FROM identity.sessions WHERE user_id = $1 AND revoked_at IS NULL`, [userId])).length;
  const linkTo = async (newEmail: string) => {
    const who = await aVerifiedUser(world);
    await world.profile.requestEmailChange(aPrincipal(who), { newEmail, password: PASSWORD, caller: aCaller });
    return { ...who, token: world.mails.tokenTo(newEmail) };
  };

  it('accepts a reset link from one of ten concurrent requests', async () => {
    const { email, userId } = await aVerifiedUser(world);
    const token = await mailed('reset_password', email);
    const results = await outcomes(times(10, (n) => reset(token, `a new password ${String(n)}`)));
    expect(results.toSorted()).toEqual(oneOf(10, 'token_invalid'));
    expect(await hashOf(userId)).toBe(`hash of a new password ${String(results.indexOf('ok'))}`);
    expect(world.mails.sent.filter(({ to, subject }) => to === email && subject.includes('changed'))).toHaveLength(1);
  });

  it('removes everything from before a sign-in link verified the address', async () => {
    const { email, userId, accountId } = await world.signUp.signUp(aSignUp());
    const now = world.clock.now();
    const wanted = { userId, accountId, caller: aCaller, method: 'password' } as const;
    await world.stores.sessions.add(beginSession({ ...wanted, trustDevice: true, mfaRequired: false }, now).session);
    for (const [table, row] of [
      [
        'linked_identities',
        `('idn_squatter', $1, 'oauth_idp1', 'https://issuer.example', 'squatter', NULL, NULL, now())`,
      ],
      ['second_factors', `($1, 'sealed', 'sealed', '{}', now())`],
      ['issued_totp_secrets', `($1, '\\x00', now() + interval '1 hour')`],
      ['email_codes', `($1, '\\x00', now() + interval '1 hour')`],
      ['phone_codes', `($1, '+447400123456', '\\x00', 'op_1', NULL, 0, now() + interval '1 hour')`],
    ] as const) {
      await test.db.query(`INSERT INTO identity.${table} VALUES ${row}`, [userId]);
    }
    const token = await mailed('magic_link', email);
    const { sessionId } = await world.followMagicLink.follow({ token, caller: aCaller });
    const left = async (from: string) =>
      (await test.db.query(`SELECT * FROM identity.${from} WHERE user_id = $1`, [userId])).length;
    expect(await left('linked_identities')).toBe(0);
    expect(await left('second_factors')).toBe(0);
    expect(await left('issued_totp_secrets')).toBe(0);
    expect(await left('email_codes')).toBe(0);
    expect(await left('phone_codes')).toBe(0);
    expect(
      await test.db.query(`SELECT id FROM identity.sessions WHERE user_id = $1 AND revoked_at IS NULL`, [userId]),
    ).toEqual([{ id: sessionId }]);
    expect(
      await test.db.query(`SELECT FROM identity.one_time_tokens WHERE user_id = $1 AND used_at IS NULL`, [userId]),
    ).toEqual([]);
    expect(await hashOf(userId)).toBeNull();
  });

  it('signs one of ten concurrent requests in with one link', async () => {
    const { email, userId } = await world.signUp.signUp(aSignUp());
    const token = await mailed('magic_link', email);
    const results = await outcomes(times(10, () => world.followMagicLink.follow({ token, caller: aCaller })));
    expect(results.toSorted()).toEqual(oneOf(10, 'token_invalid'));
    expect(await aliveSessions(userId)).toBe(1);
  });

  it('leaves one valid reset link after concurrent requests', async () => {
    const { email, userId } = await aVerifiedUser(world);
    await Promise.all(times(10, () => mail('reset_password', email)));
    const usable = `SELECT FROM identity.one_time_tokens WHERE user_id = $1 AND kind = 'reset_password' AND used_at IS NULL`;
    expect(await test.db.query(usable, [userId])).toHaveLength(1);
  });

  it('leaves no session of the old password after a reset, even one that started concurrently', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { email, userId } = await aVerifiedUser(world);
      const token = await mailed('reset_password', email);
      const results = await outcomes([
        ...times(4, () => logIn(email)),
        reset(token, 'a new password'),
        ...times(4, () => logIn(email)),
      ]);
      expect(results[4]).toBe('ok');
      expect(await aliveSessions(userId)).toBe(0);
    }
  });

  it('never accepts both a change and a concurrent reset of the password', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const who = await aVerifiedUser(world);
      const token = await mailed('reset_password', who.email);
      const change = world.changePassword.change(aPrincipal({ ...who, credentialId: who.sessionId }), {
        currentPassword: PASSWORD,
        newPassword: 'the changed one',
        caller: aCaller,
      });
      const results = await outcomes([change, reset(token, 'the reset one')]);
      const isChanged = results[0] === 'ok';
      expect(results).toEqual(isChanged ? ['ok', 'token_invalid'] : ['invalid_input', 'ok']);
      expect(await hashOf(who.userId)).toBe(isChanged ? 'hash of the changed one' : 'hash of the reset one');
    }
  });

  it('assigns an address to a sign-up or to a change, never to both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `wanted${String(round)}@example.com`;
      const { userId, token, email: oldEmail } = await linkTo(email);
      const results = await outcomes([follow(token), world.signUp.signUp(aSignUp({ email }))]);
      const isMoved = results[0] === 'ok';
      expect(results).toEqual(isMoved ? ['ok', 'email_in_use'] : ['token_invalid', 'ok']);
      expect((await world.stores.users.find(userId))?.email).toBe(isMoved ? email : oldEmail);
      expect(await test.db.query(`SELECT FROM identity.users WHERE email = $1`, [email])).toHaveLength(1);
    }
  });

  it('assigns an address to one of several users who change to it concurrently', async () => {
    const email = 'contested@example.com';
    const links = [];
    for (let n = 0; n < 4; n++) links.push(await linkTo(email));
    const results = await outcomes(links.map(({ token }) => follow(token)));
    expect(results.toSorted()).toEqual(oneOf(4, 'token_invalid'));
    const winner = links[results.indexOf('ok')]!;
    expect((await world.stores.users.findByEmail(email))?.id).toBe(winner.userId);
    for (const { userId } of links.filter((each) => each !== winner)) expect(await aliveSessions(userId)).toBe(1);
  });
});
