import {
  OAUTH_SCOPES,
  PERMISSIONS,
  permissionsOf,
  type Permission,
  type Principal,
  type Role,
  ROLES,
} from './principal';

const principal = (role: Role, scopes: readonly string[] = ['*']): Principal => ({
  credential: 'session',
  credentialId: 'ses_1',
  accountId: 'acc_1',
  userId: 'usr_1',
  role,
  scopes,
  tier: 'self_serve',
  accountStatus: 'active',
  isPartial: false,
  signedInAt: null,
});

const allowed = (role: Role, scopes?: readonly string[]) => permissionsOf(principal(role, scopes));

const without = (...names: Permission[]) => PERMISSIONS.filter((permission) => !names.includes(permission));

describe('the permissions of a role', () => {
  it.each<[Role, readonly string[]]>([
    ['owner', PERMISSIONS],
    ['admin', without('account:close')],
    ['billing', ['account:read', 'numbers:read', 'cdrs:read', 'billing:read', 'billing:write']],
    [
      'member',
      [
        'account:read',
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
        'documents:read',
        'webhooks:read',
        'webhooks:write',
      ],
    ],
    ['read_only', without('documents:read').filter((permission) => permission.endsWith(':read'))],
  ])('are those of the table: %s', (role, expected) => {
    expect([...allowed(role)].sort()).toEqual([...expected].sort());
  });
});

describe('what a scope covers', () => {
  it('includes what it names, and read access to what it may write', () => {
    expect(allowed('owner', ['numbers:write'])).toEqual(['numbers:read', 'numbers:write']);
    expect(allowed('owner', ['numbers:read'])).toEqual(['numbers:read']);
    expect(allowed('owner', [])).toEqual([]);
  });

  it('never exceeds the role', () => {
    expect(allowed('read_only', ['numbers:write'])).toEqual(['numbers:read']);
    expect(allowed('billing', ['*'])).toEqual(allowed('billing'));
  });

  it('never grants through OAuth what requires a session', () => {
    for (const role of ROLES) {
      const reach = allowed(role, OAUTH_SCOPES);
      for (const kept of ['billing:write', 'oauth:apps', 'api_keys:write', 'members:write', 'account:close']) {
        expect(reach).not.toContain(kept);
      }
    }
  });
});
