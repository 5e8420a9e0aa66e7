import { type Principal, ROLES } from '@trunkline/kernel';
import {
  aCaller,
  aMember,
  anInvitation,
  aPrincipal,
  anAccountWithMember,
  membersWorld,
  type MembersWorld,
  NEW_USER,
  sampleKey,
  worldsOf,
} from '../../testing';

const newWorld = worldsOf(membersWorld);
let world: MembersWorld;
beforeEach(() => {
  world = newWorld();
});

const roleOf = async ({ accountId, userId }: Principal) => (await world.memberQueries.get(accountId, userId)).user.role;

describe('Members', () => {
  it('change role by owners and admins, with an audit record', async () => {
    const { owner, member } = await anAccountWithMember(world, 'member');
    const { accountId, userId } = member;
    expect(await world.members.changeRole(owner, userId, 'billing')).toMatchObject({ user: { role: 'billing' } });
    const admin = await aMember(world, owner, 'admin');
    await world.members.changeRole(admin, userId, 'read_only');
    const entry = { action: 'member.change', subject: userId, accountId };
    expect(await world.stored.audit(accountId)).toEqual([
      { ...entry, actor: owner.userId, before: { role: 'member' }, after: { role: 'billing' } },
      { ...entry, actor: admin.userId, before: { role: 'billing' }, after: { role: 'read_only' } },
    ]);
  });

  it('that already have the role are not changed or recorded', async () => {
    const { owner, member } = await anAccountWithMember(world, 'member');
    await world.members.changeRole(owner, member.userId, 'member');
    expect(await world.stored.audit(owner.accountId)).toEqual([]);
  });

  it('are authorized by the current role, not by that of the credential', async () => {
    const { owner, member } = await anAccountWithMember(world, 'owner');
    await world.members.changeRole(owner, member.userId, 'admin');
    const stale = { ...member, role: 'owner' } as const;
    await expect(world.members.changeRole(stale, owner.userId, 'admin')).rejects.toMatchObject({ code: 'forbidden' });
    await world.members.remove(owner, member.userId);
    await expect(world.members.remove(stale, owner.userId)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('keep one owner', async () => {
    const { owner, member } = await anAccountWithMember(world, 'admin');
    const lastOwner = { code: 'last_owner' };
    await expect(world.members.changeRole(owner, owner.userId, 'admin')).rejects.toMatchObject(lastOwner);
    await expect(world.members.remove(owner, owner.userId)).rejects.toMatchObject(lastOwner);
    await world.members.changeRole(owner, member.userId, 'owner');
    await world.members.changeRole(owner, owner.userId, 'read_only');
    expect(await roleOf(owner)).toBe('read_only');
    await expect(world.members.remove(member, member.userId)).rejects.toMatchObject(lastOwner);
  });

  it.each(ROLES)('who leave as %s lose the keys of this account only', async (role) => {
    const { owner, member } = await anAccountWithMember(world, role);
    const { accountId, userId } = member;
    const elsewhere = await aMember(world, owner, 'member');
    // Created while the role of their user still allowed it.
    const here = sampleKey(accountId, userId).apiKey;
    const theirs = sampleKey(accountId, elsewhere.userId).apiKey;
    for (const key of [here, theirs]) await world.stores.apiKeys.add(key);
    await world.members.remove(member, userId);
    await expect(world.memberQueries.get(accountId, userId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await world.apiKeyQueries.get(accountId, here.id)).toMatchObject({ status: 'revoked' });
    expect(await world.apiKeyQueries.get(accountId, theirs.id)).toMatchObject({ status: 'active' });
    const entry = { actor: userId, action: 'member.remove', subject: userId, accountId, before: { role } };
    expect(await world.stored.audit(accountId)).toEqual([{ ...entry, after: null }]);
  });

  it.each(['removed', 'leaving'])(
    'are removed as users with their last membership, %s, and their address is free',
    async (how) => {
      const { owner } = await anAccountWithMember(world, 'member');
      const { token, email } = await anInvitation(world, owner);
      const { userId, signedIn } = await world.acceptInvitation.accept({ token, ...NEW_USER });
      const member = aPrincipal({ accountId: owner.accountId, userId, role: 'member' });
      await world.mailLink.mail({ kind: 'magic_link', email, ip: null });
      const link = world.mails.tokenTo(email);
      await world.members.remove(how === 'removed' ? owner : member, userId);
      const ended = { email: `removed+${userId}@invalid`, passwordHash: null, mfaMethod: null, emailVerifiedAt: null };
      expect(await world.stored.user(userId)).toMatchObject(ended);
      expect((await world.stored.session(signedIn!.sessionId))?.revokedAt).toEqual(world.clock.now());
      await expect(world.followMagicLink.follow({ token: link, caller: aCaller })).rejects.toMatchObject({
        code: 'token_invalid',
      });
      const again = await anInvitation(world, owner, { email });
      expect((await world.acceptInvitation.accept({ token: again.token, ...NEW_USER })).userId).not.toBe(userId);
    },
  );

  it('remain users while they have another membership', async () => {
    const { owner, member } = await anAccountWithMember(world, 'member');
    const { email, passwordHash } = await world.stored.user(member.userId);
    await world.members.remove(owner, member.userId);
    expect(await world.stored.user(member.userId)).toMatchObject({ email, passwordHash });
  });

  it('who may not manage others cannot tell who is a member', async () => {
    const { owner, member } = await anAccountWithMember(world, 'read_only');
    for (const userId of [owner.userId, 'usr_none']) {
      await expect(world.members.remove(member, userId)).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(world.members.remove(owner, 'usr_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of another account are not found', async () => {
    const { owner } = await anAccountWithMember(world, 'member');
    const { member: stranger } = await anAccountWithMember(world, 'member');
    const notFound = { code: 'not_found' };
    await expect(world.members.changeRole(owner, stranger.userId, 'admin')).rejects.toMatchObject(notFound);
    await expect(world.members.remove(owner, stranger.userId)).rejects.toMatchObject(notFound);
    const trespasser = aPrincipal({ accountId: owner.accountId, userId: stranger.userId });
    await expect(world.members.remove(trespasser, owner.userId)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each(['removed', 'demoted'])('have their pending invitations revoked once %s', async (what) => {
    const { owner, member: admin } = await anAccountWithMember(world, 'admin');
    const { invitation } = await anInvitation(world, admin);
    const { invitation: other } = await anInvitation(world, owner);
    await (what === 'removed'
      ? world.members.remove(owner, admin.userId)
      : world.members.changeRole(owner, admin.userId, 'member'));
    const statusOf = async (id: string) => (await world.invitationQueries.get(owner.accountId, id)).status;
    expect([await statusOf(invitation.id), await statusOf(other.id)]).toEqual(['revoked', 'pending']);
  });
});
