const SHAPE = /^[A-Z]{2}$/;
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
// CLDR names these beside the countries of ISO 3166-1: groups, pseudo-locales and codes kept back.
const NOT_COUNTRIES = new Set([
  'EU',
  'EZ',
  'UN',
  'XA',
  'XB',
  'QO',
  'ZZ',
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'IC',
  'TA',
  'UK',
]);

/** True for a code of ISO 3166-1 alpha-2. */
export function isCountry(value: unknown): value is string {
  if (typeof value !== 'string' || !SHAPE.test(value) || NOT_COUNTRIES.has(value)) return false;
  return names.of(value) !== undefined && isCurrent(value);
}

/** Codes of countries that are gone (SU, YU …) are written as another by now. */
function isCurrent(code: string): boolean {
  return Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}
