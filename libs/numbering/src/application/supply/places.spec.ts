import { beginsWith, isInPlace } from './places';

describe('a filter by place', () => {
  it.each([
    ['Cologne', ['Köln', 'Koeln', 'koln', 'KÖ', 'Cologne', 'col']],
    ['Köln', ['Köln', 'Koeln', 'koln']],
    ['Düsseldorf', ['Düsseldorf', 'Duesseldorf', 'dusseldorf']],
    ['Montreal', ['Montréal', 'montreal', 'Montre\u0301al']],
    ['Montréal', ['Montréal', 'montreal']],
    ['Saint-Jean-sur-Richelieu', ['saint jean', 'Saint-Jean', 'SAINT\u2010JEAN']],
    ["St. John's", ['st johns', 'St John\u2019s', 'St. J']],
    ['Munich', ['München', 'Muenchen', 'munchen', 'Muni']],
  ])('finds %s', (name, prefixes) => {
    for (const prefix of prefixes) expect([prefix, beginsWith(name, prefix)]).toEqual([prefix, true]);
  });

  it.each<[string | null, string]>([
    ['Cologne', 'logne'],
    ['Berlin', 'Köln'],
    ['Berlin', '--'],
  ])('does not find %s by %s', (name, prefix) => {
    expect(beginsWith(name, prefix)).toBe(false);
  });

  it('finds any place without a filter, and no nameless place with one', () => {
    const nameless = { city: null, region: 'Germany' };
    expect(isInPlace(nameless, { city: null, region: null })).toBe(true);
    expect(isInPlace(nameless, { city: 'Köln', region: null })).toBe(false);
  });
});
