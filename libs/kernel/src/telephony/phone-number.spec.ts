import { numberFault, prefixFault } from './number-faults';
import { canonicalPrefix } from './number-prefix';
import { canonicalNumber, hasNationalReading, isE164, readNumber, withGroupedNumbers } from './phone-number';

const read = (text: string, country: string | null = null) => readNumber(text, country)?.e164 ?? null;

describe('isE164', () => {
  it.each(['+4930901820', '+12125550123', '+883510012345678'])('accepts %s', (text) => {
    expect(isE164(text)).toBe(true);
  });

  it.each(['4930901820', '+0301234567', '+1234567890123456', '+49 30', '+', ''])('rejects %j', (text) => {
    expect(isE164(text)).toBe(false);
  });
});

describe('canonicalNumber', () => {
  it.each([
    ['+119005551234', '+19005551234'],
    ['+490900123456', '+49900123456'],
    ['+4407911123456', '+447911123456'],
    ['+1111111112125550123', null],
    ['+5411152345 6789'.replace(' ', ''), '+5491123456789'],
    ['+550152199123456', '+552199123456'],
    ['+378886377', '+3780549886377'],
    ['+787012345678', '+77012345678'],
  ])('reads %s as %s', (spelled, canonical) => {
    expect(canonicalNumber(spelled)?.e164 ?? null).toBe(canonical);
  });

  it.each([
    ['a trunk prefix before a number that is too short without it', '+490112'],
    ['a number of no country', '+2101234567'],
    ['a number that is too short', '+4930'],
    ['a number that is too long', '+123456789012345'],
    ['a number without +', '4930901820'],
  ])('returns null for %s', (_name, text) => {
    expect(canonicalNumber(text)).toBeNull();
  });

  it.each([
    ['+390612345678', 'IT'],
    ['+78001234567', 'RU'],
    ['+2250123456789', 'CI'],
    ['+80012345678', null],
    ['+883510012345678', null],
    ['+15555555555', null],
  ])('keeps %s, of country %s', (e164, country) => {
    expect(canonicalNumber(e164)).toEqual({ e164, country });
  });
});

describe('withGroupedNumbers', () => {
  it.each([
    ['Number +12125550123: monthly', 'Number +1 212 555 0123: monthly'],
    ['+4930901820 and +442079460123', '+49 30 901820 and +44 20 7946 0123'],
    ['+99912345678', '+99912345678'],
    ['2026-11-30: 12 calls', '2026-11-30: 12 calls'],
  ])('groups the numbers of %s', (text, grouped) => {
    expect(withGroupedNumbers(text)).toBe(grouped);
  });
});

describe('readNumber', () => {
  it.each([
    ['+4930901820', 'US', '+4930901820'],
    ['004930901820', 'US', '+4930901820'],
    ['4930901820', null, '+4930901820'],
    ['4930901820', 'DE', '+4930901820'],
    ['2125550123', 'US', '+12125550123'],
    ['12125550123', 'CA', '+12125550123'],
    ['01149 30 901820', 'US', '+4930901820'],
    ['4930901820', 'US', '+14930901820'],
    ['49309018201', 'US', '+49309018201'],
    ['030 901820', 'DE', '+4930901820'],
    ['06 1 234 5678', 'HU', '+3612345678'],
    ['8 (495) 123-45-67', 'RU', '+74951234567'],
    ['861012345678', 'RU', '+861012345678'],
    ['0 15 11 2345 6789', 'BR', '+551123456789'],
    ['390612345678', 'IT', '+390612345678'],
  ])('reads %s of country %s as %s', (text, country, e164) => {
    expect(read(text, country)).toBe(e164);
  });

  it.each([
    ['030901820', null],
    ['2125550123', null],
    ['0612345678', 'IT'],
    ['5550123', 'US'],
    ['112', 'DE'],
    ['0112', 'DE'],
    ['911', 'US'],
    ['alice', 'DE'],
    ['+49+30901820', 'DE'],
    ['++4930901820', 'DE'],
    ['#31#4930901820', 'DE'],
    ['', 'DE'],
    ['+', 'DE'],
    ['4'.repeat(65), 'DE'],
  ])('finds no number in %j of country %s', (text, country) => {
    expect(read(text, country)).toBeNull();
  });

  it('depends on the country only for digits without + and 00', () => {
    expect(['0301', '2125550123', '٠٣٠'].map(hasNationalReading)).toEqual([true, true, true]);
    expect(['+49', '0049', ' (+49)', 'alice', ''].map(hasNationalReading)).toEqual([false, false, false, false, false]);
  });
});

describe('canonicalPrefix', () => {
  it.each([
    ['+49030', '+4930'],
    ['+490', '+49'],
    ['+11900', '+1900'],
    ['+4407', '+447'],
    ['+36061', '+361'],
    ['+54011', '+5411'],
  ])('reads %s as %s', (prefix, canonical) => {
    expect(canonicalPrefix(prefix)).toBe(canonical);
    expect(prefixFault(prefix)).toBe(`must be in canonical form, ${canonical}`);
  });

  it.each(['+4', '+49', '+3906', '+78', '+788', '+883', '+999', '+12125550123', '+1212555012345', '+10212555012'])(
    'keeps %s',
    (prefix) => {
      expect(canonicalPrefix(prefix)).toBe(prefix);
    },
  );
});

describe('numberFault', () => {
  it('names the canonical form of another spelling', () => {
    for (const text of ['+490900123456', '0049 900 123456', '49 (0) 900 123456'])
      expect(numberFault(text)).toBe('must be in canonical form, +49900123456');
  });

  it.each(['030901820', 'alice', '+490112', '', 5, null, 'x'.repeat(10_000)])('finds no number in %j', (value) => {
    expect(numberFault(value)).toBe('must be a phone number in E.164 format with +');
  });
});
