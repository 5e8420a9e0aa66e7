import type { NumberType } from './plan-types';
import type { RequirementRuleName } from './requirement-rules';

/** The requirements and relative prices of a group of countries. */
export interface Regime {
  readonly rules: Readonly<Record<NumberType, RequirementRuleName>>;
  /** Monthly price of a mobile number, as a multiple of a geographic one. */
  readonly mobileFactor: number;
  readonly mobileSetupCents: number;
  readonly tollfreeCents: number;
  readonly tollfreeSetupCents: number;
}

type Rules = readonly [
  geographic: RequirementRuleName,
  national: RequirementRuleName,
  mobile: RequirementRuleName,
  tollfree: RequirementRuleName,
];
type Prices = readonly [mobileFactor: number, mobileSetup: number, tollfree: number, tollfreeSetup: number];

function regime(
  [geographic, national, mobile, tollfree]: Rules,
  [mobileFactor, mobileSetupCents, tollfreeCents, tollfreeSetupCents]: Prices,
): Regime {
  const rules = { geographic, national, mobile, tollfree, inum: 'nothing' } as const;
  return { rules, mobileFactor, mobileSetupCents, tollfreeCents, tollfreeSetupCents };
}

/** No requirements, except for mobile numbers. */
export const OPEN = regime(['nothing', 'nothing', 'addressAnywhere', 'nothing'], [1.5, 0, 300, 0]);

/** Any address. */
export const LIGHT = regime(
  ['addressAnywhere', 'addressAnywhere', 'addressAnywhere', 'addressAnywhere'],
  [3, 0, 1500, 1000],
);

/** An address in the area, or in the country for numbers without an area. */
export const LOCAL = regime(
  ['addressInArea', 'addressInCountry', 'addressInCountry', 'addressAnywhere'],
  [4, 100, 1500, 1000],
);

export const NATIONAL = regime(
  ['addressInCountry', 'addressInCountry', 'addressInCountry', 'addressInCountry'],
  [3, 200, 2500, 1000],
);

/** Only businesses of the country. */
export const STRICT = regime(
  ['businessInArea', 'businessInCountry', 'businessInCountry', 'businessInCountry'],
  [2, 500, 2500, 2500],
);
