import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { LinkMails } from '../application/mails/link-mails';
import { MailedLinks } from '../application/mails/mailed-links';
import { UserMails } from '../application/mails/user-mails';
import { AccountQueries, UserRepository } from '../application/ports';
import { MailAllowance } from '../application/mails/ports';
import { RevokeSessions } from '../application/sessions/revoke-sessions';
import { Reauthentication } from '../application/sign-in/reauthentication';
import { EmailChange } from '../application/email-change';
import { MyProfile } from '../application/my-profile';
import { StoredUsers } from '../infrastructure/user.repository';

/** Users, their profile and change of address. */
export const usersWiring: Wiring = {
  providers: [
    implement(UserRepository, StoredUsers, [Database]),
    bind(EmailChange, [UserRepository, RevokeSessions, MailedLinks, UserMails, Clock]),
  ],
  exported: [bind(MyProfile, [Transactor, UserRepository, AccountQueries, Reauthentication, LinkMails, MailAllowance])],
};
