import type { FoundOffer, OfferFilters, SupplierPage, SupplierSearch } from '../../../application/supply/supplier';
import type { NumberType, Offer } from '../../../domain/supply/offer';
import type { AreaStock, CountryCoverage, TypeCoverage } from '../../../domain/supply/requirements';
import type { SupplierCalls } from '../http/supplier-http';
import type { OddRows } from '../odd-rows';
import { type AreaCount, type TelnyxCoverage, typesOf } from './telnyx-coverage';
import { ANY_NUMBER, availableNumbers, exactly, nationalOf, type StockPage, type StockSearch } from './telnyx-stock';
import type { SoldCountry, SoldType } from './telnyx-types';

/** As many as one search asks for at most: what lies behind is found with narrower filters. */
const DEPTH = 250;
/** Telnyx's coverage names no prices: this stands for one until a search or an area shows what a number costs. */
const LEAST_MONTHLY_CENTS = 100;

interface Shelf {
  readonly country: SoldCountry;
  readonly type: SoldType;
  readonly requiresActivation: boolean;
}

/**
 * Live rows are Telnyx's available numbers. Catalog rows are the areas that it counts numbers in, at the price of one
 * of them now; where it does not count, one row stands for all numbers of a type.
 */
export class TelnyxSearch {
  constructor(
    private readonly coverage: TelnyxCoverage,
    private readonly oddRows: OddRows,
  ) {}

  /** Rows of several types take turns, catalog rows come last; a row's position is its place among them. */
  async search(calls: SupplierCalls, { filters, sort, limit, after }: SupplierSearch): Promise<SupplierPage> {
    const shelves = await this.shelves(calls, filters);
    const from = after === null ? 0 : Number(after) + 1;
    const seesAll = sort !== 'relevance' || filters.maxMonthlyPriceCents !== null;
    const depth = seesAll ? DEPTH : Math.min(from + limit, DEPTH);
    const [live, catalog] = await Promise.all([
      Promise.all(shelves.map((shelf) => this.live(calls, shelf, filters, depth))),
      Promise.all(shelves.map((shelf) => this.catalog(calls, shelf, filters))),
    ]);
    const rows = [...inTurns(live.map(({ offers }) => offers)), ...catalog.flat()]
      .filter((offer) => offer.monthlyPriceCents <= (filters.maxMonthlyPriceCents ?? Infinity))
      .sort(ORDERS[sort])
      .map((offer, index): FoundOffer => ({ offer, position: String(index) }));
    const isPartial = depth === DEPTH && live.some(({ isWhole }) => !isWhole);
    const isCountrySold = (await this.coverage.country(calls, filters.country)) !== null;
    return { items: rows.slice(from, from + limit), isPartial, isCountrySold };
  }

  async countries(calls: SupplierCalls): Promise<readonly CountryCoverage[]> {
    const countries = await this.coverage.countries(calls);
    return Promise.all(
      countries.map(async (sold) => {
        const { country, name, callingCode, types } = sold;
        const numberTypes = await Promise.all(types.map((type) => this.typeCoverage(calls, sold, type)));
        return { country, name, callingCode, numberTypes };
      }),
    );
  }

  async areas(calls: SupplierCalls, country: string, numberType: NumberType | null): Promise<readonly AreaStock[]> {
    const sold = await this.coverage.country(calls, country);
    if (!sold) return [];
    const areas = await Promise.all(typesOf(sold, numberType).map((type) => this.areasOf(calls, sold, type)));
    return areas.flat();
  }

  /** The offer as it is now; null when nobody can buy it. */
  async quote(calls: SupplierCalls, offer: Offer): Promise<Offer | null> {
    const { country, numberType, areaCode } = offer;
    const shelf = (await this.shelves(calls, { country, numberType, requiresActivation: null }))[0];
    if (!shelf) return null;
    if (offer.e164 === null) {
      const rows = await this.catalog(calls, shelf, { ...ANY_NUMBER, areaCode, source: 'availability' });
      return rows.find((row) => row.areaCode === areaCode) ?? null;
    }
    const filters = exactly(nationalOf(offer, shelf.country));
    const { offers } = await availableNumbers(calls, { ...shelf, filters, limit: 1, freeOnly: false }, this.oddRows);
    const found = offers.find(({ e164 }) => e164 === offer.e164);
    return found ? { ...found, areaCode } : null;
  }

  private async typeCoverage(calls: SupplierCalls, { country }: SoldCountry, type: SoldType): Promise<TypeCoverage> {
    const { numberType, capabilities } = type;
    const requiresActivation = (await this.coverage.requirementTypes(calls, country, type)).length > 0;
    return { numberType, capabilities, requiresActivation, fromMonthlyPriceCents: LEAST_MONTHLY_CENTS };
  }

