import { addSeconds } from '@trunkline/kernel';
import { deviceName } from './sign-in/device-name';
import { plainNetwork } from './keys/network';
import { issueToken } from './mails/one-time-token';
import { assertPassword, normalizePassword } from './passwords/password-policy';
import { hashSecret } from './secrets';
import { beginSession } from './sessions/session';

const now = new Date('2026-01-01T00:00:00Z');
const rule = { lengthMin: 8, field: 'password' };

describe('The password policy', () => {
  const refused = (password: string) => {
    try {
      assertPassword(password, rule, (each) => each === 'password123');
      return null;
    } catch (error) {
      return error;
    }
  };

  it('counts characters as invitees do, from the minimum to 128', () => {
    expect(refused('1234567')).toMatchObject({
      code: 'invalid_input',
      fields: { password: expect.stringMatching('least 8') },
    });
    expect(refused('🐱'.repeat(7))).not.toBeNull();
    expect(refused('🐱'.repeat(8))).toBeNull();
    expect(refused('x'.repeat(128))).toBeNull();
    expect(refused('x'.repeat(129))).toMatchObject({ fields: { password: expect.stringMatching('most 128') } });
  });

  it('refuses a common password in whatever case', () => {
    expect(refused('PassWord123')).toMatchObject({ fields: { password: expect.stringMatching('common') } });
    expect(refused('correct horse battery')).toBeNull();
  });

  it('takes two spellings of one password for one', () => {
    expect(normalizePassword('caf\u0065\u0301')).toBe(normalizePassword('caf\u00e9'));
  });
});

describe('A network address', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', '::/0'])(
    '%s may be used from',
    (text) => {
      expect(plainNetwork(text)).toBe(text);
    },
  );

  it.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7f00:1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:127.0.0.1/128', '127.0.0.1/32'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::ffff:0.0.0.0/96', '0.0.0.0/0'],
    ['::ffff:0.0.0.0/95', null],
  ])('%s, of mapped addresses, is %s', (text, network) => {
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
  ])('%p is none', (text) => {
    expect(plainNetwork(text)).toBeNull();
  });
});

describe('A one-time token', () => {
  it.each([
    ['verify_email', 86_400],
    ['magic_link', 900],
    ['reset_password', 3600],
    ['change_email', 86_400],
  ] as const)('of kind %s lives %d seconds, and only its hash is kept', (kind, seconds) => {
    const { token, secret } = issueToken(kind, { id: 'usr_1', email: 'ada@example.com' }, now);
    expect(token.expiresAt).toEqual(addSeconds(now, seconds));
    expect(token.hash).toEqual(hashSecret(secret));
    expect(Object.values(token)).not.toContain(secret);
    expect(secret).toMatch(/^[\w-]{43}$/);
  });
});

describe('A session', () => {
  const begin = (trustDevice: boolean, userAgent: string | null = 'curl/8.5') =>
    beginSession(
      {
        userId: 'usr_1',
        accountId: 'acc_1',
        caller: { ip: '::ffff:203.0.113.7', userAgent },
        method: 'password',
        trustDevice,
        mfaRequired: false,
      },
      now,
    );

  it('lasts a day, or thirty days on a trusted device', () => {
    expect(begin(false).session.expiresAt).toEqual(addSeconds(now, 86_400));
    expect(begin(true).session.expiresAt).toEqual(addSeconds(now, 30 * 86_400));
  });

  it('has a new secret each time, of which the hash is kept', () => {
    const first = begin(false);
    const second = begin(false);
    expect(first.secret).not.toBe(second.secret);
    expect(first.session.idHash).toEqual(hashSecret(first.secret));
    expect(first.session).toMatchObject({ ip: '203.0.113.7', deviceName: 'curl' });
  });

  it('keeps the head of a user agent that never ends', () => {
    expect(begin(false, 'x'.repeat(10_000)).session.userAgent).toHaveLength(512);
    for (const none of [null, ''])
      expect(begin(false, none).session).toMatchObject({ userAgent: null, deviceName: 'Unknown device' });
  });
});

describe('The name of a device', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/537 Chrome/140.0 Safari/537.36', 'Chrome on macOS'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['something else', 'Unknown device'],
    ['', 'Unknown device'],
  ])('%s is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
