import { type BlockRules, blocksBelow } from './number-blocks';
import { type NamedPrefix, placeNamesOf, type PlaceNames } from './place-names';
import type { PlanMetadata } from './plan-metadata';
import type { Area } from './plan-types';
import { byCode, digitsAllowed, lengthsToTry, spread } from './ranges';
import { Regions } from './regions';

const FIXED = 'FIXED_LINE';
/** How many areas a country should have. If it has fewer area codes, several cities share a code. */
const AREAS_WANTED = 60;
/** All codes up to this length are sold, and longer ones up to a total of `CODES_MAX`. */
const SHORT_CODE_DIGITS = 3;
const CODES_MAX = 120;
const CODE_DIGITS_MAX = 6;
/** Names that list more places than this, such as "A/B/C/D", are sold last. */
const PLACES_MAX = 3;

/** The prefixes of one place name within one area code. */
interface Place {
  readonly code: string;
  readonly name: string;
  readonly isList: boolean;
  readonly prefixes: string[];
  /** The part of the country's number space that the prefixes cover. */
  share: number;
}

interface Country {
  readonly plan: PlanMetadata;
  readonly names: PlaceNames;
  readonly regions: Regions;
}

/**
 * Returns the areas of a country: the largest places of each area code, named by libphonenumber. `zones` names the areas of a
 * country that libphonenumber has no place names for, by the first digit of their numbers.
 */
export function geographicAreas(plan: PlanMetadata, zones: Readonly<Record<string, string>> = {}): Area[] {
  const names = placeNamesOf(plan.callingCode);
  const regions = new Regions(names);
  const country: Country = { plan, names, regions };
  const codes = placesByCode(country);
  const perCode = Math.ceil(AREAS_WANTED / Math.max(codes.size, 1));
  const areas = codesOnSale([...codes.keys()]).flatMap((code) => {
    const places = codes.get(code) ?? [];
    const inCities = places.filter(({ name }) => !regions.has(name)).sort(byRank);
    const cities = areasIn(perCode, inCities, country);
    return cities.length > 0 ? cities : areasIn(1, places, country);
  });
  return areas.length > 0 ? areas : namelessAreas(plan, zones);
}

function areasIn(count: number, places: readonly Place[], { plan, names, regions }: Country): Area[] {
  const areas: Area[] = [];
  for (const { code, name, prefixes } of places) {
    if (areas.length === count) break;
    const numbers = numbersBelow(prefixes, plan, names);
    if (numbers) areas.push({ code, ...regions.split(name), ...numbers });
  }
  return areas;
}

function byRank(a: Place, b: Place): number {
  return Number(a.isList) - Number(b.isList) || b.share - a.share || (a.name < b.name ? -1 : 1);
}

/** Returns the blocks of the first length that has any, and that length; null if no length has one. */
function numbersBelow(prefixes: readonly string[], plan: PlanMetadata, names?: PlaceNames) {
  for (const length of lengthsToTry(plan, FIXED)) {
    const allowed = digitsAllowed(plan.callingCode);
    const rules: BlockRules = { plan, type: FIXED, length, allowed, minDigits: 1 };
    const blocks = blocksBelow(prefixes, rules, names);
    if (blocks.length > 0) return { length, blocks };
  }
  return null;
}

function placesByCode({ plan, names, regions }: Country): Map<string, Place[]> {
  const places = new Map<string, Map<string, Place>>();
  for (const named of names.all) {
    const code = codeOf(named, plan, regions);
    if (code === null) continue;
    const ofCode = places.get(code) ?? new Map<string, Place>();
    places.set(code, ofCode);
    const { name, prefix } = named;
    const place = ofCode.get(name) ?? newPlace(code, name);
    ofCode.set(name, place);
    place.prefixes.push(prefix);
    place.share += 10 ** -prefix.length;
  }
  return new Map([...places].map(([code, ofCode]) => [code, [...ofCode.values()]]));
}

function newPlace(code: string, name: string): Place {
  return { code, name, isList: name.split('/').length > PLACES_MAX, prefixes: [], share: 0 };
}

/** Returns the area code of a prefix; null when it is not sold, or a shorter prefix of the same name includes it. */
function codeOf({ prefix, name, above }: NamedPrefix, plan: PlanMetadata, regions: Regions): string | null {
  const lengths = lengthsToTry(plan, FIXED);
  if (above?.name === name || lengths.every((each) => plan.areNone(FIXED, prefix, each))) return null;
  const codeDigits = codeDigitsOf(plan, prefix, lengths[0] ?? 0);
  return regions.has(name) && prefix.length < codeDigits ? null : prefix.slice(0, codeDigits);
}

/** Returns the length of the national destination code. A shorter prefix with a name is a code itself. */
function codeDigitsOf(plan: PlanMetadata, prefix: string, length: number): number {
  const [first = ''] = plan.groupsOf(prefix, length);
  return first.length > 0 && first.length <= CODE_DIGITS_MAX ? first.length : SHORT_CODE_DIGITS;
}

function codesOnSale(codes: readonly string[]): string[] {
  const ordered = codes.toSorted(byCode);
  const short = ordered.filter(({ length }) => length <= SHORT_CODE_DIGITS);
  const long = ordered.slice(short.length);
  return [...short, ...spread(long, Math.max(CODES_MAX - short.length, 0))].sort(byCode);
}

/** Returns one area per first digit, or per code in North America. */
function namelessAreas(plan: PlanMetadata, zones: Readonly<Record<string, string>>): Area[] {
  const codeDigits = digitsAllowed(plan.callingCode).length > 0 ? SHORT_CODE_DIGITS : 1;
  const codes = Array.from({ length: 10 ** codeDigits }, (_, code) => String(code).padStart(codeDigits, '0'));
  return codes.flatMap((code) => {
    const numbers = numbersBelow([code], plan);
    return numbers ? [{ code, city: null, region: zones[code] ?? null, ...numbers }] : [];
  });
}
