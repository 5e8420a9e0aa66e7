import type { Clock, NumberType } from '@trunkline/kernel';
import type { SupplierCalls } from '../http/supplier-http';
import type { LenientRowReader } from '../lenient-row-reader';
import { dataOf, type Fields, fieldsOf, rowsOf, textOf, textOrNull, textsOf } from './telnyx-json';
import { type RequirementType, requirementTypeOf } from './telnyx-requirements';
import { callingCodeOf, capabilitiesOf, type SoldCountry, type SoldType, TELNYX_TYPES } from './telnyx-types';

const CACHE_SECONDS = 10 * 60;
const PAGE_SIZE = 250;

/** The number of available numbers of one national destination code. */
export interface AreaCount {
  readonly areaCode: string;
  readonly region: string | null;
  readonly count: number;
}

/** Requirements by country and Telnyx type. The type is empty for requirements of every type. */
type RequirementsByType = ReadonlyMap<string, readonly RequirementType[]>;

/** Reads the coverage and the requirements of Telnyx, and caches them for ten minutes. */
export class TelnyxCoverage {
  private readonly sold: TimedCache<readonly SoldCountry[]>;
  private readonly demands: TimedCache<RequirementsByType>;

  constructor(
    clock: Clock,
    private readonly rowReader: LenientRowReader,
  ) {
    this.sold = new TimedCache(clock, CACHE_SECONDS);
    this.demands = new TimedCache(clock, CACHE_SECONDS);
  }

  /** Returns the countries on sale (developers.telnyx.com/api-reference/country-coverage/get-country-coverage). */
  countries(calls: SupplierCalls): Promise<readonly SoldCountry[]> {
    return this.sold.get('', async () => {
      const rows = Object.entries(fieldsOf(dataOf(await calls.get('/country_coverage'))));
      const countries = this.rowReader.readRequired('country_coverage', rows, ([name, row]) =>
        countryOf(name, fieldsOf(row)),
      );
      return countries.filter((each) => each !== null);
    });
  }

  async country(calls: SupplierCalls, country: string): Promise<SoldCountry | null> {
    return (await this.countries(calls)).find((each) => each.country === country) ?? null;
  }

  /** Returns what a number of the type needs before it works. */
  async requirementTypes(
    calls: SupplierCalls,
    country: string,
    { telnyxType }: SoldType,
  ): Promise<readonly RequirementType[]> {
    const demands = await this.demands.get('', () => this.readRequirements(calls));
    return requirementTypesFor(demands, country, telnyxType);
  }

  /**
   * Returns the areas with their counts, without prices
   * (developers.telnyx.com/api-reference/inventory-level/create-an-inventory-coverage-request).
   */
  async areas(calls: SupplierCalls, country: string, { telnyxType }: SoldType): Promise<readonly AreaCount[]> {
    const answer = await calls.get('/inventory_coverage', {
      'filter[country_code]': country,
      'filter[phone_number_type]': telnyxType,
      'filter[groupBy]': 'national_destination_code',
      'filter[count]': 'true',
    });
    return this.rowReader.read('inventory_coverage', rowsOf(dataOf(answer)), areaCountOf);
  }

  /** Reads all pages of all countries (developers.telnyx.com/api-reference/requirements/list-all-requirements). */
  private async readRequirements(calls: SupplierCalls): Promise<RequirementsByType> {
    const demands = new Map<string, Map<string, RequirementType>>();
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { 'filter[action]': 'ordering', 'page[number]': page, 'page[size]': PAGE_SIZE };
      const answer = fieldsOf(await calls.get('/requirements', query));
      for (const { place, types } of this.rowReader.read('requirements', rowsOf(answer['data']), requirementOf)) {
        const known = demands.get(place) ?? new Map<string, RequirementType>();
        for (const type of this.rowReader.read('requirement_types', types, requirementTypeOf)) known.set(type.id, type);
        demands.set(place, known);
      }
      pages = Number(fieldsOf(answer['meta'] ?? {})['total_pages'] ?? 1);
    }
    return new Map([...demands].map(([place, types]) => [place, [...types.values()]]));
  }
}

function areaCountOf(row: unknown): AreaCount {
  const { group, administrative_area: region, count } = fieldsOf(row);
  return { areaCode: textOf(group), region: textOrNull(region), count: typeof count === 'number' ? count : 0 };
}

/** Returns the requirements of the type and of every type, each once. */
function requirementTypesFor(
  demands: RequirementsByType,
  country: string,
  telnyxType: string,
): readonly RequirementType[] {
  const demanded = [...(demands.get(placeOf(country, telnyxType)) ?? []), ...(demands.get(placeOf(country, '')) ?? [])];
  return [...new Map(demanded.map((type) => [type.id, type])).values()];
}

/** The current schema names the list `requirement_types`, the older one `requirements_types`. */
function requirementOf(row: unknown): { readonly place: string; readonly types: readonly unknown[] } {
  const fields = fieldsOf(row);
  const types = rowsOf(fields['requirement_types'] ?? fields['requirements_types']);
  // A blank type means every type.
  const telnyxType = (textOrNull(fields['phone_number_type']) ?? '').trim();
  return { place: placeOf(textOf(fields['country_code']), telnyxType), types };
}

function placeOf(country: string, telnyxType: string): string {
  return `${country}/${telnyxType}`;
}

export function typesOf({ types }: SoldCountry, numberType: NumberType | null): readonly SoldType[] {
  return types.filter((type) => type.numberType === (numberType ?? type.numberType));
}

function countryOf(name: string, row: Fields): SoldCountry | null {
  const country = textOf(row['code']);
  const callingCode = callingCodeOf(country);
  const types = row['numbers'] === true ? TELNYX_TYPES.flatMap((type) => typeOf(row, type)) : [];
  if (callingCode === null || types.length === 0) return null;
  return { country, name, callingCode, types, hasInventory: row['inventory_coverage'] === true };
}

/** Returns nothing for a type that is not sold: an empty object, or absent. */
function typeOf(row: Fields, [telnyxType, numberType]: (typeof TELNYX_TYPES)[number]): SoldType[] {
  const features = textsOf(fieldsOf(row[telnyxType] ?? {})['features']);
  return features.length > 0 ? [{ telnyxType, numberType, capabilities: capabilitiesOf(features) }] : [];
}

interface Entry<T> {
  readonly until: number;
  readonly value: Promise<T>;
}

/** Caches results for some time. A failed load is not cached. */
class TimedCache<T> {
  private readonly entries = new Map<string, Entry<T>>();

  constructor(
    private readonly clock: Clock,
    private readonly seconds: number,
  ) {}

  get(key: string, load: () => Promise<T>): Promise<T> {
    const now = this.clock.now().getTime();
    const cached = this.entries.get(key);
    if (cached && now < cached.until) return cached.value;
    const value = load();
    const entry = { until: now + this.seconds * 1000, value };
    this.entries.set(key, entry);
    value.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    return value;
  }
}
