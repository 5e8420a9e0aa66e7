import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber as Parsed,
} from 'libphonenumber-js/max';
import { NATIONAL_PREFIXES } from './calling-codes';
import { NO_COUNTRY } from './country';
import { dialledDigits } from './dialled-digits';

export const NUMBER_TYPES = ['geographic', 'national', 'mobile', 'tollfree', 'inum'] as const;
export type NumberType = (typeof NUMBER_TYPES)[number];

/** A number in the one form in which it is priced, matched, dialled and stored. See docs/numbers.md#canonical-form. */
export interface PhoneNumber {
  /** E.164 with `+`, without a national prefix after the calling code. */
  readonly e164: string;
  /** ISO 3166-1 alpha-2; null for a number without a country. */
  readonly country: string | null;
}

/** ITU-T E.164 allows 15 digits. */
const E164 = /^\+[1-9]\d{6,14}$/;
/** With a national prefix and a carrier code after the calling code. */
const SPELLED = /^\+[1-9]\d{5,20}$/;
const NORTH_AMERICA = '1';
/** Ten digits, or 1 and ten. */
const NORTH_AMERICAN = /^1?(\d{10})$/;
const READINGS_MAX = 3;

/** Matches the format alone: for numbers that exist, such as a supplier's, although the library may not know their range. */
export function isE164(text: string): boolean {
  return E164.test(text);
}

/** Returns true for a number in canonical form. */
export function isCanonicalNumber(text: string): boolean {
  return E164.test(text) && canonicalNumber(text)?.e164 === text;
}

/** Reads E.164 with `+`, in any spelling of the digits after it. Returns null for a number that no numbering plan contains. */
export function canonicalNumber(e164: string, readings = READINGS_MAX): PhoneNumber | null {
  const parsed = SPELLED.test(e164) ? parsePhoneNumberFromString(e164) : undefined;
  if (!parsed) return null;
  const shorter = withoutTrunkPrefix(parsed);
  // What remains can itself start with a national prefix.
  if (shorter !== e164) return readings > 1 ? canonicalNumber(shorter, readings - 1) : null;
  return isPossible(parsed) ? { e164, country: parsed.country ?? null } : null;
}

function isPossible(parsed: Parsed): boolean {
  return E164.test(parsed.number) && parsed.isPossible();
}

/** Also removes the national prefix that the library keeps before a number that is too short without it. */
function withoutTrunkPrefix(parsed: Parsed): string {
  const { number, nationalNumber, countryCallingCode } = parsed;
  const prefix = NATIONAL_PREFIXES.get(countryCallingCode) ?? '';
  // In other plans, national prefixes such as Russia's 8 are also first digits of numbers.
  const isTrunkPrefix = prefix.startsWith('0') || prefix === NORTH_AMERICA;
  if (!isTrunkPrefix || !nationalNumber.startsWith(prefix) || parsed.isValid()) return number;
  return `+${countryCallingCode}${nationalNumber.slice(prefix.length)}`;
}

/** Numbers in E.164 within a text. */
const E164_IN_TEXT = /\+[1-9]\d{6,14}/g;

/** Groups the digits of the numbers in a text for reading: `+12125550123` becomes `+1 212 555 0123`. */
export function withGroupedNumbers(text: string): string {
  return text.replace(E164_IN_TEXT, (e164) => parsePhoneNumberFromString(e164)?.formatInternational() ?? e164);
}

const TYPES: Readonly<Record<string, NumberType>> = {
  FIXED_LINE: 'geographic',
  FIXED_LINE_OR_MOBILE: 'geographic',
  MOBILE: 'mobile',
  TOLL_FREE: 'tollfree',
};
const INUM_PREFIX = '+883';

/** Returns the type of the range of a number in canonical form; national for ranges that are none of the others. */
export function numberTypeOf(e164: string): NumberType {
  if (e164.startsWith(INUM_PREFIX)) return 'inum';
  return TYPES[parsePhoneNumberFromString(e164)?.getType() ?? ''] ?? 'national';
}

const PREMIUM_TYPES: readonly string[] = ['PREMIUM_RATE', 'PAGER', 'VOICEMAIL'];

/** Where the numbering plans place a number. */
export interface NumberRange {
  /** ISO 3166-1 alpha-2, or ZZ for iNum; null for a number without a country. */
  readonly country: string | null;
  /** Null for a range that no numbering plan assigns, as far as the library knows. */
  readonly numberType: NumberType | null;
  /** Whether the range has premium-rate, pager or voicemail numbers, which belong to the service of one carrier. */
  readonly isPremium: boolean;
}

/** Returns the range of a number in canonical form. */
export function rangeOf(e164: string): NumberRange {
  if (e164.startsWith(INUM_PREFIX)) return { country: NO_COUNTRY, numberType: 'inum', isPremium: false };
  const parsed = parsePhoneNumberFromString(e164);
  const type = parsed?.getType();
  const numberType = type === undefined ? null : (TYPES[type] ?? 'national');
  return { country: parsed?.country ?? null, numberType, isPremium: PREMIUM_TYPES.includes(type ?? '') };
}

/**
 * Reads a number as dialled in a country; null reads no national form. In this order: `+`; `00`; in the North American plan
 * `011`, and ten digits with or without 1; a leading national prefix; otherwise the digits are E.164 without `+`. Returns null
 * for text that is no number.
 */
export function readNumber(text: string, country: string | null): PhoneNumber | null {
  const digits = dialledDigits(text);
  if (digits === null) return null;
  if (digits.startsWith('+')) return canonicalNumber(digits);
  if (digits.startsWith('00')) return canonicalNumber(`+${digits.slice(2)}`);
  const national = country === null || !isSupportedCountry(country) ? null : readNational(digits, country);
  return national ?? canonicalNumber(`+${digits}`);
}

/** Returns true for text whose reading depends on the caller's country. */
export function hasNationalReading(text: string): boolean {
  return /^(?!00)\d/.test(dialledDigits(text) ?? '');
}

function readNational(digits: string, country: CountryCode): PhoneNumber | null {
  const callingCode = getCountryCallingCode(country);
  if (callingCode === NORTH_AMERICA) {
    if (digits.startsWith('011')) return canonicalNumber(`+${digits.slice(3)}`);
    const [, ten] = NORTH_AMERICAN.exec(digits) ?? [];
    return ten === undefined ? null : canonicalNumber(`+1${ten}`);
  }
  const prefix = NATIONAL_PREFIXES.get(callingCode);
  if (!prefix || !digits.startsWith(prefix)) return null;
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  return parsed ? canonicalNumber(parsed.number) : null;
}
