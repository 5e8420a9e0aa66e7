import type { Capability, NumberType } from './plan-types';
import { LIGHT, LOCAL, NATIONAL, OPEN, type Regime, STRICT } from './regimes';
import type { EXTRA_FIELDS, RequirementRuleName, RestrictionName } from './requirement-rules';

/** The types for sale by their first letters, and the monthly price of a geographic number in US cents. */
type Row = readonly [types: string, monthlyCents: number];

/**
 * The countries for sale. Areas, ranges and numbers come from the packages. Prices and rules are invented and are not legal
 * advice.
 */
const COUNTRIES: readonly (readonly [Regime, Readonly<Record<string, Row>>])[] = [
  [OPEN, { US: ['gt', 100], CA: ['gt', 100], PR: ['g', 150], GB: ['gnmt', 100] }],
  [
    LIGHT,
    {
      SE: ['gnmt', 100],
      DK: ['gmt', 100],
      CZ: ['gnmt', 100],
      BE: ['gnmt', 100],
      NL: ['gnmt', 120],
      FI: ['gnmt', 200],
      AU: ['gnmt', 200],
      NZ: ['gmt', 250],
      MX: ['gt', 350],
      IL: ['gnmt', 300],
      HK: ['gmt', 600],
      DO: ['g', 400],
      EE: ['gmt', 150],
      LV: ['gmt', 200],
      SI: ['gmt', 200],
      CY: ['gmt', 250],
      PE: ['gmt', 350],
      CR: ['gmt', 600],
      PA: ['gmt', 500],
      GE: ['gmt', 400],
    },
  ],
  [
    LOCAL,
    {
      DE: ['gnmt', 120],
      FR: ['gnmt', 120],
      ES: ['gmt', 150],
      IT: ['gnmt', 150],
      AT: ['gnmt', 150],
      IE: ['gnmt', 120],
      PL: ['gnmt', 100],
      PT: ['gnmt', 120],
      HU: ['gnmt', 120],
      GR: ['gmt', 200],
      LU: ['gmt', 200],
      SK: ['gnmt', 150],
      HR: ['gmt', 250],
      LT: ['gnmt', 150],
      BG: ['gt', 200],
      MT: ['gmt', 250],
      IS: ['gnmt', 300],
    },
  ],
  [
    NATIONAL,
    {
      CH: ['gmt', 150],
      NO: ['gnmt', 150],
      RO: ['gnmt', 120],
      RS: ['gmt', 400],
      UA: ['gmt', 300],
      TR: ['gt', 500],
      KZ: ['g', 800],
      ZA: ['gnmt', 300],
      KE: ['gt', 600],
      NG: ['gt', 700],
      GH: ['gt', 700],
      UG: ['gt', 900],
      TZ: ['gt', 900],
      MU: ['gm', 800],
      BR: ['gmt', 425],
      AR: ['gt', 500],
      CL: ['gnt', 400],
      CO: ['gmt', 450],
      EC: ['gt', 600],
      UY: ['gm', 600],
      PY: ['g', 700],
      GT: ['gm', 600],
      SV: ['gmt', 600],
      HN: ['gm', 700],
      MY: ['gt', 500],
      TH: ['gt', 600],
      ID: ['gt', 900],
      PH: ['gt', 900],
      KR: ['gnt', 500],
      TW: ['gt', 700],
      VN: ['gt', 1000],
      LK: ['g', 900],
    },
  ],
  [
    STRICT,
    {
      IN: ['gt', 1200],
      JP: ['gnt', 450],
      SG: ['gnmt', 600],
      AE: ['gt', 1500],
      BH: ['gt', 1500],
      JO: ['gt', 1200],
      EG: ['gt', 1200],
      MA: ['gt', 1000],
    },
  ],
];

const NAMES = new Intl.DisplayNames('en', { type: 'region' });
/** Names that differ from those of `Intl.DisplayNames`. */
const OWN_NAMES: Readonly<Record<string, string>> = { ZZ: 'iNum', HK: 'Hong Kong' };

const LETTERS = { g: 'geographic', n: 'national', m: 'mobile', t: 'tollfree' } as const;
const INUM = { country: 'ZZ', monthlyCents: 50 };

const VOICE: readonly Capability[] = ['voice'];
const VOICE_SMS: readonly Capability[] = ['voice', 'sms'];
const VOICE_FAX: readonly Capability[] = ['voice', 'fax', 't38'];
const VOICE_FAX_SMS: readonly Capability[] = ['voice', 'sms', 'fax', 't38'];
const EVERYTHING: readonly Capability[] = ['voice', 'sms', 'mms', 'fax', 't38', 'emergency'];
const USUAL_CAPABILITIES: Readonly<Record<NumberType, readonly Capability[]>> = {
  geographic: VOICE_FAX,
  national: VOICE_FAX,
  mobile: VOICE_SMS,
  tollfree: VOICE,
  inum: VOICE,
};
const CAPABILITIES: Readonly<Record<string, readonly Capability[]>> = {
  'US/geographic': EVERYTHING,
  'CA/geographic': EVERYTHING,
  'PR/geographic': EVERYTHING,
  'MX/geographic': VOICE_FAX_SMS,
  'IN/geographic': VOICE,
  'GB/tollfree': VOICE_FAX,
  'US/tollfree': ['voice', 'sms', 'mms', 'fax', 't38'],
  'CA/tollfree': VOICE_FAX_SMS,
};
/** Countries with emergency calls. */
const EMERGENCY_IN = 'GB IE DE FR NL BE LU ES PT IT AT CH PL CZ SK SE NO DK FI IS EE LV LT SI HR MT CY AU NZ'.split(
  ' ',
);

