import {
  CommonErrors,
  type EndUserKind,
  invalidFields,
  type Keyset,
  NUMBER_TYPES,
  type NumberType,
  type Page,
  pageOf,
  type PageRequest,
} from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { Restriction } from '../../domain/offer';
import type { AreaStock, CountryCoverage, Requirements, TypeCoverage } from '../../domain/requirements';
import type { PriceList, Product } from '../../domain/pricing/price-list';
import type { PriceLists } from '../pricing/price-lists';
import type { Coverage } from './coverage';
import { beginsWith } from './places';
import type { NumberSupplier } from './supplier';
import type { Suppliers } from './suppliers';

/** What bundles are checked against, from compliance. */
export abstract class RegulatoryRequirements {
  /**
   * Returns what a bundle for these numbers must contain, also where the requirements of the country are unknown.
   * `endUserKind` leaves out what applies only to the other kind.
   */
  abstract find(country: string, numberType: NumberType, endUserKind: EndUserKind | null): Requirements;
  abstract isKnown(country: string, numberType: NumberType): boolean;
}

/** The responses of the available suppliers. */
interface Responses<T> {
  readonly values: readonly T[];
  /** False when a supplier was unavailable. */
  readonly areComplete: boolean;
}

/**
 * The countries and areas on sale, and the documents that they require. Throws `supplier_unavailable`, rather than
 * reporting that something is not sold, unless every supplier has responded.
 */
