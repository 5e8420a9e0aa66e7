import { countryName, type DestinationClass, NO_COUNTRY } from '@trunkline/kernel';

const CLASS_NAMES: Readonly<Record<DestinationClass, string>> = {
  fixed: 'fixed',
  mobile: 'mobile',
  fixed_or_mobile: 'fixed and mobile',
  toll_free: 'toll-free',
  premium: 'premium rate',
  shared_cost: 'shared cost',
  voip: 'VoIP',
  other: 'other numbers',
};

/** Returns the name of a destination that the ledger writes as `DE mobile`: Germany, mobile. */
export function destinationName(destination: string): string {
  const [country = NO_COUNTRY, kind = 'other'] = destination.split(' ');
  const place = country === NO_COUNTRY ? 'international networks' : countryName(country);
  return `${place}, ${CLASS_NAMES[kind as DestinationClass]}`;
}
