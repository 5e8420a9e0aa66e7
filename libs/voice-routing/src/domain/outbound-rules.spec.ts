import { NO_EXCEPTIONS, OUTBOUND_DEFAULTS, type OutboundTerms } from '@trunkline/kernel';
import { countryRefusal, isHighRisk, openBecause, type OutboundPolicy, rangeRefusal } from './outbound-rules';

const policy: OutboundPolicy = {
  defaultCountries: ['DE', 'US'],
  highRiskCountries: null,
  night: { from: '22:00', to: '06:00' },
  onAlert: 'alert',
};
const inForce = { policy, revenueSharePrefixes: new Set(['881', '49900']) };
const terms: OutboundTerms = {
  country: 'FR',
  outbound: OUTBOUND_DEFAULTS,
  outboundExceptions: NO_EXCEPTIONS,
  chargedCountries: [],
};
const withList = (allowedCountries: readonly string[]) => ({
  ...terms,
  outbound: { ...OUTBOUND_DEFAULTS, allowedCountries },
});
const withExceptions = (given: Partial<typeof NO_EXCEPTIONS>) => ({
  ...terms,
  outboundExceptions: { ...NO_EXCEPTIONS, ...given },
});

describe('openBecause', () => {
  it.each<[string, OutboundTerms, readonly string[], string | null]>([
    ['DE', terms, [], 'default'],
    ['FR', terms, [], 'own'],
    ['KE', terms, [], null],
    ['KE', terms, ['KE'], null],
    ['KE', { ...terms, chargedCountries: ['KE'] }, [], 'charged'],
    ['KE', withExceptions({ countries: ['KE'] }), [], 'exception'],
    ['KE', withList(['KE']), [], 'account'],
    ['DE', withList(['KE']), ['DE'], null],
    ['FR', withList([]), [], null],
  ])('returns for %s of %j with numbers in %j: %s', (country, given, numbers, because) => {
    expect(openBecause(country, given, policy, numbers)).toBe(because);
  });

  it('returns the number of a country that is neither open by default nor high-risk', () => {
    const listed = { ...policy, highRiskCountries: ['KE'] };
    expect(['KE', 'BR', 'TR'].map((country) => openBecause(country, terms, listed, ['KE', 'BR']))).toEqual([
      null,
      'number',
      null,
    ]);
  });
});

describe('rangeRefusal and countryRefusal', () => {
  it.each<[string, string | null, OutboundTerms, string | null]>([
    ['+4930901820', 'DE', terms, null],
    ['+254700123456', 'KE', terms, 'country_not_allowed'],
    ['+4990012345', 'DE', terms, 'range_not_allowed'],
    ['+4990112345', 'DE', terms, null],
    ['+8811234567', null, terms, 'range_not_allowed'],
    ['+8001234567', null, terms, 'country_unknown'],
    ['+8001234567', null, withExceptions({ ranges: ['800'] }), null],
    ['+8811234567', null, withExceptions({ ranges: ['88112'] }), null],
    ['+8811334567', null, withExceptions({ ranges: ['88112'] }), 'range_not_allowed'],
    ['+4990012345', 'DE', withExceptions({ ranges: ['49900'] }), null],
    [
      '+4990012345',
      'DE',
      {
        ...withExceptions({ ranges: ['49900'] }),
        ...withList([]),
        outboundExceptions: { ...NO_EXCEPTIONS, ranges: ['49900'] },
      },
      'country_not_allowed',
    ],
  ])('returns for %s in %s of %j: %s', (e164, country, given, refusal) => {
    const dialled = { e164, country };
    expect(rangeRefusal(dialled, given, inForce) ?? countryRefusal(dialled, given, inForce, [])).toBe(refusal);
  });
});

describe('isHighRisk', () => {
  it('holds for all but the default countries, or for those that the operator lists', () => {
    expect(['DE', 'KE'].map((country) => isHighRisk(country, policy))).toEqual([false, true]);
    const listed = { ...policy, highRiskCountries: ['KE'] };
    expect(['DE', 'KE', 'BR'].map((country) => isHighRisk(country, listed))).toEqual([false, true, false]);
  });
});
