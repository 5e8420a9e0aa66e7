import {
  aCaller,
  aPrincipal,
  aSignUp,
  aVerifiedUser,
  identityWorld,
  type IdentityWorld,
  PASSWORD,
  worldsOf,
} from '../testing';
import { RECENT_SIGN_IN_SECONDS } from './sign-in/reauthentication';

describe('What users may change of themselves', () => {
  const newWorld = worldsOf(identityWorld);
  let world: IdentityWorld;
  beforeEach(() => {
    world = newWorld();
  });

  it('is the name and the phone number', async () => {
    const who = aPrincipal(await aVerifiedUser(world));
    expect(await world.profile.get(who)).toMatchObject({ id: who.userId, role: 'owner', phoneE164: null });
    const changed = await world.profile.change(who, { name: 'Countess', phoneE164: '+442071838750' });
    expect(changed).toMatchObject({ name: 'Countess', phoneE164: '+442071838750', phoneVerified: false });
    expect(await world.profile.get(who)).toEqual(changed);
  });

  it('throws not_found when the membership has ended', async () => {
    const who = { ...aPrincipal(await aVerifiedUser(world)), accountId: (await aVerifiedUser(world)).accountId };
    await expect(world.profile.get(who)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.profile.change({ ...who, userId: 'usr_none' }, {})).rejects.toMatchObject({ code: 'not_found' });
  });

  describe('in their address', () => {
    const ask = (who: { accountId: string; userId: string }, newEmail: string, password: string | null = PASSWORD) =>
      world.profile.requestEmailChange(aPrincipal({ signedInAt: world.clock.now(), ...who }), {
        newEmail,
        password,
        caller: aCaller,
      });
    const follow = (token: string) => world.verifyEmail.verify({ token, caller: aCaller });

    it('changes nothing before the link in the new mailbox is followed', async () => {
      const who = await aVerifiedUser(world);
      expect(await ask(who, 'First.New@Example.com')).toBe('first.new@example.com');
      expect(await world.stored.user(who.userId)).toMatchObject({ email: who.email });
      expect(world.mails.sent.at(-1)).toMatchObject({ to: 'first.new@example.com' });
    });

    it('takes effect once the link is followed, signs in, and notifies the old address', async () => {
      const who = await aVerifiedUser(world);
      await world.mailLink.mail({ kind: 'reset_password', email: who.email, ip: null });
      const oldLink = world.mails.tokenTo(who.email);
      await ask(who, 'changed@example.com');
      world.clock.advance(60);
      const signedIn = await follow(world.mails.tokenTo('changed@example.com'));
      expect(signedIn).toMatchObject({ userId: who.userId, challenge: null });
      const { email, emailVerifiedAt } = await world.stored.user(who.userId);
      expect({ email, emailVerifiedAt }).toEqual({ email: 'changed@example.com', emailVerifiedAt: world.clock.now() });
      const alive = (await world.stored.sessions(who.userId)).filter(({ revokedAt }) => !revokedAt).map(({ id }) => id);
      expect(alive).toEqual([signedIn.sessionId]);
      const mail = world.mails.sent.at(-1)!;
      expect(mail).toMatchObject({ to: who.email, subject: 'Your email address was changed' });
      expect(mail.text).toContain('changed@example.com');
      const reset = world.resetPassword.reset({ token: oldLink, newPassword: 'staple battery horse' });
      await expect(reset).rejects.toMatchObject({ code: 'token_invalid' });
    });

    it('applies to the address that was requested last', async () => {
      const who = await aVerifiedUser(world);
      await ask(who, 'first@example.com');
      await ask(who, 'second@example.com');
      await expect(follow(world.mails.tokenTo('first@example.com'))).rejects.toMatchObject({ code: 'token_invalid' });
      await follow(world.mails.tokenTo('second@example.com'));
      expect(await world.stored.user(who.userId)).toMatchObject({ email: 'second@example.com' });
    });

    it('fails when another user has the address, before or since', async () => {
      const who = await aVerifiedUser(world);
      const other = await aVerifiedUser(world);
      await expect(ask(who, other.email)).rejects.toMatchObject({ code: 'email_in_use' });
      await expect(ask(who, who.email)).rejects.toMatchObject({ code: 'email_in_use' });
      await ask(who, 'late@example.com');
      const token = world.mails.tokenTo('late@example.com');
      await world.signUp.signUp(aSignUp({ email: 'late@example.com' }));
      await expect(follow(token)).rejects.toMatchObject({ code: 'token_invalid' });
    });

    it('requires the password, and counts wrong ones', async () => {
      const who = await aVerifiedUser(world);
      await expect(ask(who, 'new@example.com', null)).rejects.toMatchObject({ fields: { password: 'is required' } });
      for (let wrong = 0; wrong < 10; wrong++) {
        const attempt = ask(who, 'new@example.com', 'not this one');
        await expect(attempt).rejects.toMatchObject({ fields: { password: 'is not your password' } });
      }
      await expect(ask(who, 'new@example.com')).rejects.toMatchObject({ code: 'login_locked' });
      expect(world.allowance.taken).not.toContain('new@example.com');
    });

    it('requires a recent sign-in of a user without a password', async () => {
      const who = await aVerifiedUser(world);
      await world.stored.alterUser(who.userId, { passwordHash: null });
      const signedInAt = world.clock.now();
      await expect(ask(who, 'new@example.com', null)).resolves.toBe('new@example.com');
      world.clock.advance(RECENT_SIGN_IN_SECONDS + 1);
      const stale = world.profile.requestEmailChange(aPrincipal({ ...who, signedInAt }), {
        newEmail: 'new@example.com',
        password: null,
        caller: aCaller,
      });
      await expect(stale).rejects.toMatchObject({ code: 'reauthentication_required' });
    });

    it('throws rate_limited beyond the allowance, without revealing whether the address is known', async () => {
      const who = await aVerifiedUser(world);
      const other = await aVerifiedUser(world);
      world.allowance.left = 0;
      const refusals = await Promise.allSettled([ask(who, other.email), ask(who, 'new@example.com')]);
      expect(refusals[0]).toEqual(refusals[1]);
      expect(refusals[0]).toMatchObject({ reason: { code: 'rate_limited', retryAfterSeconds: 720 } });
    });
  });
});
