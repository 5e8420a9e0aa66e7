import { loadSettings } from './settings';
import { development, faultsOf, production } from '../testing/setting-samples';

const KEY = `k1:${Buffer.alloc(32).toString('base64')}`;
const HASH = `sha256:${'ab'.repeat(32)}`;

describe('the settings', () => {
  it('require only a database and secrets outside production', () => {
    const settings = loadSettings(development);
    expect(settings).toMatchObject({
      PORT: 3000,
      INTERNAL_PORT: 3001,
      INTERNAL_HOST: '127.0.0.1',
      WORKER_PORT: 3002,
      ROOT_URL: 'http://localhost:3000',
      DASHBOARD_URL: 'http://localhost:3000/dashboard',
      DATA_DIR: '.data',
      RATE_LIMIT_FACTOR: 1,
      ALLOW_PRIVATE_WEBHOOKS: false,
      WEBHOOK_PORTS: [443],
      ALLOW_PRIVATE_SIP_HOSTS: true,
      TRUST_PROXY: 0,
      INVOICE_SELLER: 'Trunkline',
      CDR_RETENTION_DAYS: 400,
      LOG_LEVEL: 'info',
      isSandbox: true,
      isProduction: false,
      baseUrl: 'http://localhost:3000/v1',
    });
    expect(settings.REDIS_URL).toBeUndefined();
    expect(settings.SMTP_URL).toBeUndefined();
  });

  it('derive the domain of SIP users from the address of the API, unless it is set', () => {
    const domainOf = (given: object) => loadSettings({ ...development, ...given }).sipDomain;
    expect(domainOf({})).toBe('sip.localhost');
    expect(domainOf({ ROOT_URL: 'https://api.example.com' })).toBe('sip.api.example.com');
    expect(domainOf({ SIP_DOMAIN: 'voice.example.com' })).toBe('voice.example.com');
    expect(domainOf({ SIP_DOMAIN: '192.0.2.1' })).toBe('192.0.2.1');
  });

  it.each(['sip example', '-sip.example', 'sip.example/', 'a'.repeat(64)])('reject SIP_DOMAIN=%s', (SIP_DOMAIN) => {
    expect(faultsOf({ ...development, SIP_DOMAIN })).toEqual([
      'SIP_DOMAIN must be a domain name or an IPv4 address of at most 63 characters',
    ]);
  });

  it('name the usual ports of the switch, with TLS if the API has it', () => {
    const portsOf = (given: object) => loadSettings({ ...development, ...given }).sipPorts;
    const plain = [
      { transport: 'udp', port: 5060 },
      { transport: 'tcp', port: 5060 },
    ];
    expect(portsOf({})).toEqual(plain);
    expect(portsOf({ ROOT_URL: 'https://api.example.com' })).toEqual([...plain, { transport: 'tls', port: 5061 }]);
    expect(portsOf({ SIP_PORTS: 'tls:65535, udp:1' })).toEqual([
      { transport: 'tls', port: 65_535 },
      { transport: 'udp', port: 1 },
    ]);
  });

  it.each(['5060', 'udp', 'wss:443', 'udp:0', 'udp:65536', 'udp:05060', 'udp:5060,'])(
    'reject SIP_PORTS=%s',
    (SIP_PORTS) => {
      expect(faultsOf({ ...development, SIP_PORTS })).toEqual([
        'each of SIP_PORTS must be udp, tcp or tls, a colon and a port',
      ]);
    },
  );

  it('name where the switch sends from, if they are set', () => {
    expect(loadSettings(development)).toMatchObject({ SIP_NETWORKS: [], RTP_NETWORKS: [] });
    const given = { SIP_NETWORKS: '192.0.2.16/28, 2001:db8::5', RTP_NETWORKS: '198.51.100.0/25', RTP_PORTS: '1-65535' };
    expect(loadSettings({ ...development, ...given })).toMatchObject({
      SIP_NETWORKS: ['192.0.2.16/28', '2001:db8::5'],
      RTP_NETWORKS: ['198.51.100.0/25'],
      RTP_PORTS: '1-65535',
    });
  });

  it.each<[given: object, fault: string]>([
    [{ SIP_NETWORKS: 'sip.example.com' }, 'each of SIP_NETWORKS must be an address or a network in CIDR form'],
    [{ RTP_NETWORKS: '192.0.2.0/33' }, 'each of RTP_NETWORKS must be an address or a network in CIDR form'],
    ...['30000', '0-5', '5-5', '6-5', '1-65536'].map((RTP_PORTS): [object, string] => [
      { RTP_PORTS },
      'RTP_PORTS must be a range such as 30000-39999',
    ]),
  ])('reject %j', (given, fault) => {
    expect(faultsOf({ ...development, ...given })).toEqual([fault]);
  });

  it('name the port in the default address', () => {
    expect(loadSettings({ ...development, PORT: '8080' }).ROOT_URL).toBe('http://localhost:8080');
  });

  it('are parsed from text: numbers, flags, lists, URLs without a trailing slash', () => {
    const settings = loadSettings({
      ...development,
      PORT: '0',
      RATE_LIMIT_FACTOR: '2.5',
      ALLOW_PRIVATE_WEBHOOKS: '1',
      WEBHOOK_PORTS: '443, 8443',
      ALLOW_PRIVATE_SIP_HOSTS: 'false',
      ROOT_URL: 'https://api.example.com//',
      OPERATOR_TOKENS: `an-operator-token, ${HASH}`,
    });
    expect(settings).toMatchObject({
      PORT: 0,
      RATE_LIMIT_FACTOR: 2.5,
      ALLOW_PRIVATE_WEBHOOKS: true,
      WEBHOOK_PORTS: [443, 8443],
      ALLOW_PRIVATE_SIP_HOSTS: false,
      ROOT_URL: 'https://api.example.com',
      OPERATOR_TOKENS: ['an-operator-token', HASH],
    });
  });

  it.each(['443,', '443,http', '0', '65536'])('reject invalid webhook ports: %j', (WEBHOOK_PORTS) => {
    expect(faultsOf({ ...development, WEBHOOK_PORTS })).toEqual([expect.stringContaining('WEBHOOK_PORTS')]);
  });

  it('name the listeners of an API process, both by default', () => {
    const listenersOf = (LISTENERS: string) => loadSettings({ ...development, LISTENERS }).LISTENERS;
    expect(listenersOf('')).toEqual(['public', 'internal']);
    expect(listenersOf('internal')).toEqual(['internal']);
    expect(listenersOf('internal, public')).toEqual(['internal', 'public']);
  });

  it.each(['private', 'public,', 'public;internal', 'public,public'])('reject LISTENERS=%s', (LISTENERS) => {
    expect(faultsOf({ ...development, LISTENERS })).toEqual([expect.stringMatching(/^LISTENERS must /)]);
  });

  it('open master keys by their names', () => {
    const other = Buffer.alloc(32, 9);
    const { masterKeys } = loadSettings({ ...development, MASTER_KEYS: `${KEY},old:${other.toString('base64')}` });
    expect(masterKeys).toEqual([
      { id: 'k1', secret: Buffer.alloc(32) },
      { id: 'old', secret: other },
    ]);
  });

  it('treat an empty variable as unset and ignore unknown ones', () => {
    const settings = loadSettings({ ...development, REDIS_URL: '', LOG_LEVEL: '', HOME: '/root' });
    expect(settings.REDIS_URL).toBeUndefined();
    expect(settings.LOG_LEVEL).toBe('info');
    expect(settings).not.toHaveProperty('HOME');
  });

  it('are listed with all their faults at once', () => {
    const faults = faultsOf({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://x',
      REDIS_URL: 'localhost:6379',
      SMTP_URL: 'mail.example.com',
      SESSION_SECRETS: 'short',
      MASTER_KEYS: 'k1:short',
      OPERATOR_TOKENS: 'short',
      SWITCH_TOKENS: 'sha256:nothex',
      ALLOW_PRIVATE_WEBHOOKS: 'perhaps',
      COOKIE_DOMAIN: 'not a domain',
    });
    for (const name of [
      'PORT',
      'LOG_LEVEL',
      'DATABASE_URL',
      'REDIS_URL',
      'SMTP_URL',
      'SESSION_SECRETS',
      'MASTER_KEYS',
      'OPERATOR_TOKENS',
      'SWITCH_TOKENS',
      'ALLOW_PRIVATE_WEBHOOKS',
      'COOKIE_DOMAIN',
    ]) {
      expect(faults.filter((fault) => fault.includes(name))).toHaveLength(1);
    }
    expect(faults).toHaveLength(11);
  });

  it('keep CDRs for at least 31 days, since the dashboard covers 30', () => {
    expect(loadSettings({ ...development, CDR_RETENTION_DAYS: '31' }).CDR_RETENTION_DAYS).toBe(31);
    expect(faultsOf({ ...development, CDR_RETENTION_DAYS: '30' })).toEqual([
      'CDR_RETENTION_DAYS must not be less than 31',
    ]);
  });

  it('name the required type before the bounds', () => {
    const given = { PORT: 'abc', RATE_LIMIT_FACTOR: 'fast', TRUST_PROXY: '99' };
    expect(faultsOf({ ...development, ...given })).toEqual([
      'RATE_LIMIT_FACTOR must be a number conforming to the specified constraints',
      'TRUST_PROXY must not be greater than 10',
      'PORT must be an integer number',
    ]);
  });

  it('are reported as required when absent, without consequential faults', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      'ROOT_URL is required',
      'DATABASE_URL is required',
      'SESSION_SECRETS is required',
      'MASTER_KEYS is required',
      'OPERATOR_TOKENS is required',
      'SWITCH_TOKENS is required',
      'CARD_PROCESSOR is required',
      'NUMBER_SUPPLIERS is required',
      'SMTP_URL is required in production',
    ]);
  });

  it.each(['https://api.example.com?x=1', 'https://api.example.com#x', 'api.example.com', 'ftp://api.example.com'])(
    'reject the root URL %s, to which no path can be appended',
    (address) => {
      expect(faultsOf({ ...development, ROOT_URL: address })).toEqual([
        'ROOT_URL must be an http:// or https:// URL without query and fragment',
      ]);
    },
  );

  it('never show a secret in a fault', () => {
    const secret = 'hunter2-hunter2';
    const faults = faultsOf({
      ...development,
      SESSION_SECRETS: secret,
      OPERATOR_TOKENS: 'hunter2',
      MASTER_KEYS: secret,
    });
    expect(faults).toHaveLength(3);
    expect(faults.join('\n')).not.toContain('hunter2');
  });

  it('have no insecure default in production', () => {
    expect(faultsOf(production)).toEqual([]);
    const required = Object.keys(production).filter((name) => name !== 'NODE_ENV');
    for (const name of required) {
      expect(faultsOf({ ...production, [name]: '' }).join()).toContain(name);
    }
    expect(loadSettings(production).ALLOW_PRIVATE_SIP_HOSTS).toBe(false);
  });

  describe('of an identity provider', () => {
    const provider = {
      OAUTH_IDP1_ISSUER: 'https://accounts.example.com',
      OAUTH_IDP1_CLIENT_ID: 'trunkline',
      OAUTH_IDP1_CLIENT_SECRET: 'hunter2',
      OAUTH_IDP1_NAME: 'Example',
    };
    const other = Object.fromEntries(
      Object.entries(provider).map(([name, value]) => [name.replace('IDP1', 'IDP2'), value]),
    );
    const whole = {
      provider: 'oauth_idp1',
      issuer: 'https://accounts.example.com',
      clientId: 'trunkline',
      clientSecret: 'hunter2',
      displayName: 'Example',
    };

    it('may be absent, either one, or both', () => {
      expect(loadSettings(development).identityProviders).toEqual([]);
      expect(loadSettings({ ...development, ...provider }).identityProviders).toEqual([whole]);
      expect(loadSettings({ ...development, ...other }).identityProviders).toEqual([
        { ...whole, provider: 'oauth_idp2' },
      ]);
      expect(loadSettings({ ...development, ...provider, ...other }).identityProviders).toHaveLength(2);
    });

    it.each(Object.keys(provider))('report %s when only that one is missing, along with other faults', (name) => {
      const faults = faultsOf({ ...development, ...provider, [name]: '', LOG_LEVEL: 'loud' });
      expect(faults).toHaveLength(2);
      expect(faults.find((fault) => fault.startsWith(`${name} is required with`))).not.toContain('hunter2');
      expect(faultsOf({ ...development, [name]: provider[name as keyof typeof provider] })).toHaveLength(3);
    });

    it.each([
      'accounts.example.com',
      'ftp://accounts.example.com',
      'http://accounts.example.com',
      'http://localhost.example.com',
      'https://user:password@accounts.example.com',
      'https://accounts.example.com?x=1',
      'https://accounts.example.com#x',
      'javascript:alert(1)',
    ])('refuse the issuer %s', (issuer) => {
      expect(faultsOf({ ...development, ...provider, OAUTH_IDP1_ISSUER: issuer }).join()).toMatch(/^OAUTH_IDP1_ISSUER/);
    });

    it('accept http for a loopback issuer only, and never in production', () => {
      for (const issuer of ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000']) {
        expect(faultsOf({ ...development, ...provider, OAUTH_IDP1_ISSUER: issuer })).toEqual([]);
        expect(faultsOf({ ...production, ...provider, OAUTH_IDP1_ISSUER: issuer })).toHaveLength(1);
      }
      expect(faultsOf({ ...production, ...provider })).toEqual([]);
    });

    it('reject a name too long for a button', () => {
      expect(faultsOf({ ...development, ...provider, OAUTH_IDP1_NAME: 'x'.repeat(51) })).toHaveLength(1);
    });
  });

  describe('of fraud screening', () => {
    it('have defaults that accept a small customer', () => {
      expect(loadSettings(development)).toMatchObject({
        FRAUD_DENIED_NETWORKS: [],
        FRAUD_SIGNUPS_PER_ADDRESS_REVIEW: 5,
        FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: 20,
        FRAUD_SIGNUPS_PER_DOMAIN_REVIEW: 20,
        FRAUD_SIGNUPS_PER_DOMAIN_BLOCK: 100,
        FRAUD_DISPOSABLE: 'review',
        FRAUD_COUNTRY_MISMATCH: 'review',
      });
      expect(loadSettings(development).GEOIP_FILE).toBeUndefined();
    });

    it('accept networks, numbers and decisions', () => {
      const given = {
        FRAUD_DENIED_NETWORKS: '203.0.113.0/24, 2001:db8::/32,198.51.100.7',
        FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: '0',
        FRAUD_DISPOSABLE: 'block',
        GEOIP_FILE: '/data/city.mmdb',
      };
      expect(loadSettings({ ...development, ...given })).toMatchObject({
        FRAUD_DENIED_NETWORKS: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'],
        FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: 0,
        FRAUD_DISPOSABLE: 'block',
        GEOIP_FILE: '/data/city.mmdb',
      });
    });

    it.each([
      ['FRAUD_DENIED_NETWORKS', '203.0.113.0/24,the neighbours'],
      ['FRAUD_DENIED_NETWORKS', '203.0.113.0/33'],
      ['FRAUD_SIGNUPS_PER_ADDRESS_REVIEW', '-1'],
      ['FRAUD_SIGNUPS_PER_ADDRESS_BLOCK', '1.5'],
      ['FRAUD_SIGNUPS_PER_DOMAIN_REVIEW', 'many'],
      ['FRAUD_SIGNUPS_PER_DOMAIN_BLOCK', '1000001'],
      ['FRAUD_DISPOSABLE', 'maybe'],
      ['FRAUD_COUNTRY_MISMATCH', 'true'],
    ])('refuse %s=%s', (name, value) => {
      expect(faultsOf({ ...development, [name]: value }).join()).toContain(name);
    });
  });
});
