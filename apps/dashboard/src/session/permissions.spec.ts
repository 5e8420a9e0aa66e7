import { type Permission, roleMay } from './permissions';

describe('roleMay', () => {
  const allowed = (role: Parameters<typeof roleMay>[0], ...permissions: Permission[]) =>
    permissions.filter((each) => roleMay(role, each));

  it('lets only owners close the account', () => {
    expect(allowed('owner', 'account:close')).toEqual(['account:close']);
    expect(allowed('admin', 'account:close', 'members:write')).toEqual(['members:write']);
  });

  it('lets members change numbers, and the billing role pay', () => {
    expect(allowed('member', 'numbers:write', 'billing:write', 'api_keys:read')).toEqual(['numbers:write']);
    expect(allowed('billing', 'numbers:write', 'billing:write')).toEqual(['billing:write']);
  });

  it('lets the read-only role read', () => {
    expect(allowed('read_only', 'numbers:read', 'numbers:write', 'members:read')).toEqual([
      'numbers:read',
      'members:read',
    ]);
  });
});
