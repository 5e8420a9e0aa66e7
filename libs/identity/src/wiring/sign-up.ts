import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { LoginEventRecorder } from '../application/sessions/login-event-recorder';
import { MailedLinks } from '../application/mails/mailed-links';
import { Passwords } from '../application/passwords/passwords';
import { AccountRepository, MembershipRepository, UserRepository, Wallets } from '../application/ports';
import { DashboardLinks, MailAllowance, OneTimeTokenRepository } from '../application/mails/ports';
import { Screening } from '../application/screening/screening';
import { MinimumDuration } from '../application/sign-in/minimum-duration';
import { SignIn } from '../application/sign-in/sign-in';
import { OpenAccount } from '../application/sign-up/open-account';
import { ResendVerification } from '../application/sign-up/resend-verification';
import { SignUp } from '../application/sign-up/sign-up';
import { TrialCredit, TrialPhones, TrialTerms } from '../application/sign-up/trial-credit';
import { VerificationMails } from '../application/sign-up/verification-mails';
import { VerifyEmail } from '../application/sign-up/verify-email';
import { EmailChange } from '../application/email-change';
import { SettingsTrialTerms, StoredTrialPhones } from '../infrastructure/phone-codes';

/** Sign-up and verification of the address. */
export const signUpWiring: Wiring = {
  providers: [
    bind(VerificationMails, [OneTimeTokenRepository, Mails, DashboardLinks, Clock]),
    implement(TrialTerms, SettingsTrialTerms, [Settings]),
    implement(TrialPhones, StoredTrialPhones, [Database, CryptoBox]),
    bind(TrialCredit, [TrialTerms, TrialPhones, Wallets, Clock]),
    bind(OpenAccount, [
      Transactor,
      AccountRepository,
      UserRepository,
      MembershipRepository,
      Wallets,
      TrialCredit,
      EventBus,
      Clock,
    ]),
  ],
  exported: [
    bind(SignUp, [
      Transactor,
      Screening,
      Passwords,
      OpenAccount,
      VerificationMails,
      MailAllowance,
      LoginEventRecorder,
      TrialCredit,
    ]),
    bind(ResendVerification, [
      Transactor,
      UserRepository,
      MembershipRepository,
      VerificationMails,
      MailAllowance,
      MinimumDuration,
    ]),
    bind(VerifyEmail, [Transactor, MailedLinks, UserRepository, EmailChange, Screening, SignIn, Clock]),
  ],
};
