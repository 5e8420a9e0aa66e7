import { addSeconds, type SortOrder } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { ProviderOutcome } from '../../application/identity-providers/outcome';
import { beginAttempt, type NewAttempt } from '../../domain/identity-providers/identity-provider';
import { type LinkedIdentity, linkIdentity } from '../../domain/identity-providers/linked-identity';
import { newSecret } from '../../domain/secrets';
import { beginSession } from '../../domain/sessions/session';
import { identityPersistence } from '../../identity.module';
import { everyPage } from '../../testing/every-page';
import {
  aProviderIdentity,
  aProviderSignIn,
  identityProviderWorld,
  type IdentityProviderWorld,
} from '../../testing/worlds/identity-provider-world';
import { aCaller, aSignUp, aVerifiedUser } from '../../testing/worlds/identity-world';
import { openConnections, times } from '../../testing/races';
import { SAMPLED_AT as now, storedOwner } from '../../testing/samples';

const later = (seconds: number) => addSeconds(now, seconds);
const ISSUER = 'https://issuer.example';
let subjects = 0;

const endOf = (outcome: ProviderOutcome) => (outcome.kind === 'refused' ? outcome.error : outcome.kind);

describe('third-party sign-in on PostgreSQL', () => {
  let test: TestDatabase;
  let world: IdentityProviderWorld;
  const count = async (from: string, values: unknown[] = []) =>
    (await test.db.find<{ count: number }>(`SELECT count(*) FROM ${from}`, values))!.count;

  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    world = identityProviderWorld(test.db);
    await openConnections(test.db);
  });
  afterAll(() => test.close());

  const begun = async (change: Partial<NewAttempt> = {}) => {
    const wanted: NewAttempt = {
      provider: 'oauth_idp1',
      mode: 'signup',
      returnTo: '/x',
      country: 'GB',
      timezone: 'Asia/Kolkata',
      linkingSession: null,
    };
    const { attempt } = beginAttempt({ ...wanted, ...change }, newSecret(), now);
    await world.idp.attempts.add(attempt);
    return attempt;
  };

  const linked = async (userId: string, at = now): Promise<LinkedIdentity> => {
    const claims = { issuer: ISSUER, subject: `s${String(subjects++)}`, email: 'ada@example.com' };
    const rest = { emailVerified: true, name: null, locale: null };
    const identity = linkIdentity(userId, 'oauth_idp1', { ...claims, ...rest }, at);
    await world.idp.identities.add(identity);
    return identity;
  };

  it('returns an attempt once, to its browser and provider, until it expires', async () => {
    const attempt = await begun();
    const { stateHash, browserHash, provider } = attempt;
    const key = { stateHash, browserHash, provider };
    expect(await world.idp.attempts.take({ ...key, browserHash: stateHash }, now)).toBeNull();
    expect(await world.idp.attempts.take({ ...key, provider: 'oauth_idp2' }, now)).toBeNull();
    expect(await world.idp.attempts.take({ ...key, stateHash: browserHash }, now)).toBeNull();
    expect(await world.idp.attempts.take(key, later(600))).toBeNull();
    expect(await world.idp.attempts.take(key, later(599))).toEqual(attempt);
    expect(await world.idp.attempts.take(key, later(599))).toBeNull();
  });

  it('stores the linking user', async () => {
    const attempt = await begun({
      mode: 'link',
      country: null,
      timezone: null,
      linkingSession: { userId: 'usr_1', sessionId: 'ses_1' },
    });
    expect(await world.idp.attempts.take(attempt, now)).toEqual(attempt);
  });

  it('finds an identity by provider, issuer and subject, and records its use', async () => {
    const { user } = await storedOwner(world.stores);
    const identity = await linked(user.id);
    expect(await world.idp.identities.find('oauth_idp1', ISSUER, identity.subject)).toEqual(identity);
    expect(await world.idp.identities.find('oauth_idp2', ISSUER, identity.subject)).toBeNull();
    expect(await world.idp.identities.find('oauth_idp1', 'https://other.example', identity.subject)).toBeNull();
    expect(await world.idp.identities.find('oauth_idp1', ISSUER, 'nobody')).toBeNull();
    await world.idp.identities.noteUse(identity.id, later(5));
    expect(await world.idp.identities.find('oauth_idp1', ISSUER, identity.subject)).toEqual({
      ...identity,
      lastUsedAt: later(5),
    });
  });

  it('retries the transaction when the identity was linked concurrently', async () => {
    const { user } = await storedOwner(world.stores);
    const identity = await linked(user.id);
    await expect(world.idp.identities.add({ ...identity, id: 'idn_second' })).rejects.toMatchObject({
      name: 'RetryTransaction',
    });
  });

  it('removes only an identity of the user, and counts the others', async () => {
    const [{ user }, { user: stranger }] = [await storedOwner(world.stores), await storedOwner(world.stores)];
    const [one] = [await linked(user.id), await linked(user.id)];
    expect(await world.idp.identities.remove(stranger.id, one.id)).toBeNull();
    expect(await world.idp.identities.countOf(user.id)).toBe(2);
    expect(await test.db.run(() => world.idp.identities.remove(user.id, one.id))).toEqual(one);
    expect(await world.idp.identities.remove(user.id, one.id)).toBeNull();
    expect(await world.idp.identities.countOf(user.id)).toBe(1);
    expect(await world.idp.identities.countOf(stranger.id)).toBe(0);
  });

  it('returns each identity of a user once, in either direction', async () => {
    const { user } = await storedOwner(world.stores);
    const kept: LinkedIdentity[] = [];
    for (const second of [0, 0, 1, 2, 3]) kept.push(await linked(user.id, later(second)));
    const read = async (order: SortOrder) => {
      const request = { limit: 2, sort: 'created_at', order } as const;
      const all = await everyPage((after) => world.idp.identities.list(user.id, { ...request, after }));
      return all.map(({ id }) => id);
    };
    const place = ({ createdAt, id }: LinkedIdentity) => `${createdAt.toISOString()}${id}`;
    const byTime = kept.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ id }) => id);
    expect(await read('asc')).toEqual(byTime);
    expect(await read('desc')).toEqual(byTime.toReversed());
  });

  it('detects whether the linking session is still valid', async () => {
    const { account, user } = await storedOwner(world.stores);
    const wanted = { userId: user.id, accountId: account.id, caller: aCaller, method: 'password' } as const;
    const { session } = beginSession({ ...wanted, trustDevice: false, mfaRequired: false }, now);
    await world.stores.sessions.add(session);
    expect(await world.idp.linkingSessions.isLive(session.id, now)).toBe(true);
    expect(await world.idp.linkingSessions.isLive(session.id, session.expiresAt)).toBe(false);
    expect(await world.idp.linkingSessions.isLive('ses_none', now)).toBe(false);
    await world.stores.sessions.revoke(session.id, now);
    expect(await world.idp.linkingSessions.isLive(session.id, now)).toBe(false);
  });

  it('returns an attempt to one of ten concurrent callers', async () => {
    const wanted = {
      provider: 'oauth_idp1',
      mode: 'login',
      returnTo: '/',
      country: null,
      timezone: null,
      linkingSession: null,
    } as const;
    const { attempt } = beginAttempt(wanted, newSecret(), world.clock.now());
    await world.idp.attempts.add(attempt);
    const takings = times(10, () => world.idp.attempts.take(attempt, world.clock.now()));
    expect((await Promise.all(takings)).filter((taken) => taken !== null)).toHaveLength(1);
  });

  it('accepts one of ten callbacks with one state', async () => {
    const { subject } = aProviderIdentity(world);
    const { arrive } = await aProviderSignIn(world);
    const ends = (await Promise.all(times(10, () => arrive(subject)))).map(endOf);
    expect(ends.toSorted()).toEqual([...times(9, () => 'idp_failed'), 'signed_in']);
  });

  it('opens one account for eight concurrent tabs, and signs in each', async () => {
    const { subject, email } = aProviderIdentity(world);
    const trips = await Promise.all(times(8, () => aProviderSignIn(world, { mode: 'signup' })));
    const ends = (await Promise.all(trips.map(({ arrive }) => arrive(subject)))).map(endOf);
    expect(ends).toEqual(times(8, () => 'signed_in'));
    const user = (await world.stores.users.findByEmail(email ?? ''))!;
    expect(await count('identity.memberships WHERE user_id = $1', [user.id])).toBe(1);
    expect(await count('identity.linked_identities WHERE user_id = $1', [user.id])).toBe(1);
    expect(await count('identity.sessions WHERE user_id = $1', [user.id])).toBe(8);
    expect(await count(`platform.outbox WHERE type = 'account.created' AND data->>'user_id' = $1`, [user.id])).toBe(1);
  });

  it('never links a concurrent sign-up with an unverified address', async () => {
    for (let n = 0; n < 5; n++) {
      const { subject, email } = aProviderIdentity(world);
      const { arrive } = await aProviderSignIn(world);
      const signingUp = world.signUp.signUp(aSignUp({ email: email ?? '' })).then(
        () => 'signed_up',
        (error: unknown) => (error as { code: string }).code,
      );
      const [local, arrived] = await Promise.all([signingUp, arrive(subject)]);
      const user = (await world.stores.users.findByEmail(email ?? ''))!;
      const links = await world.idp.identities.countOf(user.id);
      const first = ['signed_up', 'link_required', 0, false];
      const second = ['email_in_use', 'signed_in', 1, true];
      expect([first, second]).toContainEqual([local, endOf(arrived), links, user.isEmailVerified()]);
    }
  });

  it('keeps one identity when both are concurrently unlinked from a user without a password', async () => {
    const { subject, email } = aProviderIdentity(world);
    const outcome = await (await aProviderSignIn(world)).arrive(subject);
    const user = (await world.stores.users.findByEmail(email ?? ''))!;
    const sessionId = outcome.kind === 'signed_in' ? outcome.signedIn.sessionId : '';
    const { arrive } = await aProviderSignIn(world, { mode: 'link', linkingSession: { userId: user.id, sessionId } });
    expect(endOf(await arrive(aProviderIdentity(world).subject))).toBe('linked');
    const { items } = await world.idp.identities.list(user.id, {
      limit: 10,
      sort: 'created_at',
      order: 'asc',
      after: null,
    });
    const settled = await Promise.allSettled(items.map(({ id }) => world.identities.unlink(user.id, id)));
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await world.idp.identities.countOf(user.id)).toBe(1);
  });

  it('links an identity to one of two concurrent users', async () => {
    const { subject } = aProviderIdentity(world, { emailVerified: false });
    const users = [await aVerifiedUser(world), await aVerifiedUser(world)];
    const trips = await Promise.all(
      users.map((linkingSession) => aProviderSignIn(world, { mode: 'link', linkingSession })),
    );
    const ends = (await Promise.all(trips.map(({ arrive }) => arrive(subject)))).map(endOf);
    expect(ends.toSorted()).toEqual(['identity_in_use', 'linked']);
  });

  it('deletes abandoned attempts', async () => {
    world.clock.advance(601);
    const stale = 'identity.provider_attempts WHERE expires_at <= $1';
    for (let n = 0; n < 3; n++) await aProviderSignIn(world);
    const begun = await count('identity.provider_attempts');
    world.clock.advance(601);
    expect(await count(stale, [world.clock.now()])).toBe(begun);
    await aProviderSignIn(world);
    expect(await count(stale, [world.clock.now()])).toBe(Math.max(0, begun - 10));
  });
});
