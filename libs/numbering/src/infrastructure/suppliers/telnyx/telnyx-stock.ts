import { beginsWith, isInPlace } from '../../../application/supply/places';
import type { OfferFilters } from '../../../application/supply/supplier';
import type { Capability, Offer } from '../../../domain/offer';
import type { Query, SupplierCalls } from '../http/supplier-http';
import type { LenientRowReader } from '../lenient-row-reader';
import { centsOf, type Fields, fieldsOf, listOf, rowsOf, textOf, textOrNull } from './telnyx-json';
import { capabilitiesOf, hasStates, type SoldCountry, type SoldType, TELNYX } from './telnyx-types';

/** Filters of digits and places. */
export type StockFilters = Pick<
  OfferFilters,
  'areaCode' | 'city' | 'region' | 'startsWith' | 'contains' | 'endsWith' | 'capabilities'
>;

export const ANY_NUMBER: StockFilters = {
  areaCode: null,
  city: null,
  region: null,
  startsWith: null,
  contains: null,
  endsWith: null,
  capabilities: [],
};

export interface StockSearch {
  readonly country: SoldCountry;
  readonly type: SoldType;
  readonly requiresActivation: boolean;
  readonly filters: StockFilters;
  /** A whole name of a city, which Telnyx compares. The city of the filters is compared here. */
  readonly locality?: string;
  readonly limit: number;
  /** Excludes numbers reserved for any of our accounts. */
  readonly freeOnly: boolean;
}

export interface StockPage {
  readonly offers: readonly Offer[];
  /** False when Telnyx has more matching numbers than the limit. */
  readonly isWhole: boolean;
}

/** With an area code, Telnyx compares only the last four digits. */
const LAST_DIGITS = 4;

/** Returns numbers for sale (developers.telnyx.com/api-reference/phone-number-search/list-available-phone-numbers). */
export async function availableNumbers(
  calls: SupplierCalls,
  search: StockSearch,
  rowReader: LenientRowReader,
): Promise<StockPage> {
  const answer = fieldsOf(await calls.get('/available_phone_numbers', queryOf(search)));
  const rows = rowsOf(answer['data']);
  const total = fieldsOf(answer['meta'] ?? {})['total_results'];
  const offers = rowReader
    .read('available_phone_numbers', rows, (row) => pricedOffers(fieldsOf(row), search))
    .flat()
    .filter((offer) => fits(offer, search));
  return { offers, isWhole: rows.length < search.limit || total === rows.length };
}

export function nationalOf({ e164 }: Pick<Offer, 'e164'>, { callingCode }: SoldCountry): string {
  return e164?.slice(callingCode.length + 1) ?? '';
}

function queryOf({ country, type, filters, locality, limit, freeOnly }: StockSearch): Query {
  const { areaCode, region, startsWith, contains, endsWith, capabilities } = filters;
  return {
    'filter[country_code]': country.country,
    'filter[phone_number_type]': type.telnyxType,
    'filter[national_destination_code]': areaCode,
    'filter[locality]': locality ?? null,
    'filter[administrative_area]': stateFilterOf(country, region),
    'filter[phone_number][starts_with]': withoutArea(startsWith, areaCode),
    'filter[phone_number][contains]': contains,
    'filter[phone_number][ends_with]': areaCode === null ? endsWith : (endsWith?.slice(-LAST_DIGITS) ?? null),
    'filter[features][]': capabilities,
    'filter[exclude_held_numbers]': freeOnly ? 'true' : null,
    'filter[limit]': limit,
  };
}

/** Telnyx compares only the two letters of a whole state. Other regions are compared here. */
function stateFilterOf({ country, name }: SoldCountry, region: string | null): string | null {
  const isState = hasStates(country) && region?.length === 2 && !beginsWith(name, region);
  return isState ? region.toUpperCase() : null;
}

/** Removes the area code from a prefix, because Telnyx compares only the digits after it. */
function withoutArea(startsWith: string | null, areaCode: string | null): string | null {
  if (startsWith === null || areaCode === null || !startsWith.startsWith(areaCode)) {
    return areaCode === null ? startsWith : null;
  }
  return startsWith.slice(areaCode.length) || null;
}

/** Telnyx compares only some digits and returns near misses, so every filter is compared again. */
function fits(offer: Offer, { country, filters }: StockSearch): boolean {
  return (
    digitsMatch(nationalOf(offer, country), filters) &&
    filters.capabilities.every((capability) => offer.capabilities.includes(capability)) &&
    isInPlace(offer, filters)
  );
}

function digitsMatch(national: string, { areaCode, startsWith, contains, endsWith }: StockFilters): boolean {
  return (
    national.startsWith(areaCode ?? '') &&
    national.startsWith(startsWith ?? '') &&
    national.includes(contains ?? '') &&
    national.endsWith(endsWith ?? '')
  );
}

/** Returns nothing for a price in another currency than US dollars. */
function pricedOffers(row: Fields, search: StockSearch): readonly Offer[] {
  return isPricedInDollars(row) ? [offerOf(row, search)] : [];
}

export function isPricedInDollars(row: Fields): boolean {
  return fieldsOf(row['cost_information'])['currency'] === 'USD';
}

function offerOf(row: Fields, { country, type, requiresActivation, filters }: StockSearch): Offer {
  const e164 = textOf(row['phone_number']);
  const cost = fieldsOf(row['cost_information']);
  const regions = listOf(row['region_information'] ?? []);
  const areaCode = filters.areaCode ?? areaOf(e164, country);
  const city = regionOf(regions, 'location') ?? regionOf(regions, 'rate_center');
  const { telnyxType, numberType } = type;
  return {
    supplier: TELNYX,
    e164,
    country: country.country,
    numberType,
    areaCode,
    city,
    supplierRef: { country: country.country, type: telnyxType, reservable: String(row['reservable'] === true) },
    region: stateOf(row) ?? city ?? country.name,
    capabilities: featuresOf(row),
    monthlyPriceCents: centsOf(cost['monthly_cost']),
    setupPriceCents: centsOf(cost['upfront_cost']),
    requiresActivation,
    restrictions: [],
    placeholder: e164,
  };
}

export function featuresOf(row: Fields): readonly Capability[] {
  return capabilitiesOf(listOf(row['features'] ?? []).map(({ name }) => textOf(name)));
}

export function stateOf(row: Fields): string | null {
  return regionOf(listOf(row['region_information'] ?? []), 'state');
}

/** Returns the area code of a North American number, which Telnyx does not return. */
function areaOf(e164: string, { callingCode }: SoldCountry): string | null {
  return callingCode === '1' ? e164.slice(2, 5) : null;
}

function regionOf(regions: readonly Fields[], type: string): string | null {
  return textOrNull(regions.find((region) => region['region_type'] === type)?.['region_name']);
}

/** Returns the filters for one number. */
export function exactly(national: string): StockFilters {
  return { ...ANY_NUMBER, startsWith: national };
}
