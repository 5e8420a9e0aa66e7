import type { AreaTable } from './areas';
import { COUNTRY_OFFERS } from './country-plans';
import { type NumberSpace, numberSpace, scriptedSubscriber, subscriberAt } from './number-space';
import type { CountryOffers, Offer } from './offer';
import type { Area, MetadataType, NumberPlan, NumberType, Requirements, Restriction, SandboxFault } from './plan-types';
import { EXTRA_FIELDS, REQUIREMENT_RULES, RESTRICTIONS } from './requirement-rules';

export type * from './plan-types';
export { SANDBOX_FAULTS, scriptedFault } from './number-space';

/** The numbers of an area, or of all areas of a plan, in an order that never changes. */
export interface Inventory extends Iterable<string> {
  readonly plan: NumberPlan;
  /** How many numbers there are. */
  readonly size: number;
  /** The E.164 number at an index from 0 to `size - 1`; throws a RangeError elsewhere. */
  at(index: number): string;
}

/** Where a number of the sandbox comes from. */
export interface NumberOrigin {
  readonly plan: NumberPlan;
  readonly area: Area;
}

const METADATA_TYPES: Record<NumberType, readonly MetadataType[]> = {
  geographic: ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'],
  mobile: ['MOBILE', 'FIXED_LINE_OR_MOBILE'],
  tollfree: ['TOLL_FREE'],
  national: [],
  inum: ['VOIP'],
};

/** Every country and number type the sandbox supplier sells, one entry for each pair. */
export const PLANS: readonly NumberPlan[] = COUNTRY_OFFERS.flatMap((country) =>
  country.offers.map((offer) => planFor(country, offer)),
);

const PLAN_BY_KEY = new Map(PLANS.map((plan) => [keyOf(plan.country, plan.numberType), plan]));
const REQUIREMENTS_BY_KEY = new Map(
  COUNTRY_OFFERS.flatMap(({ country, offers }) =>
    offers.map((offer) => [keyOf(country, offer.numberType), requirementsFor(country, offer)]),
  ),
);
const ORIGINS_BY_PREFIX = originsByPrefix();
const SPACES = new WeakMap<Area, NumberSpace>();

/** The plan of a country (ISO 3166-1 alpha-2, 'ZZ' for iNum) and number type, or null when it is not sold. */
export function planOf(country: string, numberType: NumberType): NumberPlan | null {
  return PLAN_BY_KEY.get(keyOf(country, numberType)) ?? null;
}

/** What a buyer must hand in for a number of this country and type, or null when it is not sold. */
export function requirementsOf(country: string, numberType: NumberType): Requirements | null {
  return REQUIREMENTS_BY_KEY.get(keyOf(country, numberType)) ?? null;
}

/** How many numbers `numberAt` can give for the area. */
export function inventorySize(plan: NumberPlan, area: Area): number {
  return spaceOf(plan, area).size;
}

/**
 * The E.164 number at an index of an area's fixed order. Another number for every index from 0 to
 * `inventorySize(plan, area) - 1`, none of which scripts a fault; throws a RangeError elsewhere.
 */
export function numberAt(plan: NumberPlan, area: Area, index: number): string {
  return prefixOf(plan, area) + subscriberAt(spaceOf(plan, area), index);
}

/** How many numbers `scriptedNumber` can give for each fault in the area. */
export function scriptedCount(plan: NumberPlan, area: Area): number {
  return spaceOf(plan, area).blocks;
}

/** A valid E.164 number of the area whose order runs into the fault; `index` (below `scriptedCount`) picks another one. */
export function scriptedNumber(plan: NumberPlan, area: Area, fault: SandboxFault, index = 0): string {
  return prefixOf(plan, area) + scriptedSubscriber(spaceOf(plan, area), fault, index);
}

/**
 * The numbers on sale in an area, computed one at a time. Without an area code the areas of the plan take turns, each
 * giving as many numbers as the smallest holds. Null when the country, type or area is not sold.
 */
