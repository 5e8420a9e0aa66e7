import type { AreaTable } from './areas';
import type { Capability, MetadataType, NumberType } from './plan-types';
import type { EXTRA_FIELDS, RequirementRuleName, RestrictionName } from './requirement-rules';

/** One number type as a country offers it. */
export interface Offer {
  readonly numberType: NumberType;
  readonly can: readonly Capability[];
  readonly monthlyCents: number;
  readonly setupCents: number;
  readonly rule: RequirementRuleName;
  readonly areas: AreaTable;
  readonly extraFields?: readonly (keyof typeof EXTRA_FIELDS)[];
  /** Beyond those of the rule. */
  readonly restrictions?: readonly RestrictionName[];
  /** How libphonenumber classes the numbers, where the number type alone does not say. */
  readonly metadataTypes?: readonly MetadataType[];
}

export interface CountryOffers {
  readonly country: string;
  readonly name: string;
  readonly callingCode: string;
  readonly offers: readonly Offer[];
}

export type Terms = Pick<Offer, 'extraFields' | 'restrictions' | 'metadataTypes'>;
/** What it costs, and which papers it asks for. */
type Price = readonly [monthlyCents: number, setupCents: number, rule: RequirementRuleName];

function offer(numberType: NumberType) {
  return (
    can: readonly Capability[],
    areas: AreaTable,
    [monthlyCents, setupCents, rule]: Price,
    terms: Terms = {},
  ): Offer => ({
    numberType,
    can,
    areas,
    monthlyCents,
    setupCents,
    rule,
    ...terms,
  });
}

export const geographic = offer('geographic');
export const national = offer('national');
export const mobile = offer('mobile');
export const tollfree = offer('tollfree');
export const inum = offer('inum');

/**
 * Ranges that belong to no city: their national destination codes separated by spaces, the digits of their national
 * numbers, and what the subscriber numbers start with.
 */
export function ranges(length: number, codes: string, lead = ''): AreaTable {
  return { length, lead, rows: codes.split(' ').map((code) => [code, null, null] as const) };
}
