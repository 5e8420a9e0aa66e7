import { keysIn } from './keys-in-urls';

const key = `svc_live_${'aB3_-'.repeat(6)}xy`;
const escaped = (text: string) => text.replace(/[a-z_]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);

describe('Keys in an address', () => {
  it.each([
    ['as they are', `/v1/accounts/me?k=${key}`],
    ['in a path', `/v1/api-keys/${key}`],
    ['after what begins like a key', `/v1/accounts/me?k=svc_live_${key}`],
    ['after more of that', `/v1/accounts/me?k=svc_live_svc_live_svc_${key}`],
    ['within what looks like another', `/v1/accounts/me?k=svc_live_${'x'.repeat(24)}${key}`],
    ['before more of their letters', `/v1/accounts/me?k=${key}${key}`],
    ['escaped', `/v1/accounts/me?k=${escaped(key)}`],
    ['escaped in part, beside what cannot be', `/v1/accounts/me?x=%zz&k=${key.replace('s', '%73')}`],
    ['escaped twice', `/v1/accounts/me?k=${key.replace('s', '%2573')}`],
    ['escaped twice all over', `/v1/accounts/me?k=${escaped(key).replaceAll('%', '%25')}`],
  ])('are found %s', (_how, address) => {
    expect(keysIn(address)).toContain(key);
  });

  it('are each found once', () => {
    expect(keysIn(`/v1/x?a=${key}&b=${key}`)).toEqual([key]);
  });

  it('are not found where there are none', () => {
    for (const address of ['/v1/accounts/me', '/v1/x?k=svc_live_', `/v1/x?k=${key.slice(0, -1)}`, '/v1/x?k=%25252573'])
      expect(keysIn(address)).toEqual([]);
  });
});
