import type { NumberType } from '@trunkline/kernel';
import { COVERAGE_DEFAULTS, type CoverageEntry } from './coverage';
import { checkNumber, type NumberFacts } from './port-check';

const UNKNOWN: NumberFacts = { ownerId: null, isInStock: false, porterId: null, carrier: null };
const covered = (change: Partial<CoverageEntry> = {}) => {
  return (country: string, numberType: NumberType): CoverageEntry => ({
    ...COVERAGE_DEFAULTS,
    country,
    numberType,
    ...change,
  });
};
const check = (
  e164: string,
  facts: Partial<NumberFacts> = {},
  coverageOf: Parameters<typeof checkNumber>[3] = covered(),
) => checkNumber('acc_1', e164, { ...UNKNOWN, ...facts }, coverageOf);

describe('the check of a number', () => {
  it.each([
    ['+493012345678', 'DE', 'geographic'],
    ['+4915123456789', 'DE', 'mobile'],
    ['+498001234567', 'DE', 'tollfree'],
    ['+4932221234567', 'DE', 'geographic'],
    ['+12125550123', 'US', 'geographic'],
    ['+442079460000', 'GB', 'geographic'],
    ['+883510000000091', 'ZZ', 'inum'],
  ])('finds %s portable, of %s and %s, by its coverage', (e164, country, numberType) => {
    expect(check(e164)).toMatchObject({ portable: true, reasonCode: null, country, numberType, pinRequired: false });
  });

  it('returns the carrier that is known, and whether it asks for a PIN', () => {
    expect(check('+493012345678', { carrier: 'Example' }, covered({ pinRequired: true }))).toMatchObject({
      losingCarrier: 'Example',
      pinRequired: true,
    });
  });

  it.each<[string, string, Partial<NumberFacts>, boolean | null]>([
    ['own_number', '+493012345678', { ownerId: 'acc_1' }, false],
    ['already_here', '+493012345678', { ownerId: 'acc_2' }, false],
    ['already_here', '+493012345678', { isInStock: true }, false],
    ['port_in_progress', '+493012345678', { porterId: 'acc_1' }, false],
    ['port_elsewhere', '+493012345678', { porterId: 'acc_2' }, false],
    ['premium_number', '+499001234567', {}, false],
    ['unknown_range', '+12125550', {}, null],
  ])('says %s of %s with %j', (reasonCode, e164, facts, portable) => {
    expect(check(e164, facts)).toMatchObject({ reasonCode, portable });
  });

  it('does not know without coverage, and says no where the operator does', () => {
    const none = check('+493012345678', {}, () => null);
    expect(none).toMatchObject({ portable: null, reasonCode: 'not_covered', pinRequired: null, losingCarrier: null });
    const excluded = check('+493012345678', {}, covered({ portable: false }));
    expect(excluded).toMatchObject({ portable: false, reasonCode: 'not_portable' });
  });

  it('does not know of numbers without a country', () => {
    expect(check('+80012345678')).toMatchObject({ country: null, portable: null, reasonCode: 'not_covered' });
  });
});
