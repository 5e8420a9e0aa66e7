import { Secret } from 'otpauth';
import { OtpauthTotp } from './otpauth-totp';

const totp = new OtpauthTotp();
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32;
const at = (seconds: number) => new Date(seconds * 1000);

describe('TOTP', () => {
  // RFC 6238, appendix B, the last six of its eight digits.
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('is as in RFC 6238 at %d seconds', (seconds, code, step) => {
    expect(totp.stepOf(RFC_SECRET, code, at(seconds))).toBe(step);
  });

  it('accepts one step of drift either way, and returns the step', () => {
    const code = '005924';
    const first = 41_152_263 * 30;
    const seen = [-31, -30, -1, 0, 29, 30, 59, 60].map((off) => totp.stepOf(RFC_SECRET, code, at(first + off)));
    const its = 41_152_263;
    expect(seen).toEqual([null, its, its, its, its, its, its, null]);
  });

  it.each(['', '00592', '0059240', 'abcde-fghij', '00592４', '005925'])('rejects %p', (code) => {
    expect(totp.stepOf(RFC_SECRET, code, at(1_234_567_890))).toBeNull();
  });

  it('creates distinct secrets of 160 bits', () => {
    const secrets = Array.from({ length: 100 }, () => totp.newSecret());
    expect(secrets.every((secret) => /^[A-Z2-7]{32}$/.test(secret))).toBe(true);
    expect(new Set(secrets).size).toBe(100);
  });

  it('encodes label and issuer in the URI', () => {
    const uri = new URL(totp.uri({ secret: RFC_SECRET, label: 'a&b=?%@example.com', issuer: 'Trunkline' }));
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe('/Trunkline:a&b=?%@example.com');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Trunkline',
      secret: RFC_SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
