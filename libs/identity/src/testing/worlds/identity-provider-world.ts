import type { Database } from '@trunkline/platform';
import { IdentityLinks } from '../../application/identity-providers/identity-links';
import { IdentityMails } from '../../application/identity-providers/identity-mails';
import { LinkByIdentity } from '../../application/identity-providers/link-by-identity';
import { LinkedIdentities } from '../../application/identity-providers/linked-identities';
import { type ProviderDeparture, ProviderSignIn } from '../../application/identity-providers/provider-sign-in';
import { SignInByIdentity } from '../../application/identity-providers/sign-in-by-identity';
import { SignUpByIdentity } from '../../application/identity-providers/sign-up-by-identity';
import type { LinkingSession, ProviderMode } from '../../domain/identity-providers/identity-provider';
import type { ProviderClaims } from '../../domain/identity-providers/provider-claims';
import {
  StoredLinkingSessions,
  StoredLinkedIdentities,
} from '../../infrastructure/identity-providers/linked-identity.repository';
import { StoredProviderAttempts } from '../../infrastructure/identity-providers/provider-attempt.repository';
import { FakeIdentityProviders } from '../fakes';
import { aCaller, identityWorld } from './identity-world';

/** The use cases of third-party sign-in, with a fake provider. */
export function identityProviderWorld(db: Database) {
  const world = identityWorld(db);
  const { clock, geolocation, openAccount, recorder, screening, signIn, userMails } = world;
  const { users } = world.stores;
  const idp = {
    attempts: new StoredProviderAttempts(db),
    identities: new StoredLinkedIdentities(db),
    linkingSessions: new StoredLinkingSessions(db),
  };
  const providers = new FakeIdentityProviders();
  const signUp = new SignUpByIdentity(openAccount, users, recorder, geolocation, clock);
  const identityMails = new IdentityMails(userMails, providers, clock);
  const links = new IdentityLinks(idp.identities, identityMails, clock);
  const enter = new SignInByIdentity(db, users, links, screening, signIn, signUp, recorder);
  const link = new LinkByIdentity(db, users, links, idp.linkingSessions, clock);
  return {
    ...world,
    idp,
    providers,
    providerSignIn: new ProviderSignIn(providers, idp.attempts, enter, link, clock),
    identities: new LinkedIdentities(db, idp.identities, users, identityMails),
  };
}

export type IdentityProviderWorld = ReturnType<typeof identityProviderWorld>;

let invitees = 0;

/** An identity that the provider vouches for. Its subject is also the authorization code. */
export function aProviderIdentity(world: IdentityProviderWorld, change: Partial<ProviderClaims> = {}): ProviderClaims {
  const subject = `sub_${String(invitees++)}`;
  const known = { issuer: 'https://issuer.example', email: `${subject}@example.com`, emailVerified: true };
  const claims = { ...known, subject, name: 'Ada Lovelace', locale: null, ...change };
  world.providers.invitees.set(claims.subject, claims);
  return claims;
}

export interface ProviderSignInOptions {
  readonly mode?: ProviderMode;
  readonly linkingSession?: LinkingSession | null;
  readonly country?: string | null;
  readonly timezone?: string | null;
}

/** A request to sign in at a provider, of a browser without a cookie. */
export function aDeparture(options: ProviderSignInOptions = {}): ProviderDeparture {
  const { mode = 'login', linkingSession = null, country = null, timezone = null } = options;
  return { provider: 'oauth_idp1', mode, returnTo: '/back', country, timezone, browserSecret: null, linkingSession };
}

/** Starts a sign-in at a provider; `arrive` brings the browser back with a code. */
export async function aProviderSignIn(world: IdentityProviderWorld, options: ProviderSignInOptions = {}) {
  const begun = await world.providerSignIn.begin(aDeparture(options));
  if (begun.kind === 'refused') throw new Error(begun.error);
  const { location, browserSecret } = begun;
  const state = new URL(location).searchParams.get('state') ?? '';
  const arrive = (code: string, change: { browserSecret?: string | null; provider?: string } = {}) =>
    world.providerSignIn.finish({
      provider: 'oauth_idp1',
      answer: { state, code },
      browserSecret,
      caller: aCaller,
      ...change,
    });
  return { state, browserSecret, arrive };
}
