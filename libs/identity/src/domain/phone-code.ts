import { destinationClassOf, NO_COUNTRY } from '@trunkline/kernel';

/** Lifetime of a code that was sent to a phone. */
export const PHONE_CODE_SECONDS = 10 * 60;
/** Wrong codes until the code is void. */
export const PHONE_CODE_TRIES = 5;

/** Returns true for numbers in ranges of mobile phones of a country, which leaves out satellite networks. */
export function mayReceiveCode(phoneE164: string): boolean {
  const { country, kind } = destinationClassOf(phoneE164);
  return country !== NO_COUNTRY && (kind === 'mobile' || kind === 'fixed_or_mobile');
}

/** The message that contains a code. */
export function phoneCodeMessage(product: string, code: string): string {
  return `${code} is your ${product} verification code. It is valid for ${String(PHONE_CODE_SECONDS / 60)} minutes.`;
}
