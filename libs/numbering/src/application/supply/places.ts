import { spellingsOf } from '@trunkline/kernel';
import type { Offer } from '../../domain/offer';
import { ENGLISH_NAMES } from './city-names';
import type { OfferFilters } from './supplier';

/**
 * Compares the filters of city and region with the names that a row shows: a prefix, without regard to case, accents and
 * hyphens (docs/numbers.md#catalog).
 */
export function isInPlace(
  shown: Pick<Offer, 'city' | 'region'>,
  { city, region }: Pick<OfferFilters, 'city' | 'region'>,
): boolean {
  return beginsWith(shown.city, city) && beginsWith(shown.region, region);
}

/** Returns whether a name begins with a prefix, or is the English name of a city whose own name begins with it. */
export function beginsWith(name: string | null, prefix: string | null): boolean {
  if (prefix === null) return true;
  if (name === null) return false;
  const wanted = spellingsOf(prefix).filter((spelling) => spelling !== '');
  return namesOf(name).some((each) => wanted.some((beginning) => each.startsWith(beginning)));
}

const localNames: ReadonlyMap<string, readonly string[]> = new Map(
  ENGLISH_NAMES.map(([english, ...names]) => [english, names.flatMap(spellingsOf)]),
);

/** Returns the English names of the cities whose own names begin with a prefix. */
export function englishNamesOf(prefix: string): readonly string[] {
  return [...localNames.keys()].filter((english) => beginsWith(english, prefix));
}

/** Returns the spellings by which a name is found, those of a city with an English name included. */
export function namesOf(name: string): readonly string[] {
  return [...spellingsOf(name), ...(localNames.get(name) ?? [])];
}
