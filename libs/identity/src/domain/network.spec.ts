import { plainNetwork } from './api-key';

describe('A network address', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', '::/0'])('may be %s', (text) => {
    expect(plainNetwork(text)).toBe(text);
  });

  it.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7f00:1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:127.0.0.1/128', '127.0.0.1/32'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::ffff:0.0.0.0/96', '0.0.0.0/0'],
    ['::ffff:0.0.0.0/95', null],
  ])('is unmapped: %s is %s', (text, network) => {
    expect(plainNetwork(text)).toBe(network);
  });

  it.each([
    '',
    '203.0.113',
    '203.0.113.256',
    '01.2.3.4',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/08',
    '1.2.3.4/8/8',
    '::/129',
    'fe80::1%eth0',
    'localhost',
    '2001:db8',
    ':::',
  ])('is not %p', (text) => {
    expect(plainNetwork(text)).toBeNull();
  });
});
