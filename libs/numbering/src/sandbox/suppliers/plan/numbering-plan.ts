import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { countryName, TERMS, type TypeTerms } from './country-terms';
import { geographicAreas } from './geographic-areas';
import { nationalAt, type NumberSpace, numberSpace, scriptedNational } from './number-space';
import { PlanMetadata, type PlanType } from './plan-metadata';
import type { Area, NumberPlan, NumberType, Requirements, Restriction, SandboxFault } from './plan-types';
import { rangesOf } from './ranges';
import { EXTRA_FIELDS, REQUIREMENT_RULES, RESTRICTIONS } from './requirement-rules';

export type * from './plan-types';
export { SANDBOX_FAULTS, scriptedFault } from './number-space';

const INUM = { plan: '883', range: '5100' };

const PLAN_TYPES = { mobile: 'MOBILE', tollfree: 'TOLL_FREE' } as const;
/** Types of national numbers in libphonenumber. The first that the country has is sold. */
const NATIONAL_TYPES = ['VOIP', 'UAN', 'SHARED_COST'] as const;
/** The common national numbers of countries with several kinds. Germany's 032 is a fixed line type. */
const NATIONAL_RANGES: Readonly<Record<string, readonly [PlanType, within: string]>> = {
  DE: ['FIXED_LINE', '32'],
  GB: ['UAN', '3'],
  IE: ['UAN', ''],
  AU: ['SHARED_COST', '1300'],
  LT: ['UAN', ''],
};
const ANY = '0123456789';
/** North American countries share toll-free codes: each sells its own part of them. */
const TOLL_FREE_PARTS: Readonly<Record<string, readonly string[]>> = {
  US: [ANY, ANY, ANY, '2346', '023456789'],
  CA: [ANY, ANY, ANY, '78', '023456789'],
};
/** Area names by first digit, for countries without place names in the package. */
const ZONES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FR: { 1: 'Île-de-France', 2: 'Nord-Ouest', 3: 'Nord-Est', 4: 'Sud-Est', 5: 'Sud-Ouest' },
};

/** One number type in one country. Its areas are computed on first access from the files of the packages. */
class CountryPlan implements NumberPlan {
  readonly countryName: string;
  readonly callingCode: string;
  readonly restrictions: readonly Restriction[];
  readonly requiresActivation: boolean;
  private made: readonly Area[] | undefined;

  constructor(private readonly terms: TypeTerms) {
    this.countryName = countryName(terms.country);
    this.callingCode = callingCodeOf(terms.country);
    this.restrictions = restrictionsOf(terms);
    this.requiresActivation = terms.rule !== 'nothing';
  }

  get country(): string {
    return this.terms.country;
  }

  get numberType(): NumberType {
    return this.terms.numberType;
  }

  get capabilities(): NumberPlan['capabilities'] {
    return this.terms.capabilities;
  }

  get monthlyCents(): number {
    return this.terms.monthlyCents;
  }

  get setupCents(): number {
    return this.terms.setupCents;
  }

  get areas(): readonly Area[] {
    this.made ??= areasOf(this.terms);
    return this.made;
  }
}

/** The plans for sale, one per country and number type. */
export const PLANS: readonly NumberPlan[] = TERMS.map((terms) => new CountryPlan(terms));

const PLAN_BY_KEY = new Map(PLANS.map((plan) => [keyOf(plan), plan]));
const TERMS_BY_KEY = new Map(TERMS.map((terms) => [keyOf(terms), terms]));
const SPACES = new WeakMap<Area, NumberSpace>();

/** Returns the plan of a country (ISO 3166-1 alpha-2, 'ZZ' for iNum) and number type; null when it is not sold. */
export function planOf(country: string, numberType: string): NumberPlan | null {
  return PLAN_BY_KEY.get(`${country}/${numberType}`) ?? null;
}

/** Returns the requirements of a country and number type; null when it is not sold. */
export function requirementsOf(country: string, numberType: NumberType): Requirements | null {
  const terms = TERMS_BY_KEY.get(keyOf({ country, numberType }));
  if (!terms) return null;
  const rule = REQUIREMENT_RULES[terms.rule];
  const extraFields = terms.extraFields.map((name) => EXTRA_FIELDS[name]);
  return {
    ...rule,
    country,
    numberType,
    requiresActivation: terms.rule !== 'nothing',
    requiredFields: [...rule.requiredFields, ...extraFields],
    restrictions: restrictionsOf(terms),
  };
}

/** Returns the number of numbers of `numberAt` for the area. */
export function inventorySize(plan: NumberPlan, area: Area): number {
  return spaceOf(plan, area).size;
}

/**
 * Returns the number at an index of an area, from 0 to `inventorySize(plan, area) - 1`. Each index has a different number without
 * a fault. Throws a RangeError for other indexes.
 */
export function numberAt(plan: NumberPlan, area: Area, index: number): string {
  return `+${plan.callingCode}${nationalAt(spaceOf(plan, area), index)}`;
}

/** Returns the number of scripted numbers per fault in the area. */
export function scriptedCount(plan: NumberPlan, area: Area): number {
  return spaceOf(plan, area).stems;
}

/** Returns a scripted number of the area. `index` is less than `scriptedCount`. */
export function scriptedNumber(plan: NumberPlan, area: Area, fault: SandboxFault, index = 0): string {
  return `+${plan.callingCode}${scriptedNational(spaceOf(plan, area), fault, index)}`;
}

function areasOf({ country, numberType }: TypeTerms): Area[] {
  if (numberType === 'inum') return rangesOf(new PlanMetadata(INUM.plan), 'VOIP', INUM.range);
  const metadata = new PlanMetadata(country);
  if (numberType === 'geographic') return geographicAreas(metadata, ZONES[country]);
  const [type, within] = numberType === 'national' ? nationalRange(country, metadata) : [PLAN_TYPES[numberType], ''];
  return rangesOf(metadata, type, within, numberType === 'tollfree' ? TOLL_FREE_PARTS[country] : undefined);
}

function nationalRange(country: string, metadata: PlanMetadata): readonly [PlanType, string] {
  const type = NATIONAL_TYPES.find((each) => metadata.has(each)) ?? 'VOIP';
  return NATIONAL_RANGES[country] ?? [type, ''];
}

function callingCodeOf(country: string): string {
  return isSupportedCountry(country) ? getCountryCallingCode(country) : INUM.plan;
}

function restrictionsOf({ rule, restrictions }: TypeTerms): Restriction[] {
  return [...REQUIREMENT_RULES[rule].restrictions, ...restrictions.map((name) => RESTRICTIONS[name])];
}

function spaceOf({ country, numberType }: NumberPlan, area: Area): NumberSpace {
  const known = SPACES.get(area);
  if (known !== undefined) return known;
  const space = numberSpace(area.blocks, area.length, `${country}/${numberType}/${area.code}`);
  SPACES.set(area, space);
  return space;
}

function keyOf({ country, numberType }: Pick<NumberPlan, 'country' | 'numberType'>): string {
  return `${country}/${numberType}`;
}