  private async shelves(
    calls: SupplierCalls,
    { country, numberType, requiresActivation }: Pick<OfferFilters, 'country' | 'numberType' | 'requiresActivation'>,
  ): Promise<readonly Shelf[]> {
    const sold = await this.coverage.country(calls, country);
    if (!sold) return [];
    const shelves = await Promise.all(
      typesOf(sold, numberType).map(async (type) => {
        const demands = await this.coverage.requirementTypes(calls, country, type);
        return { country: sold, type, requiresActivation: demands.length > 0 };
      }),
    );
    return shelves.filter((shelf) => shelf.requiresActivation === (requiresActivation ?? shelf.requiresActivation));
  }

  private async live(calls: SupplierCalls, shelf: Shelf, filters: OfferFilters, limit: number): Promise<StockPage> {
    if (filters.source === 'availability' || !offersAll(shelf, filters)) return { offers: [], isWhole: true };
    return availableNumbers(calls, { ...shelf, filters, limit, freeOnly: true }, this.oddRows);
  }

  private async catalog(
    calls: SupplierCalls,
    shelf: Shelf,
    filters: StockSearch['filters'] & Pick<OfferFilters, 'source'>,
  ): Promise<readonly Offer[]> {
    const { startsWith, contains, endsWith, city, areaCode, region } = filters;
    const wantsNumber = [startsWith, contains, endsWith, city].some((filter) => filter !== null);
    if (filters.source === 'live' || wantsNumber || !offersAll(shelf, filters)) return [];
    const search = { ...shelf, filters, limit: 1, freeOnly: true };
    const [sample] = (await availableNumbers(calls, search, this.oddRows)).offers;
    if (!sample) return [];
    if (!shelf.country.hasInventory) return [catalogRow(shelf, sample, { areaCode, region, count: 1 })];
    const areas = await this.coverage.areas(calls, shelf.country.country, shelf.type);
    return areas
      .filter((area) => area.count > 0 && area.areaCode === (areaCode ?? area.areaCode))
      .filter((area) => area.region === (region ?? area.region))
      .map((area) => catalogRow(shelf, sample, area));
  }

  private async areasOf(calls: SupplierCalls, country: SoldCountry, type: SoldType): Promise<readonly AreaStock[]> {
    const shelf = { country, type, requiresActivation: false };
    const search = { ...shelf, filters: ANY_NUMBER, limit: 1, freeOnly: true };
    const [sample] = (await availableNumbers(calls, search, this.oddRows)).offers;
    const fromMonthlyPriceCents = sample?.monthlyPriceCents ?? LEAST_MONTHLY_CENTS;
    if (!country.hasInventory) {
      return [{ areaCode: '', city: null, region: null, inStock: sample !== undefined, fromMonthlyPriceCents }];
    }
    const areas = await this.coverage.areas(calls, country.country, type);
    return areas.map(({ areaCode, region, count }) => ({
      ...{ areaCode, city: null, region, inStock: count > 0, fromMonthlyPriceCents },
    }));
  }
}

const ORDERS: Readonly<Record<SupplierSearch['sort'], (a: Offer, b: Offer) => number>> = {
  relevance: () => 0,
  price: (a, b) => a.monthlyPriceCents - b.monthlyPriceCents,
  e164: (a, b) => (a.placeholder < b.placeholder ? -1 : 1),
};

function offersAll({ type }: Shelf, { capabilities }: Pick<OfferFilters, 'capabilities'>): boolean {
  return capabilities.every((capability) => type.capabilities.includes(capability));
}

/** The first of each, then the second of each: the beginning stays the same however many there are of each. */
function inTurns(lists: readonly (readonly Offer[])[]): Offer[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => lists.map((list) => list[turn]))
    .flat()
    .filter((offer) => offer !== undefined);
}

function catalogRow(
  { country, type }: Shelf,
  sample: Offer,
  { areaCode, region }: Omit<AreaCount, 'areaCode'> & { readonly areaCode: string | null },
): Offer {
  const code = areaCode ?? '';
  const unknown = 'X'.repeat(nationalOf(sample, country).length - code.length);
  const ref = { country: country.country, type: type.telnyxType, ...(areaCode !== null && { areaCode }) };
  return {
    ...{ ...sample, supplierRef: ref, e164: null, areaCode, city: null, region: region ?? country.name },
    placeholder: `+${country.callingCode}${code}${unknown}`,
  };
}
