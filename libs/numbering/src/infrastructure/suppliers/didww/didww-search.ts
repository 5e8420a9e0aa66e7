import type {
  FoundOffer,
  OfferFilters,
  SearchSort,
  SupplierPage,
  SupplierSearch,
} from '../../../application/supply/supplier';
import type { SupplierCalls } from '../http/supplier-http';
import type { OddRows } from '../odd-rows';
import { type DidGroup, offerOf } from './did-group';
import { type DidwwCatalog, inTurns } from './didww-catalog';
import { pageOf } from './json-api';

/** DIDWW shows ten numbers of those that match, at random: so often is it asked for others. */
const ROUNDS = 3;
/** Groups that a page looks into. */
const GROUPS_MAX = 18;
/** Ids in one request's address. */
const IDS_MAX = 50;

interface Row {
  readonly key: readonly [price: number, label: string, groupId: string, number: string];
  readonly found: FoundOffer;
}

interface Wanted {
  readonly oddRows: OddRows;
  readonly groups: readonly DidGroup[];
  readonly search: SupplierSearch;
}

interface GroupWanted extends Omit<Wanted, 'groups'> {
  readonly group: DidGroup;
}

interface Rows {
  readonly rows: readonly Row[];
  readonly isPartial: boolean;
}

/**
 * Live rows from `available_dids` and catalog rows from `did_groups`, in an order that is the groups' own: their price
 * or area, then the number. A position is a place in that order, so that a page repeats none of the pages before;
 * DIDWW shows samples of large stocks only, so that a page may pass over numbers, and says so by `isPartial`.
 */
export class DidwwSearch {
  constructor(
    private readonly catalog: DidwwCatalog,
    private readonly oddRows: OddRows,
  ) {}

  async page(calls: SupplierCalls, search: SupplierSearch): Promise<SupplierPage> {
    const sold = await this.catalog.groups(calls, search.filters.country);
    const groups = sold.filter((group) => group.isAvailable && groupMatches(group, search.filters));
    const wanted = { groups, search, oddRows: this.oddRows };
    const { rows, isPartial } = digitsOf(search.filters)
      ? await byDigits(calls, wanted)
      : await groupByGroup(calls, wanted);
    const page = sortedBehind(rows, search.after).slice(0, search.limit);
    const items = page.map(({ found }) => found);
    return { items, isPartial: isPartial && page.length < search.limit, isCountrySold: sold.length > 0 };
  }
}

async function groupByGroup(calls: SupplierCalls, { groups, search, oddRows }: Wanted): Promise<Rows> {
  const { sort, limit, after } = search;
  const remaining = groups
    .filter((group) => after === null || compare(keyOf(group, sort, LAST), keyAt(after)) > 0)
    .toSorted((a, b) => compare(keyOf(a, sort, ''), keyOf(b, sort, '')));
  const rows: Row[] = [];
  let [asked, isPartial] = [0, false];
  while (asked < Math.min(remaining.length, GROUPS_MAX) && sortedBehind(rows, after).length < limit) {
    const next = remaining.slice(asked, asked + Math.min(6, limit));
    const answers = await inTurns(next, (group) => rowsOf(calls, { group, search, oddRows }));
    rows.push(...answers.flatMap((answer) => answer.rows));
    isPartial ||= answers.some((answer) => answer.isPartial);
    asked += next.length;
  }
  return { rows, isPartial: isPartial || asked < remaining.length };
}

async function rowsOf(calls: SupplierCalls, { group, search, oddRows }: GroupWanted): Promise<Rows> {
  if (!group.sellsByName) return { rows: [rowOf(group, search.sort, null)], isPartial: false };
  const live = new Map<string, Row>();
  let total = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = availableOf(await calls.get('/available_dids', { 'filter[did_group.id]': group.id }), oddRows);
    total = page.total;
    for (const { id: availableDidId, number } of page.numbers) {
      live.set(availableDidId, rowOf(group, search.sort, { number, availableDidId }));
    }
    if (live.size >= Math.min(total, search.limit)) break;
  }
  return { rows: [...live.values()], isPartial: live.size < total };
}

/** Numbers by their digits, of all groups at once. */
async function byDigits(calls: SupplierCalls, { groups, search, oddRows }: Wanted): Promise<Rows> {
  const live = new Map(groups.filter(({ sellsByName }) => sellsByName).map((group) => [group.id, group]));
  const [first] = live.values();
  if (!first) return { rows: [], isPartial: false };
  const digits = longestOf(search.filters, first.callingCode);
  const areMany = live.size > IDS_MAX;
  const among = {
    'filter[country.id]': areMany ? first.countryId : null,
    'filter[did_group.id]': areMany ? null : [...live.keys()].join(),
  };
  const query = { include: 'did_group', 'filter[number_contains]': digits, ...among };
  const page = availableOf(await calls.get('/available_dids', query), oddRows);
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

function availableOf(answer: unknown, oddRows: OddRows) {
  const { items, size, total } = pageOf(answer, (rows, read) => oddRows.skip('available_dids', rows, read));
  const numbers = oddRows.skip('available_dids', items, (did): AvailableNumber => {
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
    (source === 'all' || group.sellsByName === (source === 'live'))
  );
}

function kindMatches(group: DidGroup, { numberType, requiresActivation }: OfferFilters): boolean {
  return (
    group.numberType === (numberType ?? group.numberType) &&
    group.requiresActivation === (requiresActivation ?? group.requiresActivation)
  );
}

function placeMatches(group: DidGroup, { areaCode, city, region }: OfferFilters): boolean {
  return (
    group.prefix === (areaCode ?? group.prefix) && beginsWith(group.city, city) && beginsWith(group.region, region)
  );
}

function beginsWith(name: string | null, wanted: string | null): boolean {
  return wanted === null || (name?.toLowerCase().startsWith(wanted.toLowerCase()) ?? false);
}

function digitsOf({ startsWith, contains, endsWith }: OfferFilters): boolean {
  return (startsWith ?? contains ?? endsWith) !== null;
}

/** DIDWW looks for one run of digits in the whole number, country code and all; the rest is ours to compare. */
function longestOf({ startsWith, contains, endsWith }: OfferFilters, callingCode: string): string {
  const runs = [startsWith === null ? '' : `${callingCode}${startsWith}`, contains ?? '', endsWith ?? ''];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
}

function digitsMatch(national: string, { startsWith, contains, endsWith }: OfferFilters): boolean {
  return (
    national.startsWith(startsWith ?? '') && national.includes(contains ?? '') && national.endsWith(endsWith ?? '')
  );
}

/** Behind every number. */
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

function sortedBehind(rows: readonly Row[], after: string | null): Row[] {
  const behind = after === null ? [...rows] : rows.filter(({ key }) => compare(key, keyAt(after)) > 0);
  return behind.sort((a, b) => compare(a.key, b.key));
}

function compare(a: Row['key'], b: Row['key']): number {
  const differing = a.findIndex((part, index) => part !== b[index]);
  const [left, right] = [a[differing] ?? '', b[differing] ?? ''];
  return left === right ? 0 : left < right ? -1 : 1;
}
