import { type Principal, SystemClock } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { AuditTrail, type Database } from '@trunkline/platform';
import { testEventBus } from '@trunkline/platform/testing';
import { AccountDirectory } from '../../application/accounts/account-directory';
import { Accounts } from '../../application/accounts/accounts';
import { ApiKeys } from '../../application/keys/api-keys';
import { MinimumDuration } from '../../application/sign-in/minimum-duration';
import { FollowMagicLink } from '../../application/sign-in/follow-magic-link';
import { LinkMails } from '../../application/mails/link-mails';
import { MailLink } from '../../application/mails/mail-link';
import { MailedLinks } from '../../application/mails/mailed-links';
import { UserMails } from '../../application/mails/user-mails';
import { AccountMembers } from '../../application/members/account-members';
import { ChangePassword } from '../../application/passwords/change-password';
import { ReplacePassword } from '../../application/passwords/replace-password';
import { ResetPassword } from '../../application/passwords/reset-password';
import { EmailChange } from '../../application/email-change';
import { MyProfile } from '../../application/my-profile';
import { PhoneVerification } from '../../application/phone-verification';
import { PasswordVerification } from '../../application/passwords/password-verification';
import { Devices } from '../../application/sign-in/devices';
import { RevokeSessions } from '../../application/sessions/revoke-sessions';
import { LogIn } from '../../application/sign-in/log-in';
import { OpenAccount } from '../../application/sign-up/open-account';
import { PasswordAttempts } from '../../application/passwords/password-attempts';
import { Passwords } from '../../application/passwords/passwords';
import { Reauthentication } from '../../application/sign-in/reauthentication';
import { ResendVerification } from '../../application/sign-up/resend-verification';
import { Screening } from '../../application/screening/screening';
import { LoginEvents } from '../../application/sessions/login-events';
import { Sessions } from '../../application/sessions/sessions';
import { SignIn } from '../../application/sign-in/sign-in';
import { LoginEventRecorder } from '../../application/sessions/login-event-recorder';
import { SuccessfulSignIns } from '../../application/sessions/successful-sign-ins';
import { TrialCredit } from '../../application/sign-up/trial-credit';
import { SignUp, type SignUpInput } from '../../application/sign-up/sign-up';
import { VerificationMails } from '../../application/sign-up/verification-mails';
import { VerifyEmail } from '../../application/sign-up/verify-email';
import { ZxcvbnCommonPasswords } from '../../infrastructure/passwords/zxcvbn-common-passwords';
import * as fakes from '../fakes';
import { StoredPhoneCodes, StoredTrialPhones } from '../../infrastructure/phone-codes';
import { BowserDeviceNames } from '../../infrastructure/sign-in/bowser-device-names';
import { StoredCredentials } from '../../infrastructure/sessions/credentials';
import { StoredOAuthGrants } from '../../infrastructure/oauth/oauth-grants';
import { StoredPasswordFailures } from '../../infrastructure/passwords/password-failures';
import { StoredKnownDevices } from '../../infrastructure/sign-in/known-devices';
import { StoredSignInMethods } from '../../infrastructure/sign-in/sign-in-methods';
import { ApiKeyReads } from '../../infrastructure/keys/api-key-queries';
import { identityStores, TEST_BOX } from '../identity-stores';
import { storedRows } from '../stored';

