import type { Role } from '@trunkline/client';

export type Permission =
  | 'account:write'
  | 'account:close'
  | 'numbers:read'
  | 'numbers:write'
  | 'cdrs:read'
  | 'billing:read'
  | 'billing:write'
  | 'api_keys:read'
  | 'api_keys:write'
  | 'members:read'
  | 'members:write'
  | 'oauth:apps';

const READS: readonly Permission[] = ['numbers:read', 'cdrs:read', 'billing:read'];

/** What the pages need to know of a role. The API decides: this only hides what it would refuse. */
const GRANTS: Readonly<Record<Exclude<Role, 'owner' | 'admin'>, ReadonlySet<Permission>>> = {
  billing: new Set<Permission>([...READS, 'billing:write']),
  member: new Set<Permission>([...READS, 'numbers:write']),
  read_only: new Set<Permission>([...READS, 'api_keys:read', 'members:read']),
};

export function roleMay(role: Role, permission: Permission): boolean {
  if (role === 'owner') return true;
  if (role === 'admin') return permission !== 'account:close';
  return GRANTS[role].has(permission);
}
