import { maskEmail, newSixDigitCode } from './email-code';

describe('newSixDigitCode', () => {
  it('returns six digits, including leading zeros', () => {
    const codes = Array.from({ length: 2000 }, newSixDigitCode);
    expect(codes.every((code) => /^[0-9]{6}$/.test(code))).toBe(true);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });
});

describe('maskEmail', () => {
  it.each([
    ['ada@example.com', 'a***@example.com'],
    ['a@example.com', 'a***@example.com'],
    ['"odd@home"@example.com', '"***@example.com'],
  ])('masks %s as %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
