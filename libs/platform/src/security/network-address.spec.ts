import { hostname } from 'node:os';
import { isPublicAddress, type NameServers, resolveHost, resolveService } from './network-address';

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

describe('resolving a service', () => {
  const ADDRESSES: Readonly<Record<string, string>> = {
    'example.com': '198.41.0.1',
    'a.example.com': '198.41.0.2',
    'b.example.com': '198.41.0.3',
  };
  const failure = (code: string) => Object.assign(new Error(code), { code });
  const nameServers = (srv: () => Promise<{ name: string }[]>): NameServers => ({
    resolve4: (host) => (ADDRESSES[host] ? Promise.resolve([ADDRESSES[host]]) : Promise.reject(failure('ENOTFOUND'))),
    resolve6: () => Promise.reject(failure('ENODATA')),
    resolveSrv: (name) => (name === '_sip._udp.example.com' ? srv() : Promise.reject(failure('ENOTFOUND'))),
  });
  const addresses = (srv: () => Promise<{ name: string }[]>) =>
    resolveService('_sip._udp', 'example.com', nameServers(srv));
  const records = (count: number) => Array.from({ length: count }, () => ({ name: 'a.example.com' }));

  it('returns the addresses of the host and of every target', async () => {
    const found = await addresses(() => Promise.resolve([{ name: 'a.example.com' }, { name: 'b.example.com' }]));
    expect(found).toEqual(['198.41.0.1', '198.41.0.2', '198.41.0.3']);
  });

  it('returns those of the host without records', async () => {
    expect(await addresses(() => Promise.reject(failure('ENODATA')))).toEqual(['198.41.0.1']);
    expect(await addresses(() => Promise.resolve([]))).toEqual(['198.41.0.1']);
  });

  it('returns a literal target as it is', async () => {
    expect(await addresses(() => Promise.resolve([{ name: '10.0.0.7' }]))).toEqual(['198.41.0.1', '10.0.0.7']);
  });

  it('returns nothing if the records cannot be read, and for more than 20 records', async () => {
    expect(await addresses(() => Promise.reject(failure('ESERVFAIL')))).toEqual([]);
    expect(await addresses(() => Promise.resolve(records(20)))).toHaveLength(21);
    expect(await addresses(() => Promise.resolve(records(21)))).toEqual([]);
  });
});
