import { Clock, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement, type Wiring } from '@trunkline/platform';
import { LoginEventRecorder } from '../application/sessions/login-event-recorder';
import { AcceptInvitation } from '../application/members/accept-invitation';
import { AccountMembers } from '../application/members/account-members';
import { EndMembership } from '../application/members/end-membership';
import { InvitationLinks } from '../application/members/invitation-links';
import { InvitationMails } from '../application/members/invitation-mails';
import { Invitations } from '../application/members/invitations';
import { Invitees } from '../application/members/invitees';
import { Members } from '../application/members/members';
import {
  InvitationQueries,
  InvitationRepository,
  MemberAudit,
  MemberKeys,
  MemberQueries,
} from '../application/members/ports';
import { Passwords } from '../application/passwords/passwords';
import { AccountRepository, MembershipRepository, SessionRepository, UserRepository } from '../application/ports';
import { DashboardLinks, MailAllowance } from '../application/mails/ports';
import { Screening } from '../application/screening/screening';
import { SignIn } from '../application/sign-in/sign-in';
import { SignInMethods } from '../application/sign-in/ports';
import { InvitationReads } from '../infrastructure/members/invitation-queries';
import { StoredInvitations } from '../infrastructure/members/invitation.repository';
import { StoredMemberKeys, StoredMemberships } from '../infrastructure/members/membership.repository';
import { MemberReads } from '../infrastructure/members/member-queries';
import { CreateInvitations1795000105000 } from '../infrastructure/migrations/create-invitations';

/** Members and invitations. */
export const membersWiring: Wiring = {
  providers: [
    implement(MembershipRepository, StoredMemberships, [Database]),
    implement(InvitationRepository, StoredInvitations, [Database]),
    implement(MemberKeys, StoredMemberKeys, [Database]),
    alias(MemberAudit, AuditTrail),
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
    bind(InvitationMails, [UserRepository, Mails, DashboardLinks, MailAllowance]),
    bind(Invitees, [UserRepository, Screening, Passwords, LoginEventRecorder, Clock]),
  ],
  exported: [
    implement(MemberQueries, MemberReads, [Database]),
    bind(Members, [Transactor, AccountMembers, MembershipRepository, MemberQueries, EndMembership, MemberAudit]),
    implement(InvitationQueries, InvitationReads, [Database, Clock]),
    bind(Invitations, [
      Transactor,
      AccountMembers,
      MemberQueries,
      InvitationRepository,
      InvitationQueries,
      InvitationMails,
      MemberAudit,
      Clock,
    ]),
    bind(InvitationLinks, [AccountRepository, InvitationRepository, InvitationQueries, Clock]),
    bind(AcceptInvitation, [Transactor, InvitationLinks, Invitees, MembershipRepository, SignIn, MemberAudit, Clock]),
  ],
  migrations: [CreateInvitations1795000105000],
};
