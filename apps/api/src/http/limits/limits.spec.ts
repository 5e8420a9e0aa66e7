import { addressBucket } from './limits';

describe('The bucket of a network address', () => {
  const key = (ip: string | undefined) => addressBucket('sign_up', ip, 1).key;

  it('is the same for an IPv4 address and its IPv4-mapped form', () => {
    expect(key('::ffff:203.0.113.7')).toBe(key('203.0.113.7'));
    expect(key('203.0.113.8')).not.toBe(key('203.0.113.7'));
  });

  it('is the same for all addresses of an IPv6 /64 network', () => {
    expect(key('2001:db8:1:2:ffff::9')).toBe(key('2001:db8:1:2::1'));
    expect(key('2001:db8:1:3::1')).not.toBe(key('2001:db8:1:2::1'));
  });

  it('is the same for all unknown addresses', () => {
    expect(key(undefined)).toBe(key('nonsense'));
  });
});
