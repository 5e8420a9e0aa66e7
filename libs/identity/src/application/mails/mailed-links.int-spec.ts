import { TOKEN_KINDS, type TokenKind } from '../../domain/one-time-token';
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

const NEW_PASSWORD = 'staple battery horse';
const MINUTE_S = 60;
const LIFETIME_S: Readonly<Record<TokenKind, number>> = {
  verify_email: 24 * 60 * MINUTE_S,
  magic_link: 15 * MINUTE_S,
  reset_password: 60 * MINUTE_S,
  change_email: 24 * 60 * MINUTE_S,
};
/** The endpoints that accept mailed links. Each kind of link is accepted by one of them. */
const ENDPOINTS = ['verify', 'consume', 'reset'] as const;
type Endpoint = (typeof ENDPOINTS)[number];
const ACCEPTED_BY: Readonly<Record<TokenKind, Endpoint>> = {
  verify_email: 'verify',
  change_email: 'verify',
  magic_link: 'consume',
  reset_password: 'reset',
};

describe('A mailed link', () => {
  const newWorld = worldsOf(identityWorld);
  let world: IdentityWorld;
  beforeEach(() => {
    world = newWorld();
  });

  const mail = (kind: 'magic_link' | 'reset_password', email: string) =>
    world.mailLink.mail({ kind, email, ip: aCaller.ip });
  const consume = (endpoint: Endpoint, token: string): Promise<unknown> => {
    if (endpoint === 'verify') return world.verifyEmail.verify({ token, caller: aCaller });
    if (endpoint === 'consume') return world.followMagicLink.follow({ token, caller: aCaller });
    return world.resetPassword.reset({ token, newPassword: NEW_PASSWORD });
  };
  const expectRejected = (endpoint: Endpoint, token: string) =>
    expect(consume(endpoint, token)).rejects.toMatchObject({ code: 'token_invalid', kind: 'gone' });

  /** A link of that kind, in the mailbox of someone new. */
  const mailed = async (kind: TokenKind) => {
    if (kind === 'verify_email') {
      const { email, userId } = await world.signUp.signUp(aSignUp());
      return { userId, token: world.mails.tokenTo(email) };
    }
    const { email, userId, accountId } = await aVerifiedUser(world);
    if (kind !== 'change_email') {
      await mail(kind, email);
      return { userId, token: world.mails.tokenTo(email) };
    }
    const wanted = { newEmail: `new-${email}`, password: PASSWORD, caller: aCaller };
    await world.profile.requestEmailChange(aPrincipal({ accountId, userId }), wanted);
    return { userId, token: world.mails.tokenTo(wanted.newEmail) };
  };

  describe.each(TOKEN_KINDS)('of kind %s', (kind) => {
    const endpoint = ACCEPTED_BY[kind];

    it('works once', async () => {
      const { token } = await mailed(kind);
      await expect(consume(endpoint, token)).resolves.not.toThrow();
      await expectRejected(endpoint, token);
    });

    it('works until it expires', async () => {
      const [{ token }, { token: late }] = [await mailed(kind), await mailed(kind)];
      world.clock.advance(LIFETIME_S[kind] - 1);
      await expect(consume(endpoint, token)).resolves.not.toThrow();
      world.clock.advance(1);
      await expectRejected(endpoint, late);
    });

    it('works for its purpose only, and another purpose does not use it up', async () => {
      const { token } = await mailed(kind);
      for (const wrong of ENDPOINTS.filter((each) => each !== endpoint)) await expectRejected(wrong, token);
      await expect(consume(endpoint, token)).resolves.not.toThrow();
    });

    it('is rejected if it was never issued', async () => {
      await mailed(kind);
      for (const made of ['nonsense', 'x'.repeat(43)]) await expectRejected(endpoint, made);
    });
  });

  it.each(['verify_email', 'magic_link', 'reset_password'] as const)(
    'of kind %s is invalid after the user changed the address',
    async (kind) => {
      const { token, userId } = await mailed(kind);
      await world.stored.alterUser(userId, { email: anUnknownEmail() });
      await expectRejected(ACCEPTED_BY[kind], token);
    },
  );

  it('that resets the password voids the previous one', async () => {
    const { email } = await aVerifiedUser(world);
    await mail('reset_password', email);
    const first = world.mails.tokenTo(email);
    await mail('reset_password', email);
    await expectRejected('reset', first);
    await expect(consume('reset', world.mails.tokenTo(email))).resolves.toBeDefined();
  });

  it('that signs in keeps the previous one valid, and voids the others once used', async () => {
    const { email } = await aVerifiedUser(world);
    await mail('magic_link', email);
    const first = world.mails.tokenTo(email);
    await mail('magic_link', email);
    await expect(consume('consume', first)).resolves.toBeDefined();
    await expectRejected('consume', world.mails.tokenTo(email));
  });

  describe('when requested', () => {
    it.each(['magic_link', 'reset_password'] as const)('is sent as %s to a user, verified or not', async (kind) => {
      const { email: verified } = await aVerifiedUser(world);
      const { email: fresh } = await world.signUp.signUp(aSignUp());
      const before = world.mails.sent.length;
      await mail(kind, verified.toUpperCase());
      await mail(kind, fresh);
      expect(world.mails.sent.slice(before).map(({ to }) => to)).toEqual([verified, fresh]);
    });

    it('is not sent to an unknown email, to a user of closed accounts, or beyond the allowance', async () => {
      const { email, accountId } = await aVerifiedUser(world);
      const before = world.mails.sent.length;
      const unknown = anUnknownEmail();
      await mail('magic_link', unknown);
      await world.stored.closeAccount(accountId);
      await mail('reset_password', email);
      const suspended = { status: 'suspended', closedAt: null, suspendedAt: world.clock.now() } as const;
      await world.stored.changeAccount(accountId, (account) => Object.assign(account, suspended));
      world.allowance.left = 0;
      await mail('reset_password', email);
      expect(world.mails.sent).toHaveLength(before);
      expect(world.allowance.taken.slice(-3)).toEqual([unknown, email, email]);
    });
  });

  describe('that signs in', () => {
    const follow = async (email: string) => {
      await mail('magic_link', email);
      return world.followMagicLink.follow({ token: world.mails.tokenTo(email), caller: aCaller });
    };

    it('verifies the address and records a login event', async () => {
      const { email, userId, accountId } = await world.signUp.signUp(aSignUp());
      expect(await follow(email)).toMatchObject({ userId, accountId, challenge: null });
      expect((await world.stored.user(userId)).isEmailVerified()).toBe(true);
      expect((await world.stored.loginEvents(userId)).at(-1)).toMatchObject({
        outcome: 'success',
        method: 'magic_link',
      });
    });

    it('removes the password and credentials of an unverified sign-up', async () => {
      const { email, userId } = await world.signUp.signUp(aSignUp());
      const verification = world.mails.tokenTo(email);
      await world.stored.alterUser(userId, { mfaMethod: 'totp' });
      await mail('reset_password', email);
      const reset = world.mails.tokenTo(email);
      expect(await follow(email)).toMatchObject({ userId, challenge: null });
      expect(await world.stored.user(userId)).toMatchObject({ passwordHash: null, mfaMethod: null });
      await expectRejected('verify', verification);
      await expectRejected('reset', reset);
      const squatting = { email, password: PASSWORD, trustDevice: false, caller: aCaller };
      await expect(world.logIn.logIn(squatting)).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('keeps the password of a verified user', async () => {
      const { email, userId } = await aVerifiedUser(world);
      await follow(email);
      const own = { email, password: PASSWORD, trustDevice: false, caller: aCaller };
      expect(await world.logIn.logIn(own)).toMatchObject({ userId });
    });

    it('honours the second factor', async () => {
      const { email, userId } = await aVerifiedUser(world);
      await world.stored.alterUser(userId, { mfaMethod: 'totp' });
      const signedIn = await follow(email);
      expect(signedIn).toMatchObject({ challenge: 'mfa', mfaMethod: 'totp' });
      expect(await world.stored.session(signedIn.sessionId)).toMatchObject({ mfaRequired: true, mfaCompletedAt: null });
    });

    it('is not affected by a lockout', async () => {
      const { email, userId } = await aVerifiedUser(world);
      const login = (password: string) =>
        world.logIn
          .logIn({ email, password, trustDevice: false, caller: aCaller })
          .catch((error: unknown) => (error as { code: string }).code);
      for (let wrong = 0; wrong < 10; wrong++) await login('not this one');
      expect(await login(PASSWORD)).toBe('login_locked');
      await expect(follow(email)).resolves.toMatchObject({ userId });
    });

    it('throws missing_token when absent', async () => {
      const attempt = world.followMagicLink.follow({ token: null, caller: aCaller });
      await expect(attempt).rejects.toMatchObject({ code: 'missing_token', kind: 'malformed' });
    });

    it('throws account_closed when every account is closed', async () => {
      const { email, accountId } = await aVerifiedUser(world);
      await mail('magic_link', email);
      await world.stored.closeAccount(accountId);
      const attempt = world.followMagicLink.follow({ token: world.mails.tokenTo(email), caller: aCaller });
      await expect(attempt).rejects.toMatchObject({ code: 'account_closed' });
    });
  });
});
