import { AddressGuard } from './address-guard';

const PUBLIC = '198.41.0.4';
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'hooks.example.com': [PUBLIC, '2606:4700:4700::1111'],
  'private.example.com': ['10.0.0.7'],
  'mixed.example.com': [PUBLIC, '192.168.0.7'],
  'metadata.example.com': ['169.254.169.254'],
  'mapped.example.com': ['::ffff:169.254.169.254'],
  'nat64.example.com': ['64:ff9b::a9fe:a9fe'],
  localhost: ['127.0.0.1', '::1'],
};

const SERVICES: Readonly<Record<string, readonly string[]>> = {
  '_sip._udp.hooks.example.com': [PUBLIC, '198.41.0.9'],
  '_sip._tcp.hooks.example.com': [PUBLIC, '10.0.0.7'],
};

class CountingGuard extends AddressGuard {
  looked = 0;

  protected override resolve(host: string): Promise<string[]> {
    this.looked += 1;
    return Promise.resolve([...(NAMES[host] ?? [])]);
  }

  protected override resolveService(service: string, host: string): Promise<string[]> {
    return Promise.resolve([...(SERVICES[`${service}.${host}`] ?? [])]);
  }
}

const policy = { allowPrivate: false, ports: [443, 8443] };
const isUrlAllowed = async (url: string, given = policy) => (await new CountingGuard().judgeUrl(url, given)).isAllowed;
const isHostAllowed = async (host: string) => (await new CountingGuard().judgeHost(host, policy)).isAllowed;

/** Spellings of addresses that no customer may make us connect to. */
const HOSTILE = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001', '127.0.0.1.'],
  ...['%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1', '0', '0.0.0.0', 'localhost'],
  ...['10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '0xa9fea9fe', '2852039166'],
  ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '192.88.99.1'],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:169.254.169.254]'],
  ...['[::ffff:0:169.254.169.254]', '[::127.0.0.1]', '[::a9fe:a9fe]', '[64:ff9b::169.254.169.254]'],
  ...['[64:ff9b:1::a00:1]', '[2002:a9fe:a9fe::1]', '[2002:7f00:1::]', '[2001:0:1:2:3:4:5:6]', '[2001:db8::1]'],
  ...['[3fff::1]', '[fe80::1]', '[fe80::1%25eth0]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]'],
  ...['[100::1]', '[4000::1]', '[2001:10::1]', '[5f00::1]'],
  ...['private.example.com', 'mixed.example.com', 'metadata.example.com', 'mapped.example.com', 'nat64.example.com'],
  ...['unknown.example.com', 'PRIVATE.example.com'],
];

describe("a customer's URL", () => {
  it.each([
    'https://hooks.example.com/call',
    'https://HOOKS.example.com:8443/call?a=b',
    `https://${PUBLIC}/`,
    'https://[2606:4700:4700::1111]/',
  ])('is allowed: %s', async (url) => {
    expect(await isUrlAllowed(url)).toBe(true);
  });

  it.each(HOSTILE)('is refused at https://%s/', async (host) => {
    expect(await isUrlAllowed(`https://${host}/hook`)).toBe(false);
  });

  it.each([
    ['another scheme', 'http://hooks.example.com/'],
    ['another scheme', 'ftp://hooks.example.com/'],
    ['no slashes', 'https:hooks.example.com/'],
    ['backslashes', 'https:\\\\hooks.example.com\\'],
    ['a backslash before the host', `https://hooks.example.com\\@${PUBLIC}/`],
    ['credentials', 'https://me:secret@hooks.example.com/'],
    ['a user', 'https://me@hooks.example.com/'],
    ['empty credentials', 'https://@hooks.example.com/'],
    ['a fragment', 'https://hooks.example.com/#top'],
    ['an empty fragment', 'https://hooks.example.com/#'],
    ['port 22', 'https://hooks.example.com:22/'],
    ['port 0', 'https://hooks.example.com:0/'],
    ['port 80', 'https://hooks.example.com:80/'],
    ['no host', 'https:///call'],
    ['white space', ' https://hooks.example.com/'],
    ['a line break', 'https://hooks.exa\nmple.com/'],
    ['no URL', 'hooks.example.com'],
  ])('is refused with %s: %j', async (_name, url) => {
    expect(await isUrlAllowed(url)).toBe(false);
  });

  it('is checked by its syntax only where private addresses are allowed', async () => {
    const open = { ...policy, allowPrivate: true };
    expect(await isUrlAllowed('https://10.0.0.1/', open)).toBe(true);
    expect(await isUrlAllowed('https://unknown.example.com/', open)).toBe(true);
    expect(await isUrlAllowed('http://10.0.0.1/', open)).toBe(false);
    expect(await isUrlAllowed('https://10.0.0.1:22/', open)).toBe(false);
  });

  it('returns the checked address to connect to, so that a later DNS change has no effect', async () => {
    const verdict = await new CountingGuard().judgeUrl('https://hooks.example.com/', policy);
    expect(verdict).toEqual({ isAllowed: true, address: PUBLIC });
  });

  it.each([
    ['http://hooks.example.com/', 'https'],
    ['https://me@hooks.example.com/', 'credentials'],
    ['https://hooks.example.com/#a', 'fragment'],
    ['https://hooks.example.com:22/', '443, 8443'],
    ['https://private.example.com/', 'not public'],
    ['https://unknown.example.com/', 'resolve'],
  ])('is rejected with a reason that names the remedy: %s', async (url, part) => {
    expect(await new CountingGuard().judgeUrl(url, policy)).toEqual({
      isAllowed: false,
      reason: expect.stringContaining(part) as string,
    });
  });
});

