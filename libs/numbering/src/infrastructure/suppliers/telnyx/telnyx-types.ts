import type { NumberType } from '@trunkline/kernel';
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import type { Capability } from '../../../domain/offer';

export const TELNYX = 'telnyx';

/** Other types (`shared_cost`, `landline`) are not sold. */
export const TELNYX_TYPES: readonly (readonly [telnyx: string, ours: NumberType])[] = [
  ['local', 'geographic'],
  ['national', 'national'],
  ['mobile', 'mobile'],
  ['toll_free', 'tollfree'],
];
/** Countries whose numbers Telnyx filters by state or province. */
const COUNTRIES_WITH_STATES: readonly string[] = ['US', 'CA'];
const FEATURES: readonly Capability[] = ['voice', 'sms', 'mms', 'fax', 'emergency'];

export interface SoldType {
  /** Name of the type at Telnyx. */
  readonly telnyxType: string;
  readonly numberType: NumberType;
  readonly capabilities: readonly Capability[];
}

export interface SoldCountry {
  readonly country: string;
  readonly name: string;
  readonly callingCode: string;
  readonly types: readonly SoldType[];
  /** Whether Telnyx counts the numbers of its areas. */
  readonly hasInventory: boolean;
}

export function capabilitiesOf(features: readonly string[]): Capability[] {
  return FEATURES.filter((feature) => features.includes(feature));
}

export function hasStates(country: string): boolean {
  return COUNTRIES_WITH_STATES.includes(country);
}

/** Returns null for an unknown country. */
export function callingCodeOf(country: string): string | null {
  return isCountry(country) ? getCountryCallingCode(country) : null;
}

function isCountry(country: string): country is CountryCode {
  return isSupportedCountry(country);
}