const TAX_ID_IN = 'ES IT PT GR BR CL AR CO PE'.split(' ');
const MOBILE_FOR_BUSINESSES_IN = 'FR ES IT BR HK'.split(' ');
const TOLLFREE_CENTS: Readonly<Record<string, number>> = { US: 200, CA: 250 };
const RESTRICTIONS: Readonly<Record<string, RestrictionName>> = {
  'US/geographic': 'localMessaging',
  'US/tollfree': 'tollFreeMessaging',
  'CA/tollfree': 'tollFreeMessaging',
  'IN/geographic': 'inboundOnly',
  'FR/mobile': 'noAutomatedCalls',
  'AU/national': 'nationalReach',
};

/** The terms of one number type in one country. */
export interface TypeTerms {
  /** ISO 3166-1 alpha-2; 'ZZ' for iNum, which belongs to no country. */
  readonly country: string;
  readonly numberType: NumberType;
  readonly capabilities: readonly Capability[];
  readonly monthlyCents: number;
  readonly setupCents: number;
  readonly rule: RequirementRuleName;
  readonly extraFields: readonly (keyof typeof EXTRA_FIELDS)[];
  /** In addition to those of the rule. */
  readonly restrictions: readonly RestrictionName[];
}

/** Every country and type for sale. */
export const TERMS: readonly TypeTerms[] = [
  ...COUNTRIES.flatMap(([regime, rows]) =>
    Object.entries(rows).flatMap(([country, [types, monthlyCents]]) =>
      typesOf(types).map((numberType) => termsFor(country, numberType, monthlyCents, regime)),
    ),
  ),
  { ...termsFor(INUM.country, 'inum', INUM.monthlyCents, OPEN), restrictions: ['networkReach'] },
];

export function countryName(country: string): string {
  return OWN_NAMES[country] ?? NAMES.of(country) ?? country;
}

function typesOf(letters: string): NumberType[] {
  return Object.entries(LETTERS).flatMap(([letter, numberType]) => (letters.includes(letter) ? [numberType] : []));
}

function termsFor(country: string, numberType: NumberType, monthlyCents: number, regime: Regime): TypeTerms {
  const forBusinesses = numberType === 'mobile' && MOBILE_FOR_BUSINESSES_IN.includes(country);
  return {
    country,
    numberType,
    capabilities: capabilitiesOf(country, numberType),
    ...pricesOf(country, numberType, monthlyCents, regime),
    rule: forBusinesses ? 'businessInCountry' : regime.rules[numberType],
    extraFields: extraFieldsOf(country, numberType),
    restrictions: restrictionsOf(country, numberType),
  };
}

function capabilitiesOf(country: string, numberType: NumberType): readonly Capability[] {
  const usual = USUAL_CAPABILITIES[numberType];
  const hasEmergencyCalls = numberType === 'geographic' && EMERGENCY_IN.includes(country);
  return CAPABILITIES[`${country}/${numberType}`] ?? (hasEmergencyCalls ? [...usual, 'emergency'] : usual);
}

function pricesOf(country: string, numberType: NumberType, monthlyCents: number, regime: Regime) {
  const { mobileFactor, mobileSetupCents, tollfreeCents, tollfreeSetupCents } = regime;
  if (numberType === 'mobile') return { monthlyCents: monthlyCents * mobileFactor, setupCents: mobileSetupCents };
  if (numberType !== 'tollfree') return { monthlyCents, setupCents: 0 };
  return { monthlyCents: TOLLFREE_CENTS[country] ?? tollfreeCents, setupCents: tollfreeSetupCents };
}

function extraFieldsOf(country: string, numberType: NumberType): TypeTerms['extraFields'] {
  if (numberType === 'tollfree') return [];
  if (country === 'DE') return ['dateOfBirth'];
  if (country === 'JP' && numberType === 'national') return ['usage'];
  if (country === 'IN') return ['taxId', 'usage'];
  return TAX_ID_IN.includes(country) ? ['taxId'] : [];
}

function restrictionsOf(country: string, numberType: NumberType): RestrictionName[] {
  const own = RESTRICTIONS[`${country}/${numberType}`];
  if (own) return [own];
  return numberType === 'tollfree' ? ['nationalReach'] : [];
}
