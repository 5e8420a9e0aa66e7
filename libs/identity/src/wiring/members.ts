import { Clock, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement } from '@trunkline/platform';
import { ChangeAccount } from '../application/accounts/change-account';
import { BalanceAlerts, NumberHistory } from '../application/accounts/ports';
import { AcceptInvitation } from '../application/members/accept-invitation';
import { Departures } from '../application/members/departures';
import { InvitationLinks } from '../application/members/invitation-links';
import { InvitationMails } from '../application/members/invitation-mails';
import { Invitations } from '../application/members/invitations';
import { InvitedPeople } from '../application/members/invited-people';
import { InviteMember } from '../application/members/invite-member';
import { Members } from '../application/members/members';
import * as ports from '../application/members/ports';
import { Team } from '../application/members/team';
import * as core from '../application/ports';
import { Screening } from '../application/screening/screening';
import { Passwords } from '../application/passwords/passwords';
import { SignIn } from '../application/sign-in/sign-in';
import { SignInHistory } from '../application/login-events/sign-in-history';
import { WaysIn } from '../application/sign-in/ways-in';
import { PostgresInvitationQueries } from '../infrastructure/members/invitation-queries';
import { TypeOrmInvitationRepository } from '../infrastructure/members/invitation.repository';
import { InvitationSchema } from '../infrastructure/members/invitation.schema';
import { PostgresMemberKeys } from '../infrastructure/members/member-keys';
import { PostgresMemberQueries } from '../infrastructure/members/member-queries';
import { CreateInvitations1795000105000 } from '../infrastructure/migrations/create-invitations';
import type { Wiring } from './wiring';

const { InvitationRepository, InvitationQueries, MemberQueries, MemberKeys, MemberAudit } = ports;
const { AccountRepository, UserRepository, MembershipRepository, SessionRepository } = core;

const adapters = [
  implement(InvitationRepository, TypeOrmInvitationRepository, [Database]),
  implement(InvitationQueries, PostgresInvitationQueries, [Database]),
  implement(MemberQueries, PostgresMemberQueries, [Database]),
  implement(MemberKeys, PostgresMemberKeys, [Database]),
  alias(MemberAudit, AuditTrail),
];

const parts = [
  bind(Team, [AccountRepository, MembershipRepository]),
  bind(Departures, [
    MemberKeys,
    InvitationRepository,
    UserRepository,
    MembershipRepository,
    SessionRepository,
    WaysIn,
    Clock,
  ]),
  bind(InvitationMails, [UserRepository, Mails, core.DashboardLinks, core.MailAllowance]),
  bind(InvitedPeople, [UserRepository, Screening, Passwords, SignInHistory, Clock]),
];

const faces = [
  bind(ChangeAccount, [Transactor, AccountRepository, NumberHistory, BalanceAlerts]),
  bind(Members, [Transactor, Team, MembershipRepository, MemberQueries, Departures, MemberAudit]),
  bind(Invitations, [Transactor, InvitationRepository, InvitationQueries, MemberAudit, Clock]),
  bind(InviteMember, [Transactor, Team, MemberQueries, InvitationRepository, InvitationMails, MemberAudit, Clock]),
  bind(InvitationLinks, [AccountRepository, InvitationRepository, InvitationQueries, Clock]),
  bind(AcceptInvitation, [
    Transactor,
    InvitationLinks,
    InvitedPeople,
    MembershipRepository,
    SignIn,
    MemberAudit,
    Clock,
  ]),
];

/** Members, invitations, roles, and what an account says of itself. */
export const membersWiring: Wiring = {
  providers: [...adapters, ...parts],
  faces,
  schemas: [InvitationSchema],
  migrations: [CreateInvitations1795000105000],
};
