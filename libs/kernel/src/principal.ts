export const ROLES = ['owner', 'admin', 'billing', 'member', 'read_only'] as const;
export type Role = (typeof ROLES)[number];

export const TIERS = ['self_serve', 'manual_review', 'verified', 'wholesale'] as const;
export type Tier = (typeof TIERS)[number];

export const ACCOUNT_STATUSES = ['active', 'suspended', 'pending_closure', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Scopes that an OAuth application can be granted. */
export const OAUTH_SCOPES = [
  'account:read',
  'account:write',
  'numbers:read',
  'numbers:write',
  'sip_trunks:read',
  'sip_trunks:write',
  'routing:read',
  'routing:write',
  'cdrs:read',
  'billing:read',
  'compliance:read',
  'compliance:write',
] as const;

/** The OAuth scopes, and those that only sessions and API keys have. */
export const PERMISSIONS = [
  ...OAUTH_SCOPES,
  'billing:write',
  'documents:read',
  'webhooks:read',
  'webhooks:write',
  'oauth:apps',
  'api_keys:write',
  'members:write',
  'account:close',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const reads = PERMISSIONS.filter((permission) => permission.endsWith(':read'));
const families = (...names: string[]) =>
  PERMISSIONS.filter((permission) => names.includes(permission.slice(0, permission.indexOf(':'))));

/** The permissions of each role. */
const ROLE_PERMISSIONS: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set(PERMISSIONS),
  admin: new Set(PERMISSIONS.filter((permission) => permission !== 'account:close')),
  billing: new Set([...families('billing'), 'account:read', 'numbers:read', 'cdrs:read'] as const),
  member: new Set([
    ...families('numbers', 'sip_trunks', 'routing', 'compliance', 'documents', 'webhooks'),
    'cdrs:read',
    'billing:read',
    'account:read',
  ] as const),
  // All reads but those of documents' content.
  read_only: new Set(reads.filter((permission) => permission !== 'documents:read')),
};

export type CredentialKind = 'session' | 'key' | 'oauth';

/** The authenticated caller of a request, with the account and the scopes of the credential. */
export interface Principal {
  readonly credential: CredentialKind;
  /** Id of the session, key or token. */
  readonly credentialId: string;
  /** Client id of the OAuth application; only of its tokens. */
  readonly clientId?: string;
  readonly accountId: string;
  readonly userId: string;
  readonly role: Role;
  /** `['*']` or scope names. */
  readonly scopes: readonly string[];
  readonly tier: Tier;
  readonly accountStatus: AccountStatus;
  /** True for a session that has not passed its second factor yet. */
  readonly isPartial: boolean;
  /** Time of sign-in. Null for keys and tokens. */
  readonly signedInAt: Date | null;
}

/** Returns true if the scopes grant the permission. */
export function covers(scopes: readonly string[], permission: Permission): boolean {
  if (scopes.includes('*') || scopes.includes(permission)) return true;
  // `:write` implies `:read` for the same resource.
  return permission.endsWith(':read') && scopes.includes(permission.replace(':read', ':write'));
}

/**
 * Returns the permitted part of the scopes. A `:write` scope that is not permitted leaves the `:read` scope that it includes,
 * if that one is permitted. See docs/oauth.md#scopes.
 */
export function narrowedScopes(
  scopes: readonly string[],
  isPermitted: (scope: (typeof OAUTH_SCOPES)[number]) => boolean,
): (typeof OAUTH_SCOPES)[number][] {
  const isWanted = (scope: (typeof OAUTH_SCOPES)[number]): boolean => {
    if (scopes.includes(scope)) return true;
    const including = OAUTH_SCOPES.find((each) => each === scope.replace(':read', ':write'));
    return including !== undefined && scopes.includes(including) && !isPermitted(including);
  };
  return OAUTH_SCOPES.filter((scope) => isPermitted(scope) && isWanted(scope));
}

export function roleMay(role: Role, permission: Permission): boolean {
  return ROLE_PERMISSIONS[role].has(permission);
}

/** Returns true if both the role in the selected account and the scopes of the credential grant the permission. */
export function may(principal: Principal, permission: Permission): boolean {
  return roleMay(principal.role, permission) && covers(principal.scopes, permission);
}

/** Returns all permissions of the principal in the selected account. */
export const permissionsOf = (principal: Principal): readonly Permission[] =>
  PERMISSIONS.filter((permission) => may(principal, permission));
