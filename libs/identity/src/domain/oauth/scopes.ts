import { covers, OAUTH_SCOPES, type Role, roleMay } from '@trunkline/kernel';

export type OAuthScope = (typeof OAUTH_SCOPES)[number];

/** The known scopes among these, in the order of the list of scopes. */
export function knownScopes(scopes: readonly string[]): OAuthScope[] {
  return OAUTH_SCOPES.filter((scope) => scopes.includes(scope));
}

/** The scopes that `maximum` covers: a `:write` scope covers the `:read` scope of its resource. */
export function withinMaximum(scopes: readonly string[], maximum: readonly string[]): OAuthScope[] {
  return knownScopes(scopes).filter((scope) => covers(maximum, scope));
}

/** The scopes that a member with this role can give to an application. */
export function grantableBy(role: Role, scopes: readonly OAuthScope[]): OAuthScope[] {
  return scopes.filter((scope) => roleMay(role, scope));
}
