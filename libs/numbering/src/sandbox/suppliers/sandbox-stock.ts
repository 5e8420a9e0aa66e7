import { isInPlace } from '../../application/supply/places';
import type { OfferFilters, SearchSort } from '../../application/supply/supplier';
import type { Offer } from '../../domain/offer';
import {
  type Area,
  type NumberPlan,
  numberAt,
  PLANS,
  planOf,
  SANDBOX_FAULTS,
  scriptedCount,
  scriptedNumber,
} from './plan/numbering-plan';

export const SANDBOX = 'sandbox';
/** Number of live rows per area. The numbers after them are sold by catalog rows. */
export const LIVE_PER_AREA = 60;
/** Number of scripted numbers per area and fault. */
const SCRIPTED_PER_AREA = 5;
/** Scripted numbers are found only by their complete ending, so that they are not bought by accident. */
const SCRIPT_DIGITS = 4;

/** The plan and area of a number. */
export interface Place {
  readonly plan: NumberPlan;
  readonly area: Area;
}

export interface StockRow extends Place {
  /** Null for a catalog row. */
  readonly e164: string | null;
}

/** A list of rows, each computed when it is read. */
export interface Stock {
  readonly size: number;
  at(index: number): StockRow;
}

/** Returns all matching rows, including sold ones. The order depends only on filters and sort. */
export function stockOf(filters: OfferFilters, sort: SearchSort): Stock {
  const plans = PLANS.filter((plan) => planMatches(plan, filters));
  if (sort !== 'price') {
    const stock = stockIn(placesOf(plans, filters), filters);
    return sort === 'e164' ? listed(rowsOf(stock).sort(byNumber)) : stock;
  }
  const prices = [...new Set(plans.map(({ monthlyCents }) => monthlyCents))].sort((a, b) => a - b);
  const stocks = prices.map((price) => plans.filter(({ monthlyCents }) => monthlyCents === price));
  return joined(stocks.map((each) => stockIn(placesOf(each, filters), filters)));
}

/** Returns the key of an area, in offers and in the database. */
export function areaKey({ country, numberType }: NumberPlan, { code, city, region }: Area): string {
  return [country, numberType, code, city, region].join('/');
}

/** Returns the current offer of a row. */
export function offerOf({ plan, area, e164 }: StockRow): Offer {
  const { country, numberType, capabilities, requiresActivation, restrictions } = plan;
  return {
    supplier: SANDBOX,
    supplierRef: { area: areaKey(plan, area) },
    e164,
    country,
    numberType,
    areaCode: area.code,
    city: area.city,
    region: regionShown({ plan, area }),
    capabilities,
    monthlyPriceCents: plan.monthlyCents,
    setupPriceCents: plan.setupCents,
    requiresActivation,
    restrictions,
    placeholder: placeholderOf({ plan, area }),
  };
}

function regionShown({ plan, area }: Place): string {
  return area.region ?? plan.countryName;
}

/** Returns the plan and area of an offer; null when the area is no longer sold. */
export function placeOf({ supplierRef }: Pick<Offer, 'supplierRef'>): Place | null {
  const key = supplierRef['area'] ?? '';
  const [country = '', numberType = ''] = key.split('/');
  const plan = planOf(country, numberType);
  const area = plan?.areas.find((each) => areaKey(plan, each) === key);
  return plan && area ? { plan, area } : null;
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

function placesOf(plans: readonly NumberPlan[], filters: OfferFilters): Place[] {
  const { areaCode, startsWith } = filters;
  return plans.flatMap((plan) =>
    plan.areas
      .filter((area) => area.code === (areaCode ?? area.code))
      .filter((area) => isInPlace({ city: area.city, region: regionShown({ plan, area }) }, filters))
      .filter(({ blocks }) =>
        blocks.some((block) => block.startsWith(startsWith ?? '') || startsWith?.startsWith(block)),
      )
      .map((area) => ({ plan, area })),
  );
}

/** Returns live rows, scripted numbers and one catalog row per area. */
function stockIn(places: readonly Place[], filters: OfferFilters): Stock {
  const hasDigits = (filters.startsWith ?? filters.contains ?? filters.endsWith) !== null;
  const catalog = filters.source === 'live' || hasDigits ? [] : places.map((place) => ({ ...place, e164: null }));
  if (filters.source === 'availability') return listed(catalog);
  const live = liveStock(places);
  const found = hasDigits ? listed(rowsOf(live).filter((row) => digitsMatch(row, filters))) : live;
  return joined([found, listed(scriptedRows(places, filters)), listed(catalog)]);
}

/** Alternates between the areas, so that a page contains many of them. */
function liveStock(places: readonly Place[]): Stock {
  return {
    size: places.length * LIVE_PER_AREA,
    at: (index) => {
      const place = places[index % places.length];
      if (!place) throw new RangeError(`The stock has no row ${index}.`);
      return { ...place, e164: numberAt(place.plan, place.area, Math.floor(index / places.length)) };
    },
  };
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

function placeholderOf({ plan, area }: Place): string {
  return `+${plan.callingCode}${area.code.padEnd(area.length, 'X')}`;
}

const labelOf = (row: StockRow) => row.e164 ?? placeholderOf(row);
const byNumber = (a: StockRow, b: StockRow) => Number(labelOf(a) > labelOf(b)) - Number(labelOf(a) < labelOf(b));

function listed(rows: readonly StockRow[]): Stock {
  return {
    size: rows.length,
    at: (index) => {
      const row = rows[index];
      if (!row) throw new RangeError(`The stock has no row ${index}.`);
      return row;
    },
  };
}

function joined(stocks: readonly Stock[]): Stock {
  return {
    size: stocks.reduce((sum, { size }) => sum + size, 0),
    at: (index) => {
      let rest = index;
      for (const stock of stocks) {
        if (rest < stock.size) return stock.at(rest);
        rest -= stock.size;
      }
      throw new RangeError(`The stock has no row ${index}.`);
    },
  };
}

/** Returns the rows with indexes from `from` up to, but not including, `to`. */
export function rowsOf(stock: Stock, from = 0, to = stock.size): StockRow[] {
  const count = Math.max(Math.min(to, stock.size) - from, 0);
  return Array.from({ length: count }, (_, index) => stock.at(from + index));
}
