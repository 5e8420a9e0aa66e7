import { maskEmail, newEmailCode } from './email-code';
import { hashRecoveryCode, looksLikeRecoveryCode, newRecoveryCodes } from './recovery-code';
import { SecondFactor } from './second-factor';

const now = new Date('2026-03-01T12:00:00Z');
const STEP = 59_000_000;
const enable = () => SecondFactor.enable({ userId: 'usr_1', secret: 'JBSWY3DPEHPK3PXP', step: STEP }, now);

describe('A second factor', () => {
  it('accepts each step once, in any order, and never the one that set it up', () => {
    const { factor } = enable();
    expect([STEP, STEP + 1, STEP - 1, STEP + 1, STEP - 1, STEP + 2].map((step) => factor.useStep(step))).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
    expect(factor.useStep(null)).toBe(false);
  });

  it('remembers a bounded number of used steps', () => {
    const { factor } = enable();
    for (let step = STEP + 1; step <= STEP + 100; step++) expect(factor.useStep(step)).toBe(true);
    expect(factor.state.usedSteps).toHaveLength(10);
    for (let back = 0; back < 10; back++) expect(factor.useStep(STEP + 100 - back)).toBe(false);
  });

  it('accepts each recovery code once, ignoring case', () => {
    const { factor, recoveryCodes } = enable();
    const [first = '', second = ''] = recoveryCodes;
    expect([first, first, second.toUpperCase(), second].map((code) => factor.useRecoveryCode(code))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(factor.recoveryCodesLeft).toBe(8);
    expect(factor.useRecoveryCode('aaaaa-aaaaa')).toBe(false);
  });

  it('stores only hashes of recovery codes, and voids the old ones on replacement', () => {
    const { factor, recoveryCodes } = enable();
    expect(factor.state.recoveryCodeHashes).toEqual(recoveryCodes.map(hashRecoveryCode));
    const replaced = factor.replaceRecoveryCodes();
    expect(recoveryCodes.some((code) => factor.useRecoveryCode(code))).toBe(false);
    expect(replaced.every((code) => factor.useRecoveryCode(code))).toBe(true);
    expect(factor.recoveryCodesLeft).toBe(0);
  });
});

describe('Recovery codes', () => {
  it('are ten, distinct, and unlike other codes', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(codes.every(looksLikeRecoveryCode)).toBe(true);
    expect(['123456', '12345-6789', '12345-67890\n', 'x12345-67890'].some(looksLikeRecoveryCode)).toBe(false);
  });
});

describe('A mailed code', () => {
  it('has six digits, including leading zeros', () => {
    const codes = Array.from({ length: 2000 }, newEmailCode);
    expect(codes.every((code) => /^[0-9]{6}$/.test(code))).toBe(true);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });

  it.each([
    ['ada@example.com', 'a***@example.com'],
    ['a@example.com', 'a***@example.com'],
    ['"odd@home"@example.com', '"***@example.com'],
  ])('to %s is said to have gone to %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
