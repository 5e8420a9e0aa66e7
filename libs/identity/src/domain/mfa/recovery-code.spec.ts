import { looksLikeRecoveryCode, newRecoveryCodes } from './recovery-code';

describe('Recovery codes', () => {
  it('come as a set of ten distinct codes', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  });

  it('differ in form from other codes', () => {
    expect(newRecoveryCodes().every(looksLikeRecoveryCode)).toBe(true);
    expect(['123456', '12345-6789', '12345-67890\n', 'x12345-67890'].some(looksLikeRecoveryCode)).toBe(false);
  });
});
