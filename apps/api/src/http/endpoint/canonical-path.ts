import { isE164 } from '@trunkline/kernel';

/** Path parameters that hold a phone number. */
const NUMBER = ':e164';

/** Returns the number in a decoded path segment, with its `+`, which clients may omit; null if it is not a number. */
export function e164In(segment: string): string | null {
  // Form decoding by a proxy turns `+` into a space.
  const e164 = `+${segment.replace(/^[+ ]/, '')}`;
  return isE164(e164) ? e164 : null;
}

/**
 * Returns the canonical form of a request's path, so that an Idempotency-Key belongs to a resource and not to a spelling:
 * numbers with `+`, and percent-encoding only where RFC 3986 requires it. `route` is the matched pattern.
 */
export function canonicalPath(path: string, route: string): string {
  const parts = route.split('/');
  return path
    .split('/')
    .map((segment, index) => {
      const text = decodeURIComponent(segment);
      return encodeURIComponent(parts[index] === NUMBER ? (e164In(text) ?? text) : text);
    })
    .join('/');
}
