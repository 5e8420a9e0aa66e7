import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, RateLimitStore, Settings } from '@trunkline/platform';
import { AccountDirectory } from '../application/accounts/account-directory';
import { Accounts } from '../application/accounts/accounts';
import { ApiKeys } from '../application/keys/api-keys';
import { Credentials } from '../application/sessions/credentials';
import { MinimumDuration } from '../application/sign-in/minimum-duration';
import { EmailChange } from '../application/users/email-change';
import { MailedLinks } from '../application/mails/mailed-links';
import { UserMails } from '../application/mails/user-mails';
import { DeviceNames } from '../application/sign-in/device-names';
import { Devices } from '../application/sign-in/devices';
import { KnownDevices } from '../application/sign-in/known-devices';
import { PasswordFailures } from '../application/passwords/password-failures';
import { RevokeSessions } from '../application/sessions/revoke-sessions';
import { LogIn } from '../application/sign-in/log-in';
import { OpenAccount } from '../application/sign-up/open-account';
import { PasswordAttempts } from '../application/passwords/password-attempts';
import { PasswordVerification } from '../application/passwords/password-verification';
import { Passwords } from '../application/passwords/passwords';
import { AccountMembers } from '../application/members/account-members';
import * as ports from '../application/ports';
import { Reauthentication } from '../application/sign-in/reauthentication';
import { ResendVerification } from '../application/sign-up/resend-verification';
import { Geolocation } from '../application/screening/geolocation';
import { Screening } from '../application/screening/screening';
import { SignIn } from '../application/sign-in/sign-in';
import { LoginEventRecorder } from '../application/login-events/login-event-recorder';
import { SuccessfulSignIns } from '../application/login-events/successful-sign-ins';
import { SignInMethods } from '../application/sign-in/sign-in-methods';
import { SignUp } from '../application/sign-up/sign-up';
import { SigningKeyStore } from '../application/keys/signing-key-store';
import { SigningKeys } from '../application/keys/signing-keys';
import { VerificationMails } from '../application/sign-up/verification-mails';
import { VerifyEmail } from '../application/sign-up/verify-email';
import { PostgresAccountQueries } from '../infrastructure/accounts/account-queries';
import { TypeOrmAccountRepository } from '../infrastructure/accounts/account.repository';
import { PostgresApiKeyQueries } from '../infrastructure/keys/api-key-queries';
import { TypeOrmApiKeyRepository } from '../infrastructure/keys/api-key.repository';
import { Argon2PasswordHasher } from '../infrastructure/passwords/argon2-password-hasher';
import { PostgresLoginEventRepository } from '../infrastructure/login-events/login-event.repository';
import { PostgresMembershipRepository } from '../infrastructure/members/membership.repository';
import { CountGuesses1795000110000 } from '../infrastructure/migrations/count-guesses';
import { CreateIdentity1795000100000 } from '../infrastructure/migrations/create-identity';
import { KnowDevices1795000113000 } from '../infrastructure/migrations/know-devices';
import { NoteAccountStates1795000101000 } from '../infrastructure/migrations/note-account-states';
import { PostgresOneTimeTokenRepository } from '../infrastructure/mails/one-time-token.repository';
import { OpenCaptcha } from '../infrastructure/screening/open-captcha';
import { PostgresCredentials } from '../infrastructure/sessions/postgres-credentials';
import { BowserDeviceNames } from '../infrastructure/sign-in/bowser-device-names';
import { PostgresKnownDevices } from '../infrastructure/sign-in/postgres-known-devices';
import { PostgresPasswordFailures } from '../infrastructure/passwords/postgres-password-failures';
import { PostgresSigningKeyStore } from '../infrastructure/keys/postgres-signing-key-store';
import { PostgresSignInMethods } from '../infrastructure/sign-in/postgres-sign-in-methods';
import { AccountSchema, ApiKeySchema, UserSchema } from '../infrastructure/schema';
import { PostgresSessionRepository } from '../infrastructure/sessions/session.repository';
import { SettingsDashboardLinks } from '../infrastructure/mails/settings-dashboard-links';
import { StoreMailAllowance } from '../infrastructure/mails/store-mail-allowance';
import { TypeOrmUserRepository } from '../infrastructure/users/user.repository';
import { ZxcvbnCommonPasswords } from '../infrastructure/passwords/zxcvbn-common-passwords';
import type { Wiring } from './wiring';

