import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import type { Capability, NumberType } from '../../../domain/supply/offer';

export const TELNYX = 'telnyx';

/** Telnyx's other types (`shared_cost`, `landline`) have no counterpart here, and are not sold on. */
const TYPES: readonly (readonly [telnyx: string, ours: NumberType])[] = [
  ['local', 'geographic'],
  ['national', 'national'],
  ['mobile', 'mobile'],
  ['toll_free', 'tollfree'],
];
const FEATURES: readonly Capability[] = ['voice', 'sms', 'mms', 'fax', 'emergency'];

export interface SoldType {
  /** Telnyx's name of it. */
  readonly telnyxType: string;
  readonly numberType: NumberType;
  readonly capabilities: readonly Capability[];
}

export interface SoldCountry {
  readonly country: string;
  readonly name: string;
  readonly callingCode: string;
  readonly types: readonly SoldType[];
  /** Whether Telnyx tells how many numbers each of its areas has. */
  readonly hasInventory: boolean;
}

export const TELNYX_TYPES = TYPES;

export function capabilitiesOf(features: readonly string[]): Capability[] {
  return FEATURES.filter((feature) => features.includes(feature));
}

/** Telnyx does not name calling codes; null for a place that the numbering plans do not know. */
export function callingCodeOf(country: string): string | null {
  return isCountry(country) ? getCountryCallingCode(country) : null;
}

function isCountry(country: string): country is CountryCode {
  return isSupportedCountry(country);
}
