import { Module } from '@nestjs/common';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, type Persistence, RateLimitStore, Settings } from '@trunkline/platform';
import { AccountDirectory } from './application/account-directory';
import { Accounts } from './application/accounts';
import { ApiKeys } from './application/api-keys';
import { Credentials } from './application/credentials';
import { EvenTime } from './application/even-time';
import { LogIn } from './application/log-in';
import { OpenAccount } from './application/open-account';
import { PasswordAttempts } from './application/password-attempts';
import { Passwords } from './application/passwords';
import * as ports from './application/ports';
import { Reauthentication } from './application/reauthentication';
import { ResendVerification } from './application/resend-verification';
import { Screening } from './application/screening';
import { Sessions } from './application/sessions';
import { SignIn } from './application/sign-in';
import { SignInHistory } from './application/sign-in-history';
import { SignUp } from './application/sign-up';
import { SigningKeyStore } from './application/signing-key-store';
import { SigningKeys } from './application/signing-keys';
import { VerificationMails } from './application/verification-mails';
import { VerifyEmail } from './application/verify-email';
import { PostgresAccountQueries } from './infrastructure/account-queries';
import { TypeOrmAccountRepository } from './infrastructure/account.repository';
import { PostgresApiKeyQueries } from './infrastructure/api-key-queries';
import { TypeOrmApiKeyRepository } from './infrastructure/api-key.repository';
import { Argon2PasswordHasher } from './infrastructure/argon2-password-hasher';
import { ListFraudScreening } from './infrastructure/list-fraud-screening';
import { PostgresLoginEventRepository } from './infrastructure/login-event.repository';
import { PostgresMembershipRepository } from './infrastructure/membership.repository';
import { CreateIdentity1795000100000 } from './infrastructure/migrations/create-identity';
import { PostgresOneTimeTokenRepository } from './infrastructure/one-time-token.repository';
import { OpenCaptcha } from './infrastructure/open-captcha';
import { PostgresCredentials } from './infrastructure/postgres-credentials';
import { PostgresSigningKeyStore } from './infrastructure/postgres-signing-key-store';
import { AccountSchema, ApiKeySchema, UserSchema } from './infrastructure/schema';
import { PostgresSessionRepository } from './infrastructure/session.repository';
import { SettingsDashboardLinks } from './infrastructure/settings-dashboard-links';
import { StoreMailAllowance } from './infrastructure/store-mail-allowance';
import { TypeOrmUserRepository } from './infrastructure/user.repository';

const adapters = [
  implement(ports.AccountRepository, TypeOrmAccountRepository, [Database]),
  implement(ports.UserRepository, TypeOrmUserRepository, [Database]),
  implement(ports.MembershipRepository, PostgresMembershipRepository, [Database]),
  implement(ports.OneTimeTokenRepository, PostgresOneTimeTokenRepository, [Database]),
  implement(ports.SessionRepository, PostgresSessionRepository, [Database]),
  implement(ports.LoginEventRepository, PostgresLoginEventRepository, [Database]),
  implement(ports.ApiKeyRepository, TypeOrmApiKeyRepository, [Database]),
  implement(ports.ApiKeyQueries, PostgresApiKeyQueries, [Database]),
  implement(ports.AccountQueries, PostgresAccountQueries, [Database]),
  implement(ports.PasswordHasher, Argon2PasswordHasher, []),
  implement(ports.FraudScreening, ListFraudScreening, []),
  implement(ports.CaptchaVerifier, OpenCaptcha, []),
  implement(ports.MailAllowance, StoreMailAllowance, [RateLimitStore, Settings]),
  implement(ports.DashboardLinks, SettingsDashboardLinks, [Settings]),
  implement(SigningKeyStore, PostgresSigningKeyStore, [Database, CryptoBox]),
];

const parts = [
  bind(Passwords, [ports.PasswordHasher]),
  bind(SignInHistory, [ports.LoginEventRepository, Clock]),
  bind(PasswordAttempts, [ports.UserRepository, SignInHistory, Clock]),
  bind(Screening, [ports.FraudScreening, ports.CaptchaVerifier, SignInHistory]),
  bind(VerificationMails, [ports.OneTimeTokenRepository, ports.Mails, ports.DashboardLinks, Clock]),
  bind(SignIn, [ports.SessionRepository, ports.MembershipRepository, SignInHistory, Clock]),
  { provide: EvenTime, useFactory: () => new EvenTime() },
  bind(OpenAccount, [
    ports.AccountRepository,
    ports.UserRepository,
    ports.MembershipRepository,
    ports.Wallets,
    EventBus,
    Clock,
  ]),
];

const faces = [
  bind(SignUp, [Transactor, Screening, Passwords, OpenAccount, VerificationMails, ports.MailAllowance, SignInHistory]),
  bind(ResendVerification, [
    Transactor,
    ports.UserRepository,
    ports.MembershipRepository,
    VerificationMails,
    ports.MailAllowance,
    EvenTime,
  ]),
  bind(VerifyEmail, [Transactor, ports.OneTimeTokenRepository, ports.UserRepository, SignIn, Clock]),
  bind(LogIn, [Transactor, ports.UserRepository, Passwords, Screening, PasswordAttempts, SignIn, EvenTime]),
  bind(Reauthentication, [Transactor, ports.UserRepository, Passwords, PasswordAttempts, Clock]),
  bind(Sessions, [ports.SessionRepository, Clock]),
  bind(Accounts, [ports.AccountQueries, ports.Wallets]),
  bind(AccountDirectory, [ports.AccountQueries]),
  bind(ApiKeys, [Transactor, ports.ApiKeyRepository, ports.ApiKeyQueries, ports.AccountRepository, Clock]),
  bind(SigningKeys, [SigningKeyStore, Clock]),
  implement(Credentials, PostgresCredentials, [Database, Clock]),
];

/** Needs `Wallets` and `Mails` answered by the composition. */
@Module({ providers: [...adapters, ...parts, ...faces], exports: faces.map(({ provide }) => provide) })
export class IdentityModule {}

export const identityPersistence: Persistence = {
  schemas: [AccountSchema, UserSchema, ApiKeySchema],
  migrations: [CreateIdentity1795000100000],
};
