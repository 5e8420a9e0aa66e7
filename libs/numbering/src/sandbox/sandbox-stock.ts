import type { OfferFilters, SearchSort } from '../application/supply/supplier';
import type { Offer } from '../domain/supply/offer';
import {
  type Area,
  type NumberPlan,
  numberAt,
  PLANS,
  planOf,
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

/** Where numbers come from. */
export interface Place {
  readonly plan: NumberPlan;
  readonly area: Area;
}

export interface StockRow extends Place {
  /** Null for "any number of the area". */
  readonly e164: string | null;
}

/** Rows that are computed where they are read: there are tens of thousands of them in the larger countries. */
export interface Stock {
  readonly size: number;
  at(index: number): StockRow;
}

/** Everything on sale that matches, in an order that depends on nothing but filters and sort. Sold ones are still in it. */
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

export function areaKey({ country, numberType }: NumberPlan, { code, city, region }: Area): string {
  return [country, numberType, code, city, region].join('/');
}

/** The offer of a row as the sandbox sells it at the moment. */
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
    region: area.region ?? plan.countryName,
    capabilities,
    monthlyPriceCents: plan.monthlyCents,
    setupPriceCents: plan.setupCents,
    requiresActivation,
    restrictions,
    placeholder: placeholderOf({ plan, area }),
  };
}

/** Where an offer's numbers come from; null for an area that is not sold any more. */
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

function placesOf(plans: readonly NumberPlan[], { areaCode, city, region, startsWith }: OfferFilters): Place[] {
  return plans.flatMap((plan) =>
    plan.areas
      .filter((area) => area.code === (areaCode ?? area.code))
      .filter((area) => beginsWith(area.city, city) && beginsWith(area.region, region))
      .filter(({ blocks }) =>
        blocks.some((block) => block.startsWith(startsWith ?? '') || startsWith?.startsWith(block)),
      )
      .map((area) => ({ plan, area })),
  );
}

function beginsWith(name: string | null, wanted: string | null): boolean {
  return wanted === null || (name?.toLowerCase().startsWith(wanted.toLowerCase()) ?? false);
}

/** Live rows, numbers that script a fault, and a row for "any number" of each area. */
function stockIn(places: readonly Place[], filters: OfferFilters): Stock {
  const hasDigits = (filters.startsWith ?? filters.contains ?? filters.endsWith) !== null;
  const any = filters.source === 'live' || hasDigits ? [] : places.map((place) => ({ ...place, e164: null }));
  if (filters.source === 'availability') return listed(any);
  const live = liveStock(places);
  const found = hasDigits ? listed(rowsOf(live).filter((row) => digitsMatch(row, filters))) : live;
  return joined([found, listed(scriptedRows(places, filters)), listed(any)]);
}

/** The areas take turns, so that a page shows many of them. */
function liveStock(places: readonly Place[]): Stock {
  return {
    size: places.length * LIVE_PER_AREA,
    at: (index) => {
      const place = places[index % places.length];
      if (!place) throw new RangeError(`no row ${index}`);
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
      if (!row) throw new RangeError(`no row ${index}`);
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
      throw new RangeError(`no row ${index}`);
    },
  };
}

/** The rows from one place to before another. */
export function rowsOf(stock: Stock, from = 0, to = stock.size): StockRow[] {
  const count = Math.max(Math.min(to, stock.size) - from, 0);
  return Array.from({ length: count }, (_, index) => stock.at(from + index));
}
