import { canonicalNumber, readNumber } from '@trunkline/kernel';
import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { EMERGENCY_PATTERNS } from './emergency-number-table';
import { emergencyNumberOf, isEmergencyE164, mayBeEmergency } from './emergency-numbers';

const germany = { country: 'DE', callingCode: '49' };

describe('emergencyNumberOf', () => {
  it.each([
    ['DE', ['110', '112']],
    ['GB', ['999', '112']],
    ['US', ['911', '112']],
    ['AU', ['000', '112', '106']],
    ['JP', ['110', '119']],
    ['CN', ['110', '119', '120']],
    ['IN', ['100', '101', '102', '108', '112']],
    ['BR', ['190', '192', '193']],
    ['CH', ['117', '118', '144', '112']],
    ['FR', ['15', '17', '18', '112']],
    ['NZ', ['111']],
    ['ZA', ['112']],
    ['SG', ['995', '999']],
    ['MX', ['911']],
  ])('is known in %s', (country, numbers) => {
    expect(numbers.map((number) => emergencyNumberOf(number, { country, callingCode: null }))).toEqual(numbers);
  });

  it('recognises 112 and 911 in every country of the numbering plan', () => {
    for (const country of getCountries()) {
      for (const number of ['112', '911'])
        expect([country, emergencyNumberOf(number, { country, callingCode: null })]).toEqual([country, number]);
    }
  });

  it('ignores the numbers of other countries', () => {
    for (const number of ['999', '000', '119', '17']) expect(emergencyNumberOf(number, germany)).toBeNull();
    expect(emergencyNumberOf('110', { country: 'US', callingCode: '1' })).toBeNull();
  });

  it.each(['112', 'sip:112@pbx.example.com', '<sip:112@192.0.2.1;user=phone>', 'tel:112;phone-context=+49', '1-1-2'])(
    'is found in %s',
    (dialled) => {
      expect(emergencyNumberOf(dialled, germany)).toBe('112');
    },
  );

  it.each(['+49112', '0049112', '49112', 'sip:+49112@pbx.example.com', '+112'])(
    'is found behind the calling code: %s',
    (dialled) => {
      expect(emergencyNumberOf(dialled, germany)).toBe('112');
    },
  );

  it.each(['urn:service:sos', 'URN:service:sos.police'])('accepts the service URN %s', (dialled) => {
    expect(emergencyNumberOf(dialled, germany)).toBe('112');
    expect(emergencyNumberOf(dialled, { country: 'AI', callingCode: '1' })).toBe('911');
    expect(emergencyNumberOf(dialled, { country: null, callingCode: null })).toBe('112');
  });

  it.each(['', '+', '1', '11', '1122', '0112', '+43112', 'anonymous', 'urn:service:sosx', '+493012345'])(
    'is not found in %j',
    (dialled) => {
      expect(emergencyNumberOf(dialled, germany)).toBeNull();
    },
  );

  it('is found in every number of the numbering plan that is an emergency number', () => {
    // All that are longer than four digits.
    const long = [
      '10111',
      '10177',
      '90000',
      '124422',
      '201606',
      '201917',
      '202914',
      '127799',
      '202099',
      '320221',
      '723141',
    ];
    const digits = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, '0'));
    const short = digits.flatMap((each) => (each < '1000' ? [each.slice(1), each.slice(2)] : []));
    const found = EMERGENCY_PATTERNS.flatMap(([countries, pattern]) => {
      const whole = new RegExp(`^(?:${pattern})$`);
      const numbers = [...long, ...digits, ...new Set(short)].filter((each) => whole.test(each));
      const places = countries.split(' ').filter((each) => isSupportedCountry(each));
      return places.flatMap((country) => numbers.map((number) => ({ country, number })));
    });
    expect(found.length).toBeGreaterThan(500);
    for (const { country, number } of found) {
      expect([number, readNumber(number, country), readNumber(number, null)]).toEqual([number, null, null]);
      const e164 = canonicalNumber(`+${getCountryCallingCode(country)}${number}`)?.e164;
      expect(e164 === undefined || (mayBeEmergency(e164) && isEmergencyE164(e164))).toBe(true);
    }
    expect(isEmergencyE164('+2710111')).toBe(true);
    expect(isEmergencyE164('+4930901820')).toBe(false);
  });
});
