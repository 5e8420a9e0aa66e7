import { isE164 } from '@trunkline/kernel';

/** Path parameters that hold a phone number. */
const NUMBER = ':e164';

/** The number that a decoded path segment names, with its `+`, which clients may also leave out; null when it names none. */
export function e164In(segment: string): string | null {
  // A form decoder on the way turns `+` into a space.
  const e164 = `+${segment.replace(/^[+ ]/, '')}`;
  return isE164(e164) ? e164 : null;
}

/**
 * The one spelling of a request's path, so that an Idempotency-Key belongs to a resource and not to a spelling: a number
 * with its `+`, and percent-encoded only what RFC 3986 reserves. `route` is the pattern that the path matched.
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
