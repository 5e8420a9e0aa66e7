import type { Capability, Offer } from '../../../domain/offer';
import type { SupplierCalls } from '../http/supplier-http';
import type { AreaCount } from './telnyx-coverage';
import { dataOf, type Fields, listOf, textOf } from './telnyx-json';
import { featuresOf, isPricedInDollars, nationalOf, stateOf } from './telnyx-stock';
import { callingCodeOf, capabilitiesOf, hasStates, type SoldCountry, type SoldType } from './telnyx-types';

/** The place of a catalog row. The area code is null in a country whose areas Telnyx does not count. */
export type RowArea = Pick<AreaCount, 'region'> & { readonly areaCode: string | null };

/** Returns the catalog row of an area, at the price and with the capabilities of one of its numbers. */
export function catalogRow(
  { country, type }: { readonly country: SoldCountry; readonly type: SoldType },
  sample: Offer,
  { areaCode, region }: RowArea,
): Offer {
  const code = areaCode ?? '';
  const unknown = 'X'.repeat(nationalOf(sample, country).length - code.length);
  const place = { ...(areaCode !== null && { areaCode }), ...(region !== null && { region }) };
  const row: Offer = {
    ...sample,
    supplierRef: { country: country.country, type: type.telnyxType, ...place },
    e164: null,
    areaCode,
    city: null,
    region: region ?? country.name,
    placeholder: `+${country.callingCode}${code}${unknown}`,
  };
  return withCapabilities(row, sample.capabilities);
}

/** Sets the capabilities that a catalog row shows, which its order requires. */
export function withCapabilities(row: Offer, capabilities: readonly Capability[]): Offer {
  return { ...row, capabilities, supplierRef: { ...row.supplierRef, capabilities: capabilities.join() } };
}

/** Returns numbers that have the area, region and capabilities that the catalog row shows. */
export async function numbersOfRow(
  calls: SupplierCalls,
  supplierRef: Offer['supplierRef'],
  limit: number,
): Promise<readonly string[]> {
  const { country = '', type = '', areaCode = null, region = null } = supplierRef;
  const answer = await calls.get('/available_phone_numbers', {
    'filter[country_code]': country,
    'filter[phone_number_type]': type,
    'filter[national_destination_code]': areaCode,
    'filter[administrative_area]': hasStates(country) ? region : null,
    'filter[features][]': promisedBy(supplierRef),
    'filter[exclude_held_numbers]': 'true',
    'filter[limit]': limit,
  });
  return listOf(dataOf(answer))
    .filter((number) => fitsRow(number, supplierRef))
    .map((number) => textOf(number['phone_number']));
}

/** Telnyx returns near misses, so everything is compared again. */
function fitsRow(number: Fields, supplierRef: Offer['supplierRef']): boolean {
  const capabilities = featuresOf(number);
  return (
    isInArea(number, supplierRef) &&
    promisedBy(supplierRef).every((capability) => capabilities.includes(capability)) &&
    isPricedInDollars(number)
  );
}

/** A number without a state is placed by its area code alone. */
function isInArea(number: Fields, { country = '', areaCode = '', region }: Offer['supplierRef']): boolean {
  const state = stateOf(number) ?? region;
  return (
    textOf(number['phone_number']).startsWith(`+${callingCodeOf(country) ?? ''}${areaCode}`) &&
    (region === undefined || state?.toLowerCase() === region.toLowerCase())
  );
}

/** Returns no capabilities for a row that was stored before rows carried them. */
function promisedBy({ capabilities = '' }: Offer['supplierRef']): readonly Capability[] {
  return capabilitiesOf(capabilities.split(','));
}
