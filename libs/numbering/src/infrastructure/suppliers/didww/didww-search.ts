import { isInPlace } from '../../../application/supply/places';
import type {
  FoundOffer,
  OfferFilters,
  SearchSort,
  SupplierPage,
  SupplierSearch,
} from '../../../application/supply/supplier';
import { inGroups } from '../../../application/sweep';
import type { SupplierCalls } from '../http/supplier-http';
import type { LenientRowReader } from '../lenient-row-reader';
import { type DidGroup, offerOf, regionShown } from './did-group';
import { CONCURRENCY, type DidwwCatalog } from './didww-catalog';
import { pageOf } from './json-api';

/** DIDWW returns ten random matches per request: number of requests per group. */
const ROUNDS = 3;
/** Maximum number of groups per page. */
const GROUPS_MAX = 18;
/** Maximum number of ids in a URL. */
const IDS_MAX = 50;

interface Row {
  readonly key: readonly [price: number, label: string, groupId: string, number: string];
  readonly found: FoundOffer;
}

interface SearchScope {
  readonly rowReader: LenientRowReader;
  readonly groups: readonly DidGroup[];
  readonly search: SupplierSearch;
}

interface GroupScope extends Omit<SearchScope, 'groups'> {
  readonly group: DidGroup;
}

interface Rows {
  readonly rows: readonly Row[];
  readonly isPartial: boolean;
}

/**
 * Searches live rows in `available_dids` and catalog rows in `did_groups`, ordered by price or area of the group, then by
 * number. The position of a row is its sort key, so that pages do not overlap. DIDWW returns only samples of large stocks, so
 * a page may skip numbers, which `isPartial` reports.
 */
export class DidwwSearch {
  constructor(
    private readonly catalog: DidwwCatalog,
    private readonly rowReader: LenientRowReader,
  ) {}

  async page(calls: SupplierCalls, search: SupplierSearch): Promise<SupplierPage> {
    const sold = await this.catalog.groups(calls, search.filters.country);
    const groups = sold.filter((group) => group.isAvailable && groupMatches(group, search.filters));
    const scope = { groups, search, rowReader: this.rowReader };
    const { rows, isPartial } = digitsOf(search.filters) ? await byDigits(calls, scope) : await byGroup(calls, scope);
    const page = sortedAfter(rows, search.after).slice(0, search.limit);
    const items = page.map(({ found }) => found);
    return { items, isPartial: isPartial && page.length < search.limit, isCountrySold: sold.length > 0 };
  }
}

async function byGroup(calls: SupplierCalls, { groups, search, rowReader }: SearchScope): Promise<Rows> {
  const { sort, limit, after } = search;
  const remaining = groups
    .filter((group) => after === null || compare(keyOf(group, sort, LAST), keyAt(after)) > 0)
    .toSorted((a, b) => compare(keyOf(a, sort, ''), keyOf(b, sort, '')));
  const rows: Row[] = [];
  let searched = 0;
  let isPartial = false;
  while (searched < Math.min(remaining.length, GROUPS_MAX) && sortedAfter(rows, after).length < limit) {
    const next = remaining.slice(searched, searched + Math.min(6, limit));
    const results = await inGroups(next, CONCURRENCY, (group) => rowsOf(calls, { group, search, rowReader }));
    rows.push(...results.flatMap((result) => result.rows));
    isPartial ||= results.some((result) => result.isPartial);
    searched += next.length;
  }
  return { rows, isPartial: isPartial || searched < remaining.length };
}

async function rowsOf(calls: SupplierCalls, { group, search, rowReader }: GroupScope): Promise<Rows> {
  if (!group.hasLiveNumbers) return { rows: [rowOf(group, search.sort, null)], isPartial: false };
  const live = new Map<string, Row>();
  let total = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = availableOf(await calls.get('/available_dids', { 'filter[did_group.id]': group.id }), rowReader);
    total = page.total;
    for (const { id: availableDidId, number } of page.numbers) {
      live.set(availableDidId, rowOf(group, search.sort, { number, availableDidId }));
    }
    if (live.size >= Math.min(total, search.limit)) break;
  }
  return { rows: [...live.values()], isPartial: live.size < total };
}

