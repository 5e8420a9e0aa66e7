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

const MINUTE_S = 60;

describe('Signing in', () => {
  const newWorld = worldsOf(identityWorld);
  let world: IdentityWorld;
  beforeEach(() => {
    world = newWorld();
  });

  const logIn = (email: string, password = PASSWORD, trustDevice = false) =>
    world.logIn.logIn({ email, password, trustDevice, caller: aCaller });
  const outcomes = async () => (await world.stored.loginEvents()).map(({ outcome }) => outcome);

  describe('with a password', () => {
    it('starts a session, whatever the case of the address', async () => {
      const { email, userId, accountId } = await aVerifiedUser(world);
      const signedIn = await logIn(email.toUpperCase());
      expect(signedIn).toMatchObject({ userId, accountId, challenge: null, mfaMethod: null });
      expect(signedIn.expiresAt.getTime() - world.clock.now().getTime()).toBe(86_400_000);
      expect(await world.stored.session(signedIn.sessionId)).toMatchObject({
        userId,
        isTrusted: false,
        mfaRequired: false,
      });
    });

    it('lasts thirty days on a trusted device', async () => {
      const { email } = await aVerifiedUser(world);
      const { expiresAt } = await logIn(email, PASSWORD, true);
      expect(expiresAt.getTime() - world.clock.now().getTime()).toBe(30 * 86_400_000);
    });

    it('starts a partial session for a user with a second factor', async () => {
      const { email, userId } = await aVerifiedUser(world);
      await world.stored.alterUser(userId, { mfaMethod: 'totp' });
      const signedIn = await logIn(email);
      expect(signedIn).toMatchObject({ challenge: 'mfa', mfaMethod: 'totp' });
      expect(await world.stored.session(signedIn.sessionId)).toMatchObject({ mfaRequired: true, mfaCompletedAt: null });
      expect((await outcomes()).at(-1)).toBe('mfa_required');
    });

    it('lasts an hour while the second factor is pending, on a trusted device too', async () => {
      const { email, userId } = await aVerifiedUser(world);
      await world.stored.alterUser(userId, { mfaMethod: 'totp' });
      for (const trusted of [false, true]) {
        const { expiresAt, sessionId } = await logIn(email, PASSWORD, trusted);
        expect(expiresAt.getTime() - world.clock.now().getTime()).toBe(60 * MINUTE_S * 1000);
        expect(await world.stored.session(sessionId)).toMatchObject({ isTrusted: trusted });
      }
    });

    it('is refused alike for a wrong password and an unknown email, after the same work', async () => {
      const { email, userId } = await aVerifiedUser(world);
      world.hasher.compared.length = 0;
      const [wrong] = await Promise.allSettled([logIn(email, 'not this one')]);
      const [unknown] = await Promise.allSettled([logIn(anUnknownEmail())]);
      expect(wrong).toEqual(unknown);
      expect(wrong).toMatchObject({ status: 'rejected', reason: { code: 'unauthorized' } });
      expect(world.hasher.compared).toEqual([`hash of ${PASSWORD}`, null]);
      expect((await world.stored.loginEvents()).slice(-2)).toMatchObject([
        { outcome: 'wrong_password', userId },
        { outcome: 'no_such_user', userId: null },
      ]);
    });

    it('reveals an unverified address only to a caller with the password', async () => {
      const { email, userId } = await world.signUp.signUp(aSignUp());
      await expect(logIn(email, 'not this one')).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(logIn(email)).rejects.toMatchObject({ code: 'email_unverified' });
      const events = await world.stored.loginEvents(userId);
      expect(events.map(({ outcome }) => outcome)).toEqual(['wrong_password', 'unverified_email']);
      expect(await world.stored.sessions(userId)).toEqual([]);
    });

    it('is blocked by fraud screening before the password is checked', async () => {
      const { email, userId } = await aVerifiedUser(world);
      world.fraud.decision = 'block';
      await expect(logIn(email, 'not this one')).rejects.toMatchObject({ code: 'fraud_blocked' });
      await expect(logIn(anUnknownEmail())).rejects.toMatchObject({ code: 'fraud_blocked' });
      expect((await world.stored.loginEvents()).slice(-2)).toMatchObject([
        { outcome: 'fraud_screen_blocked', userId, fraudDecision: 'block' },
        { outcome: 'fraud_screen_blocked', userId: null },
      ]);
    });

    it('is refused when every account of the user is closed', async () => {
      const { email, accountId } = await aVerifiedUser(world);
      await world.stored.closeAccount(accountId);
      await expect(logIn(email)).rejects.toMatchObject({ code: 'account_closed' });
      await expect(logIn(email, 'not this one')).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('is refused when the password changed while it was compared', async () => {
      const { email, userId } = await aVerifiedUser(world);
      world.hasher.meanwhile = () => world.stored.alterUser(userId, { passwordHash: 'hash of another' });
      await expect(logIn(email)).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('recognizes a new device', async () => {
      const { email, userId } = await aVerifiedUser(world);
      await logIn(email);
      await world.logIn.logIn({
        email,
        password: PASSWORD,
        trustDevice: false,
        caller: { ip: null, userAgent: 'other' },
      });
      const events = await world.stored.loginEvents(userId);
      expect(events.map(({ isNewDevice }) => isNewDevice)).toEqual([false, false, true]);
    });
  });

  describe('after ten wrong passwords in fifteen minutes', () => {
    const lock = async (email: string) => {
      for (let wrong = 0; wrong < 10; wrong++) {
        await expect(logIn(email, 'not this one')).rejects.toMatchObject({ code: 'unauthorized' });
      }
    };

    it('is locked for fifteen minutes, with the right password too', async () => {
      const { email } = await aVerifiedUser(world);
      await lock(email);
      await expect(logIn(email)).rejects.toMatchObject({ code: 'login_locked', retryAfterSeconds: 15 * MINUTE_S });
      expect((await outcomes()).at(-1)).toBe('locked_out');
      world.clock.advance(15 * MINUTE_S - 1);
      await expect(logIn(email)).rejects.toMatchObject({ code: 'login_locked', retryAfterSeconds: 1 });
      world.clock.advance(1);
      await expect(logIn(email)).resolves.toMatchObject({ challenge: null });
    });

    it('is locked alike for an unknown and for an unverified email', async () => {
      const { email: unverified } = await world.signUp.signUp(aSignUp());
      for (const email of [anUnknownEmail(), unverified]) {
        await lock(email);
        const locked = { code: 'login_locked', retryAfterSeconds: 15 * MINUTE_S };
        await expect(logIn(email.toUpperCase())).rejects.toMatchObject(locked);
        expect((await outcomes()).at(-1)).toBe('locked_out');
        world.clock.advance(15 * MINUTE_S - 1);
        await expect(logIn(email, 'not this one')).rejects.toMatchObject({ ...locked, retryAfterSeconds: 1 });
        world.clock.advance(2);
        await lock(email);
        const anHour = { ...locked, retryAfterSeconds: 60 * MINUTE_S };
        await expect(logIn(email, 'not this one')).rejects.toMatchObject(anHour);
        world.clock.advance(60 * MINUTE_S);
        await expect(logIn(email, 'not this one')).rejects.toMatchObject({ code: 'unauthorized' });
      }
    });

    it('is not locked for an unknown email when failures are spread out', async () => {
      const email = anUnknownEmail();
      for (let wrong = 0; wrong < 30; wrong++) {
        world.clock.advance(200);
        await expect(logIn(email)).rejects.toMatchObject({ code: 'unauthorized' });
      }
    });

    it('is not locked when failures are spread out', async () => {
      const { email } = await aVerifiedUser(world);
      for (let wrong = 0; wrong < 30; wrong++) {
        world.clock.advance(200);
        await expect(logIn(email, 'not this one')).rejects.toMatchObject({ code: 'unauthorized' });
      }
      await expect(logIn(email)).resolves.toBeDefined();
    });

    it('does not lock other users', async () => {
      const { email } = await aVerifiedUser(world);
      const other = await aVerifiedUser(world);
      await lock(email);
      await expect(logIn(other.email)).resolves.toBeDefined();
    });
  });

  describe('by the mailed link', () => {
    const use = (token: string) => world.verifyEmail.verify({ token, caller: aCaller });

    it('verifies the address and begins a session', async () => {
      const { email, userId, accountId } = await world.signUp.signUp(aSignUp());
      expect(await use(world.mails.tokenTo(email))).toMatchObject({ userId, accountId, challenge: null });
      expect((await world.stored.user(userId)).isEmailVerified()).toBe(true);
      expect(await world.stored.loginEvents(userId)).toMatchObject([
        { outcome: 'success', method: 'magic_link', userId },
      ]);
    });

    it('works once, for a day, and refuses everything else alike', async () => {
      const { email } = await world.signUp.signUp(aSignUp());
      const token = world.mails.tokenTo(email);
      const late = (await world.signUp.signUp(aSignUp())).email;
      await use(token);
      world.clock.advance(86_400);
      const attempts = [use(token), use(world.mails.tokenTo(late)), use('nonsense'), use('')];
      const reasons = (await Promise.allSettled(attempts)).map(
        (each) => (each as PromiseRejectedResult).reason as object,
      );
      expect(reasons).toEqual(Array(4).fill(expect.objectContaining({ code: 'token_invalid', kind: 'gone' })));
    });

    it('is rejected after another link was used, or when the address has changed', async () => {
      const { email, userId } = await world.signUp.signUp(aSignUp());
      const first = world.mails.tokenTo(email);
      await world.resend.resend({ email, ip: null });
      await use(world.mails.tokenTo(email));
      await expect(use(first)).rejects.toMatchObject({ code: 'token_invalid' });
      const other = await world.signUp.signUp(aSignUp());
      await world.stored.alterUser(other.userId, { email: 'moved@example.com' });
      await expect(use(world.mails.tokenTo(other.email))).rejects.toMatchObject({ code: 'token_invalid' });
      expect(userId).not.toBe(other.userId);
    });
  });

  describe('requesting the email again', () => {
    it('sends another link, and keeps the first valid', async () => {
      const { email } = await world.signUp.signUp(aSignUp());
      const first = world.mails.tokenTo(email);
      await world.resend.resend({ email: email.toUpperCase(), ip: aCaller.ip });
      expect(world.mails.sent).toHaveLength(2);
      await expect(world.verifyEmail.verify({ token: first, caller: aCaller })).resolves.toBeDefined();
    });

    it('sends nothing to an unknown or verified address, and counts all of them', async () => {
      const { email } = await aVerifiedUser(world);
      world.allowance.taken.length = 0;
      await world.resend.resend({ email, ip: null });
      const unknown = anUnknownEmail();
      await world.resend.resend({ email: unknown, ip: null });
      expect(world.mails.sent).toHaveLength(1);
      expect(world.allowance.taken).toEqual([email, unknown]);
    });

    it('sends nothing when the allowance is used up', async () => {
      const { email } = await world.signUp.signUp(aSignUp());
      world.allowance.left = 0;
      await world.resend.resend({ email, ip: null });
      expect(world.mails.sent).toHaveLength(1);
    });
  });

  describe('again before a sensitive operation', () => {
    it('is not needed for fifteen minutes', () => {
      const who = aPrincipal({ accountId: 'acc_1', userId: 'usr_1', signedInAt: world.clock.now() });
      world.clock.advance(15 * MINUTE_S);
      expect(world.reauthentication.isRecent(who)).toBe(true);
      world.clock.advance(1);
      expect(world.reauthentication.isRecent(who)).toBe(false);
      expect(world.reauthentication.isRecent({ ...who, signedInAt: null })).toBe(false);
    });

    it('accepts the password, and counts wrong ones for the session only', async () => {
      const { email, accountId, userId } = await aVerifiedUser(world);
      const who = aPrincipal({ accountId, userId });
      await expect(world.reauthentication.confirm(who, PASSWORD, aCaller)).resolves.toBeUndefined();
      for (let wrong = 0; wrong < 10; wrong++) {
        const attempt = world.reauthentication.confirm(who, 'not this one', aCaller);
        await expect(attempt).rejects.toMatchObject({
          code: 'invalid_input',
          fields: { password: expect.any(String) },
        });
      }
      const locked = { code: 'login_locked', message: expect.stringContaining('in this session') };
      await expect(world.reauthentication.confirm(who, PASSWORD, aCaller)).rejects.toMatchObject(locked);
      expect((await outcomes()).at(-1)).toBe('locked_out');
      const elsewhere = aPrincipal({ accountId, userId, credentialId: 'ses_2' });
      await expect(world.reauthentication.confirm(elsewhere, PASSWORD, aCaller)).resolves.toBeUndefined();
      await expect(logIn(email)).resolves.toBeDefined();
    });

    it('requires a recent sign-in of a user without a password', async () => {
      const { accountId, userId } = await aVerifiedUser(world);
      await world.stored.alterUser(userId, { passwordHash: null });
      const attempt = world.reauthentication.confirm(aPrincipal({ accountId, userId }), PASSWORD, aCaller);
      await expect(attempt).rejects.toMatchObject({ code: 'reauthentication_required' });
    });
  });

  it('ends with sign-out', async () => {
    const { sessionId } = await aVerifiedUser(world);
    await world.sessions.end(sessionId);
    await world.sessions.end(sessionId);
    expect((await world.stored.session(sessionId))?.revokedAt).toEqual(world.clock.now());
  });
});
