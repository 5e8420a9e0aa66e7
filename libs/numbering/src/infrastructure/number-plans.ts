import type { Plan } from '@trunkline/platform';
import type { NumberFilters, NumberSort } from '../application/queries';
import type { NumberStatus } from '../domain/phone-number';
import { NUMBER_COLUMNS } from './rows';

/** A single value of each has an index in the order of `assigned_at`. */
const INDEXED: readonly (keyof NumberFilters)[] = [
  'status',
  'country',
  'numberType',
  'trunkId',
  'routingProfileId',
  'complianceBundleId',
  'unrouted',
  'pastDue',
  'releaseScheduled',
];
/** Where in that order the page lies. */
const BOUNDS: readonly (keyof NumberFilters)[] = ['assignedFrom', 'assignedTo'];

/**
 * A page that is the head of one index is planned once: nothing else could be better, however many numbers the account
 * has. Any other is a choice between walking in its order and sorting what a filter leaves, which the values decide.
 */
export function planFor(filters: NumberFilters, sort: NumberSort): Plan {
  const given = (Object.keys(filters) as (keyof NumberFilters)[]).filter((name) => filters[name] !== undefined);
  return given.length === 0 || isHead(filters, sort, given) ? 'once' : 'for values';
}

function isHead(filters: NumberFilters, sort: NumberSort, given: readonly (keyof NumberFilters)[]): boolean {
  if (sort === 'e164') return given.length === 1 && filters.country?.length === 1;
  const narrowing = given.filter((name) => !BOUNDS.includes(name));
  return sort === 'assigned_at' && narrowing.length <= 1 && narrowing.every((name) => hasOrder(filters, name));
}

function hasOrder(filters: NumberFilters, name: keyof NumberFilters): boolean {
  const value = filters[name];
  return INDEXED.includes(name) && (Array.isArray(value) ? value.length === 1 : value !== false);
}

/**
 * A page of numbers. Live ones and released ones have indexes of their own, so that a page of both is put together from
 * the heads of the two.
 */
export function pageText(where: string, order: string, status: readonly NumberStatus[] | undefined): string {
  const head = (columns: string, condition = '') =>
    `SELECT ${columns} FROM numbering.phone_numbers n ${where}${condition} ${order}`;
  const isMixed = status?.includes('released') && status.some((each) => each !== 'released');
  if (!isMixed) return head(NUMBER_COLUMNS);
  const heads = [` AND status <> 'released'`, ` AND status = 'released'`].map((each) => `(${head('n.*', each)})`);
  return `SELECT ${NUMBER_COLUMNS} FROM (${heads.join(' UNION ALL ')}) n ${order}`;
}
