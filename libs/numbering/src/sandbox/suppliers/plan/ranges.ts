import examples from 'libphonenumber-js/examples.mobile.json';
import { type BlockRules, blocksBelow } from './number-blocks';
import type { PlanMetadata, PlanType } from './plan-metadata';
import type { Area } from './plan-types';

/** Preferred length of national number and calling code, when a plan allows several. */
const USUAL_DIGITS = 12;
/** Maximum length of E.164 numbers. */
const DIGITS_MAX = 15;
const RANGES_MAX = 5;
const CODE_DIGITS_MAX = 6;
/** Length of a code without a known format. */
const CODE_DIGITS = 3;
const ANY = '0123456789';
/** Excludes N11 and 555 after a North American area code, which the metadata allows. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = { '1': [ANY, ANY, ANY, '2346789', '023456789'] };
const NO_TRUNK_PREFIX = '123456789';

export function digitsAllowed(callingCode: string): readonly string[] {
  return ALLOWED[callingCode] ?? [];
}

/** Returns the possible lengths of a type, the usual one first. */
export function lengthsToTry(plan: PlanMetadata, type: PlanType): number[] {
  const examplesByCountry: Readonly<Record<string, string>> = examples;
  const mobile = type === 'MOBILE' ? examplesByCountry[plan.country]?.length : undefined;
  const wanted = mobile ?? (plan.isCountry ? USUAL_DIGITS : DIGITS_MAX) - plan.callingCode.length;
  return plan.lengthsOf(type).toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b);
}

/** Returns an even selection of the ranges without a city, by their national destination codes. */
export function rangesOf(plan: PlanMetadata, type: PlanType, within = '', allowed?: readonly string[]): Area[] {
  for (const length of lengthsToTry(plan, type)) {
    const rules: BlockRules = { plan, type, length, allowed: [NO_TRUNK_PREFIX], minDigits: CODE_DIGITS };
    const codes = new Set(blocksBelow([within], rules).map((block) => rangeCodeOf(plan, block, length, within)));
    const sold = { ...rules, allowed: allowed ?? digitsAllowed(plan.callingCode), minDigits: 1 };
    const areas = [...codes]
      .filter(isApartFrom(codes))
      .sort(byCode)
      .flatMap((code) => {
        const blocks = blocksBelow([code], sold);
        return blocks.length > 0 ? [{ code, city: null, region: null, length, blocks }] : [];
      });
    if (areas.length > 0) return spread(areas, RANGES_MAX);
  }
  return [];
}

/** Returns the first group of the written number, and the second if the first is a single digit, such as 1 800. */
function rangeCodeOf(plan: PlanMetadata, prefix: string, length: number, within: string): string {
  const [first = '', second = ''] = plan.groupsOf(prefix, length);
  const written = first.length === 1 ? 1 + second.length : first.length;
  const digits = written > 0 && written <= CODE_DIGITS_MAX ? written : CODE_DIGITS;
  return prefix.slice(0, Math.max(digits, within.length));
}

/** Excludes codes that overlap with another one. */
function isApartFrom(codes: ReadonlySet<string>): (code: string) => boolean {
  return (code) => ![...codes].some((other) => other !== code && code.startsWith(other));
}

export function byCode(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/** Returns at most `count` items, evenly spaced from the first to the last. */
export function spread<T>(all: readonly T[], count: number): T[] {
  return all.filter((_, at) => Math.floor((at * count) / all.length) !== Math.floor(((at - 1) * count) / all.length));
}
