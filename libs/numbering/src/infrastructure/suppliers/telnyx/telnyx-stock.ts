import type { OfferFilters } from '../../../application/supply/supplier';
import type { Offer } from '../../../domain/supply/offer';
import type { Query, SupplierCalls } from '../http/supplier-http';
import type { OddRows } from '../odd-rows';
import { centsOf, type Fields, fieldsOf, listOf, rowsOf, textOf, textOrNull } from './telnyx-json';
import { capabilitiesOf, type SoldCountry, type SoldType, TELNYX } from './telnyx-types';

/** The digits of numbers, and where they are. */
export type StockFilters = Pick<
  OfferFilters,
  'areaCode' | 'city' | 'region' | 'startsWith' | 'contains' | 'endsWith' | 'capabilities'
>;

export const ANY_NUMBER: StockFilters = {
  ...{ areaCode: null, city: null, region: null, startsWith: null, contains: null, endsWith: null, capabilities: [] },
};

export interface StockSearch {
  readonly country: SoldCountry;
  readonly type: SoldType;
  readonly requiresActivation: boolean;
  readonly filters: StockFilters;
  readonly limit: number;
  /** Leaves out what is reserved for any of our accounts, which are one account to Telnyx. */
  readonly freeOnly: boolean;
}

export interface StockPage {
  readonly offers: readonly Offer[];
  /** False when Telnyx has more that fit than were asked for. */
  readonly isWhole: boolean;
}

/** With an area code Telnyx compares the last four digits alone. */
const LAST_DIGITS = 4;

/** Numbers that can be ordered now: developers.telnyx.com/api-reference/phone-number-search/list-available-phone-numbers. */
export async function availableNumbers(
  calls: SupplierCalls,
  search: StockSearch,
  oddRows: OddRows,
): Promise<StockPage> {
  const answer = fieldsOf(await calls.get('/available_phone_numbers', queryOf(search)));
  const rows = rowsOf(answer['data']);
  const total = fieldsOf(answer['meta'] ?? {})['total_results'];
  const offers = oddRows
    .skip('available_phone_numbers', rows, (row) => pricedOffers(fieldsOf(row), search))
    .flat()
    .filter((offer) => fits(nationalOf(offer, search.country), search.filters));
  return { offers, isWhole: rows.length < search.limit || total === rows.length };
}

export function nationalOf({ e164 }: Pick<Offer, 'e164'>, { callingCode }: SoldCountry): string {
  return e164?.slice(callingCode.length + 1) ?? '';
}

function queryOf({ country, type, filters, limit, freeOnly }: StockSearch): Query {
  const { areaCode, city, region, startsWith, contains, endsWith, capabilities } = filters;
  return {
    'filter[country_code]': country.country,
    'filter[phone_number_type]': type.telnyxType,
    'filter[national_destination_code]': areaCode,
    'filter[locality]': city,
    'filter[administrative_area]': region,
    'filter[phone_number][starts_with]': withoutArea(startsWith, areaCode),
    'filter[phone_number][contains]': contains,
    'filter[phone_number][ends_with]': areaCode === null ? endsWith : (endsWith?.slice(-LAST_DIGITS) ?? null),
    'filter[features][]': capabilities,
    'filter[exclude_held_numbers]': freeOnly ? 'true' : null,
    'filter[limit]': limit,
  };
}

/** Behind an area code Telnyx compares the rest only; a beginning that lies within the code says nothing more. */
function withoutArea(startsWith: string | null, areaCode: string | null): string | null {
  if (startsWith === null || areaCode === null || !startsWith.startsWith(areaCode)) {
    return areaCode === null ? startsWith : null;
  }
  return startsWith.slice(areaCode.length) || null;
}

/** Telnyx compares some digits only, and near misses are among its answers: what it found is compared in whole. */
function fits(national: string, { areaCode, startsWith, contains, endsWith }: StockFilters): boolean {
  return (
    national.startsWith(areaCode ?? '') &&
    national.startsWith(startsWith ?? '') &&
    national.includes(contains ?? '') &&
    national.endsWith(endsWith ?? '')
  );
}

/** None when its price is not in dollars. */
function pricedOffers(row: Fields, search: StockSearch): readonly Offer[] {
  return fieldsOf(row['cost_information'])['currency'] === 'USD' ? [offerOf(row, search)] : [];
}

function offerOf(row: Fields, { country, type, requiresActivation, filters }: StockSearch): Offer {
  const e164 = textOf(row['phone_number']);
  const cost = fieldsOf(row['cost_information']);
  const regions = listOf(row['region_information'] ?? []);
  const areaCode = filters.areaCode ?? areaOf(e164, country);
  const city = regionOf(regions, 'location') ?? regionOf(regions, 'rate_center');
  const features = listOf(row['features'] ?? []).map(({ name }) => textOf(name));
  const { telnyxType, numberType } = type;
  return {
    ...{ supplier: TELNYX, e164, country: country.country, numberType, areaCode, city },
    supplierRef: { country: country.country, type: telnyxType, reservable: String(row['reservable'] === true) },
    region: regionOf(regions, 'state') ?? city ?? country.name,
    capabilities: capabilitiesOf(features),
    monthlyPriceCents: centsOf(cost['monthly_cost']),
    setupPriceCents: centsOf(cost['upfront_cost']),
    ...{ requiresActivation, restrictions: [], placeholder: e164 },
  };
}

/** Telnyx does not name it; in North America it is the first three digits. */
function areaOf(e164: string, { callingCode }: SoldCountry): string | null {
  return callingCode === '1' ? e164.slice(2, 5) : null;
}

function regionOf(regions: readonly Fields[], type: string): string | null {
  return textOrNull(regions.find((region) => region['region_type'] === type)?.['region_name']);
}

/** What a search for one number at Telnyx looks like. */
export function exactly(national: string): StockFilters {
  return { ...ANY_NUMBER, startsWith: national };
}
