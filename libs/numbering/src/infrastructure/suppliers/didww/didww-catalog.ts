import { addSeconds, type Clock } from '@trunkline/kernel';
import { isMissing } from './didww-errors';
import { countryCodeOf, type DidGroup, didGroupOf, GROUP_INCLUDES } from './did-group';
import { type Page, pageOf, type ReadRows, type Resource, resourceOf } from './json-api';
import type { SupplierCalls } from '../http/supplier-http';
import type { OddRows } from '../odd-rows';

export interface DidwwCountry {
  readonly id: string;
  readonly country: string;
  readonly name: string;
  readonly callingCode: string;
}

interface Kept<T> {
  readonly value: Promise<T>;
  readonly until: Date;
}

/** Coverage changes seldom; what is bought is asked for anew, by `quote`. */
const KEEP_SECONDS = 600;
const PAGE_SIZE = 100;
const AT_ONCE = 6;

/** What DIDWW covers, read from it and kept for some minutes in this process. */
export class DidwwCatalog {
  private keptCountries: Kept<readonly DidwwCountry[]> | null = null;
  private readonly keptGroups = new Map<string, Kept<readonly DidGroup[]>>();
  private readonly dropped = new Map<string, Set<string>>();

  constructor(
    private readonly clock: Clock,
    private readonly oddRows: OddRows,
  ) {}

  /** How many groups were left out because we do not sell their type, by the type's name at DIDWW. */
  get droppedGroups(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.dropped].map(([type, ids]) => [type, ids.size]));
  }

  countries(calls: SupplierCalls): Promise<readonly DidwwCountry[]> {
    if (this.isFresh(this.keptCountries)) return this.keptCountries.value;
    const value = this.readCountries(calls);
    this.keptCountries = this.keep(value);
    // The caller hears of it; the next one asks anew.
    value.catch(() => (this.keptCountries = null));
    return value;
  }

  /** The groups of a country that can be bought at times, sold out or not; empty for one that DIDWW does not cover. */
  async groups(calls: SupplierCalls, country: string): Promise<readonly DidGroup[]> {
    const found = (await this.countries(calls)).find((each) => each.country === country);
    return found ? this.groupsOf(calls, found.id) : [];
  }

  /** Every country with its groups. What was read stays when the time runs out, so that a repeat gets further. */
  async coverage(calls: SupplierCalls): Promise<readonly (readonly [DidwwCountry, readonly DidGroup[]])[]> {
    const countries = await this.countries(calls);
    return inTurns(countries, async (country) => [country, await this.groupsOf(calls, country.id)] as const);
  }

  /** One group as it is now; null when it is not sold any more. */
  async group(calls: SupplierCalls, id: string): Promise<DidGroup | null> {
    const answer = await calls.get(`/did_groups/${id}`, { include: GROUP_INCLUDES }).catch(nullWhenMissing);
    return answer === null ? null : this.read(resourceOf(answer));
  }

  private groupsOf(calls: SupplierCalls, countryId: string): Promise<readonly DidGroup[]> {
    const kept = this.keptGroups.get(countryId) ?? null;
    if (this.isFresh(kept)) return kept.value;
    const value = this.readGroups(calls, countryId);
    this.keptGroups.set(countryId, this.keep(value));
    value.catch(() => this.keptGroups.delete(countryId));
    return value;
  }

  private async readCountries(calls: SupplierCalls): Promise<readonly DidwwCountry[]> {
    const query = { 'filter[is_available]': 'true' };
    const countries = await allPages(
      (page) => calls.get('/countries', { ...query, ...page }),
      (rows, read) => this.oddRows.skipSome('countries', rows, read),
    );
    return this.oddRows.skipSome('countries', countries, countryOf);
  }

  private async readGroups(calls: SupplierCalls, countryId: string): Promise<readonly DidGroup[]> {
    const query = { 'filter[country.id]': countryId, include: GROUP_INCLUDES };
    const groups = await allPages(
      (page) => calls.get('/did_groups', { ...query, ...page }),
      (rows, read) => this.oddRows.skip('did_groups', rows, read),
    );
    return this.oddRows.skip('did_groups', groups, (group) => this.read(group)).filter((group) => group !== null);
  }

  private read(resource: Resource): DidGroup | null {
    const group = didGroupOf(resource);
    if (group === null || !('dropped' in group)) return group;
    const ids = this.dropped.get(group.dropped) ?? new Set();
    this.dropped.set(group.dropped, ids.add(resource.id));
    return null;
  }

  private keep<T>(value: Promise<T>): Kept<T> {
    return { value, until: addSeconds(this.clock.now(), KEEP_SECONDS) };
  }

  private isFresh<T>(kept: Kept<T> | null): kept is Kept<T> {
    return kept !== null && this.clock.now() < kept.until;
  }
}

export function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

type PageQuery = Readonly<Record<string, number>>;

async function allPages(ask: (page: PageQuery) => Promise<unknown>, readRows: ReadRows): Promise<Resource[]> {
  const read = async (number: number): Promise<Page> =>
    pageOf(await ask({ 'page[number]': number, 'page[size]': PAGE_SIZE }), readRows);
  const first = await read(1);
  const count = Math.ceil(first.total / Math.max(first.size, 1));
  const numbers = Array.from({ length: Math.max(count - 1, 0) }, (_, index) => index + 2);
  const others = await inTurns(numbers, read);
  return [first, ...others].flatMap(({ items }) => items);
}

function countryOf(country: Resource): DidwwCountry {
  return {
    ...{ id: country.id, country: countryCodeOf(country), name: country.text('name') },
    callingCode: country.textOrNull('prefix') ?? '',
  };
}

/** Some at once, in order. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))));
  }
  return results;
}
