import { countedNetwork, firstAddressOf, hasHostBits, isIPv4, isIPv6, networkOf, plainAddress } from './network';

const V4 = ['0.0.0.0', '203.0.113.7', '255.255.255.255'];
const V6 = [
  '::',
  '::1',
  '2001:DB8::1',
  '1:2:3:4:5:6:7::',
  '::ffff:1.2.3.4',
  '::ffff:0102:0304',
  '64:ff9b::1.2.3.4',
  '::1.2.3.4',
];
/** Spellings that some parsers accept, ipaddr.js among them. */
const ODD = [
  ['010.1.1.1', '0x7f.1', '0x7f.0.0.1', '1.2.3', '1', '1.2.3.256', ' 1.2.3.4', '1.2.3.4\n'],
  ['fe80::1%eth0', '::ffff:010.1.1.1', '::ffff:0x7f.0.0.1', '::ffff:1.2.3', '::ffff:1.2.3.256', '::00001'],
  ['1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:1.2.3.4', ':::', '[::1]', '1.2.3.4/33', ''],
].flat();

describe('An address', () => {
  it.each(V4)('is IPv4: %s', (text) => {
    expect([isIPv4(text), isIPv6(text)]).toEqual([true, false]);
  });

  it.each(V6)('is IPv6: %s', (text) => {
    expect([isIPv4(text), isIPv6(text)]).toEqual([false, true]);
  });

  it.each(ODD)('is neither: %p', (text) => {
    expect([isIPv4(text), isIPv6(text), plainAddress(text), networkOf(text)]).toEqual([false, false, null, null]);
  });
});

describe('A network', () => {
  it.each([
    ['203.0.113.7', 32],
    ['203.0.113.0/24', 24],
    ['0.0.0.0/0', 0],
    ['::1', 128],
    ['2001:db8::/32', 32],
  ])('%s has a prefix of %i bits', (text, bits) => {
    expect(networkOf(text)).toEqual({ address: text.split('/')[0], bits });
  });

  it.each([
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/08',
    '1.2.3.4/8/8',
    '1.2.3.4/-1',
    '0x7f.1/8',
    '::/129',
    '::1%eth0/64',
    'localhost',
    // ipaddr.js takes it for 203.0.113.7.
    '::203.0.113.7',
    '::203.0.113.0/120',
  ])('is not %s', (text) => {
    expect(networkOf(text)).toBeNull();
  });
});

describe('A network of IPv4-mapped addresses', () => {
  it.each([
    ['::ffff:192.0.2.0/120', '192.0.2.0', 24],
    ['::ffff:c000:200/120', '192.0.2.0', 24],
    ['::ffff:192.0.2.7', '192.0.2.7', 32],
    ['::ffff:0:0/96', '0.0.0.0', 0],
  ])('%s is that of the IPv4 addresses', (text, address, bits) => {
    expect(networkOf(text)).toEqual({ address, bits });
  });

  it('is refused when it contains other addresses as well', () => {
    expect(networkOf('::ffff:192.0.2.0/95')).toBeNull();
  });
});

describe('The first address of a network', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0', false],
    ['192.0.2.77/24', '192.0.2.0', true],
    ['192.0.2.77', '192.0.2.77', false],
    ['10.0.0.1/0', '0.0.0.0', true],
    ['2001:DB8:0:0::/32', '2001:db8::', false],
    ['2001:db8::1/64', '2001:db8::', true],
    ['::/0', '::', false],
  ])('of %s is %s', (text, first, hasBits) => {
    const network = networkOf(text)!;
    expect([firstAddressOf(network), hasHostBits(network)]).toEqual([first, hasBits]);
  });
});

describe('A network address', () => {
  it('is normalized from its socket form, and null when it is invalid', () => {
    for (const mapped of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])
      expect(plainAddress(mapped)).toBe('203.0.113.7');
    for (const other of ['2001:db8::1', '::1.2.3.4', '64:ff9b::1.2.3.4']) expect(plainAddress(other)).toBe(other);
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
