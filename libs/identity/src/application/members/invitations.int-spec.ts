import { newId, type Principal } from '@trunkline/kernel';
import {
  aCaller,
  aMember,
  anInvitation,
  anUnknownEmail,
  aPrincipal,
  aSignUp,
  anAccountWithMember,
  aVerifiedUser,
  membersWorld,
  type MembersWorld,
  NEW_USER,
  PASSWORD,
  worldsOf,
} from '../../testing';

const DAY_S = 86_400;

const newWorld = worldsOf(membersWorld);
let world: MembersWorld;
let owner: Principal;
let member: Principal;
beforeEach(async () => {
  world = newWorld();
  ({ owner, member } = await anAccountWithMember(world, 'member'));
});

const accept = (token: string, change: Partial<typeof NEW_USER> | { name: null } | { password: null } = {}) =>
  world.acceptInvitation.accept({ token, ...NEW_USER, ...change });
const asNobody = { name: null, password: null };
const logIn = (email: string, password: string) =>
  world.logIn.logIn({ email, password, trustDevice: false, caller: aCaller });
const statusOf = async (id: string) => (await world.invitationQueries.get(owner.accountId, id)).status;

describe('Inviting', () => {
  it('sends a link, and records the inviter without the address', async () => {
    const { invitation } = await anInvitation(world, owner, { email: 'First.Grace@Example.com', role: 'billing' });
    expect(invitation).toMatchObject({ email: 'first.grace@example.com', role: 'billing', status: 'pending' });
    const mail = world.mails.sent.at(-1)!;
    expect(mail).toMatchObject({
      accountId: owner.accountId,
      to: 'first.grace@example.com',
      key: `invitation:${invitation.id}`,
    });
    expect(mail.text).toContain('Ada Lovelace invites you to join Ada Lovelace as a billing member');
    const { accountId, userId: actor } = owner;
    const entry = { actor, action: 'invitation.create', subject: invitation.id, accountId, after: { role: 'billing' } };
    expect(await world.stored.audit(accountId)).toEqual([{ ...entry, before: null }]);
  });

  it('replaces the pending invitation of the same address in this account only', async () => {
    const email = anUnknownEmail();
    const first = await anInvitation(world, owner, { email });
    const other = (await anAccountWithMember(world, 'member')).owner;
    const elsewhere = await anInvitation(world, other, { email });
    const second = await anInvitation(world, owner, { email, role: 'admin' });
    expect([await statusOf(first.invitation.id), await statusOf(second.invitation.id)]).toEqual(['revoked', 'pending']);
    await expect(accept(first.token)).rejects.toMatchObject({ code: 'token_invalid' });
    expect(await world.links.preview(elsewhere.token)).toMatchObject({ accountId: other.accountId });
  });

  it('creates one invitation per operation', async () => {
    const wanted = { operationId: newId('op'), email: 'a@example.com', role: 'member', ip: null } as const;
    const first = await world.invitations.invite(owner, wanted);
    const second = await world.invitations.invite(owner, wanted);
    expect(second).toEqual(first);
    expect(world.mails.sent.filter(({ to }) => to === 'a@example.com')).toHaveLength(1);
  });

  it('refuses an existing member, whatever the case of the address', async () => {
    const { email } = (await world.memberQueries.get(owner.accountId, member.userId)).user;
    const again = anInvitation(world, owner, { email: email.toUpperCase() });
    await expect(again).rejects.toMatchObject({ code: 'already_member' });
  });

  it('requires a current owner or admin', async () => {
    await expect(anInvitation(world, { ...member, role: 'admin' })).rejects.toMatchObject({ code: 'forbidden' });
    const admin = await aMember(world, owner, 'admin');
    expect((await anInvitation(world, admin, { role: 'admin' })).invitation.role).toBe('admin');
  });

  it('throws rate_limited beyond the email allowance, and creates nothing', async () => {
    world.allowance.left = 0;
    await expect(anInvitation(world, owner)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 720 });
    const page = { limit: 10, sort: 'created_at', order: 'desc', after: null } as const;
    expect((await world.invitationQueries.list({ accountId: owner.accountId, status: null }, page)).items).toEqual([]);
  });
});

