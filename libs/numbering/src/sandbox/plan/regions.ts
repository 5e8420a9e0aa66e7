import type { NamedPrefix, PlaceNames } from './place-names';
import type { Area } from './plan-types';

/** "City, Region" and "City - Region". */
const CITY_AND_REGION = /^([^,]+?)(?:, | - )([^,]+)$/;

/** The names of regions: those with places of the form "City, Region" below them. */
export class Regions {
  private readonly names = new Set<string>();
  /** Region names by the suffix of their cities: NJ is New Jersey. */
  private readonly byEnding = new Map<string, string>();

  constructor(names: PlaceNames) {
    for (const [region, endings] of endingsBelow(names)) {
      this.names.add(region);
      const [[ending] = ['']] = [...endings].sort(([, a], [, b]) => b - a);
      if (!this.byEnding.has(ending)) this.byEnding.set(ending, region);
    }
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Splits a name into city and region; null when unknown. */
  split(name: string): Pick<Area, 'city' | 'region'> {
    if (this.has(name)) return { city: null, region: name };
    const [, city, ending] = CITY_AND_REGION.exec(name) ?? [];
    if (city === undefined || ending === undefined) return { city: name, region: null };
    return { city, region: this.byEnding.get(ending) ?? ending };
  }
}

/** Counts the suffixes below each name that has none itself. */
function endingsBelow(names: PlaceNames): Map<string, Map<string, number>> {
  const endings = new Map<string, Map<string, number>>();
  for (const { name, above } of names.all) {
    const ending = CITY_AND_REGION.exec(name)?.[2];
    if (ending === undefined) continue;
    for (const region of namesAbove(above)) {
      const counts = endings.get(region) ?? new Map<string, number>();
      endings.set(region, counts.set(ending, (counts.get(ending) ?? 0) + 1));
    }
  }
  return endings;
}

function namesAbove(named: NamedPrefix | null): string[] {
  if (!named) return [];
  const outer = namesAbove(named.above);
  return CITY_AND_REGION.test(named.name) ? outer : [named.name, ...outer];
}
