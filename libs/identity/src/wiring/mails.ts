import { Screening } from '../application/screening/screening';
import { Clock, Mails, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, RateLimitStore, Settings, type Wiring } from '@trunkline/platform';
import { LinkMails } from '../application/mails/link-mails';
import { MailLink } from '../application/mails/mail-link';
import { MailedLinks } from '../application/mails/mailed-links';
import { UserMails } from '../application/mails/user-mails';
import { DashboardLinks, MailAllowance, OneTimeTokenRepository } from '../application/mails/ports';
import { MembershipRepository, UserRepository } from '../application/ports';
import { MinimumDuration } from '../application/sign-in/minimum-duration';
import { StoredOneTimeTokens } from '../infrastructure/mails/one-time-token.repository';
import { SettingsDashboardLinks } from '../infrastructure/mails/settings-dashboard-links';
import { StoreMailAllowance } from '../infrastructure/mails/store-mail-allowance';

/** Mailed links and the email allowance. */
export const mailsWiring: Wiring = {
  providers: [
    implement(OneTimeTokenRepository, StoredOneTimeTokens, [Database]),
    implement(MailAllowance, StoreMailAllowance, [RateLimitStore, Settings]),
    implement(DashboardLinks, SettingsDashboardLinks, [Settings]),
    bind(UserMails, [MembershipRepository, Mails]),
    bind(MailedLinks, [OneTimeTokenRepository, UserRepository, Clock]),
    bind(LinkMails, [MailedLinks, UserMails, DashboardLinks]),
  ],
  exported: [
    bind(MailLink, [
      Transactor,
      UserRepository,
      MembershipRepository,
      LinkMails,
      MailAllowance,
      MinimumDuration,
      Screening,
    ]),
  ],
};
