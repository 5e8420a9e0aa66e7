import type { Clock, EventBus, Principal, Transactor } from '@trunkline/kernel';
import { NoTransactor, RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { AccountDirectory } from '../application/accounts/account-directory';
import { Accounts } from '../application/accounts/accounts';
import { ApiKeys } from '../application/keys/api-keys';
import { MinimumDuration } from '../application/sign-in/minimum-duration';
import { FollowMagicLink } from '../application/sign-in/follow-magic-link';
import { LinkMails } from '../application/mails/link-mails';
import { MailLink } from '../application/mails/mail-link';
import { MailedLinks } from '../application/mails/mailed-links';
import { UserMails } from '../application/mails/user-mails';
import { AccountMembers } from '../application/members/account-members';
import { ChangePassword } from '../application/passwords/change-password';
import { ReplacePassword } from '../application/passwords/replace-password';
import { ResetPassword } from '../application/passwords/reset-password';
import { RequestEmailChange } from '../application/users/request-email-change';
import { EmailChange } from '../application/users/email-change';
import { MyProfile } from '../application/users/my-profile';
import { PasswordVerification } from '../application/passwords/password-verification';
import { Devices } from '../application/sign-in/devices';
import type { KnownDevices } from '../application/sign-in/known-devices';
import type { PasswordFailures } from '../application/passwords/password-failures';
import { RevokeSessions } from '../application/sessions/revoke-sessions';
import { LogIn } from '../application/sign-in/log-in';
import { OpenAccount } from '../application/sign-up/open-account';
import { PasswordAttempts } from '../application/passwords/password-attempts';
import { Passwords } from '../application/passwords/passwords';
import { Reauthentication } from '../application/sign-in/reauthentication';
import { ResendVerification } from '../application/sign-up/resend-verification';
import { Screening } from '../application/screening/screening';
import { LoginEvents } from '../application/login-events/login-events';
import { Sessions } from '../application/sessions/sessions';
import { SignIn } from '../application/sign-in/sign-in';
import { LoginEventRecorder } from '../application/login-events/login-event-recorder';
import { SuccessfulSignIns } from '../application/login-events/successful-sign-ins';
import type { SignInMethods } from '../application/sign-in/sign-in-methods';
import { SignUp, type SignUpInput } from '../application/sign-up/sign-up';
import { VerificationMails } from '../application/sign-up/verification-mails';
import { VerifyEmail } from '../application/sign-up/verify-email';
import { ZxcvbnCommonPasswords } from '../infrastructure/passwords/zxcvbn-common-passwords';
import * as fakes from './fakes';
import { IdentityState } from './identity-state';
import { memoryStores } from './memory-stores';
import type { IdentityStores } from './store-contract';
import { MemoryKnownDevices, MemoryPasswordFailures } from './passwords/lockout-stores';
import { MemorySignInMethods } from './sign-in/sign-in-methods';
import { BowserDeviceNames } from '../infrastructure/sign-in/bowser-device-names';

interface WorldSetup {
  readonly stores: IdentityStores;
  readonly signInMethods: SignInMethods;
  readonly failures: PasswordFailures;
  readonly knownDevices: KnownDevices;
  readonly tx: Transactor;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** Every use case over the given stores, with fakes for other contexts. */
export function worldOver({ stores, signInMethods, failures, knownDevices, tx, events, clock }: WorldSetup) {
  const outside = {
    hasher: new fakes.FakePasswordHasher(),
    common: new ZxcvbnCommonPasswords(),
    wallets: new fakes.FakeWallets(),
    mails: new fakes.FakeMails(),
    fraud: new fakes.FakeFraudScreening(),
    geolocation: new fakes.FakeGeolocation(),
    captcha: new fakes.FakeCaptchaVerifier(),
    allowance: new fakes.FakeMailAllowance(),
  };
  const { hasher, common, wallets, mails, fraud, geolocation, captcha, allowance } = outside;
  const { accounts, users, memberships, tokens, sessions, loginEvents, apiKeys, apiKeyQueries, accountQueries } =
    stores;
  const recorder = new LoginEventRecorder(loginEvents, geolocation, clock);
  const passwords = new Passwords(hasher, common);
  const userMails = new UserMails(memberships, mails);
  const devices = new Devices(knownDevices, clock);
  const revokeSessions = new RevokeSessions(sessions, knownDevices, clock);
  const attempts = new PasswordAttempts(users, devices, failures, recorder, userMails, clock);
  const passwordVerification = new PasswordVerification(users, passwords, attempts);
  const minimumDuration = new MinimumDuration(0);
  const screening = new Screening(fraud, captcha, recorder);
  const verification = new VerificationMails(tokens, mails, fakes.FAKE_LINKS, clock);
  const deviceNames = new BowserDeviceNames();
  const successes = new SuccessfulSignIns(users, recorder, deviceNames, userMails);
  const signIn = new SignIn(sessions, memberships, recorder, successes, devices, deviceNames, geolocation, clock);
  const reauthentication = new Reauthentication(tx, users, passwordVerification, clock);
  const mailedLinks = new MailedLinks(tokens, users, clock);
  const linkMails = new LinkMails(mailedLinks, userMails, fakes.FAKE_LINKS);
  const emailChange = new EmailChange(users, revokeSessions, mailedLinks, userMails, clock);
  const replacePassword = new ReplacePassword(users, attempts, revokeSessions, mailedLinks, userMails, clock);
  const openAccount = new OpenAccount(accounts, users, memberships, wallets, events, clock);
  return {
    ...outside,
    stores,
    signInMethods,
    devices,
    signUp: new SignUp(tx, screening, passwords, openAccount, verification, allowance, recorder),
    resend: new ResendVerification(tx, users, memberships, verification, allowance, minimumDuration),
    verifyEmail: new VerifyEmail(tx, mailedLinks, users, emailChange, screening, signIn, clock),
    logIn: new LogIn(tx, users, passwords, screening, attempts, signIn, minimumDuration),
    reauthentication,
    mailLink: new MailLink(tx, users, memberships, linkMails, allowance, minimumDuration),
    followMagicLink: new FollowMagicLink(tx, mailedLinks, users, signInMethods, screening, signIn, clock),
    resetPassword: new ResetPassword(tx, mailedLinks, passwords, replacePassword, devices, clock),
    changePassword: new ChangePassword(tx, passwordVerification, passwords, replacePassword, sessions, clock),
    requestEmailChange: new RequestEmailChange(tx, reauthentication, users, linkMails, allowance),
    profile: new MyProfile(tx, users, accountQueries),
    sessions: new Sessions(tx, sessions, stores.sessionQueries, revokeSessions, clock),
    loginEvents: new LoginEvents(stores.loginEventQueries, clock),
    accounts: new Accounts(accountQueries, wallets),
    directory: new AccountDirectory(accountQueries),
    apiKeys: new ApiKeys(tx, apiKeys, apiKeyQueries, new AccountMembers(accounts, memberships), clock),
  };
}

/** Every use case over in-memory stores, with what they leave behind. */
export function identityWorld() {
  const state = new IdentityState();
  const clock = new TestClock();
  const events = new RecordingEventBus();
  const stores = memoryStores(state);
  const signInMethods = new MemorySignInMethods(stores.sessions, stores.tokens);
  return {
    ...worldOver({
      stores,
      signInMethods,
      failures: new MemoryPasswordFailures(),
      knownDevices: new MemoryKnownDevices(),
      tx: new NoTransactor(),
      events,
      clock,
    }),
    state,
    clock,
    events,
  };
}

type World = ReturnType<typeof worldOver>;
export type IdentityWorld = ReturnType<typeof identityWorld>;

export const aCaller = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

export const PASSWORD = 'correct horse battery';

let signUps = 0;

export function aSignUp(change: Partial<SignUpInput> = {}): SignUpInput {
  signUps++;
  return {
    operationId: `op_${String(signUps)}`,
    email: `ada${String(signUps)}@example.com`,
    password: PASSWORD,
    name: 'Ada Lovelace',
    country: 'GB',
    company: null,
    phoneE164: null,
    intendedUse: null,
    captchaToken: null,
    marketingOptIn: false,
    caller: aCaller,
    ...change,
  };
}

/** Signs a user up and verifies the address. */
export async function aVerifiedUser(world: World, change: Partial<SignUpInput> = {}) {
  const signedUp = await world.signUp.execute(aSignUp(change));
  const signedIn = await world.verifyEmail.execute({ token: world.mails.tokenTo(signedUp.email), caller: aCaller });
  return { ...signedUp, ...signedIn };
}

export function aPrincipal(change: Partial<Principal> & Pick<Principal, 'accountId' | 'userId'>): Principal {
  return {
    credential: 'session',
    credentialId: 'ses_1',
    role: 'owner',
    scopes: ['*'],
    tier: 'self_serve',
    accountStatus: 'active',
    isPartial: false,
    signedInAt: null,
    ...change,
  };
}
