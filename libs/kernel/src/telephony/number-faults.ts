import { canonicalPrefix } from './number-prefix';
import { isCanonicalNumber, readNumber } from './phone-number';

/** The first digits of a number, with `+`. */
export const NUMBER_PREFIX = /^\+[1-9]\d{0,14}$/;

/** Returns what is wrong with a value that must be a number in canonical form, or null. Names the canonical form if there is one. */
export function numberFault(value: unknown): string | null {
  if (typeof value === 'string' && isCanonicalNumber(value)) return null;
  const read = typeof value === 'string' ? readNumber(value, null) : null;
  return read === null ? 'must be a phone number in E.164 format with +' : canonicalFault(read.e164);
}

/** Returns what is wrong with a value that must be the canonical form of the first digits of numbers, or null. */
export function prefixFault(value: unknown): string | null {
  if (typeof value !== 'string' || !NUMBER_PREFIX.test(value))
    return 'must be + and the first 1 to 15 digits of a number';
  const canonical = canonicalPrefix(value);
  return canonical === value ? null : canonicalFault(canonical);
}

function canonicalFault(canonical: string): string {
  return `must be in canonical form, ${canonical}`;
}
