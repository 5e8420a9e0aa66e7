import type { NumberType } from '@trunkline/kernel';
import type { FoundOffer, OfferFilters, SupplierPage, SupplierSearch } from '../../../application/supply/supplier';
import type { Offer } from '../../../domain/offer';
import type { AreaStock, CountryCoverage, TypeCoverage } from '../../../domain/requirements';
import { beginsWith } from '../../../application/supply/places';
import type { SupplierCalls } from '../http/supplier-http';
import type { LenientRowReader } from '../lenient-row-reader';
import { catalogRow, type RowArea, withCapabilities } from './telnyx-catalog-row';
import { type TelnyxCoverage, typesOf } from './telnyx-coverage';
import { ANY_NUMBER, availableNumbers, exactly, nationalOf, type StockPage, type StockSearch } from './telnyx-stock';
import type { SoldCountry, SoldType } from './telnyx-types';

/** Maximum number of rows per request. Narrower filters find the rest. */
const DEPTH = 250;
/** How many numbers a catalog row chooses its sample from, because Telnyx returns near misses. */
const SAMPLES = 10;

interface ProductLine {
  readonly country: SoldCountry;
  readonly type: SoldType;
  readonly requiresActivation: boolean;
}

/**
 * Searches Telnyx. Live rows are its available numbers. Catalog rows are the areas with a count, at the current price of one
 * of their numbers; a country without counts has one row per type.
 */
export class TelnyxSearch {
  constructor(
    private readonly coverage: TelnyxCoverage,
    private readonly rowReader: LenientRowReader,
  ) {}

