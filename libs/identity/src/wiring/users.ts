import { Clock, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, RateLimitStore, Settings, type Wiring } from '@trunkline/platform';
import { LinkMails } from '../application/mails/link-mails';
import { MailedLinks } from '../application/mails/mailed-links';
import { UserMails } from '../application/mails/user-mails';
import { AccountQueries, UserRepository } from '../application/ports';
import { MailAllowance } from '../application/mails/ports';
import { RevokeSessions } from '../application/sessions/revoke-sessions';
import { Reauthentication } from '../application/sign-in/reauthentication';
import { EmailChange } from '../application/email-change';
import { MyProfile } from '../application/my-profile';
import { PhoneCodeAllowance, PhoneCodes, PhoneMessages, PhoneVerification } from '../application/phone-verification';
import { TrialCredit } from '../application/sign-up/trial-credit';
import { VerifyPhones1795021131000 } from '../infrastructure/migrations/verify-phones';
import { StoredPhoneCodes, StorePhoneCodeAllowance } from '../infrastructure/phone-codes';
import { StoredUsers } from '../infrastructure/user.repository';

/** Users, their profile, change of address and phone number. */
export const usersWiring: Wiring = {
  providers: [
    implement(UserRepository, StoredUsers, [Database]),
    implement(PhoneCodes, StoredPhoneCodes, [Database, CryptoBox]),
    implement(PhoneCodeAllowance, StorePhoneCodeAllowance, [RateLimitStore, CryptoBox, Settings]),
    bind(EmailChange, [UserRepository, RevokeSessions, MailedLinks, UserMails, Clock]),
  ],
  exported: [
    bind(MyProfile, [Transactor, UserRepository, AccountQueries, Reauthentication, LinkMails, MailAllowance]),
    bind(PhoneVerification, [
      Transactor,
      UserRepository,
      PhoneCodes,
      PhoneMessages,
      PhoneCodeAllowance,
      MyProfile,
      TrialCredit,
      Clock,
    ]),
  ],
  migrations: [VerifyPhones1795021131000],
};
