import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { NoTransactor } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import { testEventBus } from '@trunkline/platform/testing';
import { BeginProviderSignIn } from '../../application/identity-providers/begin-provider-sign-in';
import { SignInByIdentity } from '../../application/identity-providers/sign-in-by-identity';
import { FinishProviderSignIn } from '../../application/identity-providers/finish-provider-sign-in';
import { IdentityLinks } from '../../application/identity-providers/identity-links';
import { IdentityMails } from '../../application/identity-providers/identity-mails';
import { LinkByIdentity } from '../../application/identity-providers/link-by-identity';
import { LinkedIdentities } from '../../application/identity-providers/linked-identities';
import { SignUpByIdentity } from '../../application/identity-providers/sign-up-by-identity';
import { UserMails } from '../../application/mails/user-mails';
import { Screening } from '../../application/screening/screening';
import { SignIn } from '../../application/sign-in/sign-in';
import { LoginEventRecorder } from '../../application/login-events/login-event-recorder';
import { SuccessfulSignIns } from '../../application/login-events/successful-sign-ins';
import { OpenAccount } from '../../application/sign-up/open-account';
import type { Linker, ProviderMode } from '../../domain/identity-providers/identity-provider';
import type { ProviderClaims } from '../../domain/identity-providers/provider-claims';
import { type DatabaseWorld, databaseWorld } from '../database-world';
import {
  databaseProviderStores,
  FakeIdentityProviders,
  type IdentityProviderStores,
  memoryProviderStores,
} from './identity-provider-stores';
import { aCaller, identityWorld, type IdentityWorld } from '../identity-world';
import { BowserDeviceNames } from '../../infrastructure/sign-in/bowser-device-names';

interface WorldSetup {
  readonly idp: IdentityProviderStores;
  readonly tx: Transactor;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** The use cases of third-party sign-in over a world that has all others. */
function providersOver(world: IdentityWorld | DatabaseWorld, { idp, tx, events, clock }: WorldSetup) {
  const { accounts, users, memberships, sessions, loginEvents } = world.stores;
  const { wallets, fraud, captcha, geolocation, mails } = world;
  const providers = new FakeIdentityProviders();
  const recorder = new LoginEventRecorder(loginEvents, geolocation, clock);
  const userMails = new UserMails(memberships, mails);
  const deviceNames = new BowserDeviceNames();
  const successes = new SuccessfulSignIns(users, recorder, deviceNames, userMails);
  const signIn = new SignIn(sessions, memberships, recorder, successes, world.devices, deviceNames, geolocation, clock);
  const openAccount = new OpenAccount(accounts, users, memberships, wallets, events, clock);
  const signUp = new SignUpByIdentity(openAccount, users, recorder, geolocation, clock);
  const identityMails = new IdentityMails(userMails, providers, clock);
  const links = new IdentityLinks(idp.identities, identityMails, clock);
  const screening = new Screening(fraud, captcha, recorder);
  const enter = new SignInByIdentity(tx, users, links, screening, signIn, signUp, recorder);
  const link = new LinkByIdentity(tx, users, links, idp.linkingSessions, clock);
  return {
    idp,
    providers,
    begin: new BeginProviderSignIn(providers, idp.attempts, clock),
    finish: new FinishProviderSignIn(idp.attempts, providers, enter, link, clock),
    identities: new LinkedIdentities(tx, providers, idp.identities, users, identityMails),
  };
}

export function identityProviderWorld() {
  const world = identityWorld();
  const setup = { idp: memoryProviderStores(world.state), tx: new NoTransactor() };
  return { ...world, ...providersOver(world, { ...setup, events: world.events, clock: world.clock }) };
}

export function databaseIdentityProviderWorld(db: Database) {
  const world = databaseWorld(db);
  const setup = { idp: databaseProviderStores(db), tx: db, events: testEventBus(db, world.clock) };
  return { ...world, ...providersOver(world, { ...setup, clock: world.clock }) };
}

type World = ReturnType<typeof identityProviderWorld> | ReturnType<typeof databaseIdentityProviderWorld>;

let invitees = 0;

/** An identity that the provider vouches for. Its subject is also the authorization code. */
export function aProviderIdentity(world: World, change: Partial<ProviderClaims> = {}): ProviderClaims {
  const subject = `sub_${String(invitees++)}`;
  const known = { issuer: 'https://issuer.example', email: `${subject}@example.com`, emailVerified: true };
  const claims = { ...known, subject, name: 'Ada Lovelace', locale: null, ...change };
  world.providers.invitees.set(claims.subject, claims);
  return claims;
}

export interface ProviderSignInOptions {
  readonly mode?: ProviderMode;
  readonly linker?: Linker | null;
  readonly country?: string | null;
}

/** Starts a sign-in at a provider; `arrive` brings the browser back with a code. */
export async function aProviderSignIn(
  world: World,
  { mode = 'login', linker = null, country = null }: ProviderSignInOptions = {},
) {
  const wanted = { provider: 'oauth_idp1', mode, returnTo: '/back', country, browserSecret: null, linker };
  const { location, browserSecret } = await world.begin.execute(wanted);
  const state = new URL(location).searchParams.get('state') ?? '';
  const arrive = (code: string, change: { browserSecret?: string | null; provider?: string } = {}) =>
    world.finish.execute({
      provider: 'oauth_idp1',
      answer: { state, code },
      browserSecret,
      caller: aCaller,
      ...change,
    });
  return { state, browserSecret, arrive };
}
