import { TRIAL_CREDIT_CENTS } from '../sign-up/trial-credit';
import {
  aDeparture,
  aProviderIdentity,
  aProviderSignIn,
  aSignUp,
  aVerifiedUser,
  identityProviderWorld,
  type IdentityProviderWorld,
  worldsOf,
} from '../../testing';
import type { ProviderOutcome } from './outcome';

const refusal = (error: string, returnTo: string | null = null) => ({ kind: 'refused', error, returnTo });

describe('sign-in through a provider', () => {
  const newWorld = worldsOf(identityProviderWorld);
  let world: IdentityProviderWorld;
  beforeEach(() => (world = newWorld()));

  const arriving = async (subject: string) => (await aProviderSignIn(world)).arrive(subject);
  const signedIn = (outcome: ProviderOutcome) => {
    if (outcome.kind !== 'signed_in') throw new Error(`It was ${JSON.stringify(outcome)}.`);
    return outcome.signedIn;
  };
  const outcomes = async (userId: string) =>
    (await world.stored.loginEvents(userId)).map(({ outcome, method }) => `${method} ${outcome}`);
  const page = { limit: 10, sort: 'created_at', order: 'asc', after: null } as const;

  it('opens an account for a new user: verified, without password, with trial credit, without an email', async () => {
    const { subject, email } = aProviderIdentity(world, { locale: 'en-GB' });
    const { userId, accountId } = signedIn(await arriving(subject));
    expect(await world.stored.user(userId)).toMatchObject({ email, passwordHash: null, name: 'Ada Lovelace' });
    expect((await world.stored.user(userId)).isEmailVerified()).toBe(true);
    expect(await world.stored.account(accountId)).toMatchObject({ country: 'GB', tier: 'self_serve' });
    expect(world.wallets.balances.get(accountId)).toBe(TRIAL_CREDIT_CENTS);
    expect(world.mails.sent).toEqual([]);
    expect(await outcomes(userId)).toEqual(['oauth_idp1 success']);
    expect(world.fraud.screened).toMatchObject([{ email, country: 'GB' }]);
  });

  it('signs the same user in again, and records it', async () => {
    const { subject } = aProviderIdentity(world);
    const first = signedIn(await arriving(subject));
    world.clock.advance(60);
    const second = signedIn(await arriving(subject));
    expect(second.userId).toBe(first.userId);
    expect(world.fraud.screened.at(-1)).toMatchObject({ country: null });
    const { items } = await world.idp.identities.list(first.userId, page);
    expect(items).toMatchObject([{ subject, lastUsedAt: world.clock.now() }]);
  });

  it('is blocked by fraud screening before anything is created, and again for a known user', async () => {
    world.fraud.decision = 'block';
    const { subject, email } = aProviderIdentity(world);
    expect(await arriving(subject)).toEqual(refusal('fraud_blocked'));
    expect(await world.stores.users.findByEmail(email!)).toBeNull();
    world.fraud.decision = 'allow';
    const { userId } = signedIn(await arriving(subject));
    world.fraud.decision = 'block';
    expect(await arriving(subject)).toEqual(refusal('fraud_blocked'));
    expect((await world.stored.loginEvents()).at(-1)).toMatchObject({ userId, outcome: 'fraud_screen_blocked' });
  });

  it('opens the account in review when screening asks for it', async () => {
    world.fraud.decision = 'review';
    const { accountId, userId } = signedIn(await arriving(aProviderIdentity(world).subject));
    expect((await world.stored.account(accountId)).tier).toBe('manual_review');
    expect(await outcomes(userId)).toEqual(['oauth_idp1 fraud_screen_review', 'oauth_idp1 success']);
  });

  it('links only a verified user of an address that the provider vouches for', async () => {
    const verified = await aVerifiedUser(world);
    const unverified = await world.signUp.signUp(aSignUp());
    const vouched = aProviderIdentity(world, { email: verified.email.toUpperCase() });
    expect(signedIn(await arriving(vouched.subject)).userId).toBe(verified.userId);
    const same = aProviderIdentity(world, { email: unverified.email });
    expect(await arriving(same.subject)).toEqual(refusal('link_required'));
    expect((await outcomes(unverified.userId)).at(-1)).toBe('oauth_idp1 unverified_email');
    const loose = aProviderIdentity(world, { email: verified.email, emailVerified: false });
    expect(await arriving(loose.subject)).toEqual(refusal('idp_email_unverified'));
    const { items } = await world.idp.identities.list(verified.userId, page);
    expect(items.map(({ subject }) => subject)).toEqual([vouched.subject]);
    expect((await world.idp.identities.list(unverified.userId, page)).items).toEqual([]);
  });

  it('returns idp_failed for a state that is used, expired, or of another browser or provider', async () => {
    const { subject } = aProviderIdentity(world);
    const trip = await aProviderSignIn(world);
    expect(await trip.arrive(subject, { browserSecret: null })).toEqual(refusal('idp_failed'));
    expect(await trip.arrive(subject, { browserSecret: 'another' })).toEqual(refusal('idp_failed'));
    expect(await trip.arrive(subject, { provider: 'oauth_idp2' })).toEqual(refusal('idp_failed'));
    expect((await trip.arrive(subject)).kind).toBe('signed_in');
    expect(await trip.arrive(subject)).toEqual(refusal('idp_failed'));
    const late = await aProviderSignIn(world);
    world.clock.advance(600);
    expect(await late.arrive(subject)).toEqual(refusal('idp_failed'));
  });

  it('returns idp_failed for an unavailable provider, and rethrows other errors', async () => {
    const { subject } = aProviderIdentity(world);
    const trip = await aProviderSignIn(world);
    world.providers.isAway = true;
    expect(await trip.arrive(subject)).toEqual(refusal('idp_failed'));
    expect(await world.providerSignIn.begin(aDeparture())).toEqual(refusal('idp_failed'));
    world.providers.isAway = false;
    const other = await aProviderSignIn(world);
    world.stores.users.findByEmail = () => Promise.reject(new Error('a bug'));
    await expect(other.arrive(subject)).rejects.toThrow('a bug');
  });

  it('links a provider to the signed-in user, whatever its address, while the session is alive', async () => {
    const { userId, sessionId } = await aVerifiedUser(world);
    const linkingSession = { userId, sessionId };
    const { subject } = aProviderIdentity(world, { email: null, emailVerified: false });
    const linking = async () => (await aProviderSignIn(world, { mode: 'link', linkingSession })).arrive(subject);
    const denied = await aProviderSignIn(world, { mode: 'link', linkingSession });
    world.providers.invitees.set('no', 'denied');
    expect(await denied.arrive('no')).toEqual(refusal('idp_denied', '/back'));
    expect(await linking()).toEqual({ kind: 'linked', returnTo: '/back' });
    expect(await linking()).toEqual({ kind: 'linked', returnTo: '/back' });
    expect(signedIn(await arriving(subject)).userId).toBe(userId);
    await world.stores.sessions.revoke(sessionId, world.clock.now());
    expect(await linking()).toEqual(refusal('idp_failed', '/back'));
  });

  it('sends an existing user an email for each linked and removed identity', async () => {
    const { userId, sessionId, email } = await aVerifiedUser(world);
    const subjects = () => world.mails.sent.filter(({ to }) => to === email).map(({ subject }) => subject);
    const before = subjects().length;
    await arriving(aProviderIdentity(world, { email }).subject);
    expect(subjects().slice(before)).toEqual(['You can now sign in with First']);
    const { subject } = aProviderIdentity(world, { email: null, emailVerified: false });
    const linking = async () =>
      (await aProviderSignIn(world, { mode: 'link', linkingSession: { userId, sessionId } })).arrive(subject);
    expect([(await linking()).kind, (await linking()).kind]).toEqual(['linked', 'linked']);
    expect(subjects().slice(before + 1)).toEqual(['You can now sign in with First']);
    const [one] = (await world.idp.identities.list(userId, page)).items;
    await world.identities.unlink(userId, one!.id);
    expect(subjects().at(-1)).toBe('You can no longer sign in with First');
  });

  it('keeps the last identity of a user without a password', async () => {
    const { userId } = signedIn(await arriving(aProviderIdentity(world).subject));
    const [only] = (await world.idp.identities.list(userId, page)).items;
    await expect(world.identities.unlink(userId, only!.id)).rejects.toMatchObject({ code: 'invalid_state' });
    const verified = await aVerifiedUser(world);
    await arriving(aProviderIdentity(world, { email: verified.email }).subject);
    const [spare] = (await world.idp.identities.list(verified.userId, page)).items;
    await expect(world.identities.unlink(userId, spare!.id)).rejects.toMatchObject({ code: 'not_found' });
    await world.identities.unlink(verified.userId, spare!.id);
    expect((await world.idp.identities.list(verified.userId, page)).items).toEqual([]);
  });
});
