import { hostname } from 'node:os';
import { isPublicAddress, resolveHost } from './network-address';

describe('a public address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('is %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '4000::1',
    '2606:4700:4700::1111%eth0',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
    'localhost',
    '',
  ])('is not %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });
});

describe('resolving a host', () => {
  it('returns an IP address unchanged', async () => {
    expect(await resolveHost('8.8.8.8')).toEqual(['8.8.8.8']);
    expect(await resolveHost('::1')).toEqual(['::1']);
  });

  it('returns nothing for a name that only the hosts file of this machine has', async () => {
    expect(await resolveHost(hostname())).toEqual([]);
  });

  it('returns nothing for an unknown name', async () => {
    expect(await resolveHost('no-such-host.invalid')).toEqual([]);
  });
});
