import { asAddressed, hasTrustedOrigin, originsOf } from './origins';

const sandbox = {
  ROOT_URL: 'http://localhost:3000',
  DASHBOARD_URL: 'http://localhost:3000/dashboard',
  isSandbox: true,
};
const live = { ...sandbox, isSandbox: false };
const named = { ROOT_URL: 'https://api.example.com', DASHBOARD_URL: 'https://app.example.com', isSandbox: true };

describe('trusted origins', () => {
  it.each([
    [sandbox, 'http://127.0.0.1:3000', true],
    [sandbox, 'http://localhost:3000', true],
    [{ ...sandbox, ROOT_URL: 'http://127.0.0.1:3000' }, 'http://localhost:3000', true],
    [sandbox, 'http://127.0.0.1:3001', false],
    [sandbox, 'https://127.0.0.1:3000', false],
    [sandbox, 'http://127.0.0.2:3000', false],
    [sandbox, 'http://localhost.evil.example:3000', false],
    [sandbox, 'null', false],
    [live, 'http://127.0.0.1:3000', false],
    [live, 'http://localhost:3000', true],
    [named, 'http://127.0.0.1:3000', false],
    [named, 'https://app.example.com', true],
  ])('of %j: %s is %s', (settings, origin, isTrusted) => {
    expect(hasTrustedOrigin({ headers: { origin } }, settings)).toBe(isTrusted);
    expect(hasTrustedOrigin({ headers: { referer: `${origin}/dashboard` } }, settings)).toBe(isTrusted);
  });

  it('do not include a missing one', () => {
    expect(hasTrustedOrigin({ headers: {} }, sandbox)).toBe(false);
    expect(originsOf(named.ROOT_URL, named)).toEqual(['https://api.example.com']);
  });
});

describe('an address of a redirect', () => {
  it.each([
    [sandbox, '127.0.0.1:3000', 'http://127.0.0.1:3000/dashboard'],
    [sandbox, 'localhost:3000', 'http://localhost:3000/dashboard'],
    [sandbox, '127.0.0.1:3001', 'http://localhost:3000/dashboard'],
    [sandbox, 'evil.example', 'http://localhost:3000/dashboard'],
    [sandbox, undefined, 'http://localhost:3000/dashboard'],
    [live, '127.0.0.1:3000', 'http://localhost:3000/dashboard'],
    [{ ...sandbox, DASHBOARD_URL: 'http://localhost:30001/app' }, '127.0.0.1:3000', 'http://localhost:30001/app'],
    [named, '127.0.0.1:3000', 'https://app.example.com'],
  ])('of %j reached as %s is %s', (settings, host, expected) => {
    expect(asAddressed(settings.DASHBOARD_URL, { headers: { host } }, settings)).toBe(expected);
  });
});