export class Catalog {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly coverage: Coverage,
    private readonly prices: PriceLists,
    private readonly regulations: RegulatoryRequirements,
  ) {}

  /** Returns every country and type on sale at the account's prices, by name. */
  async countries(accountId: string): Promise<CountryCoverage[]> {
    const prices = await this.prices.of(accountId);
    const { values } = await this.queryAll(async (supplier) => {
      const seller = { accountId, supplier: supplier.name };
      return (await this.coverage.of(supplier)).map((row) => pricedCountry(row, seller, prices));
    });
    const merged = new Map<string, CountryCoverage>();
    for (const row of values.flat()) merged.set(row.country, mergeCountries(merged.get(row.country), row));
    return [...merged.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  /**
   * Returns the areas of a country, by code and city. `q` is a prefix of the code, city or region. Throws `not_found` for a
   * country that is not sold.
   */
  async areas(
    accountId: string,
    country: string,
    filters: { readonly numberType: NumberType | null; readonly q: string | null },
    page: PageRequest,
  ): Promise<Page<AreaStock>> {
    const prices = await this.prices.of(accountId);
    const { values } = await this.queryAll((supplier) =>
      pricedAreas(supplier, filters.numberType, { accountId, country, prices }),
    );
    const found = values.flat();
    if (found.length === 0) await this.requireSold(country);
    const merged = new Map<string, AreaStock>();
    for (const area of found) merged.set(placeOf(area), mergeAreas(merged.get(placeOf(area)), area));
    const matching = [...merged.values()].filter((area) => matches(area, filters.q)).sort(byPlace);
    return pageOf(matching.filter((area) => isAfter(area, page.after)).slice(0, page.limit + 1), page.limit, keysetOf);
  }

  /**
   * The supplier decides whether a number needs a bundle, compliance what a bundle contains: what it returns here is what it
   * checks. Throws `country_not_supported`, and a validation error when numbers are not sold to this kind of end user. See
   * docs/requirements.md#which-requirements-apply.
   */
  async requirements(country: string, numberType: NumberType, endUserKind: EndUserKind | null): Promise<Requirements> {
    const { values, areComplete } = await this.queryAll((supplier) => this.coverage.of(supplier));
    const rows = values.flat().filter((row) => row.country === country);
    const types = rows.flatMap((row) => row.numberTypes).filter((type) => type.numberType === numberType);
    if (types.length === 0) throw areComplete ? typeNotSold() : NumberingErrors.supplier_unavailable();
    const requiresActivation = types.some((type) => type.requiresActivation);
    const checked = this.regulations.find(country, numberType, endUserKind);
    if (requiresActivation && endUserKind && !checked.endUserKinds.includes(endUserKind)) {
      throw invalidFields({
        end_user_kind: `numbers of this country and type are sold to ${checked.endUserKinds.join(' or ')} only`,
      });
    }
    const isListed = checked.requiresActivation && this.regulations.isKnown(country, numberType);
    const others = isListed ? [] : await this.supplierRestrictions(country, numberType, endUserKind);
    return { ...checked, requiresActivation, restrictions: [...checked.restrictions, ...others] };
  }

  /** Conditions of the first supplier that sells these numbers. No bundle is checked against them. */
  private async supplierRestrictions(
    country: string,
    numberType: NumberType,
    endUserKind: EndUserKind | null,
  ): Promise<readonly Restriction[]> {
    const { values, areComplete } = await this.queryAll((supplier) =>
      supplier.requirements(country, numberType, endUserKind),
    );
    const found = values.find((value) => value !== null);
    if (!found && !areComplete) throw NumberingErrors.supplier_unavailable();
    return found?.restrictions ?? [];
  }

  private async requireSold(country: string): Promise<void> {
    const { values, areComplete } = await this.queryAll((supplier) => this.coverage.of(supplier));
    if (values.flat().some((row) => row.country === country)) return;
    throw areComplete ? CommonErrors.not_found() : NumberingErrors.supplier_unavailable();
  }

  /** Throws `supplier_unavailable` when no supplier responds. */
  private async queryAll<T>(query: (supplier: NumberSupplier) => Promise<T>): Promise<Responses<T>> {
    const responses = await this.suppliers.queryAll(query);
    const values = responses.filter((response) => response.status === 'fulfilled').map(({ value }) => value);
    if (values.length === 0) throw NumberingErrors.supplier_unavailable();
    return { values, areComplete: values.length === responses.length };
  }
}

type Seller = Pick<Product, 'accountId' | 'supplier'>;

function pricedCountry({ numberTypes, ...row }: CountryCoverage, seller: Seller, prices: PriceList): CountryCoverage {
  const { country } = row;
  const priced = numberTypes.map((type) => {
    const { numberType, fromMonthlyPriceCents: costCents } = type;
    const product = { ...seller, country, numberType };
    return { ...type, fromMonthlyPriceCents: costCents === null ? null : prices.monthlyPrice(product, costCents) };
  });
  return { ...row, numberTypes: priced };
}

interface AreaPrices {
  readonly accountId: string;
  readonly country: string;
  readonly prices: PriceList;
}

/** The areas of all types are queried together, unless rules price the types differently. */
async function pricedAreas(
  supplier: NumberSupplier,
  numberType: NumberType | null,
  { accountId, country, prices }: AreaPrices,
): Promise<AreaStock[]> {
  const seller = { accountId, supplier: supplier.name, country };
  const types = numberType || prices.pricesTypesAlike(seller) ? [numberType] : NUMBER_TYPES;
  const areas = types.map(async (type) => {
    const product = { ...seller, numberType: type ?? NUMBER_TYPES[0] };
    return (await supplier.areas(country, type)).map((area) => {
      const { fromMonthlyPriceCents: costCents } = area;
      const fromMonthlyPriceCents = costCents === null ? null : prices.monthlyPrice(product, costCents);
      return { ...area, fromMonthlyPriceCents };
    });
  });
  return (await Promise.all(areas)).flat();
}

function typeNotSold(): Error {
  return NumberingErrors.country_not_supported({ fields: { country: 'is not sold with this type' } });
}

function mergeCountries(known: CountryCoverage | undefined, row: CountryCoverage): CountryCoverage {
  if (!known) return row;
  const types = new Map<NumberType, TypeCoverage>();
  for (const type of [...known.numberTypes, ...row.numberTypes]) {
    const other = types.get(type.numberType);
    types.set(type.numberType, other && isAtMost(other, type) ? other : type);
  }
  return { ...known, numberTypes: [...types.values()] };
}

function mergeAreas(known: AreaStock | undefined, area: AreaStock): AreaStock {
  if (!known) return area;
  const { fromMonthlyPriceCents } = isAtMost(known, area) ? known : area;
  return { ...known, inStock: known.inStock || area.inStock, fromMonthlyPriceCents };
}

type Priced = Pick<AreaStock, 'fromMonthlyPriceCents'>;

/** An unknown price is higher than any other. */
function isAtMost(a: Priced, b: Priced): boolean {
  return (a.fromMonthlyPriceCents ?? Infinity) <= (b.fromMonthlyPriceCents ?? Infinity);
}

function matches({ areaCode, city, region }: AreaStock, q: string | null): boolean {
  if (q === null) return true;
  return [areaCode, city, region].some((text) => beginsWith(text, q));
}

const cityOf = ({ city, region }: AreaStock) => `${city ?? ''}/${region ?? ''}`;
const placeOf = (area: AreaStock) => `${area.areaCode}/${cityOf(area)}`;
const keysetOf = (area: AreaStock): Keyset => ({ key: area.areaCode, id: cityOf(area) });

function byPlace(a: AreaStock, b: AreaStock): number {
  return compare(a.areaCode, b.areaCode) || compare(cityOf(a), cityOf(b));
}

function isAfter(area: AreaStock, after: Keyset | null): boolean {
  if (!after) return true;
  return (compare(area.areaCode, String(after.key)) || compare(cityOf(area), after.id)) > 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
