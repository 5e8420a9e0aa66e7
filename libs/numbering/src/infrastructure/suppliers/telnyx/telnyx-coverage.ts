import type { Clock } from '@trunkline/kernel';
import type { NumberType } from '../../../domain/offer';
import type { SupplierCalls } from '../http/supplier-http';
import { Remembered } from './remembered';
import { dataOf, type Fields, fieldsOf, listOf, textOf, textOrNull, textsOf } from './telnyx-json';
import { type RequirementType, requirementTypesOf } from './telnyx-requirements';
import { callingCodeOf, capabilitiesOf, type SoldCountry, type SoldType, TELNYX_TYPES } from './telnyx-types';

const REMEMBER_SECONDS = 10 * 60;
const PAGE_SIZE = 250;

/** The numbers of one national destination code, as far as Telnyx counts them. */
export interface AreaCount {
  readonly areaCode: string;
  readonly region: string | null;
  readonly count: number;
}

/** By country and Telnyx's type. */
type Demands = ReadonlyMap<string, readonly RequirementType[]>;

/** What Telnyx sells where, and what it demands; remembered for ten minutes. */
export class TelnyxCoverage {
  private readonly sold: Remembered<readonly SoldCountry[]>;
  private readonly demands: Remembered<Demands>;

  constructor(clock: Clock) {
    this.sold = new Remembered(clock, REMEMBER_SECONDS);
    this.demands = new Remembered(clock, REMEMBER_SECONDS);
  }

  /** Developers.telnyx.com/api-reference/country-coverage/get-country-coverage: an object of countries by name. */
  countries(calls: SupplierCalls): Promise<readonly SoldCountry[]> {
    return this.sold.get('', async () => {
      const countries = Object.entries(fieldsOf(dataOf(await calls.get('/country_coverage'))));
      return countries.map(([name, row]) => countryOf(name, fieldsOf(row))).filter((each) => each !== null);
    });
  }

  async country(calls: SupplierCalls, country: string): Promise<SoldCountry | null> {
    return (await this.countries(calls)).find((each) => each.country === country) ?? null;
  }

  /** What a number of the type needs before it works. */
  async requirementTypes(
    calls: SupplierCalls,
    country: string,
    { telnyxType }: SoldType,
  ): Promise<readonly RequirementType[]> {
    const demands = await this.demands.get('', () => demandsOf(calls));
    return demands.get(`${country}/${telnyxType}`) ?? [];
  }

  /** Developers.telnyx.com/api-reference/inventory-level/create-an-inventory-coverage-request. It names no prices. */
  async areas(calls: SupplierCalls, country: string, { telnyxType }: SoldType): Promise<readonly AreaCount[]> {
    const answer = await calls.get('/inventory_coverage', {
      'filter[country_code]': country,
      'filter[phone_number_type]': telnyxType,
      'filter[groupBy]': 'national_destination_code',
      'filter[count]': 'true',
    });
    return listOf(dataOf(answer)).map((row) => ({
      areaCode: textOf(row['group']),
      region: textOrNull(row['administrative_area']),
      count: typeof row['count'] === 'number' ? row['count'] : 0,
    }));
  }
}

/** Developers.telnyx.com/api-reference/requirements/list-all-requirements: of all countries, some pages long. */
async function demandsOf(calls: SupplierCalls): Promise<Demands> {
  const demands = new Map<string, Fields[]>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { 'filter[action]': 'ordering', 'page[number]': page, 'page[size]': PAGE_SIZE };
    const answer = fieldsOf(await calls.get('/requirements', query));
    for (const row of listOf(answer['data'])) {
      const key = `${textOf(row['country_code'])}/${textOf(row['phone_number_type'])}`;
      demands.set(key, [...(demands.get(key) ?? []), row]);
    }
    pages = Number(fieldsOf(answer['meta'])['total_pages']);
  }
  return new Map([...demands].map(([key, rows]) => [key, requirementTypesOf(rows)]));
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

/** A type that is not sold is an empty object, or absent. */
function typeOf(row: Fields, [telnyxType, numberType]: (typeof TELNYX_TYPES)[number]): SoldType[] {
  const features = textsOf(fieldsOf(row[telnyxType] ?? {})['features']);
  return features.length > 0 ? [{ telnyxType, numberType, capabilities: capabilitiesOf(features) }] : [];
}