/** The use cases of sign-up, sign-in and keys over a database, with a clock of its own and fakes for the outside world. */
export function identityWorld(db: Database) {
  const clock = new TestClock(new SystemClock().now());
  const events = testEventBus(db, clock);
  const stores = identityStores(db);
  const outside = {
    hasher: new fakes.FakePasswordHasher(),
    wallets: new fakes.FakeWallets(),
    numbers: new fakes.FakeNumberHistory(),
    alerts: new fakes.FakeBalanceAlerts(),
    outbound: new fakes.FakeOutboundCountries(),
    mails: new fakes.FakeMails(),
    fraud: new fakes.FakeFraudScreening(),
    geolocation: new fakes.FakeGeolocation(),
    captcha: new fakes.FakeCaptchaVerifier(),
    allowance: new fakes.FakeMailAllowance(),
    trialTerms: { requiresPhone: false },
    phones: new fakes.FakePhoneMessages(),
    phoneAllowance: new fakes.FakePhoneCodeAllowance(),
  };
  const { hasher, wallets, numbers, alerts, outbound, mails, fraud, geolocation, captcha, allowance } = outside;
  const { trialTerms, phones, phoneAllowance } = outside;
  const { accounts, users, memberships, tokens, sessions, loginEvents, apiKeys, accountQueries } = stores;
  const recorder = new LoginEventRecorder(loginEvents, geolocation, clock);
  const passwords = new Passwords(hasher, new ZxcvbnCommonPasswords());
  const userMails = new UserMails(memberships, mails);
  const knownDevices = new StoredKnownDevices(db);
  const failures = new StoredPasswordFailures(db, TEST_BOX);
  const signInMethods = new StoredSignInMethods(db);
  const devices = new Devices(knownDevices, clock);
  const revokeSessions = new RevokeSessions(sessions, knownDevices, clock);
  const attempts = new PasswordAttempts(users, devices, failures, recorder, userMails, clock);
  const passwordVerification = new PasswordVerification(users, passwords, attempts);
  const minimumDuration = new MinimumDuration(0);
  const screening = new Screening(fraud, captcha, recorder);
  const verification = new VerificationMails(tokens, mails, fakes.FAKE_LINKS, clock);
  const deviceNames = new BowserDeviceNames();
  const signIns = new SuccessfulSignIns(users, recorder, deviceNames, userMails);
  const signIn = new SignIn(sessions, memberships, recorder, signIns, devices, deviceNames, geolocation, clock);
  const reauthentication = new Reauthentication(db, users, passwordVerification, clock);
  const mailedLinks = new MailedLinks(tokens, users, clock);
  const linkMails = new LinkMails(mailedLinks, userMails, fakes.FAKE_LINKS);
  const emailChange = new EmailChange(users, revokeSessions, mailedLinks, userMails, clock);
  const replacePassword = new ReplacePassword(
    users,
    attempts,
    revokeSessions,
    new StoredOAuthGrants(db),
    mailedLinks,
    userMails,
    clock,
  );
  const trial = new TrialCredit(trialTerms, new StoredTrialPhones(db, TEST_BOX), wallets, clock);
  const openAccount = new OpenAccount(db, accounts, users, memberships, wallets, trial, events, clock);
  const profile = new MyProfile(db, users, accountQueries, reauthentication, linkMails, allowance);
  const phoneCodes = new StoredPhoneCodes(db, TEST_BOX);
  const apiKeyQueries = new ApiKeyReads(db, clock);
  const accountMembers = new AccountMembers(accounts, memberships);
  return {
    ...outside,
    db,
    clock,
    events,
    audit: new AuditTrail(db, clock),
    stores,
    stored: storedRows(db),
    recorder,
    passwords,
    userMails,
    signInMethods,
    devices,
    screening,
    signIns,
    signIn,
    openAccount,
    accountMembers,
    credentials: new StoredCredentials(db, geolocation, clock),
    signUp: new SignUp(db, screening, passwords, openAccount, verification, allowance, recorder, trial),
    resend: new ResendVerification(db, users, memberships, verification, allowance, minimumDuration),
    verifyEmail: new VerifyEmail(db, mailedLinks, users, emailChange, screening, signIn, clock),
    logIn: new LogIn(db, users, passwords, screening, attempts, signIn, minimumDuration),
    reauthentication,
    mailLink: new MailLink(db, users, memberships, linkMails, allowance, minimumDuration, screening),
    followMagicLink: new FollowMagicLink(db, mailedLinks, users, signInMethods, screening, signIn, clock),
    resetPassword: new ResetPassword(db, mailedLinks, passwords, replacePassword, devices, clock),
    changePassword: new ChangePassword(db, passwordVerification, passwords, replacePassword, sessions, clock),
    profile,
    phone: new PhoneVerification(db, users, phoneCodes, phones, phoneAllowance, profile, trial, clock),
    sessions: new Sessions(db, sessions, stores.sessionQueries, revokeSessions, clock),
    loginEvents: new LoginEvents(stores.loginEventQueries, clock),
    accounts: new Accounts(db, accounts, accountQueries, wallets, numbers, alerts, outbound),
    directory: new AccountDirectory(accountQueries),
    apiKeyQueries,
    apiKeys: new ApiKeys(db, apiKeys, apiKeyQueries, accountMembers, clock),
  };
}

export type IdentityWorld = ReturnType<typeof identityWorld>;

export const aCaller = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

export const PASSWORD = 'correct horse battery';

let signUps = 0;

/** An email without a user, which no other test of the file uses. */
export function anUnknownEmail(): string {
  signUps++;
  return `nobody${String(signUps)}@example.com`;
}

export function aSignUp(change: Partial<SignUpInput> = {}): SignUpInput {
  signUps++;
  return {
    operationId: `op_${String(signUps)}`,
    email: `ada${String(signUps)}@example.com`,
    password: PASSWORD,
    name: 'Ada Lovelace',
    country: 'GB',
    timezone: null,
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
export async function aVerifiedUser(world: IdentityWorld, change: Partial<SignUpInput> = {}) {
  const signedUp = await world.signUp.signUp(aSignUp(change));
  const signedIn = await world.verifyEmail.verify({ token: world.mails.tokenTo(signedUp.email), caller: aCaller });
  return { ...signedUp, ...signedIn };
}

export function aPrincipal(change: Partial<Principal> & Pick<Principal, 'accountId' | 'userId'>): Principal {
  return {
    credential: 'session',
    credentialId: `ses_of_${change.userId}`,
    role: 'owner',
    scopes: ['*'],
    tier: 'self_serve',
    accountStatus: 'active',
    isPartial: false,
    signedInAt: null,
    ...change,
  };
}
