import type { Clock, EventBus, Principal, Transactor } from '@trunkline/kernel';
import { NoTransactor, RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { AccountDirectory } from '../application/accounts/account-directory';
import { Accounts } from '../application/accounts/accounts';
import { ApiKeys } from '../application/keys/api-keys';
import { EvenTime } from '../application/sign-in/even-time';
import { FollowMagicLink } from '../application/sign-in/follow-magic-link';
import { LinkMails } from '../application/mails/link-mails';
import { MailLink } from '../application/mails/mail-link';
import { MailedLinks } from '../application/mails/mailed-links';
import { UserMails } from '../application/mails/user-mails';
import { Team } from '../application/members/team';
import { ChangePassword } from '../application/passwords/change-password';
import { ReplacePassword } from '../application/passwords/replace-password';
import { ResetPassword } from '../application/passwords/reset-password';
import { AskForEmailChange } from '../application/users/ask-for-email-change';
import { EmailChange } from '../application/users/email-change';
import { MyProfile } from '../application/users/my-profile';
import { PasswordProof } from '../application/passwords/password-proof';
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
import { LoginHistory } from '../application/login-events/login-history';
import { Sessions } from '../application/sessions/sessions';
import { SignIn } from '../application/sign-in/sign-in';
import { SignInHistory } from '../application/login-events/sign-in-history';
import { SuccessfulSignIns } from '../application/login-events/successful-sign-ins';
import type { WaysIn } from '../application/sign-in/ways-in';
import { SignUp, type SignUpInput } from '../application/sign-up/sign-up';
import { VerificationMails } from '../application/sign-up/verification-mails';
import { VerifyEmail } from '../application/sign-up/verify-email';
import { ZxcvbnCommonPasswords } from '../infrastructure/passwords/zxcvbn-common-passwords';
import * as fakes from './fakes';
import { IdentityState, memoryStores } from './memory-stores';
import type { IdentityStores } from './store-contract';
import { MemoryKnownDevices, MemoryPasswordFailures } from './passwords/lockout-stores';
import { MemoryWaysIn } from './sign-in/ways-in';

interface Ground {
  readonly stores: IdentityStores;
  readonly waysIn: WaysIn;
  readonly failures: PasswordFailures;
  readonly knownDevices: KnownDevices;
  readonly tx: Transactor;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** Every use case over the given stores; what lies outside of the context is faked. */
export function worldOver({ stores, waysIn, failures, knownDevices, tx, events, clock }: Ground) {
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
  const history = new SignInHistory(loginEvents, geolocation, clock);
  const passwords = new Passwords(hasher, common);
  const userMails = new UserMails(memberships, mails);
  const devices = new Devices(knownDevices, clock);
  const revokeSessions = new RevokeSessions(sessions, knownDevices, clock);
  const attempts = new PasswordAttempts(users, devices, failures, history, userMails, clock);
  const proof = new PasswordProof(users, passwords, attempts);
  const evenTime = new EvenTime(0);
  const screening = new Screening(fraud, captcha, history);
  const verification = new VerificationMails(tokens, mails, fakes.FAKE_LINKS, clock);
  const successes = new SuccessfulSignIns(users, history, userMails);
  const signIn = new SignIn(sessions, memberships, history, successes, devices, geolocation, clock);
  const reauthentication = new Reauthentication(tx, users, proof, clock);
  const mailedLinks = new MailedLinks(tokens, users, clock);
  const linkMails = new LinkMails(mailedLinks, userMails, fakes.FAKE_LINKS);
  const emailChange = new EmailChange(users, revokeSessions, mailedLinks, userMails, clock);
  const replacePassword = new ReplacePassword(users, attempts, revokeSessions, mailedLinks, userMails, clock);
  const openAccount = new OpenAccount(accounts, users, memberships, wallets, events, clock);
  return {
    ...outside,
    stores,
    waysIn,
    devices,
    signUp: new SignUp(tx, screening, passwords, openAccount, verification, allowance, history),
    resend: new ResendVerification(tx, users, memberships, verification, allowance, evenTime),
    verifyEmail: new VerifyEmail(tx, mailedLinks, users, emailChange, screening, signIn, clock),
    logIn: new LogIn(tx, users, passwords, screening, attempts, signIn, evenTime),
    reauthentication,
    mailLink: new MailLink(tx, users, memberships, linkMails, allowance, evenTime),
    followMagicLink: new FollowMagicLink(tx, mailedLinks, users, waysIn, screening, signIn, clock),
    resetPassword: new ResetPassword(tx, mailedLinks, passwords, replacePassword, devices, clock),
    changePassword: new ChangePassword(tx, proof, passwords, replacePassword, sessions, clock),
    askForEmailChange: new AskForEmailChange(tx, reauthentication, users, linkMails, allowance),
    profile: new MyProfile(tx, users, accountQueries),
    sessions: new Sessions(tx, sessions, stores.sessionQueries, revokeSessions, clock),
    loginHistory: new LoginHistory(stores.loginEventQueries, clock),
    accounts: new Accounts(accountQueries, wallets),
    directory: new AccountDirectory(accountQueries),
    apiKeys: new ApiKeys(tx, apiKeys, apiKeyQueries, new Team(accounts, memberships), clock),
  };
}

/** The context over fakes alone: every use case, and what they leave behind. */
export function identityWorld() {
  const state = new IdentityState();
  const clock = new TestClock();
  const events = new RecordingEventBus();
  const stores = memoryStores(state);
  const waysIn = new MemoryWaysIn(stores.sessions, stores.tokens);
  return {
    ...worldOver({
      stores,
      waysIn,
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

/** Signs someone up and verifies the address. */
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
