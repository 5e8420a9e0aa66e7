import { TestClock } from '@trunkline/kernel/testing';
import { loadSettings } from '@trunkline/platform';
import type { Response } from 'express';
import { SessionCookies } from './session-cookies';

const SECRET = 'a'.repeat(43);
const clock = new TestClock(new Date('2026-01-01T00:00:00Z'));

function cookiesWith(secrets: string, domain?: string): SessionCookies {
  const settings = loadSettings({
    DATABASE_URL: 'postgres://localhost/none',
    SESSION_SECRETS: secrets,
    MASTER_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    OPERATOR_TOKENS: 'operator-token-for-tests',
    SWITCH_TOKENS: 'switch-token-for-tests',
    ...(domain && { COOKIE_DOMAIN: domain }),
  });
  return new SessionCookies(settings, clock);
}

function written(cookies: SessionCookies, expiresAt: Date | null): string {
  const headers: string[] = [];
  const response = { append: (_name: string, value: string) => headers.push(value) } as unknown as Response;
  if (expiresAt) cookies.set(response, SECRET, expiresAt);
  else cookies.clear(response);
  return headers[0] ?? '';
}

const nameAndValue = (header: string) => header.split(';')[0] ?? '';
const inADay = new Date('2026-01-02T00:00:00Z');
const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];

describe('SessionCookies', () => {
  it('reads the cookie that it sets', () => {
    const cookies = cookiesWith(NEW);
    expect(cookies.read(`a=b; ${nameAndValue(written(cookies, inADay))}; c=d`)).toEqual([SECRET]);
  });

  it('sets all flags, the parent domain and Max-Age', () => {
    expect(written(cookiesWith(NEW, 'example.com'), inADay)).toMatch(
      /^svc_sid=\S+; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=86400; Domain=example\.com$/,
    );
  });

  it('clears with Max-Age=0', () => {
    expect(written(cookiesWith(NEW), null)).toMatch(/^svc_sid=; .*Max-Age=0$/);
  });

  it('accepts a cookie signed with the previous secret after a rotation', () => {
    expect(cookiesWith(`${NEW},${OLD}`).read(nameAndValue(written(cookiesWith(OLD), inADay)))).toEqual([SECRET]);
  });

  it.each([undefined, '', 'svc_sid=', 'svc_sid=a.b', `svc_sid=${SECRET}`, `svc_sid=${SECRET}.forged`, 'other=1'])(
    'rejects the Cookie header %j',
    (header) => {
      expect(cookiesWith(NEW).read(header)).toEqual([]);
    },
  );

  it('rejects a forged signature after a valid one of the same secret', () => {
    const cookies = cookiesWith(NEW);
    const valid = nameAndValue(written(cookies, inADay));
    const forged = valid.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
    expect([valid, forged, valid].map((header) => cookies.read(header))).toEqual([[SECRET], [], [SECRET]]);
  });

  it('reads each of several cookies, and not those without a valid signature', () => {
    const [first, second] = ['x', 'y'].map((letter) => {
      const headers: string[] = [];
      const response = { append: (_name: string, value: string) => headers.push(value) } as unknown as Response;
      cookiesWith(NEW).set(response, letter.repeat(43), inADay);
      return nameAndValue(headers[0] ?? '');
    });
    const header = [`svc_sid=${SECRET}.forged`, 'svc_sid=', first, 'a=b', second, first].join('; ');
    expect(cookiesWith(NEW).read(header)).toEqual(['x'.repeat(43), 'y'.repeat(43)]);
  });

  it('reads a cookie behind many without a valid signature', () => {
    const valid = nameAndValue(written(cookiesWith(NEW), inADay));
    const header = [...Array.from({ length: 50 }, (_, n) => `svc_sid=${'z'.repeat(43)}.${n}`), valid].join('; ');
    expect(cookiesWith(NEW).read(header)).toEqual([SECRET]);
  });

  it('rejects a cookie signed with an unknown secret', () => {
    expect(cookiesWith(NEW).read(nameAndValue(written(cookiesWith(OLD), inADay)))).toEqual([]);
  });
});
