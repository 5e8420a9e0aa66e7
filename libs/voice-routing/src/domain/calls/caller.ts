import { isE164 } from '@trunkline/kernel';

/** User parts by which switches tell that the caller withholds the number (RFC 3323, section 4.1.1.3, and custom). */
const WITHHELD = new Set(['', 'anonymous', 'unavailable', 'restricted', 'private', 'unknown']);

/** The user of a SIP or tel URI, or the text itself when it is none. */
export function userOf(text: string): string {
  return text
    .trim()
    .replace(/^<|>$/g, '')
    .replace(/^(sips?|tel):/i, '')
    .replace(/[@;].*$/, '');
}

/** E.164 from what a switch sends: `+4930…`, `4930…`, `004930…`, or a URI around it. Null when it is no such number. */
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
