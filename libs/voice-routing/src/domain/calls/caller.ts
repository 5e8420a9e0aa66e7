import { isE164 } from '@trunkline/kernel';

/** User parts that stand for a withheld number (RFC 3323, section 4.1.1.3, and common practice). */
const WITHHELD = new Set(['', 'anonymous', 'unavailable', 'restricted', 'private', 'unknown']);

/** Returns the user part of a SIP or tel URI, or the text itself when it is not a URI. */
export function userOf(text: string): string {
  return text
    .trim()
    .replace(/^<|>$/g, '')
    .replace(/^(sips?|tel):/i, '')
    .replace(/[@;].*/s, '');
}

/** Parses `+4930…`, `4930…`, `004930…` or a URI with such a user part. Returns null for anything else. */
export function e164Of(text: string): string | null {
  const digits = userOf(text)
    .replace(/^\+|^00/, '')
    .replace(/[ ().-]/g, '');
  const number = `+${digits}`;
  return isE164(number) ? number : null;
}

export function isWithheld(text: string): boolean {
  return WITHHELD.has(userOf(text).toLowerCase());
}
