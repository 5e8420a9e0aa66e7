import { NO_COUNTRY, type NumberType } from '@trunkline/kernel';
import type { Capability, Offer, Restriction } from '../../../domain/offer';
import type { TypeCoverage } from '../../../domain/requirements';
import { DIDWW } from './didww-config';
import { type Resource, UnreadableResponse } from './json-api';

/** Relationships that `didGroupOf` reads. */
export const GROUP_INCLUDES = 'stock_keeping_units,country,region,city,did_group_type';

/** A group of numbers with the same country, area, price and terms. */
export interface DidGroup {
  readonly id: string;
  readonly countryId: string;
  readonly country: string;
  readonly countryName: string;
  /** Without the leading plus. */
  readonly callingCode: string;
  readonly numberType: NumberType;
  /** The area code; null for numbers without one. */
  readonly prefix: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly capabilities: readonly Capability[];
  readonly skuId: string;
  readonly monthlyPriceCents: number;
  readonly setupPriceCents: number;
  readonly requiresActivation: boolean;
  readonly restrictions: readonly Restriction[];
  readonly isAvailable: boolean;
  /** True when its numbers are live rows; false when DIDWW picks one (a catalog row). */
  readonly hasLiveNumbers: boolean;
}

/** Calling code of iNum. */
const INUM = '883';

const TYPES: Readonly<Record<string, NumberType>> = {
  Local: 'geographic',
  National: 'national',
  Mobile: 'mobile',
  'Toll-free': 'tollfree',
};

const CAPABILITIES: Readonly<Record<string, readonly Capability[]>> = {
  voice_in: ['voice'],
  sms_in: ['sms'],
  t38: ['fax', 't38'],
  emergency: ['emergency'],
};

/** Returns null for a type that is not sold here, such as Shared Cost, or Global outside iNum. */
export function numberTypeOf(didwwType: string, callingCode: string): NumberType | null {
  if (didwwType === 'Global') return callingCode === INUM ? 'inum' : null;
  return TYPES[didwwType] ?? null;
}

/** Returns the country code of a DIDWW country. */
export function countryCodeOf(country: Resource): string {
  return country.textOrNull('prefix') === INUM ? NO_COUNTRY : country.text('iso').toUpperCase();
}

export type ReadGroup = DidGroup | { readonly dropped: string } | null;

/** Returns null for a group without a price, which cannot be bought. `dropped` is a type that is not sold here. */
export function didGroupOf(group: Resource): ReadGroup {
  const country = included(group, 'country');
  const callingCode = country.textOrNull('prefix') ?? '';
  const type = included(group, 'did_group_type').text('name');
  const numberType = numberTypeOf(type, callingCode);
  if (!numberType) return { dropped: type };
  const sku = skuOf(group);
  if (!sku) return null;
  return {
    id: group.id,
    countryId: country.id,
    country: countryCodeOf(country),
    countryName: country.text('name'),
    callingCode,
    numberType,
    ...placeOf(group, numberType),
    capabilities: [...new Set(group.texts('features').flatMap((feature) => CAPABILITIES[feature] ?? []))],
    skuId: sku.id,
    monthlyPriceCents: centsOf(sku.text('monthly_price')),
    setupPriceCents: centsOf(sku.text('setup_price')),
    requiresActivation: group.metaFlag('needs_registration'),
    restrictions: restrictionsOf(group),
    isAvailable: group.metaFlag('is_available'),
    hasLiveNumbers: group.metaFlag('available_dids_enabled'),
  };
}

/** Returns a live row for a number, else a catalog row. `availableDidId` is the id of the number at DIDWW. */
export function offerOf(
  group: DidGroup,
  live: { readonly number: string; readonly availableDidId: string } | null,
): Offer {
  const { country, numberType, prefix, city, capabilities, monthlyPriceCents, setupPriceCents } = group;
  const { requiresActivation, restrictions, callingCode, skuId } = group;
  const ref = { did_group_id: group.id, sku_id: skuId };
  return {
    supplier: DIDWW,
    supplierRef: live ? { ...ref, available_did_id: live.availableDidId } : ref,
    e164: live && `+${live.number}`,
    country,
    numberType,
    areaCode: prefix,
    city,
    capabilities,
    region: regionShown(group),
    monthlyPriceCents,
    setupPriceCents,
    requiresActivation,
    restrictions,
    placeholder: `+${callingCode}${prefix ?? ''}XXXXXXX`,
  };
}

export function regionShown({ region, countryName }: DidGroup): string {
  return region ?? countryName;
}

/** Summarizes groups of one type: the lowest price, and whether any of them requires documents. */
export function coverageOf(numberType: NumberType, groups: readonly DidGroup[]): TypeCoverage {
  return {
    numberType,
    capabilities: [...new Set(groups.flatMap(({ capabilities }) => capabilities))],
    requiresActivation: groups.some(({ requiresActivation }) => requiresActivation),
    fromMonthlyPriceCents: Math.min(...groups.map(({ monthlyPriceCents }) => monthlyPriceCents)),
  };
}

/** Converts decimal dollars to cents, rounded up. */
export function centsOf(dollars: string): number {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(dollars) ?? [];
  if (whole === undefined) throw new UnreadableResponse('A price is not a decimal number.');
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return /[1-9]/.test(fraction.slice(2)) ? cents + 1 : cents;
}

/** Returns the cheapest SKU with included channels. A SKU without channels needs a capacity pool. */
function skuOf(group: Resource): Resource | null {
  const cents = (sku: Resource) => centsOf(sku.text('monthly_price'));
  const skus = group.many('stock_keeping_units').toSorted((a, b) => cents(a) - cents(b));
  return skus.find((sku) => sku.count('channels_included_count') > 0) ?? skus[0] ?? null;
}

function placeOf(group: Resource, numberType: NumberType): Pick<DidGroup, 'prefix' | 'city' | 'region'> {
  const area = group.textOrNull('area_name');
  const city = group.one('city')?.text('name') ?? (numberType === 'geographic' ? area : null);
  return { prefix: group.textOrNull('prefix'), city, region: group.one('region')?.text('name') ?? area };
}

function restrictionsOf(group: Resource): Restriction[] {
  const message = group.textOrNull('service_restrictions');
  return message === null ? [] : [{ type: 'service', message, complianceCode: null }];
}

function included(group: Resource, name: string): Resource {
  const related = group.one(name);
  if (!related) throw new UnreadableResponse(`A DID group without ${name}.`);
  return related;
}
