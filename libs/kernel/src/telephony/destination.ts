import { type PhoneNumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Classes of numbers by which calls are summed up. In some plans, such as North America's, fixed and mobile numbers look alike. */
export const DESTINATION_CLASSES = [
  'fixed',
  'mobile',
  'fixed_or_mobile',
  'toll_free',
  'premium',
  'shared_cost',
  'voip',
  'other',
] as const;
export type DestinationClass = (typeof DESTINATION_CLASSES)[number];

const CLASSES: Readonly<Partial<Record<PhoneNumberType, DestinationClass>>> = {
  FIXED_LINE: 'fixed',
  MOBILE: 'mobile',
  FIXED_LINE_OR_MOBILE: 'fixed_or_mobile',
  TOLL_FREE: 'toll_free',
  PREMIUM_RATE: 'premium',
  SHARED_COST: 'shared_cost',
  VOIP: 'voip',
};

/** Of a number that belongs to no country, such as a satellite network's (ISO 3166-1 reserves it for users). */
export const NO_COUNTRY = 'ZZ';

/** Where a number is, for sums of calls. */
export interface Destination {
  /** ISO 3166-1 alpha-2, or `NO_COUNTRY`. */
  readonly country: string;
  readonly kind: DestinationClass;
}

/** Returns the country and class of a number in E.164. */
export function destinationOf(e164: string): Destination {
  const parsed = parsePhoneNumberFromString(e164);
  const type = parsed?.getType();
  return { country: parsed?.country ?? NO_COUNTRY, kind: (type && CLASSES[type]) ?? 'other' };
}

/** Writes a destination as one word of the ledger: `DE mobile`. */
export function destinationText({ country, kind }: Destination): string {
  return `${country} ${kind}`;
}
