import { addDays, type Principal } from '@trunkline/kernel';
import { aCaller, aPrincipal, aVerifiedUser, PASSWORD } from '../../testing/worlds/identity-world';
import {
  aPartialSession,
  aUserWithMailedCodes,
  aUserWithMfa,
  mfaWorld,
  type MfaWorld,
  totpCode,
} from '../../testing/worlds/mfa-world';
import { worldsOf } from '../../testing/worlds/worlds-of';
import type { CodeMethod } from './mfa-codes';

const MINUTE_S = 60;
const refusal = (code: string) => ({ code });
const caller = aCaller;

describe('The second factor', () => {
  const newWorld = worldsOf(mfaWorld);
  let world: MfaWorld;
  beforeEach(() => {
    world = newWorld();
  });

  const codeNow = (secret: string) => totpCode(secret, world.clock.now());
  const answer = (who: Principal, code: string, change: { method?: CodeMethod; trustDevice?: boolean } = {}) =>
    world.challenge.answer({ who, caller, code, method: null, trustDevice: false, ...change });
  const outcomes = async (userId: string) =>
    (await world.stored.loginEvents(userId)).map(({ outcome, method }) => `${outcome} ${method}`);
  const subjects = () => world.mails.sent.map(({ subject }) => subject);
  const lastMail = () => world.mails.sent.at(-1)!;
  const mailedCode = () => /\b[0-9]{6}\b/.exec(lastMail().text)![0];
  const fail = async (who: Principal, times: number) => {
    for (let failed = 0; failed < times; failed++) {
      await expect(answer(who, '000000')).rejects.toMatchObject(refusal('mfa_code_invalid'));
    }
  };

  describe('being set up', () => {
    const begun = async () => {
      const { accountId, userId, sessionId, email } = await aVerifiedUser(world);
      const who = aPrincipal({ accountId, userId, credentialId: sessionId });
      return { who, email, offer: await world.setup.start(who) };
    };

    it('returns everything an authenticator app needs, and changes nothing', async () => {
      const { who, email, offer } = await begun();
      expect(offer).toMatchObject({ method: 'totp', accountLabel: email, issuer: 'Trunkline' });
      expect(new URL(offer.otpauthUri).searchParams.get('secret')).toBe(offer.secret);
      expect((await world.stored.user(who.userId)).mfaMethod).toBeNull();
    });

    it('is enabled by the code of an issued secret, completes the session and notifies the user', async () => {
      const { who, offer } = await begun();
      const enabled = await world.setup.verify(who, offer.secret, codeNow(offer.secret));
      expect(enabled).toEqual({ method: 'totp', recoveryCodes: expect.any(Array) });
      expect(enabled.recoveryCodes).toHaveLength(10);
      expect((await world.stored.user(who.userId)).mfaMethod).toBe('totp');
      const session = await world.stored.session(who.credentialId);
      expect(session).toMatchObject({ mfaRequired: true, mfaCompletedAt: world.clock.now(), isTrusted: false });
      expect(lastMail().subject).toBe('Your second factor was enabled');
    });

    it('can be enabled with an API key', async () => {
      const { who, offer } = await begun();
      const key = { ...who, credential: 'key', credentialId: 'key_1' } as const;
      await world.setup.verify(key, offer.secret, codeNow(offer.secret));
      expect(await world.stored.session(who.credentialId)).toMatchObject({ mfaRequired: false, mfaCompletedAt: null });
    });

    it("accepts any secret of the last ten minutes, but no other user's", async () => {
      const { who, offer } = await begun();
      const other = await begun();
      await world.setup.start(who);
      const wrong = [other.offer.secret, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', offer.secret.toLowerCase(), 'x'];
      for (const secret of wrong) {
        const attempt = world.setup.verify(who, secret, codeNow(offer.secret));
        await expect(attempt).rejects.toMatchObject({ code: 'invalid_input', fields: { secret: expect.any(String) } });
      }
      world.clock.advance(10 * MINUTE_S - 1);
      await expect(world.setup.verify(who, offer.secret, codeNow(offer.secret))).resolves.toBeDefined();
    });

    it('rejects a secret older than ten minutes', async () => {
      const { who, offer } = await begun();
      world.clock.advance(10 * MINUTE_S);
      const attempt = world.setup.verify(who, offer.secret, codeNow(offer.secret));
      await expect(attempt).rejects.toMatchObject({ fields: { secret: expect.any(String) } });
    });

    it('rejects a wrong code without counting it, and accepts the correct one afterwards', async () => {
      const { who, offer } = await begun();
      for (let wrong = 0; wrong < 10; wrong++) {
        const attempt = world.setup.verify(who, offer.secret, '000000');
        await expect(attempt).rejects.toMatchObject({ code: 'mfa_code_invalid', kind: 'malformed' });
      }
      await expect(world.setup.verify(who, offer.secret, codeNow(offer.secret))).resolves.toBeDefined();
    });

    it('is refused when already enabled', async () => {
      const { who, secret } = await aUserWithMfa(world);
      await expect(world.setup.start(who)).rejects.toMatchObject(refusal('mfa_already_enabled'));
      const again = world.setup.verify(who, secret, codeNow(secret));
      await expect(again).rejects.toMatchObject(refusal('mfa_already_enabled'));
    });

    it('is refused in a session that ended meanwhile', async () => {
      const { who, offer } = await begun();
      await world.sessions.end(who.credentialId);
      const attempt = world.setup.verify(who, offer.secret, codeNow(offer.secret));
      await expect(attempt).rejects.toMatchObject(refusal('unauthorized'));
    });
  });

  describe('at sign-in', () => {
    it('completes the session under its original method', async () => {
      const { email, userId, accountId, secret } = await aUserWithMfa(world);
      const who = await aPartialSession(world, email);
      const before = await world.stored.session(who.credentialId);
      const challenged = await answer(who, codeNow(secret));
      const now = world.clock.now();
      const lasting = { expiresAt: addDays(now, 1), mfaCompletedAt: now };
      expect(challenged).toEqual({ userId, accountId, ...lasting, deviceCookie: null });
      expect(await world.stored.session(who.credentialId)).toEqual({
        ...before,
        expiresAt: addDays(now, 1),
        mfaCompletedAt: now,
      });
      expect((await outcomes(userId)).slice(-2)).toEqual(['mfa_required password', 'success password']);
    });

    it('records the method of a session that a link started', async () => {
      const { email, secret, accountId, userId } = await aUserWithMfa(world);
      await world.mailLink.mail({ kind: 'magic_link', email, ip: null });
      const signedIn = await world.followMagicLink.follow({ token: world.mails.tokenTo(email), caller });
      expect(signedIn.challenge).toBe('mfa');
      await answer(aPrincipal({ accountId, userId, credentialId: signedIn.sessionId }), codeNow(secret));
      expect((await outcomes(userId)).at(-1)).toBe('success magic_link');
    });

    it('trusts the device for thirty days on request', async () => {
      const { email, secret } = await aUserWithMfa(world);
      const who = await aPartialSession(world, email);
      const { expiresAt } = await answer(who, codeNow(secret), { trustDevice: true });
      expect(expiresAt.getTime() - world.clock.now().getTime()).toBe(30 * 86_400_000);
      expect(await world.stored.session(who.credentialId)).toMatchObject({ isTrusted: true, expiresAt });
    });

    it('accepts codes within one step of drift, each once across sessions', async () => {
      const { email, secret } = await aUserWithMfa(world);
      world.clock.advance(30);
      const first = await aPartialSession(world, email);
      const second = await aPartialSession(world, email);
      const step = (off: number) => totpCode(secret, new Date(world.clock.now().getTime() + off * 30_000));
      for (const off of [2, -2]) {
        await expect(answer(first, step(off))).rejects.toMatchObject(refusal('mfa_code_invalid'));
      }
      await answer(first, step(1));
      await expect(answer(second, step(1))).rejects.toMatchObject(refusal('mfa_code_invalid'));
      await answer(second, step(-1));
      await expect(answer(await aPartialSession(world, email), step(0))).resolves.toBeDefined();
    });

    it('rejects the code that set it up', async () => {
      const { email, secret } = await aUserWithMfa(world);
      const used = totpCode(secret, new Date(world.clock.now().getTime() - 30_000));
      const attempt = answer(await aPartialSession(world, email), used);
      await expect(attempt).rejects.toMatchObject(refusal('mfa_code_invalid'));
    });

    it('is not pending for a full, revoked or expired session', async () => {
      const { email, userId, secret, who: full } = await aUserWithMfa(world);
      await expect(answer(full, codeNow(secret))).rejects.toMatchObject(refusal('mfa_not_pending'));
      const revoked = await aPartialSession(world, email);
      await world.sessions.end(revoked.credentialId);
      await expect(answer(revoked, codeNow(secret))).rejects.toMatchObject(refusal('unauthorized'));
      const expired = await aPartialSession(world, email);
      world.clock.advance(86_400);
      await expect(answer(expired, codeNow(secret))).rejects.toMatchObject(refusal('unauthorized'));
      expect((await outcomes(userId)).filter((outcome) => outcome.startsWith('mfa_failed'))).toEqual([]);
    });
  });

  describe('by recovery code', () => {
    it('accepts each code once, by form or by method, and notifies the user', async () => {
      const { email, recoveryCodes } = await aUserWithMfa(world);
      await answer(await aPartialSession(world, email), recoveryCodes[0]!);
      expect(lastMail()).toMatchObject({
        subject: 'Recovery code used',
        text: expect.stringContaining('codes left: 9'),
      });
      const named = { method: 'recovery_code' } as const;
      await answer(await aPartialSession(world, email), recoveryCodes[1]!.toUpperCase(), named);
      for (const code of recoveryCodes.slice(0, 2)) {
        const again = answer(await aPartialSession(world, email), code);
        await expect(again).rejects.toMatchObject(refusal('mfa_code_invalid'));
      }
    });

    it('is rejected under another method', async () => {
      const { email, recoveryCodes, secret } = await aUserWithMfa(world);
      const who = await aPartialSession(world, email);
      for (const method of ['totp', 'email_otp'] as const) {
        await expect(answer(who, recoveryCodes[0]!, { method })).rejects.toMatchObject(refusal('mfa_code_invalid'));
      }
      const named = answer(who, codeNow(secret), { method: 'recovery_code' });
      await expect(named).rejects.toMatchObject(refusal('mfa_code_invalid'));
    });

    it('is replaced for a code; the old ones are void', async () => {
      const { email, who, secret, recoveryCodes } = await aUserWithMfa(world);
      const fresh = await world.care.replaceRecoveryCodes({ who, caller, code: codeNow(secret) });
      expect(new Set([...fresh, ...recoveryCodes]).size).toBe(20);
      expect(lastMail().subject).toBe('Recovery codes replaced');
      const old = answer(await aPartialSession(world, email), recoveryCodes[0]!);
      await expect(old).rejects.toMatchObject(refusal('mfa_code_invalid'));
      await expect(answer(await aPartialSession(world, email), fresh[9]!)).resolves.toBeDefined();
    });

    it('is replaced for one of them, too', async () => {
      const { who, recoveryCodes } = await aUserWithMfa(world);
      const fresh = await world.care.replaceRecoveryCodes({ who, caller, code: recoveryCodes[5]! });
      expect(fresh).toHaveLength(10);
    });

    it('is refused without a second factor', async () => {
      const { accountId, userId, sessionId } = await aVerifiedUser(world);
      const who = aPrincipal({ accountId, userId, credentialId: sessionId });
      const attempt = world.care.replaceRecoveryCodes({ who, caller, code: '123456' });
      await expect(attempt).rejects.toMatchObject(refusal('mfa_not_enabled'));
    });
  });

  describe('by mail', () => {
    const byMail = { method: 'email_otp' } as const;

    it('is valid once, for ten minutes', async () => {
      const { email } = await aUserWithMailedCodes(world);
      const who = await aPartialSession(world, email);
      const mailed = await world.mailCode.mail(who, null);
      expect(mailed.sentToMasked).toBe(`a***@example.com`);
      expect(mailed.expiresAt.getTime() - world.clock.now().getTime()).toBe(10 * 60_000);
      expect(lastMail()).toMatchObject({ to: email, subject: 'Your sign-in code' });
      const code = mailedCode();
      const asTotp = answer(who, code, { method: 'totp' });
      await expect(asTotp).rejects.toMatchObject(refusal('mfa_code_invalid'));
      await answer(who, code, byMail);
      const again = answer(await aPartialSession(world, email), code, byMail);
      await expect(again).rejects.toMatchObject(refusal('mfa_code_invalid'));
    });

    it('is rejected after ten minutes, or after a newer code', async () => {
      const { email } = await aUserWithMailedCodes(world);
      const who = await aPartialSession(world, email);
      await world.mailCode.mail(who, null);
      const first = mailedCode();
      await world.mailCode.mail(who, null);
      const second = mailedCode();
      if (first !== second) {
        await expect(answer(who, first, byMail)).rejects.toMatchObject(refusal('mfa_code_invalid'));
      }
      world.clock.advance(10 * MINUTE_S);
      await expect(answer(who, second, byMail)).rejects.toMatchObject(refusal('mfa_code_invalid'));
    });

    it('is neither sent nor accepted for a user with an authenticator, or in a session that the mailbox started', async () => {
      const { email: withApp } = await aUserWithMfa(world);
      const { email, accountId, userId } = await aUserWithMailedCodes(world);
      await world.mailLink.mail({ kind: 'magic_link', email, ip: null });
      const followed = await world.followMagicLink.follow({ token: world.mails.tokenTo(email), caller });
      const byLink = aPrincipal({ accountId, userId, credentialId: followed.sessionId, isPartial: true });
      const own = await aPartialSession(world, email);
      await world.mailCode.mail(own, null);
      const code = mailedCode();
      world.allowance.taken.length = 0;
      for (const who of [await aPartialSession(world, withApp), byLink]) {
        await expect(world.mailCode.mail(who, null)).rejects.toMatchObject(refusal('mfa_not_pending'));
        await expect(answer(who, code, byMail)).rejects.toMatchObject(refusal('mfa_code_invalid'));
      }
      expect(world.allowance.taken).toEqual([]);
      await expect(answer(own, code, byMail)).resolves.toBeDefined();
    });

    it('is not sent in a full session, and counts against the email allowance', async () => {
      const { email, who: full } = await aUserWithMailedCodes(world);
      world.allowance.taken.length = 0;
      await expect(world.mailCode.mail(full, null)).rejects.toMatchObject(refusal('mfa_not_pending'));
      expect(world.allowance.taken).toEqual([]);
      const who = await aPartialSession(world, email);
      world.allowance.left = 1;
      await world.mailCode.mail(who, null);
      const refused = { code: 'rate_limited', retryAfterSeconds: 720 };
      await expect(world.mailCode.mail(who, null)).rejects.toMatchObject(refused);
      expect(world.allowance.taken).toEqual([email, email]);
      await world.sessions.end(who.credentialId);
      world.allowance.left = 1;
      await expect(world.mailCode.mail(who, null)).rejects.toMatchObject(refusal('unauthorized'));
    });
  });

  describe('after five wrong codes in fifteen minutes', () => {
    it('rejects every code in every session, and records each rejection', async () => {
      const { email, userId, secret, recoveryCodes, who: full } = await aUserWithMfa(world);
      const who = await aPartialSession(world, email);
      await fail(who, 3);
      const elsewhere = await aPartialSession(world, email);
      await fail(elsewhere, 2);
      const locked = { code: 'mfa_locked', retryAfterSeconds: 15 * MINUTE_S };
      for (const code of [codeNow(secret), recoveryCodes[0]!, '000000']) {
        await expect(answer(elsewhere, code)).rejects.toMatchObject(locked);
      }
      const own = { who: full, caller, code: codeNow(secret) };
      await expect(world.care.replaceRecoveryCodes(own)).rejects.toMatchObject(locked);
      await expect(world.care.disable(own, PASSWORD)).rejects.toMatchObject(locked);
      expect((await outcomes(userId)).filter((outcome) => outcome === 'mfa_failed password')).toHaveLength(5);
      expect((await outcomes(userId)).filter((outcome) => outcome === 'locked_out magic_link')).toHaveLength(2);
      world.clock.advance(15 * MINUTE_S - 1);
      const almost = answer(elsewhere, codeNow(secret));
      await expect(almost).rejects.toMatchObject({ code: 'mfa_locked', retryAfterSeconds: 1 });
      world.clock.advance(1);
      await expect(answer(elsewhere, codeNow(secret))).resolves.toBeDefined();
    });

    it('counts codes given to change it', async () => {
      const { email, who, secret } = await aUserWithMfa(world);
      const wrong = { who, caller, code: '000000' };
      for (let failed = 0; failed < 3; failed++) {
        await expect(world.care.replaceRecoveryCodes(wrong)).rejects.toMatchObject(refusal('mfa_code_invalid'));
      }
      for (let failed = 0; failed < 2; failed++) {
        await expect(world.care.disable(wrong, PASSWORD)).rejects.toMatchObject(refusal('mfa_code_invalid'));
      }
      const attempt = answer(await aPartialSession(world, email), codeNow(secret));
      await expect(attempt).rejects.toMatchObject(refusal('mfa_locked'));
    });

    it('is not locked by four, by five over more than fifteen minutes, or for other users', async () => {
      const { email, secret } = await aUserWithMfa(world);
      const other = await aUserWithMfa(world);
      const who = await aPartialSession(world, email);
      for (let round = 0; round < 10; round++) {
        await fail(who, 1);
        world.clock.advance(4 * MINUTE_S);
      }
      await expect(answer(who, codeNow(secret))).resolves.toBeDefined();
      await fail(await aPartialSession(world, other.email), 5);
      const mine = answer(
        await aPartialSession(world, email),
        totpCode(secret, new Date(world.clock.now().getTime() + 30_000)),
      );
      await expect(mine).resolves.toBeDefined();
    });
  });

  describe('being disabled', () => {
    it('requires password and code, deletes secret, codes and partial sessions, and notifies the user', async () => {
      const { email, userId, who, secret, recoveryCodes } = await aUserWithMfa(world);
      const partial = await aPartialSession(world, email);
      await world.care.disable({ who, caller, code: codeNow(secret) }, PASSWORD);
      expect((await world.stored.user(userId)).mfaMethod).toBeNull();
      expect(await world.factors.lock(userId)).toBeNull();
      expect((await world.stored.session(partial.credentialId))?.revokedAt).toEqual(world.clock.now());
      expect((await world.stored.session(who.credentialId))?.revokedAt).toBeNull();
      expect(subjects().at(-1)).toBe('Your second factor was disabled');
      await expect(answer(partial, recoveryCodes[0]!)).rejects.toMatchObject(refusal('unauthorized'));
      const signedIn = await world.logIn.logIn({ email, password: PASSWORD, trustDevice: false, caller });
      expect(signedIn.challenge).toBeNull();
      await expect(world.setup.start(who)).resolves.toBeDefined();
    });

    it('does not use the code up on a wrong password, which does not lock sign-in', async () => {
      const { email, who, secret } = await aUserWithMfa(world);
      const code = codeNow(secret);
      for (let wrong = 0; wrong < 9; wrong++) {
        const attempt = world.care.disable({ who, caller, code }, 'not this one');
        await expect(attempt).rejects.toMatchObject({ fields: { password: expect.any(String) } });
      }
      await expect(world.care.disable({ who, caller, code }, null)).rejects.toMatchObject({
        fields: { password: expect.any(String) },
      });
      await expect(world.care.disable({ who, caller, code: '000000' }, PASSWORD)).rejects.toMatchObject(
        refusal('mfa_code_invalid'),
      );
      await expect(world.care.disable({ who, caller, code }, PASSWORD)).resolves.toBeUndefined();
      const elsewhere = world.logIn.logIn({ email, password: PASSWORD, trustDevice: false, caller });
      await expect(elsewhere).resolves.toBeDefined();
    });

    it('accepts a recovery code', async () => {
      const { who, userId, recoveryCodes } = await aUserWithMfa(world);
      await world.care.disable({ who, caller, code: recoveryCodes[0]! }, PASSWORD);
      expect((await world.stored.user(userId)).mfaMethod).toBeNull();
    });

    it('requires a recent sign-in of a user without a password', async () => {
      const { who, userId, secret } = await aUserWithMfa(world);
      await world.stored.alterUser(userId, { passwordHash: null });
      const stale = { ...who, signedInAt: null };
      const attempt = world.care.disable({ who: stale, caller, code: codeNow(secret) }, null);
      await expect(attempt).rejects.toMatchObject(refusal('reauthentication_required'));
      await expect(world.care.disable({ who, caller, code: codeNow(secret) }, null)).resolves.toBeUndefined();
    });

    it('is refused when not enabled, before the password is checked', async () => {
      const { accountId, userId, sessionId } = await aVerifiedUser(world);
      const who = aPrincipal({ accountId, userId, credentialId: sessionId });
      const attempt = world.care.disable({ who, caller, code: '123456' }, 'not this one');
      await expect(attempt).rejects.toMatchObject(refusal('mfa_not_enabled'));
    });
  });

  it('accepts mailed codes from a user whose method is email_otp', async () => {
    const { email } = await aUserWithMailedCodes(world);
    const who = await aPartialSession(world, email);
    await world.mailCode.mail(who, null);
    await expect(answer(who, mailedCode())).resolves.toBeDefined();
  });
});
