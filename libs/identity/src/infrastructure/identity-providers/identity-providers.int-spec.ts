import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { ProviderOutcome } from '../../application/identity-providers/outcome';
import { beginAttempt } from '../../domain/identity-providers/identity-provider';
import { newSecret } from '../../domain/secrets';
import { identityPersistence } from '../../identity.module';
import { databaseStores } from '../../testing/database-world';
import { describeIdentityProviderStores } from '../../testing/identity-providers/identity-provider-contract';
import { databaseProviderStores } from '../../testing/identity-providers/identity-provider-stores';
import {
  aProviderIdentity,
  aProviderSignIn,
  databaseIdentityProviderWorld,
} from '../../testing/identity-providers/identity-provider-world';
import { aSignUp, aVerifiedUser } from '../../testing/identity-world';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const endOf = (outcome: ProviderOutcome) => (outcome.kind === 'refused' ? outcome.error : outcome.kind);

describe('third-party sign-in on PostgreSQL', () => {
  let test: TestDatabase;
  let world: ReturnType<typeof databaseIdentityProviderWorld>;
  const count = async (from: string, values: unknown[] = []) =>
    (await test.db.queryOne<{ count: number }>(`SELECT count(*) FROM ${from}`, values))!.count;

  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    world = databaseIdentityProviderWorld(test.db);
    // With connections still to be made, what should run at once would run one after another and prove nothing.
    await Promise.all(times(20, () => test.db.query('SELECT pg_sleep(0.05)')));
  });
  afterAll(() => test.close());

  describeIdentityProviderStores('its stores', () => ({
    idp: databaseProviderStores(test.db),
    stores: databaseStores(test.db),
    tx: test.db,
  }));

  it('returns an attempt to one of ten concurrent callers', async () => {
    const wanted = { provider: 'oauth_idp1', mode: 'login', returnTo: '/', country: null, linker: null } as const;
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
      const signingUp = world.signUp.execute(aSignUp({ email: email ?? '' })).then(
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
    const { arrive } = await aProviderSignIn(world, { mode: 'link', linker: { userId: user.id, sessionId } });
    expect(endOf(await arrive(aProviderIdentity(world).subject))).toBe('linked');
    const { items } = await world.identities.list(user.id, {
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
    const trips = await Promise.all(users.map((linker) => aProviderSignIn(world, { mode: 'link', linker })));
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
