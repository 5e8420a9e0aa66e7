import type { NamedPrefix, PlaceNames } from './place-names';
import type { Area } from './plan-types';

/** "City, Region" and "City - Region". */
const CITY_AND_REGION = /^([^,]+?)(?:, | - )([^,]+)$/;

/** The names of regions: those with places of the form "City, Region" below them. */
export class Regions {
  private readonly names = new Set<string>();
  /** Region names by the suffix of their cities: NJ is New Jersey. */
  private readonly bySuffix = new Map<string, string>();

  constructor(names: PlaceNames) {
    for (const [region, suffixes] of suffixesBelow(names)) {
      this.names.add(region);
      const [[suffix] = ['']] = [...suffixes].sort(([, a], [, b]) => b - a);
      if (!this.bySuffix.has(suffix)) this.bySuffix.set(suffix, region);
    }
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Splits a name into city and region; null when unknown. */
  split(name: string): Pick<Area, 'city' | 'region'> {
    if (this.has(name)) return { city: null, region: name };
    const [, city, suffix] = CITY_AND_REGION.exec(name) ?? [];
    if (city === undefined || suffix === undefined) return { city: name, region: null };
    return { city, region: this.bySuffix.get(suffix) ?? suffix };
  }
}

/** Counts, for each name without a suffix, the suffixes of the places below it. */
function suffixesBelow(names: PlaceNames): Map<string, Map<string, number>> {
  const suffixes = new Map<string, Map<string, number>>();
  for (const { name, above } of names.all) {
    const suffix = CITY_AND_REGION.exec(name)?.[2];
    if (suffix === undefined) continue;
    for (const region of namesAbove(above)) {
      const counts = suffixes.get(region) ?? new Map<string, number>();
      suffixes.set(region, counts.set(suffix, (counts.get(suffix) ?? 0) + 1));
    }
  }
  return suffixes;
}

function namesAbove(named: NamedPrefix | null): string[] {
  if (!named) return [];
  const outer = namesAbove(named.above);
  return CITY_AND_REGION.test(named.name) ? outer : [named.name, ...outer];
}
