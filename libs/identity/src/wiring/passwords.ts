import { Clock, Transactor } from '@trunkline/kernel';
import { bind } from '@trunkline/platform';
import { FollowMagicLink } from '../application/sign-in/follow-magic-link';
import { LinkMails } from '../application/mails/link-mails';
import { MailLink } from '../application/mails/mail-link';
import { MailedLinks } from '../application/mails/mailed-links';
import { UserMails } from '../application/mails/user-mails';
import { ChangePassword } from '../application/passwords/change-password';
import { ReplacePassword } from '../application/passwords/replace-password';
import { ResetPassword } from '../application/passwords/reset-password';
import * as ports from '../application/ports';
import { RequestEmailChange } from '../application/users/request-email-change';
import { EmailChange } from '../application/users/email-change';
import { MyProfile } from '../application/users/my-profile';
import { Screening } from '../application/screening/screening';
import { RevokeSessions } from '../application/sessions/revoke-sessions';
import { Devices } from '../application/sign-in/devices';
import { MinimumDuration } from '../application/sign-in/minimum-duration';
import { PasswordAttempts } from '../application/passwords/password-attempts';
import { PasswordVerification } from '../application/passwords/password-verification';
import { Passwords } from '../application/passwords/passwords';
import { Reauthentication } from '../application/sign-in/reauthentication';
import { SignIn } from '../application/sign-in/sign-in';
import { SignInMethods } from '../application/sign-in/sign-in-methods';
import type { Wiring } from './wiring';

const { MailAllowance, MembershipRepository, SessionRepository, UserRepository } = ports;

/** Reset, magic link, change of password and e-mail address, and the user's own profile. */
export const passwordsWiring: Wiring = {
  providers: [
    bind(MailedLinks, [ports.OneTimeTokenRepository, UserRepository, Clock]),
    bind(LinkMails, [MailedLinks, UserMails, ports.DashboardLinks]),
    bind(ReplacePassword, [UserRepository, PasswordAttempts, RevokeSessions, MailedLinks, UserMails, Clock]),
    bind(EmailChange, [UserRepository, RevokeSessions, MailedLinks, UserMails, Clock]),
  ],
  exported: [
    bind(MailLink, [Transactor, UserRepository, MembershipRepository, LinkMails, MailAllowance, MinimumDuration]),
    bind(FollowMagicLink, [Transactor, MailedLinks, UserRepository, SignInMethods, Screening, SignIn, Clock]),
    bind(ResetPassword, [Transactor, MailedLinks, Passwords, ReplacePassword, Devices, Clock]),
    bind(ChangePassword, [Transactor, PasswordVerification, Passwords, ReplacePassword, SessionRepository, Clock]),
    bind(RequestEmailChange, [Transactor, Reauthentication, UserRepository, LinkMails, MailAllowance]),
    bind(MyProfile, [Transactor, UserRepository, ports.AccountQueries]),
  ],
  schemas: [],
  migrations: [],
};
