import type { Plan } from '@trunkline/platform';
import type { NumberFilters, NumberSort } from '../../application/lifecycle/number-queries';
import type { NumberStatus } from '../../domain/lifecycle/phone-number';
import { NUMBER_COLUMNS } from '../rows';

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

/** How far a page of numbers with certain digits is looked for in its own order. */
export const NEAR = 500;
const NUMBERS = 'SELECT * FROM numbering.phone_numbers n';

/**
 * A page that is the head of one index is planned once: nothing else could be better, however many numbers the account
 * has. So is one of certain digits (see digitsText). Any other is a choice between walking in its order and sorting what
 * a filter leaves, which the values decide.
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

/** Both live and released numbers are asked for. */
export function isMixed(status: readonly NumberStatus[] | undefined): boolean {
  return status !== undefined && status.includes('released') && status.some((each) => each !== 'released');
}

/**
 * A page of numbers. Live ones and released ones have indexes of their own, so that a page of both is put together from
 * the heads of the two.
 */
export function pageText(where: string, order: string, status: readonly NumberStatus[] | undefined): string {
  const head = (columns: string, condition = '') =>
    `SELECT ${columns} FROM numbering.phone_numbers n ${where}${condition} ${order}`;
  if (!isMixed(status)) return head(NUMBER_COLUMNS);
  const heads = [` AND status <> 'released'`, ` AND status = 'released'`].map((each) => `(${head('n.*', each)})`);
  return `SELECT ${NUMBER_COLUMNS} FROM (${heads.join(' UNION ALL ')}) n ${order}`;
}

/** A page of numbers with certain digits, in the parts of its statement. */
export interface DigitsPage {
  /** All numbers of the account, from where the page begins. */
  readonly all: string;
  /** Those of them that pass the filters. */
  readonly wanted: string;
  /** The parameter that holds the digits. */
  readonly digits: string;
  readonly order: string;
  /** The parameters that hold the number of rows and NEAR, of which as constants a plan for any account would make too much. */
  readonly rows: string;
  readonly near: string;
}

/**
 * Digits that every tenth number has, such as those of an area, fill the page within the next few hundred; others are
 * found by the index of digits. No statistics tell beforehand: which digits go together differs between accounts.
 */
export function digitsText({ all, wanted, digits, order, rows, near }: DigitsPage, plan: Plan): string {
  const page = `${order} LIMIT ${rows}`;
  const far = plan === 'once' ? byDigitsAlone(wanted, digits) : `${NUMBERS} ${wanted} AND ${hasKeysOf(digits)}`;
  return `WITH next AS MATERIALIZED (${NUMBERS} ${all} ${order} LIMIT ${near}),
    near AS MATERIALIZED (SELECT * FROM next n ${wanted} ${page}),
    found AS MATERIALIZED (SELECT (SELECT count(*) FROM near) = ${rows} OR (SELECT count(*) FROM next) < ${near} AS near)
    SELECT ${NUMBER_COLUMNS} FROM (SELECT * FROM near WHERE (SELECT near FROM found) UNION ALL
      (${far} AND NOT (SELECT near FROM found) ${page})) n ${page}`;
}

/** The condition that the index of digits answers: a necessary one, besides that of the filter. */
export function hasKeysOf(digits: string): string {
  return `numbering.digit_keys(account_id, e164) @> numbering.digit_keys($1, ${digits})`;
}

/** By that index alone: no other is in the planner's sight, and the keys are unknown to it, so that all plans are one. */
function byDigitsAlone(wanted: string, digits: string): string {
  const hasKeys = `numbering.digit_keys(account_id, e164) @> (SELECT numbering.digit_keys($1, ${digits}))`;
  return `SELECT * FROM (${NUMBERS} WHERE ${hasKeys} OFFSET 0) n ${wanted}`;
}