  /** Alternates between the types; catalog rows come last. The position of a row is its index. */
  async search(calls: SupplierCalls, { filters, sort, limit, after }: SupplierSearch): Promise<SupplierPage> {
    const productLines = await this.productLines(calls, filters);
    const from = after === null ? 0 : Number(after) + 1;
    const { maxMonthlyPriceCents, city, region } = filters;
    const needsAll = sort !== 'relevance' || maxMonthlyPriceCents !== null || city !== null || region !== null;
    const depth = needsAll ? DEPTH : Math.min(from + limit, DEPTH);
    const [live, catalog] = await Promise.all([
      Promise.all(productLines.map((productLine) => this.live(calls, productLine, filters, depth))),
      Promise.all(productLines.map((productLine) => this.catalog(calls, productLine, filters))),
    ]);
    const rows = [...interleave(live.map(({ offers }) => offers)), ...catalog.flat()]
      .filter((offer) => offer.monthlyPriceCents <= (maxMonthlyPriceCents ?? Infinity))
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

  /** Returns the current offer; null when it is not for sale. */
  async quote(calls: SupplierCalls, offer: Offer): Promise<Offer | null> {
    const { country, numberType, areaCode } = offer;
    const productLine = (await this.productLines(calls, { country, numberType, requiresActivation: null }))[0];
    if (!productLine) return null;
    if (offer.e164 === null) return this.quoteRow(calls, productLine, offer);
    const filters = exactly(nationalOf(offer, productLine.country));
    const { offers } = await availableNumbers(
      calls,
      { ...productLine, filters, limit: 1, freeOnly: false },
      this.rowReader,
    );
    const found = offers.find(({ e164 }) => e164 === offer.e164);
    return found ? { ...found, areaCode } : null;
  }

  /** Returns null when no number of the area has the capabilities that the row has shown. */
  private async quoteRow(calls: SupplierCalls, productLine: ProductLine, offer: Offer): Promise<Offer | null> {
    const { areaCode, capabilities } = offer;
    const rows = await this.rows(calls, productLine, { ...ANY_NUMBER, areaCode, capabilities });
    const region = offer.supplierRef['region'];
    const row = rows.find(
      (each) => each.areaCode === areaCode && (region === undefined || each.supplierRef['region'] === region),
    );
    return row ? withCapabilities(row, capabilities) : null;
  }

  private async typeCoverage(calls: SupplierCalls, { country }: SoldCountry, type: SoldType): Promise<TypeCoverage> {
    const { numberType, capabilities } = type;
    const requiresActivation = (await this.coverage.requirementTypes(calls, country, type)).length > 0;
    // The coverage of Telnyx has no prices.
    return { numberType, capabilities, requiresActivation, fromMonthlyPriceCents: null };
  }

  private async productLines(
    calls: SupplierCalls,
    { country, numberType, requiresActivation }: Pick<OfferFilters, 'country' | 'numberType' | 'requiresActivation'>,
  ): Promise<readonly ProductLine[]> {
    const sold = await this.coverage.country(calls, country);
    if (!sold) return [];
    const productLines = await Promise.all(
      typesOf(sold, numberType).map(async (type) => {
        const demands = await this.coverage.requirementTypes(calls, country, type);
        return { country: sold, type, requiresActivation: demands.length > 0 };
      }),
    );
    return productLines.filter(
      (productLine) => productLine.requiresActivation === (requiresActivation ?? productLine.requiresActivation),
    );
  }

  private async live(
    calls: SupplierCalls,
    productLine: ProductLine,
    filters: OfferFilters,
    limit: number,
  ): Promise<StockPage> {
    if (filters.source === 'availability' || !hasCapabilities(productLine, filters))
      return { offers: [], isWhole: true };
    const search = { ...productLine, filters, limit, freeOnly: true };
    const all = availableNumbers(calls, search, this.rowReader);
    if (filters.city === null) return all;
    const inCity = availableNumbers(calls, { ...search, locality: filters.city }, this.rowReader);
    return joined(await Promise.all([inCity, all]));
  }

  private async catalog(
    calls: SupplierCalls,
    productLine: ProductLine,
    filters: StockSearch['filters'] & Pick<OfferFilters, 'source'>,
  ): Promise<readonly Offer[]> {
    const { startsWith, contains, endsWith, city } = filters;
    const wantsNumber = [startsWith, contains, endsWith, city].some((filter) => filter !== null);
    if (filters.source === 'live' || wantsNumber || !hasCapabilities(productLine, filters)) return [];
    return this.rows(calls, productLine, filters);
  }

  private async rows(
    calls: SupplierCalls,
    productLine: ProductLine,
    filters: StockSearch['filters'],
  ): Promise<readonly Offer[]> {
    const { areaCode } = filters;
    // The region is compared with that of the area, which the region of one of its numbers may name in another way.
    const search = { ...productLine, filters: { ...filters, region: null }, limit: SAMPLES, freeOnly: true };
    const [sample] = (await availableNumbers(calls, search, this.rowReader)).offers;
    if (!sample) return [];
    const { country, hasInventory } = productLine.country;
    const areas: readonly RowArea[] = hasInventory
      ? (await this.coverage.areas(calls, country, productLine.type)).filter(({ count }) => count > 0)
      : [{ areaCode, region: null }];
    return areas
      .filter((area) => area.areaCode === (areaCode ?? area.areaCode))
      .map((area) => catalogRow(productLine, sample, area))
      .filter((row) => beginsWith(row.region, filters.region));
  }

  private async areasOf(calls: SupplierCalls, country: SoldCountry, type: SoldType): Promise<readonly AreaStock[]> {
    const productLine = { country, type, requiresActivation: false };
    const search = { ...productLine, filters: ANY_NUMBER, limit: 1, freeOnly: true };
    const [sample] = (await availableNumbers(calls, search, this.rowReader)).offers;
    const fromMonthlyPriceCents = sample?.monthlyPriceCents ?? null;
    if (!country.hasInventory) {
      return [{ areaCode: '', city: null, region: null, inStock: sample !== undefined, fromMonthlyPriceCents }];
    }
    const areas = await this.coverage.areas(calls, country.country, type);
    return areas.map(({ areaCode, region, count }) => ({
      areaCode,
      city: null,
      region,
      inStock: count > 0,
      fromMonthlyPriceCents,
    }));
  }
}

const ORDERS: Readonly<Record<SupplierSearch['sort'], (a: Offer, b: Offer) => number>> = {
  relevance: () => 0,
  price: (a, b) => a.monthlyPriceCents - b.monthlyPriceCents,
  e164: (a, b) => (a.placeholder < b.placeholder ? -1 : 1),
};

/** Telnyx finds a city by its whole name alone, so the beginning of a name is found among all numbers. */
function joined([inCity, all]: readonly [StockPage, StockPage]): StockPage {
  const offers = new Map([...inCity.offers, ...all.offers].map((offer) => [offer.e164, offer]));
  return { offers: [...offers.values()], isWhole: all.isWhole };
}

function hasCapabilities({ type }: ProductLine, { capabilities }: Pick<OfferFilters, 'capabilities'>): boolean {
  return capabilities.every((capability) => type.capabilities.includes(capability));
}

/** Returns the first of each list, then the second of each. The order does not depend on the lengths. */
function interleave(lists: readonly (readonly Offer[])[]): Offer[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => lists.map((list) => list[turn]))
    .flat()
    .filter((offer) => offer !== undefined);
}
