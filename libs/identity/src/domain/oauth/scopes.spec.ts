import { OAUTH_SCOPES, PERMISSIONS, ROLES, roleMay } from '@trunkline/kernel';
import { grantableBy, knownScopes, withinMaximum } from './scopes';

describe('OAuth scopes', () => {
  it('exclude every permission that only sessions and keys have', () => {
    const others = PERMISSIONS.filter((permission) => !(OAUTH_SCOPES as readonly string[]).includes(permission));
    expect(others).toEqual(expect.arrayContaining(['billing:write', 'oauth:apps', 'account:close']));
    expect(knownScopes([...others, '*', 'openid'])).toEqual([]);
  });

  it('are within a maximum that names them, or the write scope of their resource', () => {
    expect(withinMaximum(['numbers:read', 'cdrs:read'], ['numbers:write'])).toEqual(['numbers:read']);
    expect(withinMaximum(['numbers:read', 'numbers:write'], ['numbers:read'])).toEqual(['numbers:read']);
    expect(withinMaximum(['numbers:write'], ['numbers:write', 'numbers:read'])).toEqual(['numbers:write']);
    expect(withinMaximum(['account:write'], ['numbers:read', 'numbers:write'])).toEqual([]);
  });

  it('leave the read scope of a write scope beyond the maximum', () => {
    expect(withinMaximum(['numbers:write', 'routing:write'], ['numbers:read'])).toEqual(['numbers:read']);
    expect(grantableBy('read_only', ['numbers:write'])).toEqual(['numbers:read']);
    expect(grantableBy('billing', ['numbers:write', 'routing:write', 'billing:read'])).toEqual([
      'numbers:read',
      'billing:read',
    ]);
  });

  it.each(ROLES)('are grantable by a %s only as far as the role goes', (role) => {
    expect(grantableBy(role, [...OAUTH_SCOPES])).toEqual(OAUTH_SCOPES.filter((scope) => roleMay(role, scope)));
  });
});
