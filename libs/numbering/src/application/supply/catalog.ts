import { CommonErrors, invalidFields, type Keyset, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { EndUserKind, NumberType } from '../../domain/supply/offer';
import type { AreaStock, CountryCoverage, Requirements, TypeCoverage } from '../../domain/supply/requirements';
import type { Coverage } from './coverage';
import type { NumberSupplier } from './supplier';
import type { Suppliers } from './suppliers';

/** Of the suppliers that are there, and whether those are all. */
interface Answers<T> {
  readonly values: readonly T[];
  readonly areAll: boolean;
}

/**
 * What is on sale at all: countries, areas and what they demand. That nobody sells something is said only when every
 * supplier has said so; else it is `supplier_unavailable`.
 */
export class Catalog {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly coverage: Coverage,
  ) {}

  /** Every country and type that a supplier sells, by name. */
  async countries(): Promise<CountryCoverage[]> {
    const { values } = await this.askAll((supplier) => this.coverage.of(supplier));
    const merged = new Map<string, CountryCoverage>();
    for (const row of values.flat()) merged.set(row.country, mergeCountries(merged.get(row.country), row));
    return [...merged.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  /** `not_found` for a country that nobody sells. Areas by code, then city. `q` is the beginning of the code, or of the name of a city or region. */
  async areas(
    country: string,
    filters: { readonly numberType: NumberType | null; readonly q: string | null },
    page: PageRequest,
  ): Promise<Page<AreaStock>> {
    const { values } = await this.askAll((supplier) => supplier.areas(country, filters.numberType));
    const found = values.flat();
    if (found.length === 0) await this.requireSold(country);
    const merged = new Map<string, AreaStock>();
    for (const area of found) merged.set(placeOf(area), mergeAreas(merged.get(placeOf(area)), area));
    const matching = [...merged.values()].filter((area) => matches(area, filters.q)).sort(byPlace);
    return pageOf(matching.filter((area) => isBeyond(area, page.after)).slice(0, page.limit + 1), page.limit, keysetOf);
  }

  /** Throws `country_not_supported`, and 422 when the country demands the other kind of end user. */
  async requirements(country: string, numberType: NumberType, endUserKind: EndUserKind | null): Promise<Requirements> {
    const { values, areAll } = await this.askAll((each) => each.requirements(country, numberType, endUserKind));
    const requirements = values.find((each) => each !== null);
    if (!requirements) {
      if (!areAll) throw NumberingErrors.supplier_unavailable();
      throw NumberingErrors.country_not_supported({ fields: { country: 'is not sold with this type' } });
    }
    if (endUserKind && !requirements.endUserKinds.includes(endUserKind)) {
      throw invalidFields({
        end_user_kind: `numbers of this country and type are sold to ${requirements.endUserKinds.join(' or ')} only`,
      });
    }
    return requirements;
  }

  private async requireSold(country: string): Promise<void> {
    const { values, areAll } = await this.askAll((supplier) => this.coverage.of(supplier));
    if (values.flat().some((row) => row.country === country)) return;
    throw areAll ? CommonErrors.not_found() : NumberingErrors.supplier_unavailable();
  }

  /** The answers of those that are there, and in time; `supplier_unavailable` when none is. */
  private async askAll<T>(question: (supplier: NumberSupplier) => Promise<T>): Promise<Answers<T>> {
    const answers = await this.suppliers.askAll(question);
    const values = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value);
    if (values.length === 0) throw NumberingErrors.supplier_unavailable();
    return { values, areAll: values.length === answers.length };
  }
}

function mergeCountries(known: CountryCoverage | undefined, row: CountryCoverage): CountryCoverage {
  if (!known) return row;
  const types = new Map<NumberType, TypeCoverage>();
  for (const type of [...known.numberTypes, ...row.numberTypes]) {
    const other = types.get(type.numberType);
    types.set(type.numberType, other && other.fromMonthlyPriceCents <= type.fromMonthlyPriceCents ? other : type);
  }
  return { ...known, numberTypes: [...types.values()] };
}

function mergeAreas(known: AreaStock | undefined, area: AreaStock): AreaStock {
  if (!known) return area;
  const fromMonthlyPriceCents = Math.min(known.fromMonthlyPriceCents, area.fromMonthlyPriceCents);
  return { ...known, inStock: known.inStock || area.inStock, fromMonthlyPriceCents };
}

function matches({ areaCode, city, region }: AreaStock, q: string | null): boolean {
  if (q === null) return true;
  const wanted = q.toLowerCase();
  return [areaCode, city, region].some((text) => text?.toLowerCase().startsWith(wanted));
}

const cityOf = ({ city, region }: AreaStock) => `${city ?? ''}/${region ?? ''}`;
const placeOf = (area: AreaStock) => `${area.areaCode}/${cityOf(area)}`;
const keysetOf = (area: AreaStock): Keyset => ({ key: area.areaCode, id: cityOf(area) });

function byPlace(a: AreaStock, b: AreaStock): number {
  return compare(a.areaCode, b.areaCode) || compare(cityOf(a), cityOf(b));
}

function isBeyond(area: AreaStock, after: Keyset | null): boolean {
  if (!after) return true;
  return (compare(area.areaCode, String(after.key)) || compare(cityOf(area), after.id)) > 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