describe('An invitation', () => {
  it('is revoked once and for good, and not once it is accepted', async () => {
    const { invitation, token } = await anInvitation(world, owner);
    expect(await world.invitations.revoke(owner, invitation.id)).toMatchObject({ status: 'revoked' });
    expect(await world.invitations.revoke(owner, invitation.id)).toMatchObject({ status: 'revoked' });
    const actions = (await world.stored.audit(owner.accountId)).map(({ action }) => action);
    expect(actions).toEqual(['invitation.create', 'invitation.revoke']);
    await expect(accept(token)).rejects.toMatchObject({ code: 'token_invalid' });
    const accepted = await anInvitation(world, owner);
    await accept(accepted.token);
    const revoking = world.invitations.revoke(owner, accepted.invitation.id);
    await expect(revoking).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('is rejected once expired or accepted, or when its account is closed', async () => {
    const expired = await anInvitation(world, owner);
    world.clock.advance(7 * DAY_S);
    const used = await anInvitation(world, owner);
    await accept(used.token);
    const { token } = await anInvitation(world, owner);
    await world.stored.closeAccount(owner.accountId);
    for (const each of [expired.token, used.token, token, 'made up']) {
      await expect(accept(each)).rejects.toMatchObject({ code: 'token_invalid' });
      await expect(world.links.preview(each)).rejects.toMatchObject({ code: 'token_invalid' });
    }
  });
});

describe('Accepting', () => {
  it('creates a verified user with only that membership, without an account or credit', async () => {
    const { token, email } = await anInvitation(world, owner, { role: 'billing' });
    const accounts = () => world.stored.count('identity.accounts');
    const before = [await accounts(), world.wallets.credited.size];
    expect(await world.links.preview(token)).toMatchObject({ email, role: 'billing', userId: null, isNewUser: true });
    const accepted = await accept(token);
    expect(accepted).toMatchObject({
      accountId: owner.accountId,
      signedIn: { accountId: owner.accountId, challenge: null },
    });
    expect(await world.accounts.mine(aPrincipal(accepted))).toMatchObject({
      user: { email, name: 'Grace Hopper', role: 'billing', emailVerified: true },
      memberships: [{ accountId: owner.accountId }],
    });
    expect([await accounts(), world.wallets.credited.size]).toEqual(before);
    expect(await logIn(email, NEW_USER.password)).toMatchObject({ userId: accepted.userId });
    expect((await world.stored.audit(owner.accountId)).at(-1)).toMatchObject({
      actor: accepted.userId,
      action: 'invitation.accept',
    });
  });

  it('requires name and password of a new user, and keeps the link valid', async () => {
    const { token } = await anInvitation(world, owner);
    const refusals = [
      [asNobody, ['name', 'password']],
      [{ name: null }, ['name']],
      [{ password: null }, ['password']],
      [{ password: 'password' }, ['password']],
      [{ password: 'short' }, ['password']],
    ] as const;
    for (const [change, fields] of refusals) {
      const error = await accept(token, change).catch((refusal: unknown) => refusal as { fields: object });
      expect(Object.keys((error as { fields: object }).fields)).toEqual(fields);
    }
    await expect(accept(token)).resolves.toMatchObject({ accountId: owner.accountId });
  });

  it('adds an existing user as a member without signing in', async () => {
    const known = await aVerifiedUser(world);
    const { token } = await anInvitation(world, owner, { email: known.email });
    expect(await world.links.preview(token)).toMatchObject({ userId: known.userId, isNewUser: false });
    const sessions = await world.stored.sessions(known.userId);
    world.clock.advance(1);
    const accepted = await accept(token, asNobody);
    expect(accepted).toEqual({ userId: known.userId, accountId: owner.accountId, signedIn: null });
    expect(await world.stored.sessions(known.userId)).toEqual(sessions);
    expect(await world.accounts.mine(aPrincipal(accepted))).toMatchObject({
      user: { name: 'Ada Lovelace', role: 'member' },
      memberships: [
        { accountId: known.accountId, role: 'owner' },
        { accountId: owner.accountId, role: 'member' },
      ],
    });
    await expect(logIn(known.email, PASSWORD)).resolves.toMatchObject({ accountId: known.accountId });
  });

  it('ignores the password that a known user sends along', async () => {
    const known = await aVerifiedUser(world);
    const { token } = await anInvitation(world, owner, { email: known.email });
    await accept(token);
    await expect(logIn(known.email, NEW_USER.password)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(logIn(known.email, PASSWORD)).resolves.toMatchObject({ userId: known.userId });
  });

  it('does not sign in through a link from before a password change', async () => {
    const known = await aVerifiedUser(world);
    const { token } = await anInvitation(world, owner, { email: known.email });
    await world.mailLink.mail({ kind: 'reset_password', email: known.email, ip: null });
    const reset = { token: world.mails.tokenTo(known.email), newPassword: 'staple battery horse' };
    await world.resetPassword.reset(reset);
    expect(await accept(token)).toMatchObject({ userId: known.userId, signedIn: null });
    await expect(logIn(known.email, NEW_USER.password)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('replaces the password of an unverified sign-up', async () => {
    const squatter = await world.signUp.signUp(aSignUp());
    const { token, email } = await anInvitation(world, owner, { email: squatter.email });
    expect(await world.links.preview(token)).toMatchObject({ userId: squatter.userId, isNewUser: true });
    await expect(accept(token, asNobody)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await accept(token)).toMatchObject({ userId: squatter.userId, accountId: owner.accountId });
    await expect(logIn(email, PASSWORD)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(logIn(email, NEW_USER.password)).resolves.toMatchObject({ userId: squatter.userId });
  });

  it('rejects a member, and keeps the link valid', async () => {
    const { token, email } = await anInvitation(world, owner);
    await world.stored.alterUser(member.userId, { email });
    await expect(accept(token)).rejects.toMatchObject({ code: 'already_member' });
  });

  it('screens for fraud: a block stores only the event, and a review is recorded', async () => {
    const { token, email } = await anInvitation(world, owner);
    world.fraud.decision = 'block';
    await expect(accept(token)).rejects.toMatchObject({ code: 'fraud_blocked' });
    expect(await world.stores.users.findByEmail(email)).toBeNull();
    expect((await world.stored.loginEvents()).at(-1)).toMatchObject({ userId: null, outcome: 'fraud_screen_blocked' });
    world.fraud.decision = 'review';
    const { userId } = await accept(token);
    const outcomes = (await world.stored.loginEvents(userId)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['fraud_screen_review', 'success']);
  });

  it('belongs to the current user of the address', async () => {
    const known = await aVerifiedUser(world);
    const { token } = await anInvitation(world, owner, { email: known.email });
    await world.stored.alterUser(known.userId, { email: anUnknownEmail() });
    await expect(accept(token, asNobody)).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await accept(token)).userId).not.toBe(known.userId);
  });
});
