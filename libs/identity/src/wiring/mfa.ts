import { Clock, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, type Wiring } from '@trunkline/platform';
import { LoginEventRecorder } from '../application/sessions/login-event-recorder';
import { SuccessfulSignIns } from '../application/sessions/successful-sign-ins';
import { UserMails } from '../application/mails/user-mails';
import { CodeVerification } from '../application/mfa/code-verification';
import { MailMfaCode } from '../application/mfa/mail-mfa-code';
import { MfaAttempts } from '../application/mfa/mfa-attempts';
import { MfaChallenge } from '../application/mfa/mfa-challenge';
import { MfaCodes } from '../application/mfa/mfa-codes';
import { MfaMails } from '../application/mfa/mfa-mails';
import { MfaSettings } from '../application/mfa/mfa-settings';
import { MfaSetup } from '../application/mfa/mfa-setup';
import { EmailCodes, MfaFailures, SecondFactorRepository, Totp } from '../application/mfa/ports';
import { MailAllowance } from '../application/mails/ports';
import { SessionRepository, UserRepository } from '../application/ports';
import { Devices } from '../application/sign-in/devices';
import { Reauthentication } from '../application/sign-in/reauthentication';
import { OtpauthTotp } from '../infrastructure/mfa/otpauth-totp';
import { StoredEmailCodes } from '../infrastructure/mfa/email-codes';
import { StoredMfaFailures } from '../infrastructure/mfa/mfa-failures';
import { StoredSecondFactors } from '../infrastructure/mfa/second-factor.repository';
import { AddSecondFactor1795000103000 } from '../infrastructure/migrations/add-second-factor';
import { TellChannelsApart1795000112000 } from '../infrastructure/migrations/tell-channels-apart';

/** The second factor: TOTP, mailed codes, recovery codes. */
export const mfaWiring: Wiring = {
  providers: [
    implement(SecondFactorRepository, StoredSecondFactors, [Database, CryptoBox]),
    implement(EmailCodes, StoredEmailCodes, [Database, CryptoBox]),
    implement(MfaFailures, StoredMfaFailures, [Database]),
    implement(Totp, OtpauthTotp, []),
    bind(MfaMails, [UserMails, Clock]),
    bind(MfaAttempts, [MfaFailures, LoginEventRecorder, Clock]),
    bind(MfaCodes, [SecondFactorRepository, EmailCodes, Totp, Clock]),
    bind(CodeVerification, [Transactor, UserRepository, SessionRepository, MfaCodes, MfaAttempts]),
  ],
  exported: [
    bind(MfaSetup, [Transactor, UserRepository, SecondFactorRepository, SessionRepository, Totp, MfaMails, Clock]),
    bind(MfaChallenge, [CodeVerification, SessionRepository, SuccessfulSignIns, Devices, MfaMails, Clock]),
    bind(MailMfaCode, [Transactor, UserRepository, SessionRepository, EmailCodes, MailAllowance, MfaMails, Clock]),
    bind(MfaSettings, [
      CodeVerification,
      UserRepository,
      SessionRepository,
      SecondFactorRepository,
      Reauthentication,
      MfaMails,
      Clock,
    ]),
  ],
  migrations: [AddSecondFactor1795000103000, TellChannelsApart1795000112000],
};
