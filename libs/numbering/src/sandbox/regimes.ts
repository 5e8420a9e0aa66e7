import type { NumberType } from './plan-types';
import type { RequirementRuleName } from './requirement-rules';

/** How strictly a country looks at who gets its numbers, and what they cost beside the geographic ones. */
export interface Regime {
  readonly rules: Readonly<Record<NumberType, RequirementRuleName>>;
  /** What a mobile number costs a month, in geographic ones. */
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

/** Anybody's at once, mobile numbers excepted. */
export const OPEN = regime(['nothing', 'nothing', 'addressAnywhere', 'nothing'], [1.5, 0, 300, 0]);

/** For whoever gives an address, wherever it lies. */
export const LIGHT = regime(
  ['addressAnywhere', 'addressAnywhere', 'addressAnywhere', 'addressAnywhere'],
  [3, 0, 1500, 1000],
);

/** For whoever lives in the area; elsewhere in the country for numbers of no area. */
export const LOCAL = regime(
  ['addressInArea', 'addressInCountry', 'addressInCountry', 'addressAnywhere'],
  [4, 100, 1500, 1000],
);

export const NATIONAL = regime(
  ['addressInCountry', 'addressInCountry', 'addressInCountry', 'addressInCountry'],
  [3, 200, 2500, 1000],
);

/** For businesses of the country only. */
export const STRICT = regime(
  ['businessInArea', 'businessInCountry', 'businessInCountry', 'businessInCountry'],
  [2, 500, 2500, 2500],
);
