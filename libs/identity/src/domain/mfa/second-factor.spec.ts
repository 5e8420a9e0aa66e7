import { hashRecoveryCode } from './recovery-code';
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
