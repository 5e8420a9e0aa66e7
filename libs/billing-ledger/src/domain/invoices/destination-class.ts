import { countryName, type DestinationKind, NO_COUNTRY } from '@trunkline/kernel';

const KIND_NAMES: Readonly<Record<DestinationKind, string>> = {
  fixed: 'fixed',
  mobile: 'mobile',
  fixed_or_mobile: 'fixed and mobile',
  toll_free: 'toll-free',
  premium: 'premium rate',
  shared_cost: 'shared cost',
  voip: 'VoIP',
  other: 'other numbers',
};

/** Returns the name of a class of destinations that the ledger writes as `DE mobile`: Germany, mobile. */
export function destinationClassName(destinationClass: string): string {
  const [country = NO_COUNTRY, kind = 'other'] = destinationClass.split(' ');
  const place = country === NO_COUNTRY ? 'international networks' : countryName(country);
  return `${place}, ${KIND_NAMES[kind as DestinationKind]}`;
}
