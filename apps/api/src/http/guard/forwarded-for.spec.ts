import { bareAddresses } from './forwarded-for';

describe('bareAddresses', () => {
  it.each([
    ['203.0.113.7:5678', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['[2001:db8::1]:80', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['"[2001:db8::1]:4711"', '2001:db8::1'],
    ['[::ffff:203.0.113.7]:80', '::ffff:203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', 'unknown'],
    ['203.0.113.7:1, [2001:db8::1]:2 ,198.51.100.2', '203.0.113.7, 2001:db8::1, 198.51.100.2'],
  ])('reads %s as %s', (header, addresses) => {
    expect(bareAddresses(header)).toBe(addresses);
  });
});
