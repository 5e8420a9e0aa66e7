import { emailAddress, hasVisible, isCountry } from '@trunkline/kernel';

/** What a provider says of the person who signed in there, its signature checked. */
export interface ProviderClaims {
  readonly issuer: string;
  /** Never reassigned within the issuer (OpenID Connect Core, section 2). */
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  /** BCP 47. */
  readonly locale: string | null;
}

const NAME_LENGTH_MIN = 2;
const NAME_LENGTH_MAX = 100;
// What the kernel's hasControls finds: a name that somebody typed here is refused for it.
const STEERING = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const REGION = /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2})(?![a-z])/i;

/** The address that the provider vouches for, as addresses are compared here; null when it vouches for none. */
export function provenEmail({ email, emailVerified }: ProviderClaims): string | null {
  return email !== null && emailVerified ? emailAddress(email) : null;
}

/** What to call a new user: the provider's name for them, else the first part of the address. */
export function nameOf({ name }: ProviderClaims, email: string): string {
  const given = tidied(name ?? '');
  if (given.length >= NAME_LENGTH_MIN) return given;
  const local = tidied(email.slice(0, email.lastIndexOf('@')));
  return local.length >= NAME_LENGTH_MIN ? local : tidied(email);
}

function tidied(text: string): string {
  const plain = text.normalize('NFC').replace(STEERING, ' ').trim();
  if (!hasVisible(plain)) return '';
  return Array.from(plain).slice(0, NAME_LENGTH_MAX).join('').trim();
}

/** The country of the person's language setting: GB of en-GB, none of en. */
export function countryOfLocale(locale: string | null): string | null {
  const region = locale?.match(REGION)?.[1]?.toUpperCase();
  return isCountry(region) ? region : null;
}
