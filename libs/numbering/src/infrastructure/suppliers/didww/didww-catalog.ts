import { addSeconds, type Clock } from '@trunkline/kernel';
import { inGroups } from '../../../application/sweep';
import { isMissing } from './didww-errors';
import { countryCodeOf, type DidGroup, didGroupOf, GROUP_INCLUDES } from './did-group';
import { type Page, pageOf, type RowReading, type Resource, resourceOf } from './json-api';
import type { SupplierCalls } from '../http/supplier-http';
import type { LenientRowReader } from '../lenient-row-reader';

export interface DidwwCountry {
  readonly id: string;
  readonly country: string;
  readonly name: string;
  readonly callingCode: string;
}

interface Cached<T> {
  readonly value: Promise<T>;
  readonly until: Date;
}

/** How long coverage is cached. `quote` reads the current offer. */
const CACHE_SECONDS = 600;
const PAGE_SIZE = 100;
/** Maximum number of concurrent requests. */
export const CONCURRENCY = 6;

/** Reads the coverage of DIDWW, and caches it in this process. */
export class DidwwCatalog {
  private cachedCountries: Cached<readonly DidwwCountry[]> | null = null;
  private readonly cachedGroups = new Map<string, Cached<readonly DidGroup[]>>();
  private readonly dropped = new Map<string, Set<string>>();

  constructor(
    private readonly clock: Clock,
    private readonly rowReader: LenientRowReader,
  ) {}

  /** The number of groups of types that are not sold here, by DIDWW type. */
  get droppedGroups(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.dropped].map(([type, ids]) => [type, ids.size]));
  }

  countries(calls: SupplierCalls): Promise<readonly DidwwCountry[]> {
    if (this.isFresh(this.cachedCountries)) return this.cachedCountries.value;
    const value = this.readCountries(calls);
    this.cachedCountries = this.cache(value);
    // A failure is not cached.
    value.catch(() => (this.cachedCountries = null));
    return value;
  }

  /** Returns the groups of a country, sold out or not; empty for a country that DIDWW does not cover. */
  async groups(calls: SupplierCalls, country: string): Promise<readonly DidGroup[]> {
    const found = (await this.countries(calls)).find((each) => each.country === country);
    return found ? this.groupsOf(calls, found.id) : [];
  }

  /** Returns every country with its groups. After a timeout, the groups read so far stay cached for the next call. */
  async coverage(calls: SupplierCalls): Promise<readonly (readonly [DidwwCountry, readonly DidGroup[]])[]> {
    const countries = await this.countries(calls);
    return inGroups(
      countries,
      CONCURRENCY,
      async (country) => [country, await this.groupsOf(calls, country.id)] as const,
    );
  }

  /** Returns the current state of a group; null when it is no longer sold. */
  async group(calls: SupplierCalls, id: string): Promise<DidGroup | null> {
    const answer = await calls.get(`/did_groups/${id}`, { include: GROUP_INCLUDES }).catch(nullWhenMissing);
    return answer === null ? null : this.read(resourceOf(answer));
  }

  private groupsOf(calls: SupplierCalls, countryId: string): Promise<readonly DidGroup[]> {
    const cached = this.cachedGroups.get(countryId) ?? null;
    if (this.isFresh(cached)) return cached.value;
    const value = this.readGroups(calls, countryId);
    this.cachedGroups.set(countryId, this.cache(value));
    value.catch(() => this.cachedGroups.delete(countryId));
    return value;
  }

  private async readCountries(calls: SupplierCalls): Promise<readonly DidwwCountry[]> {
    const query = { 'filter[is_available]': 'true' };
    const countries = await allPages(
      (page) => calls.get('/countries', { ...query, ...page }),
      (rows, read) => this.rowReader.readRequired('countries', rows, read),
    );
    return this.rowReader.readRequired('countries', countries, countryOf);
  }

  private async readGroups(calls: SupplierCalls, countryId: string): Promise<readonly DidGroup[]> {
    const query = { 'filter[country.id]': countryId, include: GROUP_INCLUDES };
    const groups = await allPages(
      (page) => calls.get('/did_groups', { ...query, ...page }),
      (rows, read) => this.rowReader.read('did_groups', rows, read),
    );
    return this.rowReader.read('did_groups', groups, (group) => this.read(group)).filter((group) => group !== null);
  }

  private read(resource: Resource): DidGroup | null {
    const group = didGroupOf(resource);
    if (group === null || !('dropped' in group)) return group;
    const ids = this.dropped.get(group.dropped) ?? new Set();
    this.dropped.set(group.dropped, ids.add(resource.id));
    return null;
  }

  private cache<T>(value: Promise<T>): Cached<T> {
    return { value, until: addSeconds(this.clock.now(), CACHE_SECONDS) };
  }

  private isFresh<T>(cached: Cached<T> | null): cached is Cached<T> {
    return cached !== null && this.clock.now() < cached.until;
  }
}

export function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

type PageQuery = Readonly<Record<string, number>>;

async function allPages(ask: (page: PageQuery) => Promise<unknown>, readRows: RowReading): Promise<Resource[]> {
  const read = async (number: number): Promise<Page> =>
    pageOf(await ask({ 'page[number]': number, 'page[size]': PAGE_SIZE }), readRows);
  const first = await read(1);
  const count = Math.ceil(first.total / Math.max(first.size, 1));
  const numbers = Array.from({ length: Math.max(count - 1, 0) }, (_, index) => index + 2);
  const others = await inGroups(numbers, CONCURRENCY, read);
  return [first, ...others].flatMap(({ items }) => items);
}

function countryOf(country: Resource): DidwwCountry {
  return {
    id: country.id,
    country: countryCodeOf(country),
    name: country.text('name'),
    callingCode: country.textOrNull('prefix') ?? '',
  };
}
