import type { OAuthScope } from '@trunkline/client';

/** What a scope allows, for people. */
export const SCOPES: Readonly<Record<OAuthScope, string>> = {
  'account:read': 'See the account, its members and their roles',
  'account:write': 'See and change the account’s settings',
  'numbers:read': 'See your numbers and orders',
  'numbers:write': 'Buy, change and release numbers, which costs money',
  'sip_trunks:read': 'See your SIP trunks and gateways',
  'sip_trunks:write': 'Create and change SIP trunks and gateways',
  'routing:read': 'See where your numbers route',
  'routing:write': 'Change where your numbers route',
  'cdrs:read': 'See your calls, with numbers and prices',
  'billing:read': 'See your balance, transactions and invoices',
  'compliance:read': 'See end users, documents and bundles',
  'compliance:write': 'Add and submit end users, documents and bundles',
};

export const ALL_SCOPES = Object.keys(SCOPES) as readonly OAuthScope[];

/** Returns the scope that includes this one: `numbers:write` includes `numbers:read`. */
export const includedIn = (scope: OAuthScope): string | null =>
  scope.endsWith(':read') ? scope.replace(':read', ':write') : null;

const has = (scopes: readonly OAuthScope[], scope: OAuthScope): boolean =>
  scopes.some((each) => each === scope || each === includedIn(scope));

/** Returns what a user can grant: the requested scopes, and the `:read` of each requested `:write`. */
export const offeredFor = (requested: readonly OAuthScope[]): readonly OAuthScope[] =>
  ALL_SCOPES.filter((scope) => has(requested, scope));

/** Returns the scopes to grant: what the role covers without what the user declined, and no `:read` beside its `:write`. */
export function grantedOf(
  requested: readonly OAuthScope[],
  grantable: readonly OAuthScope[],
  declined: ReadonlySet<OAuthScope>,
): readonly OAuthScope[] {
  const chosen = offeredFor(requested).filter((scope) => has(grantable, scope) && !declined.has(scope));
  return chosen.filter((scope) => requested.includes(scope) || !chosen.some((each) => each === includedIn(scope)));
}
