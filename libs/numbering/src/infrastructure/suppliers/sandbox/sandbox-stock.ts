import type { OfferFilters, SearchSort } from '../../../application/supplier';
import type { Offer } from '../../../domain/offer';
import { SHARED_CODE_DIGITS } from './areas';
import {
  type Area,
  type NumberPlan,
  numberAt,
  PLANS,
  SANDBOX_FAULTS,
  scriptedCount,
  scriptedNumber,
} from './numbering-plan';

export const SANDBOX = 'sandbox';
/** How many numbers of an area are on sale by name; the numbers behind them are sold as "any of the area". */
export const LIVE_PER_AREA = 60;
/** How many numbers of an area script each fault. */
const SCRIPTED_PER_AREA = 5;
/** Scripted numbers are found only by their whole ending, so that nobody buys one unawares. */
const SCRIPT_DIGITS = 4;

export interface StockRow {
  readonly plan: NumberPlan;
  readonly area: Area;
  /** Null for "any number of the area". */
  readonly e164: string | null;
}

type Place = Omit<StockRow, 'e164'>;

/** Everything on sale that matches, in an order that depends on nothing but filters and sort. Sold ones are still in it. */
export function stockOf(filters: OfferFilters, sort: SearchSort): readonly StockRow[] {
  const places = PLANS.filter((plan) => planMatches(plan, filters)).flatMap((plan) => placesOf(plan, filters));
  const live = filters.source === 'availability' ? [] : liveRows(places).filter((row) => digitsMatch(row, filters));
  const scripted = filters.source === 'availability' ? [] : scriptedRows(places, filters);
  const hasDigits = filters.startsWith ?? filters.contains ?? filters.endsWith;
  const any = filters.source === 'live' || hasDigits ? [] : places.map((place) => ({ ...place, e164: null }));
  return sorted([...live, ...scripted, ...any], sort);
}

export function areaKey(plan: NumberPlan, area: Area): string {
  return `${plan.country}/${plan.numberType}/${area.code}`;
}

/** The offer of a row as the sandbox sells it at the moment. */
export function offerOf({ plan, area, e164 }: StockRow): Offer {
  const { country, numberType, capabilities, requiresActivation, restrictions } = plan;
  return {
    ...{ supplier: SANDBOX, supplierRef: { area: areaKey(plan, area) }, e164, country, numberType },
    ...{ areaCode: area.code, city: area.city, region: area.region ?? plan.countryName, capabilities },
    ...{ monthlyPriceCents: plan.monthlyCents, setupPriceCents: plan.setupCents },
    ...{ requiresActivation, restrictions, placeholder: placeholderOf(plan, area) },
  };
}

const PLACES = new Map<string, Place>(
  PLANS.flatMap((plan) => plan.areas.map((area) => [areaKey(plan, area), { plan, area }] as const)),
);

/** Where an offer's numbers come from; null for an area that is not sold any more. */
export function placeOf({ supplierRef }: Pick<Offer, 'supplierRef'>): Place | null {
  return PLACES.get(supplierRef['area'] ?? '') ?? null;
}

function planMatches(plan: NumberPlan, filters: OfferFilters): boolean {
  const { country, numberType, capabilities, requiresActivation, maxMonthlyPriceCents } = filters;
  return (
    plan.country === country &&
    plan.numberType === (numberType ?? plan.numberType) &&
    capabilities.every((capability) => plan.capabilities.includes(capability)) &&
    plan.requiresActivation === (requiresActivation ?? plan.requiresActivation) &&
    plan.monthlyCents <= (maxMonthlyPriceCents ?? Infinity)
  );
}

function placesOf(plan: NumberPlan, { areaCode, city, region }: OfferFilters): Place[] {
  return plan.areas
    .filter((area) => hasCode(plan, area, areaCode) && beginsWith(area.city, city) && beginsWith(area.region, region))
    .map((area) => ({ plan, area }));
}

/** A part of a code is another code, unless it is the one that several cities share. */
function hasCode({ country, numberType }: NumberPlan, { code }: Area, wanted: string | null): boolean {
  if (wanted === null || code === wanted) return true;
  const isShared = numberType === 'geographic' && SHARED_CODE_DIGITS.get(country) === wanted.length;
  return isShared && code.startsWith(wanted);
}

function beginsWith(name: string | null, wanted: string | null): boolean {
  return wanted === null || (name?.toLowerCase().startsWith(wanted.toLowerCase()) ?? false);
}

const LIVE = new Map<string, readonly string[]>();

function liveNumbers({ plan, area }: Place): readonly string[] {
  const key = areaKey(plan, area);
  const known = LIVE.get(key);
  if (known) return known;
  const numbers = Array.from({ length: LIVE_PER_AREA }, (_, index) => numberAt(plan, area, index));
  LIVE.set(key, numbers);
  return numbers;
}

/** The areas take turns, so that a page shows many of them. */
function liveRows(places: readonly Place[]): StockRow[] {
  const stocks = places.map((place) => ({ place, numbers: liveNumbers(place) }));
  return Array.from({ length: LIVE_PER_AREA }).flatMap((_, index) =>
    stocks.flatMap(({ place, numbers }) => ({ ...place, e164: numbers[index] ?? null })),
  );
}

function scriptedRows(places: readonly Place[], filters: OfferFilters): StockRow[] {
  if ((filters.endsWith ?? '').length < SCRIPT_DIGITS) return [];
  return places.flatMap(({ plan, area }) => {
    const count = Math.min(SCRIPTED_PER_AREA, scriptedCount(plan, area));
    const numbers = SANDBOX_FAULTS.flatMap((fault) =>
      Array.from({ length: count }, (_, index) => scriptedNumber(plan, area, fault, index)),
    );
    return numbers.map((e164) => ({ plan, area, e164 })).filter((row) => digitsMatch(row, filters));
  });
}

function digitsMatch({ plan, e164 }: StockRow, { startsWith, contains, endsWith }: OfferFilters): boolean {
  const national = (e164 ?? '').slice(1 + plan.callingCode.length);
  return (
    national.startsWith(startsWith ?? '') && national.includes(contains ?? '') && national.endsWith(endsWith ?? '')
  );
}

function placeholderOf(plan: NumberPlan, area: Area): string {
  const subscriber = area.template.replaceAll(/\[[^\]]+\]|\d/g, 'X');
  return `+${plan.callingCode}${area.code}${subscriber}`;
}

const labelOf = ({ plan, area, e164 }: StockRow) => e164 ?? placeholderOf(plan, area);

function sorted(rows: StockRow[], sort: SearchSort): StockRow[] {
  if (sort === 'price') return rows.sort((a, b) => a.plan.monthlyCents - b.plan.monthlyCents);
  if (sort === 'e164') return rows.sort((a, b) => (labelOf(a) < labelOf(b) ? -1 : 1));
  return rows;
}
