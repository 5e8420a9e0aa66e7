import { isCountry } from './countries';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const known = LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter(isCountry);

describe('isCountry', () => {
  it('knows the 249 countries of ISO 3166-1, and Kosovo', () => {
    expect(known).toHaveLength(250);
    expect(known).toEqual(expect.arrayContaining(['US', 'GB', 'DE', 'AQ', 'XK', 'SS']));
  });

  it.each(['EU', 'UK', 'SU', 'YU', 'XX', 'us', 'USA', '', 5, null])('does not know %j', (value) => {
    expect(isCountry(value)).toBe(false);
  });
});
