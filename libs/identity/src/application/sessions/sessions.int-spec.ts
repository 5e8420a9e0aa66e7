import { type Keyset, newId } from '@trunkline/kernel';
import {
  aCaller,
  aPrincipal,
  aSignUp,
  aVerifiedUser,
  identityWorld,
  type IdentityWorld,
  PASSWORD,
  worldsOf,
} from '../../testing';

const DAY_S = 86_400;
const firstPage = { limit: 50, order: 'desc', after: null as Keyset | null } as const;
const ELSEWHERE = { ip: '8.8.8.8', userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' };
const NEWS = 'A new sign-in to your account';

describe('A user’s sessions and login events', () => {
  const newWorld = worldsOf(identityWorld);
  let world: IdentityWorld;
  beforeEach(() => {
    world = newWorld();
    world.geolocation.places.set(aCaller.ip, { country: 'GB', city: 'London' });
    world.geolocation.places.set(ELSEWHERE.ip, { country: 'US', city: null });
  });

  const logIn = (email: string, caller = aCaller, trustDevice = false) =>
    world.logIn.logIn({ email, password: PASSWORD, trustDevice, caller });
  /** A second later, so that the order of events is sure. */
  const logInNext = (email: string, caller = aCaller) => {
    world.clock.advance(1);
    return logIn(email, caller);
  };
  const signedIn = async (trustDevice = false) => {
    const user = await aVerifiedUser(world);
    const { sessionId } = await logIn(user.email, aCaller, trustDevice);
    return { ...user, sessionId, who: aPrincipal({ ...user, credentialId: sessionId }) };
  };
  const listed = async (who: ReturnType<typeof aPrincipal>) =>
    (await world.sessions.list(who, { ...firstPage, sort: 'last_used_at' })).items.map(({ id }) => id);
  const history = async (userId: string) => {
    const anything = { outcomes: null, methods: null, isNewDevice: null, from: null, to: null };
    return (await world.loginEvents.list(userId, anything, { ...firstPage, sort: 'ts' })).items;
  };
  const newsTo = (email: string) => world.mails.sent.filter((mail) => mail.to === email && mail.subject === NEWS);

  describe('sessions', () => {
    it('return their origin and device', async () => {
      const { who, sessionId } = await signedIn(true);
      expect(await world.sessions.get(who, sessionId)).toMatchObject({
        deviceName: 'Firefox on Linux',
        ip: aCaller.ip,
        ipCountry: 'GB',
        city: 'London',
        isTrusted: true,
        isCurrent: true,
      });
    });

    it('can be renamed, and lose trust', async () => {
      const { who, sessionId } = await signedIn(true);
      expect(await world.sessions.change(who, sessionId, { deviceName: 'Desk' })).toMatchObject({
        deviceName: 'Desk',
        isTrusted: true,
      });
      world.clock.advance(DAY_S);
      const changed = await world.sessions.change(who, sessionId, { isTrusted: false });
      expect(changed).toMatchObject({ deviceName: 'Desk', isTrusted: false });
      expect(changed.expiresAt.getTime() - world.clock.now().getTime()).toBe(DAY_S * 1000);
      expect(await world.sessions.change(who, sessionId, {})).toEqual(changed);
    });

    it('are revoked individually, all, or all except the current one', async () => {
      const { who, email, sessionId } = await signedIn();
      const other = (await logIn(email)).sessionId;
      expect(await listed(who)).toHaveLength(3);
      await world.sessions.revoke(who, other);
      expect(await listed(who)).not.toContain(other);
      expect(await world.sessions.revokeAll(who, true)).toBe(1);
      expect(await listed(who)).toEqual([sessionId]);
      expect(await world.sessions.revokeAll(who, false)).toBe(1);
      expect(await listed(who)).toEqual([]);
      expect(await world.sessions.revokeAll(who, false)).toBe(0);
    });

    it('of other users, ended or unknown are not found', async () => {
      const { who, email, sessionId } = await signedIn();
      const stranger = await signedIn();
      const ended = (await logIn(email)).sessionId;
      await world.sessions.end(ended);
      const refused = { code: 'not_found' };
      for (const id of [stranger.sessionId, ended, newId('ses')]) {
        await expect(world.sessions.get(who, id)).rejects.toMatchObject(refused);
        await expect(world.sessions.revoke(who, id)).rejects.toMatchObject(refused);
        await expect(world.sessions.change(who, id, { deviceName: 'Mine' })).rejects.toMatchObject(refused);
      }
      expect(await listed(stranger.who)).toContain(stranger.sessionId);
      world.clock.advance(DAY_S);
      await expect(world.sessions.revoke(who, sessionId)).rejects.toMatchObject(refused);
    });
  });

  describe('login events', () => {
    it('sends one email for a new device, except for the first', async () => {
      const { email, userId } = await aVerifiedUser(world);
      expect(newsTo(email)).toEqual([]);
      await logInNext(email, { ...aCaller, userAgent: 'curl/8.5' });
      await logInNext(email, { ...aCaller, userAgent: 'curl/8.6' });
      expect(newsTo(email)).toHaveLength(1);
      expect(newsTo(email)[0]!.text).toContain(`: curl from ${aCaller.ip} (GB)`);
      expect((await history(userId)).map(({ isNewDevice }) => isNewDevice)).toEqual([false, true, false]);
    });

    it('sends one email for a new country', async () => {
      const { email, userId } = await aVerifiedUser(world);
      for (let again = 0; again < 2; again++) await logInNext(email, { ...aCaller, ip: ELSEWHERE.ip });
      expect(newsTo(email)).toHaveLength(1);
      const [again, first] = await history(userId);
      expect(again).toMatchObject({ ipCountry: 'US', isNewLocation: false });
      expect(first).toMatchObject({ outcome: 'success', ipCountry: 'US', isNewDevice: false, isNewLocation: true });
    });

    it('records a new device in a new country as suspicious for a day, allows it and sends an email each time', async () => {
      const { email, userId } = await aVerifiedUser(world);
      for (let again = 0; again < 2; again++) await expect(logInNext(email, ELSEWHERE)).resolves.toBeDefined();
      expect((await history(userId)).map(({ outcome }) => outcome)).toEqual(['suspicious', 'suspicious', 'success']);
      expect(newsTo(email)).toHaveLength(2);
      world.clock.advance(DAY_S + 1);
      for (let again = 0; again < 2; again++) await logInNext(email, ELSEWHERE);
      expect((await history(userId)).slice(0, 2).map(({ outcome }) => outcome)).toEqual(['success', 'success']);
      expect(newsTo(email)).toHaveLength(3);
    });

    it('sends no email before the second factor', async () => {
      const { email, userId } = await aVerifiedUser(world);
      await world.stored.alterUser(userId, { mfaMethod: 'totp' });
      await logInNext(email, ELSEWHERE);
      expect(newsTo(email)).toEqual([]);
      expect((await history(userId))[0]).toMatchObject({ outcome: 'mfa_required', isNewDevice: true });
    });

    it('records the fraud decision of each attempt', async () => {
      const { email, userId } = await world.signUp.signUp(aSignUp());
      const attempts = async () => {
        await expect(logIn(email)).rejects.toMatchObject({ code: 'email_unverified' });
        const wrong = world.logIn.logIn({ email, password: 'not this one', trustDevice: false, caller: aCaller });
        await expect(wrong).rejects.toMatchObject({ code: 'unauthorized' });
      };
      await attempts();
      await world.verifyEmail.verify({ token: world.mails.tokenTo(email), caller: aCaller });
      await logIn(email);
      world.fraud.decision = 'review';
      await logIn(email);
      world.fraud.decision = 'block';
      await expect(logIn(email)).rejects.toMatchObject({ code: 'fraud_blocked' });
      expect((await history(userId)).map(({ outcome, fraudDecision }) => [outcome, fraudDecision]).toSorted()).toEqual([
        ['fraud_screen_blocked', 'block'],
        ['success', 'allow'],
        ['success', 'allow'],
        ['success', 'review'],
        ['unverified_email', 'allow'],
        ['wrong_password', 'allow'],
      ]);
    });

    it('is screened on a mailed link too, which stays usable when blocked', async () => {
      const { email } = await world.signUp.signUp(aSignUp());
      const token = world.mails.tokenTo(email);
      world.fraud.decision = 'block';
      const use = () => world.verifyEmail.verify({ token, caller: aCaller });
      await expect(use()).rejects.toMatchObject({ code: 'fraud_blocked' });
      expect((await world.stored.loginEvents()).at(-1)).toMatchObject({
        outcome: 'fraud_screen_blocked',
        method: 'magic_link',
      });
      world.fraud.decision = 'allow';
      await expect(use()).resolves.toBeDefined();
      await world.mailLink.mail({ kind: 'magic_link', email, ip: null });
      const link = world.mails.tokenTo(email);
      world.fraud.decision = 'block';
      const follow = () => world.followMagicLink.follow({ token: link, caller: aCaller });
      await expect(follow()).rejects.toMatchObject({ code: 'fraud_blocked' });
      world.fraud.decision = 'allow';
      await expect(follow()).resolves.toBeDefined();
    });

    it('covers at most 400 days', async () => {
      const { email, userId } = await aVerifiedUser(world);
      world.clock.advance(400 * DAY_S);
      await logIn(email);
      expect(await history(userId)).toHaveLength(2);
      world.clock.advance(1);
      expect(await history(userId)).toHaveLength(1);
      const since = { outcomes: null, methods: null, isNewDevice: null, from: new Date(0), to: null };
      expect((await world.loginEvents.list(userId, since, { ...firstPage, sort: 'ts' })).items).toHaveLength(1);
    });
  });
});
