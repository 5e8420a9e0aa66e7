import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  type NumberingPlan,
} from 'libphonenumber-js/max';

/** The library documents `nationalPrefix`, but leaves it out of its types. */
interface Plan extends NumberingPlan {
  nationalPrefix(): string | 0;
}

const COUNTRIES = getCountries().map((country) => [getCountryCallingCode(country), planOf(country)] as const);

/** National prefixes by calling code. The countries that share a calling code share the prefix. */
export const NATIONAL_PREFIXES: ReadonlyMap<string, string> = new Map<string, string>(
  COUNTRIES.flatMap(([callingCode, plan]) => {
    const prefix = plan.nationalPrefix();
    return prefix ? [[callingCode, prefix] as const] : [];
  }),
);

/** How many digits can follow each calling code of a country. */
export const NATIONAL_LENGTHS: ReadonlyMap<string, ReadonlySet<number>> = lengthsByCallingCode();

/** The countries that have numbers, by code. */
export const CALLABLE_COUNTRIES: readonly string[] = getCountries().toSorted();

/** Returns the calling code of a country without `+`; null for a country without one. */
export function callingCodeOf(country: string): string | null {
  return isSupportedCountry(country) ? getCountryCallingCode(country) : null;
}

function lengthsByCallingCode(): Map<string, Set<number>> {
  const lengths = new Map<string, Set<number>>();
  for (const [callingCode, plan] of COUNTRIES)
    lengths.set(callingCode, new Set([...(lengths.get(callingCode) ?? []), ...plan.possibleLengths()]));
  return lengths;
}

function planOf(country: CountryCode): Plan {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  return metadata.numberingPlan as Plan;
}
