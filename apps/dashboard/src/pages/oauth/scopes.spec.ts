import { grantedOf, offeredFor } from './scopes';

describe('scopes of a consent', () => {
  it('offer the read scope of each requested write scope', () => {
    expect(offeredFor(['numbers:write', 'cdrs:read'])).toEqual(['numbers:read', 'numbers:write', 'cdrs:read']);
  });

  it.each([
    ['everything', ['numbers:write', 'cdrs:read'], [], ['numbers:write', 'cdrs:read']],
    [
      'the read scope of a declined write scope',
      ['numbers:write', 'cdrs:read'],
      ['numbers:write'],
      ['numbers:read', 'cdrs:read'],
    ],
    [
      'nothing of a declined resource',
      ['numbers:write', 'cdrs:read'],
      ['numbers:read', 'numbers:write'],
      ['cdrs:read'],
    ],
    ['the read scope of a write scope beyond the role', ['numbers:read'], [], ['numbers:read']],
  ] as const)('grant %s', (_what, grantable, declined, granted) => {
    expect(grantedOf(['numbers:write', 'cdrs:read'], grantable, new Set(declined))).toEqual(granted);
  });

  it('grant both scopes of a resource if both were requested', () => {
    const both = ['numbers:read', 'numbers:write'] as const;
    expect(grantedOf(both, both, new Set())).toEqual(both);
  });
});