export function inventory(country: string, numberType: NumberType, areaCode?: string | null): Inventory | null {
  const plan = planOf(country, numberType);
  const areas = plan?.areas.filter((area) => area.code === (areaCode ?? area.code)) ?? [];
  return plan === null || areas.length === 0 ? null : inventoryOf(plan, areas);
}

/** The plan and area a number belongs to, scripted numbers included, or null for a number the sandbox never sells. */
export function originOf(e164: string): NumberOrigin | null {
  for (let end = e164.length; end > 1; end -= 1) {
    const origins = ORIGINS_BY_PREFIX.get(e164.slice(0, end)) ?? [];
    const origin = origins.find(({ plan, area }) => spaceOf(plan, area).pattern.test(e164.slice(end)));
    if (origin !== undefined) {
      return origin;
    }
  }
  return null;
}

function originsByPrefix(): Map<string, NumberOrigin[]> {
  const byPrefix = new Map<string, NumberOrigin[]>();
  for (const origin of PLANS.flatMap((plan) => plan.areas.map((area) => ({ plan, area })))) {
    const prefix = prefixOf(origin.plan, origin.area);
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), origin]);
  }
  return byPrefix;
}

function inventoryOf(plan: NumberPlan, areas: readonly Area[]): Inventory {
  const size = areas.length * Math.min(...areas.map((area) => inventorySize(plan, area)));
  const at = (index: number): string => {
    const area = areas[index % areas.length];
    if (area === undefined || index >= size) {
      throw new RangeError(`no number at index ${index}: the inventory holds ${size}`);
    }
    return numberAt(plan, area, Math.floor(index / areas.length));
  };
  return {
    plan,
    size,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; index < size; index += 1) {
        yield at(index);
      }
    },
  };
}

function planFor(country: CountryOffers, offer: Offer): NumberPlan {
  return {
    country: country.country,
    countryName: country.name,
    callingCode: country.callingCode,
    numberType: offer.numberType,
    capabilities: offer.can,
    monthlyCents: offer.monthlyCents,
    setupCents: offer.setupCents,
    requiresActivation: offer.rule !== 'nothing',
    restrictions: restrictionsOf(offer),
    metadataTypes: offer.metadataTypes ?? METADATA_TYPES[offer.numberType],
    areas: areasOf(offer.areas),
  };
}

function requirementsFor(country: string, offer: Offer): Requirements {
  const rule = REQUIREMENT_RULES[offer.rule];
  const extraFields = (offer.extraFields ?? []).map((name) => EXTRA_FIELDS[name]);
  return {
    ...rule,
    country,
    numberType: offer.numberType,
    requiresActivation: offer.rule !== 'nothing',
    requiredFields: [...rule.requiredFields, ...extraFields],
    restrictions: restrictionsOf(offer),
  };
}

function restrictionsOf(offer: Offer): Restriction[] {
  return [
    ...REQUIREMENT_RULES[offer.rule].restrictions,
    ...(offer.restrictions ?? []).map((name) => RESTRICTIONS[name]),
  ];
}

function areasOf(table: AreaTable): Area[] {
  return table.rows.map(([code, city, region, lead = table.lead, length = table.length]) => {
    const leadDigits = lead.replaceAll(/\[[^\]]+\]/g, 'X').length;
    return { code, city, region, template: lead + 'X'.repeat(length - code.length - leadDigits) };
  });
}

function spaceOf(plan: NumberPlan, area: Area): NumberSpace {
  const known = SPACES.get(area);
  if (known !== undefined) {
    return known;
  }
  const space = numberSpace(area.template, `${keyOf(plan.country, plan.numberType)}/${area.code}`);
  SPACES.set(area, space);
  return space;
}

function prefixOf(plan: NumberPlan, area: Area): string {
  return `+${plan.callingCode}${area.code}`;
}

function keyOf(country: string, numberType: NumberType): string {
  return `${country}/${numberType}`;
}
