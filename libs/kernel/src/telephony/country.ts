/** The 249 codes of ISO 3166-1 alpha-2. */
const ISO_3166_1 =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT ' +
  'JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY ' +
  'MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM ' +
  'PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX ' +
  'SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** Kosovo (+383), Ascension (+247) and Tristan da Cunha (+290) have country calling codes but no ISO 3166-1 code. */
const BESIDE_ISO = 'XK AC TA';

const COUNTRIES: ReadonlySet<string> = new Set(`${ISO_3166_1} ${BESIDE_ISO}`.split(' '));

/** The code of numbers that belong to no country, such as iNum's and satellite networks'; ISO 3166-1 leaves it to its users. */
export const NO_COUNTRY = 'ZZ';

/** Returns true for an upper-case code of ISO 3166-1 alpha-2, XK, AC or TA. */
export function isCountry(value: unknown): value is string {
  return typeof value === 'string' && COUNTRIES.has(value);
}

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** Returns the English name of the country of a number; `International` for ZZ. */
export function countryName(country: string): string {
  return country === NO_COUNTRY ? 'International' : (NAMES.of(country) ?? country);
}

/** Returns true for the country of a number: a country, or ZZ for iNum. */
export function isNumberCountry(value: unknown): value is string {
  return value === NO_COUNTRY || isCountry(value);
}
