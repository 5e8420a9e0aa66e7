import { countedNetwork, plainAddress } from './network';

describe('A network address', () => {
  it('is normalized from its socket form, and null when it is invalid', () => {
    for (const mapped of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])
      expect(plainAddress(mapped)).toBe('203.0.113.7');
    expect(plainAddress('2001:db8::1')).toBe('2001:db8::1');
    for (const none of [null, '', 'unknown', '1.2.3.4, 5.6.7.8', '::ffff:999.1.1.1', 'fe80::1%eth0'])
      expect(plainAddress(none)).toBeNull();
  });
});

describe('The network that a rate limit counts', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2::192.0.2.1', '2001:db8:1:2::/64'],
    ['not an address', 'unknown'],
    [null, 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(countedNetwork(address)).toBe(network);
  });
});
