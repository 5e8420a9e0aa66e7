import type { FoundOffer, OfferFilters, SupplierPage, SupplierSearch } from '../../../application/supply/supplier';
import type { NumberType, Offer } from '../../../domain/supply/offer';
import type { AreaStock, CountryCoverage, TypeCoverage } from '../../../domain/supply/requirements';
import type { SupplierCalls } from '../http/supplier-http';
import type { LenientRowReader } from '../lenient-row-reader';
import { type AreaCount, type TelnyxCoverage, typesOf } from './telnyx-coverage';
import { ANY_NUMBER, availableNumbers, exactly, nationalOf, type StockPage, type StockSearch } from './telnyx-stock';
import type { SoldCountry, SoldType } from './telnyx-types';

/** Maximum number of rows per request. Narrower filters find the rest. */
const DEPTH = 250;
/** Placeholder price, because the coverage of Telnyx has no prices. */
const LEAST_MONTHLY_CENTS = 100;

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
    const needsAll = sort !== 'relevance' || filters.maxMonthlyPriceCents !== null;
    const depth = needsAll ? DEPTH : Math.min(from + limit, DEPTH);
    const [live, catalog] = await Promise.all([
      Promise.all(productLines.map((productLine) => this.live(calls, productLine, filters, depth))),
      Promise.all(productLines.map((productLine) => this.catalog(calls, productLine, filters))),
    ]);
    const rows = [...interleave(live.map(({ offers }) => offers)), ...catalog.flat()]
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

  /** Returns the current offer; null when it is not for sale. */
  async quote(calls: SupplierCalls, offer: Offer): Promise<Offer | null> {
    const { country, numberType, areaCode } = offer;
    const productLine = (await this.productLines(calls, { country, numberType, requiresActivation: null }))[0];
    if (!productLine) return null;
    if (offer.e164 === null) {
      const rows = await this.catalog(calls, productLine, { ...ANY_NUMBER, areaCode, source: 'availability' });
      return rows.find((row) => row.areaCode === areaCode) ?? null;
    }
    const filters = exactly(nationalOf(offer, productLine.country));
    const { offers } = await availableNumbers(
      calls,
      { ...productLine, filters, limit: 1, freeOnly: false },
      this.rowReader,
    );
    const found = offers.find(({ e164 }) => e164 === offer.e164);
    return found ? { ...found, areaCode } : null;
  }

  private async typeCoverage(calls: SupplierCalls, { country }: SoldCountry, type: SoldType): Promise<TypeCoverage> {
    const { numberType, capabilities } = type;
    const requiresActivation = (await this.coverage.requirementTypes(calls, country, type)).length > 0;
    return { numberType, capabilities, requiresActivation, fromMonthlyPriceCents: LEAST_MONTHLY_CENTS };
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
    return availableNumbers(calls, { ...productLine, filters, limit, freeOnly: true }, this.rowReader);
  }

  private async catalog(
    calls: SupplierCalls,
    productLine: ProductLine,
    filters: StockSearch['filters'] & Pick<OfferFilters, 'source'>,
  ): Promise<readonly Offer[]> {
    const { startsWith, contains, endsWith, city, areaCode, region } = filters;
    const wantsNumber = [startsWith, contains, endsWith, city].some((filter) => filter !== null);
    if (filters.source === 'live' || wantsNumber || !hasCapabilities(productLine, filters)) return [];
    const search = { ...productLine, filters, limit: 1, freeOnly: true };
    const [sample] = (await availableNumbers(calls, search, this.rowReader)).offers;
    if (!sample) return [];
    if (!productLine.country.hasInventory) return [catalogRow(productLine, sample, { areaCode, region, count: 1 })];
    const areas = await this.coverage.areas(calls, productLine.country.country, productLine.type);
    return areas
      .filter((area) => area.count > 0 && area.areaCode === (areaCode ?? area.areaCode))
      .filter((area) => area.region === (region ?? area.region))
      .map((area) => catalogRow(productLine, sample, area));
  }

  private async areasOf(calls: SupplierCalls, country: SoldCountry, type: SoldType): Promise<readonly AreaStock[]> {
    const productLine = { country, type, requiresActivation: false };
    const search = { ...productLine, filters: ANY_NUMBER, limit: 1, freeOnly: true };
    const [sample] = (await availableNumbers(calls, search, this.rowReader)).offers;
    const fromMonthlyPriceCents = sample?.monthlyPriceCents ?? LEAST_MONTHLY_CENTS;
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

function catalogRow(
  { country, type }: ProductLine,
  sample: Offer,
  { areaCode, region }: Omit<AreaCount, 'areaCode'> & { readonly areaCode: string | null },
): Offer {
  const code = areaCode ?? '';
  const unknown = 'X'.repeat(nationalOf(sample, country).length - code.length);
  const ref = { country: country.country, type: type.telnyxType, ...(areaCode !== null && { areaCode }) };
  return {
    ...sample,
    supplierRef: ref,
    e164: null,
    areaCode,
    city: null,
    region: region ?? country.name,
    placeholder: `+${country.callingCode}${code}${unknown}`,
  };
}
