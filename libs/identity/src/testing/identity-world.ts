import type { Clock, EventBus, Principal, Transactor } from '@trunkline/kernel';
import { NoTransactor, RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { AccountDirectory } from '../application/account-directory';
import { Accounts } from '../application/accounts';
import { ApiKeys } from '../application/api-keys';
import { EvenTime } from '../application/even-time';
import { LogIn } from '../application/log-in';
import { OpenAccount } from '../application/open-account';
import { PasswordAttempts } from '../application/password-attempts';
import { Passwords } from '../application/passwords';
import { Reauthentication } from '../application/reauthentication';
import { ResendVerification } from '../application/resend-verification';
import { Screening } from '../application/screening';
import { Sessions } from '../application/sessions';
import { SignIn } from '../application/sign-in';
import { SignInHistory } from '../application/sign-in-history';
import { SignUp, type SignUpInput } from '../application/sign-up';
import { VerificationMails } from '../application/verification-mails';
import { VerifyEmail } from '../application/verify-email';
import * as fakes from './fakes';
import { IdentityState, memoryStores } from './memory-stores';
import type { IdentityStores } from './store-contract';

interface Ground {
  readonly stores: IdentityStores;
  readonly tx: Transactor;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** Every use case over the given stores; what lies outside of the context is faked. */
export function worldOver({ stores, tx, events, clock }: Ground) {
  const outside = {
    hasher: new fakes.FakePasswordHasher(),
    wallets: new fakes.FakeWallets(),
    mails: new fakes.FakeMails(),
    fraud: new fakes.FakeFraudScreening(),
    captcha: new fakes.FakeCaptchaVerifier(),
    allowance: new fakes.FakeMailAllowance(),
  };
  const { hasher, wallets, mails, fraud, captcha, allowance } = outside;
  const { accounts, users, memberships, tokens, sessions, loginEvents, apiKeys, apiKeyQueries, accountQueries } =
    stores;
  const history = new SignInHistory(loginEvents, clock);
  const passwords = new Passwords(hasher);
  const attempts = new PasswordAttempts(users, history, clock);
  const evenTime = new EvenTime(0);
  const screening = new Screening(fraud, captcha, history);
  const verification = new VerificationMails(tokens, mails, new fakes.FakeDashboardLinks(), clock);
  const signIn = new SignIn(sessions, memberships, history, clock);
  const openAccount = new OpenAccount(accounts, users, memberships, wallets, events, clock);
  return {
    ...outside,
    stores,
    signUp: new SignUp(tx, screening, passwords, openAccount, verification, allowance, history),
    resend: new ResendVerification(tx, users, memberships, verification, allowance, evenTime),
    verifyEmail: new VerifyEmail(tx, tokens, users, signIn, clock),
    logIn: new LogIn(tx, users, passwords, screening, attempts, signIn, evenTime),
    reauthentication: new Reauthentication(tx, users, passwords, attempts, clock),
    sessions: new Sessions(sessions, clock),
    accounts: new Accounts(accountQueries, wallets),
    directory: new AccountDirectory(accountQueries),
    apiKeys: new ApiKeys(tx, apiKeys, apiKeyQueries, accounts, clock),
  };
}

/** The context over fakes alone: every use case, and what they leave behind. */
export function identityWorld() {
  const state = new IdentityState();
  const clock = new TestClock();
  const events = new RecordingEventBus();
  const stores = memoryStores(state);
  return { ...worldOver({ stores, tx: new NoTransactor(), events, clock }), state, clock, events };
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
