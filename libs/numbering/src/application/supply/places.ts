import type { Offer } from '../../domain/supply/offer';
import type { OfferFilters } from './supplier';

/** Compares the filters of city and region with the names that a row shows: a prefix, in any case (docs/numbers.md#catalog). */
export function isInPlace(
  shown: Pick<Offer, 'city' | 'region'>,
  { city, region }: Pick<OfferFilters, 'city' | 'region'>,
): boolean {
  return beginsWith(shown.city, city) && beginsWith(shown.region, region);
}

export function beginsWith(name: string | null, prefix: string | null): boolean {
  return prefix === null || (name?.toLowerCase().startsWith(prefix.toLowerCase()) ?? false);
}