describe("a customer's host", () => {
  it.each(['hooks.example.com', PUBLIC, '2606:4700:4700::1111', '::ffff:198.41.0.4'])(
    'is allowed: %s',
    async (host) => {
      expect(await isHostAllowed(host)).toBe(true);
    },
  );

  it.each(HOSTILE.map((host) => host.replace(/^\[|\]$/g, '')))('is refused: %s', async (host) => {
    expect(await isHostAllowed(host)).toBe(false);
  });

  it.each([
    ['_sip._udp', true],
    ['_sip._tcp', false],
    ['_sips._tcp', false],
  ])('is checked with the addresses that its SRV records for %s lead to', async (srvService, isAllowed) => {
    const guard = new CountingGuard();
    expect((await guard.judgeHost('hooks.example.com', policy)).isAllowed).toBe(true);
    expect((await guard.judgeHost('hooks.example.com', { ...policy, srvService })).isAllowed).toBe(isAllowed);
  });

  it('is resolved once for repeated calls', async () => {
    const guard = new CountingGuard();
    for (let call = 0; call < 5; call++) await guard.judgeHost('hooks.example.com', policy);
    expect(guard.looked).toBe(1);
  });
});

describe('the look-up of a socket', () => {
  const lookUp = (host: string, options: { all?: boolean; family?: number } = { all: true }) =>
    new Promise((resolve) => {
      new CountingGuard().lookup(host, options, (error, address, family) =>
        resolve(error?.message ?? [address, family]),
      );
    });

  it('returns every checked address, or the first one of a family', async () => {
    expect(await lookUp('hooks.example.com')).toEqual([
      [
        { address: PUBLIC, family: 4 },
        { address: '2606:4700:4700::1111', family: 6 },
      ],
      undefined,
    ]);
    expect(await lookUp('hooks.example.com', { family: 6 })).toEqual(['2606:4700:4700::1111', 6]);
    expect(await lookUp('hooks.example.com', {})).toEqual([PUBLIC, 4]);
  });

  it.each(['private.example.com', 'mixed.example.com', 'mapped.example.com', 'nat64.example.com', 'localhost'])(
    'fails for %s, one of whose addresses is not public',
    async (host) => {
      expect(await lookUp(host)).toBe('The host stands for an address that is not public.');
    },
  );

  it('fails for a name that does not resolve', async () => {
    expect(await lookUp('unknown.example.com')).toBe('The host does not resolve.');
  });

  it('returns what was checked, although the name resolves to another address by then', async () => {
    const guard = new CountingGuard();
    await guard.judgeUrl('https://hooks.example.com/', policy);
    await new Promise((resolve) => guard.lookup('hooks.example.com', { all: true }, resolve));
    expect(guard.looked).toBe(1);
  });
});
