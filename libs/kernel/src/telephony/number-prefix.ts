import { NATIONAL_LENGTHS, NATIONAL_PREFIXES } from './calling-codes';
import { canonicalNumber } from './phone-number';

const CALLING_CODE_MAX = 3;
/** Of E.164, without `+`. */
const DIGITS_MIN = 7;
/** Completions of a prefix to a number: some plans give special meaning to one of the digits. */
const FILLS = ['2', '7', '5'];

/**
 * Returns the canonical form of the first digits of numbers, with `+`: `+4930` for `+49030`. A prefix that no number starts with
 * is returned unchanged, and so is an incomplete calling code.
 */
export function canonicalPrefix(prefix: string): string {
  const callingCode = callingCodeIn(prefix);
  if (callingCode === null || prefix.length === callingCode.length + 1) return prefix;
  let other: string | null = null;
  for (const ending of completions(prefix, callingCode)) {
    const read = prefixBefore(ending, prefix);
    if (read === prefix) return prefix;
    other ??= read;
  }
  return other ?? prefix;
}

/** Returns what the reading of the completed number has before the ending; null when it cannot be read. */
function prefixBefore(ending: string, prefix: string): string | null {
  const number = canonicalNumber(prefix + ending)?.e164;
  if (number?.startsWith(prefix)) return prefix;
  return number?.endsWith(ending) ? number.slice(0, number.length - ending.length) : null;
}

function callingCodeIn(prefix: string): string | null {
  for (let length = 1; length <= CALLING_CODE_MAX; length++) {
    const callingCode = prefix.slice(1, length + 1);
    if (NATIONAL_LENGTHS.has(callingCode)) return callingCode;
  }
  return null;
}

/** The digits that complete the prefix to a number, with and without a national prefix in it. */
function completions(prefix: string, callingCode: string): string[] {
  const known = prefix.length - 1 - callingCode.length;
  const trunk = NATIONAL_PREFIXES.get(callingCode)?.length ?? 0;
  const lengths = new Set([...(NATIONAL_LENGTHS.get(callingCode) ?? [])].flatMap((length) => [length, length + trunk]));
  return [...lengths]
    .filter((length) => length >= known && callingCode.length + length >= DIGITS_MIN)
    .flatMap((length) => FILLS.map((digit) => digit.repeat(length - known)));
}

/** Returns true for `+` and a whole calling code. */
export function isCallingCode(prefix: string): boolean {
  return callingCodeIn(prefix)?.length === prefix.length - 1;
}
