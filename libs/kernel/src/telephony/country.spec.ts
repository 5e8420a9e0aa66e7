import { isCountry, isNumberCountry } from './country';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const codes = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));

describe('a country', () => {
  it('is one of the 249 of ISO 3166-1, Kosovo, Ascension or Tristan da Cunha', () => {
    const known = codes.filter(isCountry);
    expect(known).toHaveLength(252);
    expect(known).toEqual(expect.arrayContaining(['US', 'GB', 'DE', 'AQ', 'SS', 'XK', 'AC', 'TA']));
  });

  it('has a name in CLDR', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    expect(codes.filter(isCountry).filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  it.each(['XX', 'ZZ', 'EU', 'UK', 'SU', 'YU', 'AN', 'us', 'USA', '', 5, null])('is not %j', (value) => {
    expect(isCountry(value)).toBe(false);
  });

  it('is ZZ for numbers only', () => {
    expect(isNumberCountry('ZZ')).toBe(true);
    expect(isNumberCountry('US')).toBe(true);
    expect(isNumberCountry('XX')).toBe(false);
  });
});
