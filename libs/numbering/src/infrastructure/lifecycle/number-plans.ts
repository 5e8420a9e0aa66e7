import type { Plan } from '@trunkline/platform';
import type { NumberFilters, NumberSort } from '../../application/lifecycle/number-queries';
import type { NumberStatus } from '../../domain/lifecycle/phone-number';
import { NUMBER_COLUMNS } from '../rows';

/** Filters of which a single value has an index in the order of `assigned_at`. */
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
  'priceChanging',
];
/** Filters on the order itself. */
const BOUNDS: readonly (keyof NumberFilters)[] = ['assignedFrom', 'assignedTo'];

/** How many numbers a search for digits reads in the order of the page. */
export const NEAR = 500;
const NUMBERS = 'SELECT * FROM numbering.phone_numbers n';

/**
 * Returns how a page is planned. A page at the head of one index uses a generic plan, and so does a search for digits (see
 * `digitsText`). Any other page is planned for its values, which decide between an ordered scan and a sort.
 */
export function planFor(filters: NumberFilters, sort: NumberSort): Plan {
  const given = (Object.keys(filters) as (keyof NumberFilters)[]).filter((name) => filters[name] !== undefined);
  const areDigits = given.length === 1 && filters.q !== undefined;
  return given.length === 0 || areDigits || isHead(filters, sort, given) ? 'once' : 'for values';
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

/** Whether the filter includes both live and released numbers. */
export function isMixed(status: readonly NumberStatus[] | undefined): boolean {
  return status !== undefined && status.includes('released') && status.some((each) => each !== 'released');
}

/**
 * Returns the statement of a page. A page of both live and released numbers is merged from the heads of their two indexes.
 */
export function pageText(where: string, order: string, status: readonly NumberStatus[] | undefined): string {
  const head = (columns: string, condition = '') =>
    `SELECT ${columns} FROM numbering.phone_numbers n ${where}${condition} ${order}`;
  if (!isMixed(status)) return head(NUMBER_COLUMNS);
  const heads = [` AND status <> 'released'`, ` AND status = 'released'`].map((each) => `(${head('n.*', each)})`);
  return `SELECT ${NUMBER_COLUMNS} FROM (${heads.join(' UNION ALL ')}) n ${order}`;
}

/** The parts of the statement of a search for digits. */
export interface DigitsPage {
  /** All numbers of the account after the previous page. */
  readonly all: string;
  /** Those that match the filters. */
  readonly matching: string;
  /** Parameter of the digits. */
  readonly digits: string;
  readonly order: string;
  /** Parameters of the number of rows and of NEAR, which must not be constants in a generic plan. */
  readonly rows: string;
  readonly near: string;
}

/**
 * Returns the statement of a search for digits. Common digits, such as those of an area, fill the page from the next NEAR
 * numbers; rare ones are found by the index of digits. No statistics predict which, since digits correlate per account.
 */
export function digitsText({ all, matching, digits, order, rows, near }: DigitsPage, plan: Plan): string {
  const page = `${order} LIMIT ${rows}`;
  const far = plan === 'once' ? byDigitsAlone(matching, digits) : `${NUMBERS} ${matching} AND ${hasKeysOf(digits)}`;
  return `WITH next AS MATERIALIZED (${NUMBERS} ${all} ${order} LIMIT ${near}),
    near AS MATERIALIZED (SELECT * FROM next n ${matching} ${page}),
    found AS MATERIALIZED (SELECT (SELECT count(*) FROM near) = ${rows} OR (SELECT count(*) FROM next) < ${near} AS near)
    SELECT ${NUMBER_COLUMNS} FROM (SELECT * FROM near WHERE (SELECT near FROM found) UNION ALL
      (${far} AND NOT (SELECT near FROM found) ${page})) n ${page}`;
}

/** Returns the condition of the index of digits, which is necessary but not sufficient. */
export function hasKeysOf(digits: string): string {
  return `numbering.digit_keys(account_id, e164) @> numbering.digit_keys($1, ${digits})`;
}

/** Forces the index of digits: the subquery hides other conditions and the keys from the planner. */
function byDigitsAlone(matching: string, digits: string): string {
  const hasKeys = `numbering.digit_keys(account_id, e164) @> (SELECT numbering.digit_keys($1, ${digits}))`;
  return `SELECT * FROM (${NUMBERS} WHERE ${hasKeys} OFFSET 0) n ${matching}`;
}
