import { Clock, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement } from '@trunkline/platform';
import { ChangeAccount } from '../application/accounts/change-account';
import { BalanceAlerts, NumberHistory } from '../application/accounts/ports';
import { AcceptInvitation } from '../application/members/accept-invitation';
import { EndMembership } from '../application/members/end-membership';
import { InvitationLinks } from '../application/members/invitation-links';
import { InvitationMails } from '../application/members/invitation-mails';
import { Invitations } from '../application/members/invitations';
import { Invitees } from '../application/members/invitees';
import { InviteMember } from '../application/members/invite-member';
import { Members } from '../application/members/members';
import * as ports from '../application/members/ports';
import { AccountMembers } from '../application/members/account-members';
import * as core from '../application/ports';
import { Screening } from '../application/screening/screening';
import { Passwords } from '../application/passwords/passwords';
import { SignIn } from '../application/sign-in/sign-in';
import { LoginEventRecorder } from '../application/login-events/login-event-recorder';
import { SignInMethods } from '../application/sign-in/sign-in-methods';
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
  bind(AccountMembers, [AccountRepository, MembershipRepository]),
  bind(EndMembership, [
    MemberKeys,
    InvitationRepository,
    UserRepository,
    MembershipRepository,
    SessionRepository,
    SignInMethods,
    Clock,
  ]),
  bind(InvitationMails, [UserRepository, Mails, core.DashboardLinks, core.MailAllowance]),
  bind(Invitees, [UserRepository, Screening, Passwords, LoginEventRecorder, Clock]),
];

const exported = [
  bind(ChangeAccount, [Transactor, AccountRepository, NumberHistory, BalanceAlerts]),
  bind(Members, [Transactor, AccountMembers, MembershipRepository, MemberQueries, EndMembership, MemberAudit]),
  bind(Invitations, [Transactor, InvitationRepository, InvitationQueries, MemberAudit, Clock]),
  bind(InviteMember, [
    Transactor,
    AccountMembers,
    MemberQueries,
    InvitationRepository,
    InvitationMails,
    MemberAudit,
    Clock,
  ]),
  bind(InvitationLinks, [AccountRepository, InvitationRepository, InvitationQueries, Clock]),
  bind(AcceptInvitation, [Transactor, InvitationLinks, Invitees, MembershipRepository, SignIn, MemberAudit, Clock]),
];

/** Members, invitations, roles, and what an account says of itself. */
export const membersWiring: Wiring = {
  providers: [...adapters, ...parts],
  exported,
  schemas: [InvitationSchema],
  migrations: [CreateInvitations1795000105000],
};
