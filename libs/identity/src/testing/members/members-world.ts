import { type Clock, newId, type Principal, type Role, type Transactor } from '@trunkline/kernel';
import { NoTransactor } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import { ChangeAccount } from '../../application/accounts/change-account';
import { UserMails } from '../../application/mails/user-mails';
import { AcceptInvitation } from '../../application/members/accept-invitation';
import { EndMembership } from '../../application/members/end-membership';
import { InvitationLinks } from '../../application/members/invitation-links';
import { InvitationMails } from '../../application/members/invitation-mails';
import { Invitations } from '../../application/members/invitations';
import { Invitees } from '../../application/members/invitees';
import { InviteMember } from '../../application/members/invite-member';
import { Members } from '../../application/members/members';
import type { MemberAudit } from '../../application/members/ports';
import { AccountMembers } from '../../application/members/account-members';
import { Screening } from '../../application/screening/screening';
import { Passwords } from '../../application/passwords/passwords';
import { SignIn } from '../../application/sign-in/sign-in';
import { LoginEventRecorder } from '../../application/login-events/login-event-recorder';
import { SuccessfulSignIns } from '../../application/login-events/successful-sign-ins';
import type { InvitedRole } from '../../domain/members/invitation';
import { type DatabaseWorld, databaseWorld } from '../database-world';
import { FAKE_LINKS } from '../fakes';
import { aCaller, aPrincipal, aVerifiedUser, identityWorld, type IdentityWorld } from '../identity-world';
import {
  databaseAudit,
  databaseMemberStores,
  FakeMemberAudit,
  FakeBalanceAlerts,
  FakeNumberHistory,
  memoryMemberStores,
  type MemberStores,
} from './members-stores';
import { BowserDeviceNames } from '../../infrastructure/sign-in/bowser-device-names';

interface WorldSetup {
  readonly accountMembers: MemberStores;
  readonly audit: MemberAudit;
  readonly tx: Transactor;
  readonly clock: Clock;
}

function signInOver(world: IdentityWorld | DatabaseWorld, recorder: LoginEventRecorder, clock: Clock): SignIn {
  const { users, sessions, memberships } = world.stores;
  const deviceNames = new BowserDeviceNames();
  const successes = new SuccessfulSignIns(users, recorder, deviceNames, new UserMails(memberships, world.mails));
  return new SignIn(sessions, memberships, recorder, successes, world.devices, deviceNames, world.geolocation, clock);
}

/** The member use cases over an existing world. */
function membersOver(world: IdentityWorld | DatabaseWorld, { accountMembers: stores, audit, tx, clock }: WorldSetup) {
  const { accounts, users, memberships, sessions, loginEvents } = world.stores;
  const { invitations, invitationQueries, memberQueries } = stores;
  const recorder = new LoginEventRecorder(loginEvents, world.geolocation, clock);
  const screening = new Screening(world.fraud, world.captcha, recorder);
  const signIn = signInOver(world, recorder, clock);
  const accountMembers = new AccountMembers(accounts, memberships);
  const numbers = new FakeNumberHistory();
  const alerts = new FakeBalanceAlerts();
  const mails = new InvitationMails(users, world.mails, FAKE_LINKS, world.allowance);
  const invitees = new Invitees(users, screening, new Passwords(world.hasher, world.common), recorder, clock);
  const links = new InvitationLinks(accounts, invitations, invitationQueries, clock);
  const endMembership = new EndMembership(
    stores.keys,
    invitations,
    users,
    memberships,
    sessions,
    world.signInMethods,
    clock,
  );
  return {
    numbers,
    alerts,
    links,
    changeAccount: new ChangeAccount(tx, accounts, numbers, alerts),
    members: new Members(tx, accountMembers, memberships, memberQueries, endMembership, audit),
    invitations: new Invitations(tx, invitations, invitationQueries, audit, clock),
    inviteMember: new InviteMember(tx, accountMembers, memberQueries, invitations, mails, audit, clock),
    acceptInvitation: new AcceptInvitation(tx, links, invitees, memberships, signIn, audit, clock),
  };
}

export function membersWorld() {
  const world = identityWorld();
  const audit = new FakeMemberAudit();
  const setup = { accountMembers: memoryMemberStores(world.state), audit, tx: new NoTransactor(), clock: world.clock };
  return { ...world, ...membersOver(world, setup), audit };
}

export function databaseMembersWorld(db: Database) {
  const world = databaseWorld(db);
  const setup = { accountMembers: databaseMemberStores(db), audit: databaseAudit(db), tx: db, clock: world.clock };
  return { ...world, ...membersOver(world, setup) };
}

export type MembersWorld = ReturnType<typeof membersWorld>;
export type DatabaseMembersWorld = ReturnType<typeof databaseMembersWorld>;

/** Invites an address; returns the invitation and the secret of its link. */
export async function anInvitation(
  world: MembersWorld | DatabaseMembersWorld,
  principal: Principal,
  { email = `${newId('usr')}@example.com`, role = 'member' }: { email?: string; role?: InvitedRole } = {},
) {
  const invitation = await world.inviteMember.execute({ principal, operationId: newId('op'), email, role, ip: null });
  return { invitation, token: world.mails.tokenTo(invitation.email), email: invitation.email };
}

/** Creates an account with its owner and one more member. */
export async function anAccountWithMember(world: MembersWorld | DatabaseMembersWorld, role: Role) {
  const { accountId, userId } = await aVerifiedUser(world);
  const owner = aPrincipal({ accountId, userId });
  return { owner, member: await aMember(world, owner, role) };
}

/** Adds a new member to the account and returns its principal. */
export async function aMember(
  world: MembersWorld | DatabaseMembersWorld,
  { accountId }: Principal,
  role: Role,
): Promise<Principal> {
  const { userId } = await aVerifiedUser(world);
  await world.stores.memberships.add({ accountId, userId, role, joinedAt: world.clock.now() });
  return aPrincipal({ accountId, userId, role });
}

/** What a new user sends with an invitation. */
export const NEW_USER = { name: 'Grace Hopper', password: 'nanoseconds of wire', caller: aCaller };
