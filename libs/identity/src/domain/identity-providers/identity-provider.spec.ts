import { beginAttempt, browserSecretFrom, isDashboardPath, checksOf } from './identity-provider';
import { countryOfLocale, nameOf, type ProviderClaims, provenEmail } from './provider-claims';
import { hashSecret, newSecret } from '../secrets';

const now = new Date('2026-01-01T00:00:00Z');
const wanted = {
  provider: 'oauth_idp1',
  mode: 'login',
  returnTo: '/',
  country: null,
  timezone: null,
  linkingSession: null,
} as const;
const claims = (change: Partial<ProviderClaims>): ProviderClaims => ({
  issuer: 'https://issuer.example',
  subject: '1',
  email: 'Ada@Example.com',
  emailVerified: true,
  name: 'Ada Lovelace',
  locale: null,
  ...change,
});

describe('a provider attempt', () => {
  it('lasts ten minutes and stores only hashes', () => {
    const secret = newSecret();
    const { attempt, checks } = beginAttempt(wanted, secret, now);
    expect(attempt).toMatchObject({ ...wanted, createdAt: now, expiresAt: new Date('2026-01-01T00:10:00Z') });
    expect(attempt.stateHash).toEqual(hashSecret(checks.state));
    expect(attempt.browserHash).toEqual(hashSecret(secret));
    expect(JSON.stringify(attempt)).not.toContain(checks.state);
  });

  it('derives its checks from the state and the secret of the browser', () => {
    const one = newSecret();
    const other = newSecret();
    const { checks } = beginAttempt(wanted, one, now);
    expect(checksOf(checks.state, one)).toEqual(checks);
    const foreign = checksOf(checks.state, other);
    expect(foreign.nonce).not.toBe(checks.nonce);
    expect(foreign.codeVerifier).not.toBe(checks.codeVerifier);
    expect(checks.nonce).not.toBe(checks.codeVerifier);
    // RFC 7636, section 4.1.
    expect(checks.codeVerifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
    expect(beginAttempt(wanted, one, now).checks.state).not.toBe(checks.state);
  });

  it('reuses the secret of a browser that has one', () => {
    const secret = newSecret();
    expect(browserSecretFrom(secret)).toBe(secret);
    for (const bad of [null, '', 'short', `${secret}x`, secret.replace(/^./, ';')]) {
      expect(browserSecretFrom(bad)).toMatch(/^[\w-]{43}$/);
      expect(browserSecretFrom(bad)).not.toBe(bad);
    }
  });

  it.each(['/', '/numbers', '/numbers?tab=1&x=%20', '/a/b#c', '/a//b', '/a/../b', '/ä'])('may end at %s', (path) => {
    expect(isDashboardPath(path)).toBe(true);
  });

  it.each([
    '',
    'numbers',
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    'https://evil.example',
    '/..',
    '/../x',
    '/a/../../x',
    '/%2e%2e/x',
    '/.%2E/x',
    '/\t/evil.example',
    '/\n',
    '/a b',
    '@evil.example',
    ':80/',
  ])('may not end at %j', (path) => {
    expect(isDashboardPath(path)).toBe(false);
  });
});

describe('provider claims', () => {
  it('have an email only when it is valid and verified by the provider', () => {
    expect(provenEmail(claims({}))).toBe('ada@example.com');
    expect(provenEmail(claims({ emailVerified: false }))).toBeNull();
    for (const email of [
      null,
      '',
      'ada',
      'ada@',
      '@example.com',
      'a b@example.com',
      'ada@example.com\u200b',
      'ada@exam\u00adple.com',
      'a\u2060da@example.com',
      `${'x'.repeat(250)}@example.com`,
    ]) {
      expect([email, provenEmail(claims({ email }))]).toEqual([email, null]);
    }
  });

  it('normalize the email as at sign-up', () => {
    for (const email of ['Ada@Ex\u00e4mple.com', 'ada@XN--exmple-cua.com'])
      expect(provenEmail(claims({ email }))).toBe('ada@xn--exmple-cua.com');
  });

  it('use the name, or the first part of the email', () => {
    expect(nameOf(claims({ name: '  Ada\u0000\nLovelace ' }), 'ada@example.com')).toBe('Ada Lovelace');
    expect(nameOf(claims({ name: 'x'.repeat(300) }), 'ada@example.com')).toHaveLength(100);
    expect(nameOf(claims({ name: null }), 'ada@example.com')).toBe('ada');
    expect(nameOf(claims({ name: ' ' }), 'a@example.com')).toBe('a@example.com');
    expect(nameOf(claims({ name: '\u202eAda\u2066Lovelace\u2069' }), 'ada@example.com')).toBe('Ada Lovelace');
    expect(nameOf(claims({ name: '\u200b\u200d\u200b' }), 'ada@example.com')).toBe('ada');
  });

  it.each([
    ['en-GB', 'GB'],
    ['fr_ca', 'CA'],
    ['zh-Hant-TW', 'TW'],
    ['en', null],
    ['es-419', null],
    ['xx-QQ', null],
    ['en-ZZ', null],
    ['nonsense', null],
    [null, null],
  ])('map the locale %s to the country %s', (locale, country) => {
    expect(countryOfLocale(locale)).toBe(country);
  });
});
