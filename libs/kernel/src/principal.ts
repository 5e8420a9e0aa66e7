export const ROLES = ['owner', 'admin', 'billing', 'member', 'read_only'] as const;
export type Role = (typeof ROLES)[number];

export const TIERS = ['self_serve', 'manual_review', 'verified', 'wholesale'] as const;
export type Tier = (typeof TIERS)[number];

export const ACCOUNT_STATUSES = ['active', 'suspended', 'pending_closure', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** What an OAuth application can be granted (spec, OAuth scopes). */
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

/** The scopes of the specification plus those that never pass through OAuth (contract, section 0, Credentials). */
export const PERMISSIONS = [
  ...OAUTH_SCOPES,
  'billing:write',
  'webhooks:read',
  'webhooks:write',
  'oauth:apps',
  'api_keys:read',
  'api_keys:write',
  'members:read',
  'members:write',
  'account:close',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const reads = PERMISSIONS.filter((permission) => permission.endsWith(':read'));
const families = (...names: string[]) =>
  PERMISSIONS.filter((permission) => names.includes(permission.slice(0, permission.indexOf(':'))));

/** The permissions table of the contract, section 0. */
const ROLE_PERMISSIONS: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set(PERMISSIONS),
  admin: new Set(PERMISSIONS.filter((permission) => permission !== 'account:close')),
  billing: new Set([...families('billing'), 'account:read', 'numbers:read', 'cdrs:read'] as const),
  member: new Set([
    ...families('numbers', 'sip_trunks', 'routing', 'compliance', 'webhooks'),
    'cdrs:read',
    'billing:read',
    'account:read',
  ] as const),
  read_only: new Set(reads),
};

export type CredentialKind = 'session' | 'key' | 'oauth';

/** Who asks, for which account, and how far the credential reaches. */
export interface Principal {
  readonly credential: CredentialKind;
  /** Session, key or token id. */
  readonly credentialId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly role: Role;
  /** `['*']` or names of scopes. */
  readonly scopes: readonly string[];
  readonly tier: Tier;
  readonly accountStatus: AccountStatus;
  /** A session whose second factor is still owed (spec, Authentication, rule 6). */
  readonly isPartial: boolean;
  /** When the session signed in; null for keys and tokens. */
  readonly signedInAt: Date | null;
}

function covers(scopes: readonly string[], permission: Permission): boolean {
  if (scopes.includes('*') || scopes.includes(permission)) return true;
  // Spec, OAuth scopes: `:write` implies `:read` for the same resource.
  return permission.endsWith(':read') && scopes.includes(permission.replace(':read', ':write'));
}

export function roleMay(role: Role, permission: Permission): boolean {
  return ROLE_PERMISSIONS[role].has(permission);
}

/** Permissions of the role in the selected account ∩ scopes of the credential (contract, section 0, Credentials). */
export function may(principal: Principal, permission: Permission): boolean {
  return roleMay(principal.role, permission) && covers(principal.scopes, permission);
}
