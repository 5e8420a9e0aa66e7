import { type Clock, newId, type Principal, type Role } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { AcceptInvitation } from '../../application/members/accept-invitation';
import { EndMembership } from '../../application/members/end-membership';
import { InvitationLinks } from '../../application/members/invitation-links';
import { InvitationMails } from '../../application/members/invitation-mails';
import { Invitations } from '../../application/members/invitations';
import { Invitees } from '../../application/members/invitees';
import { Members } from '../../application/members/members';
import type { InvitedRole } from '../../domain/members/invitation';
import { InvitationReads } from '../../infrastructure/members/invitation-queries';
import { StoredInvitations } from '../../infrastructure/members/invitation.repository';
import { StoredMemberKeys } from '../../infrastructure/members/membership.repository';
import { MemberReads } from '../../infrastructure/members/member-queries';
import { FAKE_LINKS } from '../fakes';
import { aCaller, aPrincipal, aVerifiedUser, identityWorld } from './identity-world';

export function memberStores(db: Database, clock: Clock) {
  return {
    invitations: new StoredInvitations(db),
    invitationQueries: new InvitationReads(db, clock),
    memberQueries: new MemberReads(db),
    keys: new StoredMemberKeys(db),
  };
}

/** The use cases of members and invitations. */
export function membersWorld(db: Database) {
  const world = identityWorld(db);
  const { accountMembers, allowance, audit, clock, passwords, recorder, screening, signIn, signInMethods } = world;
  const { accounts, users, memberships, sessions } = world.stores;
  const { invitations, invitationQueries, memberQueries, keys } = memberStores(db, clock);
  const mails = new InvitationMails(users, world.mails, FAKE_LINKS, allowance);
  const invitees = new Invitees(users, screening, passwords, recorder, clock);
  const links = new InvitationLinks(accounts, invitations, invitationQueries, clock);
  const endMembership = new EndMembership(keys, invitations, users, memberships, sessions, signInMethods, clock);
  return {
    ...world,
    links,
    memberQueries,
    invitationQueries,
    members: new Members(db, accountMembers, memberships, memberQueries, endMembership, audit),
    invitations: new Invitations(
      db,
      accountMembers,
      memberQueries,
      invitations,
      invitationQueries,
      mails,
      audit,
      clock,
    ),
    acceptInvitation: new AcceptInvitation(db, links, invitees, memberships, signIn, audit, clock),
  };
}

export type MembersWorld = ReturnType<typeof membersWorld>;

/** Invites an address; returns the invitation and the secret of its link. */
export async function anInvitation(
  world: MembersWorld,
  principal: Principal,
  { email = `${newId('usr')}@example.com`, role = 'member' }: { email?: string; role?: InvitedRole } = {},
) {
  const invitation = await world.invitations.invite(principal, { operationId: newId('op'), email, role, ip: null });
  return { invitation, token: world.mails.tokenTo(invitation.email), email: invitation.email };
}

/** Creates an account with its owner and one more member. */
export async function anAccountWithMember(world: MembersWorld, role: Role) {
  const { accountId, userId } = await aVerifiedUser(world);
  const owner = aPrincipal({ accountId, userId });
  return { owner, member: await aMember(world, owner, role) };
}

/** Adds a new member to the account and returns its principal. */
export async function aMember(world: MembersWorld, { accountId }: Principal, role: Role): Promise<Principal> {
  const { userId } = await aVerifiedUser(world);
  await world.stores.memberships.add({ accountId, userId, role, joinedAt: world.clock.now() });
  return aPrincipal({ accountId, userId, role });
}

/** What a new user sends with an invitation. */
export const NEW_USER = { name: 'Grace Hopper', password: 'nanoseconds of wire', caller: aCaller };
