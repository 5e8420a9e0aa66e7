import { type PhoneNumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { NO_COUNTRY } from './country';

/** Kinds of called numbers. In some plans, such as North America's, fixed and mobile numbers look alike. */
export const DESTINATION_KINDS = [
  'fixed',
  'mobile',
  'fixed_or_mobile',
  'toll_free',
  'premium',
  'shared_cost',
  'voip',
  'other',
] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

const KINDS: Readonly<Partial<Record<PhoneNumberType, DestinationKind>>> = {
  FIXED_LINE: 'fixed',
  MOBILE: 'mobile',
  FIXED_LINE_OR_MOBILE: 'fixed_or_mobile',
  TOLL_FREE: 'toll_free',
  PREMIUM_RATE: 'premium',
  SHARED_COST: 'shared_cost',
  VOIP: 'voip',
};

/** Country and kind of a called number, by which calls are summed up. */
export interface DestinationClass {
  /** ISO 3166-1 alpha-2, or `NO_COUNTRY`. */
  readonly country: string;
  readonly kind: DestinationKind;
}

/** Returns the class of a number in E.164. */
export function destinationClassOf(e164: string): DestinationClass {
  const parsed = parsePhoneNumberFromString(e164);
  const type = parsed?.getType();
  return { country: parsed?.country ?? NO_COUNTRY, kind: (type && KINDS[type]) ?? 'other' };
}

/** Writes a class as the ledger stores it: `DE mobile`. */
export function destinationClassText({ country, kind }: DestinationClass): string {
  return `${country} ${kind}`;
}
