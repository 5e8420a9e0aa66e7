import { emailAddress, hasVisible, isCountry } from '@trunkline/kernel';

/** Verified claims of a provider about the person who signed in there. */
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
// The characters that the kernel's hasControls finds; they are rejected in names typed here.
const STEERING = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const REGION = /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2})(?![a-z])/i;

/** The normalized email that the provider vouches for; null if it vouches for none. */
export function provenEmail({ email, emailVerified }: ProviderClaims): string | null {
  return email !== null && emailVerified ? emailAddress(email) : null;
}

/** A name for a new user: the provider's, else the local part of the email. */
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

/** The region of a locale: GB of en-GB, null of en. */
export function countryOfLocale(locale: string | null): string | null {
  const region = locale?.match(REGION)?.[1]?.toUpperCase();
  return isCountry(region) ? region : null;
}
