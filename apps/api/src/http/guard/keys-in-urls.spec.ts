import { keysIn } from './keys-in-urls';

const key = `svc_live_${'aB3_-'.repeat(6)}xy`;
const escaped = (text: string) => text.replace(/[a-z_]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);

describe('keysIn', () => {
  it.each([
    ['literal', `/v1/accounts/me?k=${key}`],
    ['in a path', `/v1/api-keys/${key}`],
    ['after the prefix of a key', `/v1/accounts/me?k=svc_live_${key}`],
    ['after several prefixes', `/v1/accounts/me?k=svc_live_svc_live_svc_${key}`],
    ['inside another candidate', `/v1/accounts/me?k=svc_live_${'x'.repeat(24)}${key}`],
    ['before another key', `/v1/accounts/me?k=${key}${key}`],
    ['escaped', `/v1/accounts/me?k=${escaped(key)}`],
    ['partly escaped, beside an invalid escape', `/v1/accounts/me?x=%zz&k=${key.replace('s', '%73')}`],
    ['escaped twice', `/v1/accounts/me?k=${key.replace('s', '%2573')}`],
    ['fully escaped twice', `/v1/accounts/me?k=${escaped(key).replaceAll('%', '%25')}`],
  ])('finds a key: %s', (_how, address) => {
    expect(keysIn(address)).toContain(key);
  });

  it('returns each key once', () => {
    expect(keysIn(`/v1/x?a=${key}&b=${key}`)).toEqual([key]);
  });

  it('returns nothing without a complete key', () => {
    for (const address of ['/v1/accounts/me', '/v1/x?k=svc_live_', `/v1/x?k=${key.slice(0, -1)}`, '/v1/x?k=%25252573'])
      expect(keysIn(address)).toEqual([]);
  });
});
