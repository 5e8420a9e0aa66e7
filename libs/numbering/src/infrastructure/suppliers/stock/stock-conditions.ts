import { spellingsOf } from '@trunkline/kernel';
import type { OfferFilters, SearchSort } from '../../../application/supply/supplier';
import { stockCallingCode } from '../../../domain/stock';

/** Digits that the index of digits finds. Fewer are too common for it. */
const KEY_DIGITS = 3;

/**
 * Whether a number can be sold to an account now. `n` is the number, and the placeholders are those of the account and of
 * the time. A number that is being sold to an order is not.
 */
export const forSale = (
  account: string,
  now: string,
) => `(n.state = 'free' OR (n.state = 'reserved' AND n.order_id IS NULL
  AND (n.account_id = ${account} OR n.available_at <= ${now})))`;

/** Proves the partial indexes of the numbers that a search reads. */
export const LISTED = `n.state IN ('free', 'reserved')`;

/** The values of a statement. */
export class Statement {
  constructor(readonly values: unknown[]) {}

  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Returns the condition for a value; nothing for null. */
  when(value: unknown, condition: (placeholder: string) => string): string[] {
    return value === null ? [] : [condition(this.value(value))];
  }
}

/** Returns the conditions of the lots `l` that the filters without digits leave. */
export function lotConditions(statement: Statement, filters: OfferFilters): string[] {
  const { capabilities } = filters;
  return [
    `l.country = ${statement.value(filters.country)}`,
    ...statement.when(filters.numberType, (type) => `l.number_type = ${type}`),
    ...statement.when(filters.areaCode, (code) => `l.area_code = ${code}`),
    ...statement.when(prefixesOf(filters.city), (prefixes) => beginsWithOneOf('l.city_names', prefixes)),
    ...statement.when(prefixesOf(filters.region), (prefixes) => beginsWithOneOf('l.region_names', prefixes)),
    ...statement.when(capabilities.length > 0 ? capabilities : null, (given) => `l.capabilities @> ${given}::text[]`),
    ...statement.when(filters.requiresActivation, (flag) => `l.requires_activation = ${flag}`),
    ...statement.when(filters.maxMonthlyPriceCents, (cents) => `l.monthly_cents <= ${cents}`),
  ];
}

/** As `beginsWith` compares names. */
function beginsWithOneOf(names: string, prefixes: string): string {
  return `EXISTS (SELECT FROM unnest(${names}) name, unnest(${prefixes}::text[]) prefix WHERE starts_with(name, prefix))`;
}

function prefixesOf(text: string | null): readonly string[] | null {
  return text === null ? null : spellingsOf(text).filter((spelling) => spelling !== '');
}

const BY_NUMBER = 'n.e164';
/** In this order, neighbours are of different areas, and numbers with the same last digits are neighbours. */
const MIRRORED = 'reverse(n.e164)';

/** How the numbers of each lot are read. */
export interface Access {
  /** Expression of the index. */
  readonly key: typeof BY_NUMBER | typeof MIRRORED;
  /** Expression of the order of the page. Where it is not the key, all numbers that match are read and sorted. */
  readonly order: Access['key'];
  /** First key, and the key after the last; null for all. */
  readonly range: readonly [from: string, to: string] | null;
  /** The digits by which the index of digits finds the numbers, instead of `key`; null if it does not. */
  readonly digits: string | null;
}

/** Of several filters by digits, the most selective one reads an index, and the others are checked on its rows. */
export function accessOf(filters: OfferFilters, sort: SearchSort): Access {
  const { startsWith, contains, endsWith } = filters;
  const order = sort === 'e164' ? BY_NUMBER : MIRRORED;
  // Last digits are spread evenly over the numbers of a stock. First digits may be those of all.
  if (endsWith !== null && endsWith.length >= lengthOf(contains)) {
    return { key: MIRRORED, order, range: rangeOf(mirrored(endsWith)), digits: null };
  }
  if (isRare(filters)) return { key: MIRRORED, order, range: null, digits: contains };
  if (startsWith === null) return { key: order, order, range: null, digits: null };
  const range = rangeOf(`+${callingCodeOf(filters)}${startsWith}`);
  return { key: BY_NUMBER, order: BY_NUMBER, range, digits: null };
}

const lengthOf = (digits: string | null) => digits?.length ?? 0;

/** Whether the index of digits finds few numbers. All of a country have the digits of its calling code. */
function isRare(filters: OfferFilters): boolean {
  const { contains } = filters;
  return contains !== null && contains.length >= KEY_DIGITS && !callingCodeOf(filters).includes(contains);
}

/** Returns the conditions on the digits of a number `n`. Those that the range of the index fulfils are left out. */
export function digitConditions(statement: Statement, filters: OfferFilters, { key, range }: Access): string[] {
  // Digits may not reach into the calling code.
  const national = `substr(n.e164, ${2 + callingCodeOf(filters).length})`;
  const isRead = (by: Access['key']) => range !== null && key === by;
  return [
    ...statement.when(isRead(BY_NUMBER) ? null : filters.startsWith, (digits) => `starts_with(${national}, ${digits})`),
    ...statement.when(filters.contains, (digits) => `strpos(${national}, ${digits}) > 0`),
    ...statement.when(
      isRead(MIRRORED) ? null : filters.endsWith,
      (digits) => `starts_with(reverse(${national}), reverse(${digits}::text))`,
    ),
    ...statement.when(range?.[0] ?? null, (from) => `${key} >= ${from}::text`),
    ...statement.when(range?.[1] ?? null, (to) => `${key} < ${to}::text`),
  ];
}

function callingCodeOf({ country }: OfferFilters): string {
  return stockCallingCode(country) ?? '';
}

function mirrored(digits: string): string {
  return Array.from(digits).reverse().join('');
}

/** Returns the keys that begin with a prefix: from it, up to what follows them. `:` follows the digits. */
function rangeOf(prefix: string): readonly [string, string] {
  return [prefix, `${prefix}:`];
}
