import { Clock, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, type Wiring } from '@trunkline/platform';
import { LoginEventRecorder } from '../application/sessions/login-event-recorder';
import { MailedLinks } from '../application/mails/mailed-links';
import { UserMails } from '../application/mails/user-mails';
import { OAuthGrantRepository } from '../application/oauth/ports';
import { ChangePassword } from '../application/passwords/change-password';
import { PasswordAttempts } from '../application/passwords/password-attempts';
import { PasswordFailures, CommonPasswords, PasswordHasher } from '../application/passwords/ports';
import { PasswordVerification } from '../application/passwords/password-verification';
import { Passwords } from '../application/passwords/passwords';
import { ReplacePassword } from '../application/passwords/replace-password';
import { ResetPassword } from '../application/passwords/reset-password';
import { SessionRepository, UserRepository } from '../application/ports';
import { RevokeSessions } from '../application/sessions/revoke-sessions';
import { Devices } from '../application/sign-in/devices';
import { CountGuesses1795000110000 } from '../infrastructure/migrations/count-guesses';
import { Argon2PasswordHasher } from '../infrastructure/passwords/argon2-password-hasher';
import { StoredPasswordFailures } from '../infrastructure/passwords/password-failures';
import { ZxcvbnCommonPasswords } from '../infrastructure/passwords/zxcvbn-common-passwords';

/** Passwords: hashing, counting failures, change and reset. */
export const passwordsWiring: Wiring = {
  providers: [
    implement(PasswordFailures, StoredPasswordFailures, [Database, CryptoBox]),
    implement(CommonPasswords, ZxcvbnCommonPasswords, []),
    implement(PasswordHasher, Argon2PasswordHasher, []),
    bind(Passwords, [PasswordHasher, CommonPasswords]),
    bind(PasswordAttempts, [UserRepository, Devices, PasswordFailures, LoginEventRecorder, UserMails, Clock]),
    bind(PasswordVerification, [UserRepository, Passwords, PasswordAttempts]),
    bind(ReplacePassword, [
      UserRepository,
      PasswordAttempts,
      RevokeSessions,
      OAuthGrantRepository,
      MailedLinks,
      UserMails,
      Clock,
    ]),
  ],
  exported: [
    bind(ResetPassword, [Transactor, MailedLinks, Passwords, ReplacePassword, Devices, Clock]),
    bind(ChangePassword, [Transactor, PasswordVerification, Passwords, ReplacePassword, SessionRepository, Clock]),
  ],
  migrations: [CountGuesses1795000110000],
};
