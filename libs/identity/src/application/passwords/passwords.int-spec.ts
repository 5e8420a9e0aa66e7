import { hashSecret } from '../../domain/secrets';
import {
  aCaller,
  anUnknownEmail,
  aPrincipal,
  aSignUp,
  aVerifiedUser,
  identityWorld,
  type IdentityWorld,
  PASSWORD,
  worldsOf,
} from '../../testing';

const WRONG_PASSWORDS_MAX = 10;
const NEW_PASSWORD = 'staple battery horse';
const WRONG = 'not the password';

describe('A password', () => {
  const newWorld = worldsOf(identityWorld);
  let world: IdentityWorld;
  beforeEach(() => {
    world = newWorld();
  });

  const logIn = (email: string, password = PASSWORD) =>
    world.logIn.logIn({ email, password, trustDevice: false, caller: aCaller });
  const alive = async (userId: string) =>
    (await world.stored.sessions(userId)).filter(({ revokedAt }) => !revokedAt).map(({ id }) => id);
  const subjectsTo = (email: string) => world.mails.sent.filter(({ to }) => to === email).map(({ subject }) => subject);
  const mailedReset = async (email: string) => {
    await world.mailLink.mail({ kind: 'reset_password', email, ip: null });
    return world.mails.tokenTo(email);
  };
  const reset = (token: string, newPassword = NEW_PASSWORD) => world.resetPassword.reset({ token, newPassword });

  describe('that is reset', () => {
    it('replaces the old one, revokes every session and sends an email', async () => {
      const { email, userId } = await aVerifiedUser(world);
      await logIn(email);
      await reset(await mailedReset(email));
      expect(await world.stored.user(userId)).toMatchObject({
        passwordHash: `hash of ${NEW_PASSWORD}`,
        passwordChangedAt: world.clock.now(),
      });
      expect(await alive(userId)).toEqual([]);
      expect(subjectsTo(email).at(-1)).toBe('Your password was changed');
      await expect(logIn(email)).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(logIn(email, NEW_PASSWORD)).resolves.toBeDefined();
    });

    it('verifies the address', async () => {
      const { email, userId } = await world.signUp.signUp(aSignUp());
      await reset(await mailedReset(email));
      expect((await world.stored.user(userId)).isEmailVerified()).toBe(true);
    });

    it("may be the user's first", async () => {
      const { email, userId } = await aVerifiedUser(world);
      await world.stored.alterUser(userId, { passwordHash: null, passwordChangedAt: null });
      await reset(await mailedReset(email));
      await expect(logIn(email, NEW_PASSWORD)).resolves.toBeDefined();
    });

    it('is refused before the link is used up', async () => {
      const { email } = await aVerifiedUser(world);
      const token = await mailedReset(email);
      for (const bad of ['nine char', 'password123', 'x'.repeat(129)]) {
        const fields = { new_password: expect.any(String) };
        await expect(reset(token, bad)).rejects.toMatchObject({ code: 'invalid_input', fields });
      }
      await expect(reset(token)).resolves.toMatchObject({ secret: expect.any(String) });
    });

    it('lifts a lockout and clears the count', async () => {
      const { email } = await aVerifiedUser(world);
      for (let wrong = 0; wrong < WRONG_PASSWORDS_MAX; wrong++) await logIn(email, WRONG).catch(() => undefined);
      await expect(logIn(email)).rejects.toMatchObject({ code: 'login_locked' });
      world.clock.advance(1);
      await reset(await mailedReset(email));
      await expect(logIn(email, WRONG)).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(logIn(email, NEW_PASSWORD)).resolves.toBeDefined();
    });

    it("clears the count of the user's API keys", async () => {
      const who = await aVerifiedUser(world);
      const key = aPrincipal({ ...who, credential: 'key', signedInAt: null });
      const confirm = (password: string) => world.reauthentication.confirm(key, password, aCaller);
      for (let wrong = 0; wrong < WRONG_PASSWORDS_MAX; wrong++) await confirm(WRONG).catch(() => undefined);
      const message = expect.stringContaining('with your API keys');
      await expect(confirm(PASSWORD)).rejects.toMatchObject({ code: 'login_locked', message });
      await reset(await mailedReset(who.email));
      await expect(confirm(NEW_PASSWORD)).resolves.toBeUndefined();
    });
  });

  describe('that is changed', () => {
    const change = (who: { accountId: string; userId: string; sessionId: string }, currentPassword = PASSWORD) =>
      world.changePassword.change(aPrincipal({ ...who, credentialId: who.sessionId }), {
        currentPassword,
        newPassword: NEW_PASSWORD,
        caller: aCaller,
      });

    it('revokes every session except the current one, which gets a new secret', async () => {
      const who = await aVerifiedUser(world);
      const others = [await logIn(who.email), await logIn(who.email)];
      const stranger = await aVerifiedUser(world);
      const changed = await change(who);
      expect(changed).toMatchObject({ sessionsRevoked: others.length, expiresAt: who.expiresAt });
      expect([await alive(who.userId), await alive(stranger.userId)]).toEqual([[who.sessionId], [stranger.sessionId]]);
      expect(changed.sessionSecret).not.toBe(who.sessionSecret);
      expect((await world.stored.session(who.sessionId))?.idHash).toEqual(hashSecret(changed.sessionSecret));
      expect(subjectsTo(who.email).at(-1)).toBe('Your password was changed');
      await expect(logIn(who.email, NEW_PASSWORD)).resolves.toBeDefined();
    });

    it('voids links requested under the old one', async () => {
      const who = await aVerifiedUser(world);
      const wanted = { newEmail: anUnknownEmail(), password: PASSWORD, caller: aCaller };
      await world.profile.requestEmailChange(aPrincipal(who), wanted);
      const links = [await mailedReset(who.email), world.mails.tokenTo(wanted.newEmail)];
      await change(who);
      await expect(reset(links[0]!)).rejects.toMatchObject({ code: 'token_invalid' });
      const followed = world.verifyEmail.verify({ token: links[1]!, caller: aCaller });
      await expect(followed).rejects.toMatchObject({ code: 'token_invalid' });
    });

    it('is refused naming the field when the old one is wrong, and counts for the session only', async () => {
      const who = await aVerifiedUser(world);
      for (let wrong = 0; wrong < WRONG_PASSWORDS_MAX; wrong++) {
        const fields = { current_password: 'is not your password' };
        await expect(change(who, WRONG)).rejects.toMatchObject({ code: 'invalid_input', fields });
      }
      await expect(change(who)).rejects.toMatchObject({ code: 'login_locked' });
      await expect(change({ ...who, ...(await logIn(who.email)) })).resolves.toBeDefined();
      expect((await world.stored.user(who.userId)).passwordHash).toBe(`hash of ${NEW_PASSWORD}`);
    });

    it('is refused to a user without a password, with a hint', async () => {
      const who = await aVerifiedUser(world);
      await world.stored.alterUser(who.userId, { passwordHash: null });
      const fields = { current_password: expect.stringContaining('forgot-password') };
      await expect(change(who)).rejects.toMatchObject({ code: 'invalid_input', fields });
    });

    it('is refused when the password changed during the comparison', async () => {
      const who = await aVerifiedUser(world);
      world.hasher.meanwhile = () => world.stored.alterUser(who.userId, { passwordHash: 'hash of another' });
      await expect(change(who)).rejects.toMatchObject({ code: 'invalid_input' });
    });

    it('is refused when the session has ended meanwhile', async () => {
      const who = await aVerifiedUser(world);
      await world.sessions.end(who.sessionId);
      await expect(change(who)).rejects.toMatchObject({ code: 'unauthorized' });
    });
  });

  it('locks when wrong for the tenth time, and notifies the user once per lockout', async () => {
    const { email } = await aVerifiedUser(world);
    const guess = async (times: number) => {
      for (let wrong = 0; wrong < times; wrong++) await logIn(email, WRONG).catch(() => undefined);
    };
    const lockMails = () => subjectsTo(email).filter((subject) => subject === 'Password sign-in is temporarily locked');
    await guess(WRONG_PASSWORDS_MAX - 1);
    expect(lockMails()).toHaveLength(0);
    await guess(5);
    expect(lockMails()).toHaveLength(1);
    world.clock.advance(16 * 60);
    await guess(WRONG_PASSWORDS_MAX);
    expect(lockMails()).toHaveLength(2);
    expect(new Set(world.mails.sent.map(({ key }) => key)).size).toBe(world.mails.sent.length);
  });
});
