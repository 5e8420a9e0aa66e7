import { covers, narrowedScopes, OAUTH_SCOPES, type Role, roleMay } from '@trunkline/kernel';

export type OAuthScope = (typeof OAUTH_SCOPES)[number];

/** The known scopes among these, in the order of the list of scopes. */
export function knownScopes(scopes: readonly string[]): OAuthScope[] {
  return OAUTH_SCOPES.filter((scope) => scopes.includes(scope));
}

/** The part of these scopes that `maximum` covers. See docs/oauth.md#scopes. */
export function withinMaximum(scopes: readonly string[], maximum: readonly string[]): OAuthScope[] {
  return narrowedScopes(scopes, (scope) => covers(maximum, scope));
}

/** The part of these scopes that a member with this role can give to an application. See docs/oauth.md#scopes. */
export function grantableBy(role: Role, scopes: readonly OAuthScope[]): OAuthScope[] {
  return narrowedScopes(scopes, (scope) => roleMay(role, scope));
}
