import { addressBucket } from './limits';

describe('The bucket of a network address', () => {
  const key = (ip: string | undefined) => addressBucket('sign_up', ip, 1).key;

  it('is one for an IPv4 address, however a socket writes it', () => {
    expect(key('::ffff:203.0.113.7')).toBe(key('203.0.113.7'));
    expect(key('203.0.113.8')).not.toBe(key('203.0.113.7'));
  });

  it('is one for all the addresses that whoever has an IPv6 address has', () => {
    expect(key('2001:db8:1:2:ffff::9')).toBe(key('2001:db8:1:2::1'));
    expect(key('2001:db8:1:3::1')).not.toBe(key('2001:db8:1:2::1'));
  });

  it('is one for everybody whose address is not known', () => {
    expect(key(undefined)).toBe(key('nonsense'));
  });
});