const adapters = [
  implement(ports.AccountRepository, TypeOrmAccountRepository, [Database]),
  implement(ports.UserRepository, TypeOrmUserRepository, [Database]),
  implement(ports.MembershipRepository, PostgresMembershipRepository, [Database]),
  implement(ports.OneTimeTokenRepository, PostgresOneTimeTokenRepository, [Database]),
  implement(ports.SessionRepository, PostgresSessionRepository, [Database]),
  implement(SignInMethods, PostgresSignInMethods, [Database]),
  implement(DeviceNames, BowserDeviceNames, []),
  implement(KnownDevices, PostgresKnownDevices, [Database]),
  implement(PasswordFailures, PostgresPasswordFailures, [Database, CryptoBox]),
  implement(ports.LoginEventRepository, PostgresLoginEventRepository, [Database]),
  implement(ports.ApiKeyRepository, TypeOrmApiKeyRepository, [Database]),
  implement(ports.ApiKeyQueries, PostgresApiKeyQueries, [Database]),
  implement(ports.AccountQueries, PostgresAccountQueries, [Database]),
  implement(ports.CommonPasswords, ZxcvbnCommonPasswords, []),
  implement(ports.PasswordHasher, Argon2PasswordHasher, []),
  implement(ports.CaptchaVerifier, OpenCaptcha, []),
  implement(ports.MailAllowance, StoreMailAllowance, [RateLimitStore, Settings]),
  implement(ports.DashboardLinks, SettingsDashboardLinks, [Settings]),
  implement(SigningKeyStore, PostgresSigningKeyStore, [Database, CryptoBox]),
];

const parts = [
  bind(Passwords, [ports.PasswordHasher, ports.CommonPasswords]),
  bind(LoginEventRecorder, [ports.LoginEventRepository, Geolocation, Clock]),
  bind(UserMails, [ports.MembershipRepository, Mails]),
  bind(Devices, [KnownDevices, Clock]),
  bind(RevokeSessions, [ports.SessionRepository, KnownDevices, Clock]),
  bind(PasswordAttempts, [ports.UserRepository, Devices, PasswordFailures, LoginEventRecorder, UserMails, Clock]),
  bind(PasswordVerification, [ports.UserRepository, Passwords, PasswordAttempts]),
  bind(Screening, [ports.FraudScreening, ports.CaptchaVerifier, LoginEventRecorder]),
  bind(VerificationMails, [ports.OneTimeTokenRepository, Mails, ports.DashboardLinks, Clock]),
  bind(SuccessfulSignIns, [ports.UserRepository, LoginEventRecorder, DeviceNames, UserMails]),
  bind(SignIn, [
    ports.SessionRepository,
    ports.MembershipRepository,
    LoginEventRecorder,
    SuccessfulSignIns,
    Devices,
    DeviceNames,
    Geolocation,
    Clock,
  ]),
  { provide: MinimumDuration, useFactory: () => new MinimumDuration() },
  bind(OpenAccount, [
    ports.AccountRepository,
    ports.UserRepository,
    ports.MembershipRepository,
    ports.Wallets,
    EventBus,
    Clock,
  ]),
];

const exported = [
  bind(SignUp, [
    Transactor,
    Screening,
    Passwords,
    OpenAccount,
    VerificationMails,
    ports.MailAllowance,
    LoginEventRecorder,
  ]),
  bind(ResendVerification, [
    Transactor,
    ports.UserRepository,
    ports.MembershipRepository,
    VerificationMails,
    ports.MailAllowance,
    MinimumDuration,
  ]),
  bind(VerifyEmail, [Transactor, MailedLinks, ports.UserRepository, EmailChange, Screening, SignIn, Clock]),
  bind(LogIn, [Transactor, ports.UserRepository, Passwords, Screening, PasswordAttempts, SignIn, MinimumDuration]),
  bind(Reauthentication, [Transactor, ports.UserRepository, PasswordVerification, Clock]),
  bind(Accounts, [ports.AccountQueries, ports.Wallets]),
  bind(AccountDirectory, [ports.AccountQueries]),
  bind(ApiKeys, [Transactor, ports.ApiKeyRepository, ports.ApiKeyQueries, AccountMembers, Clock]),
  bind(SigningKeys, [SigningKeyStore, Clock]),
  implement(Credentials, PostgresCredentials, [Database, Geolocation, Clock]),
];

/** Sign-up, sign-in, accounts and keys: what everything else here is built on. */
export const coreWiring: Wiring = {
  providers: [...adapters, ...parts],
  exported,
  schemas: [AccountSchema, UserSchema, ApiKeySchema],
  migrations: [
    CreateIdentity1795000100000,
    NoteAccountStates1795000101000,
    CountGuesses1795000110000,
    KnowDevices1795000113000,
  ],
};