/** Searches numbers by digits, in all groups at once. */
async function byDigits(calls: SupplierCalls, { groups, search, rowReader }: SearchScope): Promise<Rows> {
  const live = new Map(groups.filter(({ hasLiveNumbers }) => hasLiveNumbers).map((group) => [group.id, group]));
  const [first] = live.values();
  if (!first) return { rows: [], isPartial: false };
  const digits = longestOf(search.filters, first.callingCode);
  const areMany = live.size > IDS_MAX;
  const among = {
    'filter[country.id]': areMany ? first.countryId : null,
    'filter[did_group.id]': areMany ? null : [...live.keys()].join(),
  };
  const query = { include: 'did_group', 'filter[number_contains]': digits, ...among };
  const page = availableOf(await calls.get('/available_dids', query), rowReader);
  const rows = page.numbers.flatMap(({ id: availableDidId, number, groupId }) => {
    const group = live.get(groupId ?? '');
    if (!group || !digitsMatch(number.slice(group.callingCode.length), search.filters)) return [];
    return rowOf(group, search.sort, { number, availableDidId });
  });
  return { rows, isPartial: page.total > page.size };
}

interface AvailableNumber {
  readonly id: string;
  readonly number: string;
  readonly groupId: string | null;
}

function availableOf(answer: unknown, rowReader: LenientRowReader) {
  const { items, size, total } = pageOf(answer, (rows, read) => rowReader.read('available_dids', rows, read));
  const numbers = rowReader.read('available_dids', items, (did): AvailableNumber => {
    return { id: did.id, number: did.text('number'), groupId: did.relatedId('did_group') };
  });
  return { numbers, size, total };
}

function groupMatches(group: DidGroup, filters: OfferFilters): boolean {
  const { source, capabilities, maxMonthlyPriceCents } = filters;
  return (
    kindMatches(group, filters) &&
    placeMatches(group, filters) &&
    capabilities.every((capability) => group.capabilities.includes(capability)) &&
    group.monthlyPriceCents <= (maxMonthlyPriceCents ?? Infinity) &&
    (source === 'all' || group.hasLiveNumbers === (source === 'live'))
  );
}

function kindMatches(group: DidGroup, { numberType, requiresActivation }: OfferFilters): boolean {
  return (
    group.numberType === (numberType ?? group.numberType) &&
    group.requiresActivation === (requiresActivation ?? group.requiresActivation)
  );
}

function placeMatches(group: DidGroup, filters: OfferFilters): boolean {
  const shown = { city: group.city, region: regionShown(group) };
  return group.prefix === (filters.areaCode ?? group.prefix) && isInPlace(shown, filters);
}

function digitsOf({ startsWith, contains, endsWith }: OfferFilters): boolean {
  return (startsWith ?? contains ?? endsWith) !== null;
}

/** Returns the longest sequence of digits. DIDWW searches one sequence in the number with its calling code. */
function longestOf({ startsWith, contains, endsWith }: OfferFilters, callingCode: string): string {
  const runs = [startsWith === null ? '' : `${callingCode}${startsWith}`, contains ?? '', endsWith ?? ''];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
}

function digitsMatch(national: string, { startsWith, contains, endsWith }: OfferFilters): boolean {
  return (
    national.startsWith(startsWith ?? '') && national.includes(contains ?? '') && national.endsWith(endsWith ?? '')
  );
}

/** Sorts after every number. */
const LAST = '~';

function keyOf(group: DidGroup, sort: SearchSort, number: string): Row['key'] {
  const price = sort === 'price' ? group.monthlyPriceCents : 0;
  return [price, `${group.callingCode}${group.prefix ?? ''}`, group.id, number];
}

function rowOf(group: DidGroup, sort: SearchSort, live: Parameters<typeof offerOf>[1]): Row {
  const key = keyOf(group, sort, live?.number ?? '');
  return { key, found: { offer: offerOf(group, live), position: key.join(' ') } };
}

function keyAt(position: string): Row['key'] {
  const [price = '', label = '', groupId = '', number = ''] = position.split(' ');
  return [Number(price), label, groupId, number];
}

function sortedAfter(rows: readonly Row[], after: string | null): Row[] {
  const behind = after === null ? [...rows] : rows.filter(({ key }) => compare(key, keyAt(after)) > 0);
  return behind.sort((a, b) => compare(a.key, b.key));
}

function compare(a: Row['key'], b: Row['key']): number {
  const differing = a.findIndex((part, index) => part !== b[index]);
  const left = a[differing] ?? '';
  const right = b[differing] ?? '';
  return left === right ? 0 : left < right ? -1 : 1;
}
