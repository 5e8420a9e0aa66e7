import { type Clock, newId, type Principal, type Role, type Transactor } from '@trunkline/kernel';
import { NoTransactor } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import { ChangeAccount } from '../../application/accounts/change-account';
import { UserMails } from '../../application/mails/user-mails';
import { AcceptInvitation } from '../../application/members/accept-invitation';
import { Departures } from '../../application/members/departures';
import { InvitationLinks } from '../../application/members/invitation-links';
import { InvitationMails } from '../../application/members/invitation-mails';
import { Invitations } from '../../application/members/invitations';
import { InvitedPeople } from '../../application/members/invited-people';
import { InviteMember } from '../../application/members/invite-member';
import { Members } from '../../application/members/members';
import type { MemberAudit } from '../../application/members/ports';
import { Team } from '../../application/members/team';
import { Screening } from '../../application/screening/screening';
import { Passwords } from '../../application/passwords/passwords';
import { SignIn } from '../../application/sign-in/sign-in';
import { SignInHistory } from '../../application/login-events/sign-in-history';
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

interface Ground {
  readonly team: MemberStores;
  readonly audit: MemberAudit;
  readonly tx: Transactor;
  readonly clock: Clock;
}

function signInOver(world: IdentityWorld | DatabaseWorld, history: SignInHistory, clock: Clock): SignIn {
  const { users, sessions, memberships } = world.stores;
  const successes = new SuccessfulSignIns(users, history, new UserMails(memberships, world.mails));
  return new SignIn(sessions, memberships, history, successes, world.devices, world.geolocation, clock);
}

/** The use cases about members over a world that has all others. */
function membersOver(world: IdentityWorld | DatabaseWorld, { team: stores, audit, tx, clock }: Ground) {
  const { accounts, users, memberships, sessions, loginEvents } = world.stores;
  const { invitations, invitationQueries, memberQueries } = stores;
  const history = new SignInHistory(loginEvents, world.geolocation, clock);
  const screening = new Screening(world.fraud, world.captcha, history);
  const signIn = signInOver(world, history, clock);
  const team = new Team(accounts, memberships);
  const numbers = new FakeNumberHistory();
  const alerts = new FakeBalanceAlerts();
  const mails = new InvitationMails(users, world.mails, FAKE_LINKS, world.allowance);
  const people = new InvitedPeople(users, screening, new Passwords(world.hasher, world.common), history, clock);
  const links = new InvitationLinks(accounts, invitations, invitationQueries, clock);
  const departures = new Departures(stores.keys, invitations, users, memberships, sessions, world.waysIn, clock);
  return {
    numbers,
    alerts,
    links,
    changeAccount: new ChangeAccount(tx, accounts, numbers, alerts),
    members: new Members(tx, team, memberships, memberQueries, departures, audit),
    invitations: new Invitations(tx, invitations, invitationQueries, audit, clock),
    inviteMember: new InviteMember(tx, team, memberQueries, invitations, mails, audit, clock),
    acceptInvitation: new AcceptInvitation(tx, links, people, memberships, signIn, audit, clock),
  };
}

export function membersWorld() {
  const world = identityWorld();
  const audit = new FakeMemberAudit();
  const ground = { team: memoryMemberStores(world.state), audit, tx: new NoTransactor(), clock: world.clock };
  return { ...world, ...membersOver(world, ground), audit };
}

export function databaseMembersWorld(db: Database) {
  const world = databaseWorld(db);
  const ground = { team: databaseMemberStores(db), audit: databaseAudit(db), tx: db, clock: world.clock };
  return { ...world, ...membersOver(world, ground) };
}

export type MembersWorld = ReturnType<typeof membersWorld>;
export type DatabaseMembersWorld = ReturnType<typeof databaseMembersWorld>;

/** Invites an address; returns the invitation and what its link carries. */
export async function anInvitation(
  world: MembersWorld | DatabaseMembersWorld,
  principal: Principal,
  { email = `${newId('usr')}@example.com`, role = 'member' }: { email?: string; role?: InvitedRole } = {},
) {
  const invitation = await world.inviteMember.execute({ principal, operationId: newId('op'), email, role, ip: null });
  return { invitation, token: world.mails.tokenTo(invitation.email), email: invitation.email };
}

/** An account with its owner and one more member. */
export async function aTeamOfTwo(world: MembersWorld | DatabaseMembersWorld, role: Role) {
  const { accountId, userId } = await aVerifiedUser(world);
  const owner = aPrincipal({ accountId, userId });
  return { owner, member: await aMember(world, owner, role) };
}

/** Somebody new in an account, as its principal. */
export async function aMember(
  world: MembersWorld | DatabaseMembersWorld,
  { accountId }: Principal,
  role: Role,
): Promise<Principal> {
  const { userId } = await aVerifiedUser(world);
  await world.stores.memberships.add({ accountId, userId, role, joinedAt: world.clock.now() });
  return aPrincipal({ accountId, userId, role });
}

/** What a new user sends along. */
export const NEWCOMER = { name: 'Grace Hopper', password: 'nanoseconds of wire', caller: aCaller };
