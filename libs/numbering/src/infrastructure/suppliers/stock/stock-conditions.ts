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
export const LISTED = `(n.state IN ('free', 'reserved') AND n.order_id IS NULL)`;

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
/** The same order as by number. Only the index for sale has it, not that of all numbers. */
export const WITHOUT_PLUS = 'substr(n.e164, 2)';
type Key = typeof BY_NUMBER | typeof MIRRORED | typeof WITHOUT_PLUS;

/** Expression of the order of a page, after the price in the order by price. */
export function orderOf({ startsWith }: OfferFilters, sort: SearchSort): Key {
  return sort === 'relevance' && startsWith === null ? MIRRORED : BY_NUMBER;
}

/** Returns the expression by which the numbers of a country are indexed in this order. */
export function indexedBy(order: Key, sort: SearchSort): Key {
  return order === BY_NUMBER && sort !== 'price' ? WITHOUT_PLUS : order;
}

/**
 * Whether a page may be full of the next few numbers in its order. That is hopeless with the last digits in another order; the few
 * lots of an area are better read one by one.
 */
export function mayBeNear({ areaCode, contains, endsWith }: OfferFilters, order: Key): boolean {
  return endsWith === null ? contains !== null || areaCode === null : order === MIRRORED;
}

/** How the numbers are found whose digits are rare: by the last ones, or by the index of three digits in a row. */
export type Rare = 'endsWith' | 'contains';

/** Of several filters by digits, the most selective one reads an index, and the others are checked on its rows. */
export function rareDigits(filters: OfferFilters): Rare | null {
  const { contains, endsWith } = filters;
  // Last digits are spread evenly over the numbers of a stock. First digits may be those of all.
  if (endsWith !== null && endsWith.length >= lengthOf(contains)) return 'endsWith';
  return isRare(filters) ? 'contains' : null;
}

const lengthOf = (digits: string | null) => digits?.length ?? 0;

/** Whether the index of digits finds few numbers. All of a country have the digits of its calling code. */
function isRare(filters: OfferFilters): boolean {
  const { contains } = filters;
  return contains !== null && contains.length >= KEY_DIGITS && !callingCodeOf(filters).includes(contains);
}

/** Returns the conditions of the range of an index that a filter by digits leaves. */
export function rangeConditions(statement: Statement, filters: OfferFilters, key: Key): string[] {
  const { startsWith, endsWith } = filters;
  const digits = key === MIRRORED ? endsWith && mirrored(endsWith) : startsWith && callingCodeOf(filters) + startsWith;
  if (digits === null) return [];
  const prefix = key === BY_NUMBER ? `+${digits}` : digits;
  // `:` follows the digits.
  return [`${key} >= ${statement.value(prefix)}::text`, `${key} < ${statement.value(`${prefix}:`)}::text`];
}

export const suffixConditions = (statement: Statement, filters: OfferFilters) =>
  rangeConditions(statement, filters, MIRRORED);

/** Returns the conditions on the digits of a number `n`. */
export function digitConditions(statement: Statement, filters: OfferFilters): string[] {
  // Digits may not reach into the calling code.
  const national = `substr(n.e164, ${2 + callingCodeOf(filters).length})`;
  return [
    ...statement.when(filters.startsWith, (digits) => `starts_with(${national}, ${digits})`),
    ...statement.when(filters.contains, (digits) => `strpos(${national}, ${digits}) > 0`),
    ...statement.when(filters.endsWith, (digits) => `starts_with(reverse(${national}), reverse(${digits}::text))`),
  ];
}

function callingCodeOf({ country }: OfferFilters): string {
  return stockCallingCode(country) ?? '';
}

function mirrored(digits: string): string {
  return Array.from(digits).reverse().join('');
}
