import { newId, type Principal } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { OAuthAppView } from '../../application/oauth/ports';
import { OAuthApps } from '../../application/oauth/oauth-apps';
import { OAuthConsents } from '../../application/oauth/oauth-consents';
import { OAuthGrants } from '../../application/oauth/oauth-grants';
import type { OAuthAppDetails } from '../../domain/oauth/oauth-app';
import { OAuthAppReads } from '../../infrastructure/oauth/oauth-app-queries';
import { StoredOAuthApps } from '../../infrastructure/oauth/oauth-app.repository';
import { StoredAuthorizations } from '../../infrastructure/oauth/authorization-store';
import { StoredConsentRequests } from '../../infrastructure/oauth/consent-requests';
import { OAuthGrantReads, StoredOAuthGrants } from '../../infrastructure/oauth/oauth-grants';
import { membersWorld } from './members-world';

export const APP_DETAILS: OAuthAppDetails = {
  name: 'Acme Dialer',
  description: null,
  homepageUrl: null,
  logoUrl: null,
  redirectUris: ['https://app.example.com/callback'],
  maxScopes: ['numbers:write', 'cdrs:read'],
};

/** The use cases of OAuth applications, consent and grants, with members to grant them. */
export function oauthWorld(db: Database) {
  const world = membersWorld(db);
  const { clock, accountMembers } = world;
  const grants = new StoredOAuthGrants(db);
  const oauthAppQueries = new OAuthAppReads(db, clock);
  const oauthGrantQueries = new OAuthGrantReads(db, clock);
  return {
    ...world,
    oauthAppQueries,
    oauthGrantQueries,
    oauthApps: new OAuthApps(db, new StoredOAuthApps(db), oauthAppQueries, grants, accountMembers, clock),
    oauthGrants: new OAuthGrants(db, grants, oauthGrantQueries, clock),
    oauthConsents: new OAuthConsents(
      db,
      new StoredConsentRequests(db),
      grants,
      world.stores.memberships,
      world.stores.sessions,
      clock,
    ),
    authorizations: new StoredAuthorizations(db, clock),
  };
}

export type OAuthWorld = ReturnType<typeof oauthWorld>;

export async function anOAuthApp(world: OAuthWorld, developer: Principal, change: Partial<OAuthAppDetails> = {}) {
  return (await world.oauthApps.register(developer, { ...APP_DETAILS, ...change })).app;
}

/** Stores an authorization request of the application and returns its id. */
export async function anAuthorizationRequest(
  world: OAuthWorld,
  app: OAuthAppView,
  scopes: readonly string[] = app.maxScopes,
): Promise<string> {
  const id = newId('tok');
  const returnTo = `https://api.example.com/oauth2/authorize/${id}`;
  const redirectUri = 'https://app.example.com/callback';
  await world.authorizations.addRequest({ id, clientId: app.clientId, scopes, redirectUri, returnTo, payload: {} });
  return id;
}
