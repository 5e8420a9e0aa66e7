import { newId, type Principal } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';
import {
  aMember,
  anInvitation,
  aSignUp,
  anAccountWithMember,
  aVerifiedUser,
  membersWorld,
  type MembersWorld,
  NEW_USER,
} from '../../testing';
import { openConnections, outcomes, times } from '../../testing/races';

/** Under REPEATABLE READ each who waited begins again, a few times at most, so there are fewer of them. */
const CROWDS = [
  ['read committed', 10],
  ['repeatable read', 3],
] as const;

describe('members under concurrency', () => {
  let test: TestDatabase;
  let world: MembersWorld;
  const count = async (from: string, values: unknown[]) =>
    (await test.db.find<{ count: number }>(`SELECT count(*) FROM ${from}`, values))!.count;
  const owners = ({ accountId }: Principal) =>
    count(`identity.memberships WHERE account_id = $1 AND role = 'owner'`, [accountId]);
  const accept = (token: string) => world.acceptInvitation.accept({ token, ...NEW_USER });

  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    world = membersWorld(test.db);
    await openConnections(test.db);
  });
  afterAll(() => test.close());

  it.each(CROWDS)('keeps an owner when all demote each other concurrently, %s', async (isolation, invitees) => {
    const { owner, member } = await anAccountWithMember(world, 'owner');
    const all = [owner, member];
    while (all.length < invitees) all.push(await aMember(world, owner, 'owner'));
    const attempts = all.map((actor, index) =>
      test.db.run(() => world.members.changeRole(actor, all[(index + 1) % all.length]!.userId, 'read_only'), isolation),
    );
    await Promise.allSettled(attempts);
    expect(await owners(owner)).toBeGreaterThanOrEqual(1);
  });

  it.each(CROWDS)('keeps an owner when all leave concurrently, %s', async (isolation, invitees) => {
    const { owner, member } = await anAccountWithMember(world, 'owner');
    const all = [owner, member];
    while (all.length < invitees) all.push(await aMember(world, owner, 'owner'));
    const leaving = all.map((each) => test.db.run(() => world.members.remove(each, each.userId), isolation));
    expect(await outcomes(leaving)).toEqual({ ok: invitees - 1, last_owner: 1 });
    expect(await owners(owner)).toBe(1);
  });

  it('leaves no key that a member created or rotated while being removed', async () => {
    const wanted = { name: 'ci', scopes: ['*'], allowedCidrs: [], expiresAt: null };
    for (let round = 0; round < 10; round++) {
      const { owner, member } = await anAccountWithMember(world, 'admin');
      const { apiKey } = await world.apiKeys.create(owner, wanted);
      const removing = world.members.remove(owner, member.userId);
      const making = times(3, () => world.apiKeys.create(member, wanted));
      const results = await outcomes([...making, world.apiKeys.rotate(member, apiKey.id, 60)]);
      await removing;
      const { ok = 0, forbidden = 0 } = results;
      expect(ok + forbidden).toBe(4);
      const { accountId } = owner;
      const working = await count(`identity.api_keys WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL`, [
        accountId,
        member.userId,
      ]);
      expect(working).toBe(0);
    }
  });

  it('leaves no session of a user who signs in while the last membership ends', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner } = await anAccountWithMember(world, 'member');
      const { token, email } = await anInvitation(world, owner);
      const { userId } = await accept(token);
      const { password, caller } = NEW_USER;
      const logIn = () => world.logIn.logIn({ email, password, trustDevice: false, caller });
      const removing = () => world.members.remove(owner, userId);
      const { ok = 0, unauthorized = 0 } = await outcomes([logIn(), logIn(), removing(), logIn(), logIn()]);
      expect(ok + unauthorized).toBe(5);
      expect(await count('identity.sessions WHERE user_id = $1 AND revoked_at IS NULL', [userId])).toBe(0);
      await world.signUp.signUp(aSignUp({ email }));
    }
  });

  it('rejects a key of a member who was concurrently demoted', async () => {
    const { owner, member } = await anAccountWithMember(world, 'admin');
    await world.members.changeRole(owner, member.userId, 'read_only');
    const wanted = { name: 'ci', scopes: ['*'], allowedCidrs: [], expiresAt: null };
    await expect(world.apiKeys.create(member, wanted)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('creates one user and one member for ten requests with one link', async () => {
    const { owner } = await anAccountWithMember(world, 'member');
    const { token, email } = await anInvitation(world, owner);
    expect(await outcomes(times(10, () => accept(token)))).toEqual({ ok: 1, token_invalid: 9 });
    expect(await count('identity.users WHERE email = $1', [email])).toBe(1);
    expect(await count('identity.memberships WHERE account_id = $1', [owner.accountId])).toBe(3);
  });

  it('creates one membership for an existing user who follows one link ten times', async () => {
    const { owner } = await anAccountWithMember(world, 'member');
    const known = await aVerifiedUser(world);
    const { token } = await anInvitation(world, owner, { email: known.email });
    expect(await outcomes(times(10, () => accept(token)))).toEqual({ ok: 1, token_invalid: 9 });
    expect(await count('identity.memberships WHERE user_id = $1', [known.userId])).toBe(2);
  });

  it('creates one user for concurrent invitations and a sign-up with one address', async () => {
    for (let round = 0; round < 5; round++) {
      const email = `${newId('usr')}@example.com`;
      const hosts = [
        (await anAccountWithMember(world, 'member')).owner,
        (await anAccountWithMember(world, 'member')).owner,
      ];
      const links: string[] = [];
      for (const host of hosts) links.push((await anInvitation(world, host, { email })).token);
      const signingUp = outcomes([world.signUp.signUp(aSignUp({ email }))]);
      const accepted = await Promise.all(links.map(accept));
      expect(new Set(accepted.map(({ userId }) => userId)).size).toBe(1);
      const { ok: owned = 0, email_in_use: refused = 0 } = await signingUp;
      expect(owned + refused).toBe(1);
      expect(await count('identity.memberships WHERE user_id = $1', [accepted[0]!.userId])).toBe(2 + owned);
    }
  });

  it.each(CROWDS)('leaves one pending invitation of many to one address, %s', async (isolation, invitees) => {
    const { owner } = await anAccountWithMember(world, 'member');
    const email = `${newId('usr')}@example.com`;
    const invite = () => world.invitations.invite(owner, { operationId: newId('op'), email, role: 'member', ip: null });
    expect(await outcomes(times(invitees, () => test.db.run(invite, isolation)))).toEqual({ ok: invitees });
    expect(await count('identity.invitations WHERE email = $1', [email])).toBe(invitees);
    expect(await count('identity.invitations WHERE email = $1 AND revoked_at IS NULL', [email])).toBe(1);
  });

  it('never accepts an invitation that is concurrently revoked', async () => {
    for (let round = 0; round < 10; round++) {
      const { owner } = await anAccountWithMember(world, 'member');
      const { token, invitation } = await anInvitation(world, owner);
      const accepting = accept(token);
      const revoking = world.invitations.revoke(owner, invitation.id);
      const { ok = 0 } = await outcomes([accepting, revoking]);
      expect(ok).toBe(1);
      const { status } = await world.invitationQueries.get(owner.accountId, invitation.id);
      const members = await count('identity.memberships WHERE account_id = $1', [owner.accountId]);
      expect(members).toBe(status === 'accepted' ? 3 : 2);
    }
  });
});
