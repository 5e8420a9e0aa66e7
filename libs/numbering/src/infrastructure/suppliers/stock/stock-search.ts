import { columnsOf, type Database } from '@trunkline/platform';
import type { SupplierSearch } from '../../../application/supply/supplier';
import type { StockLot } from '../../../domain/stock';
import { LOT_TERMS, StockLotSchema } from '../../stock/stock.schema';
import {
  digitConditions,
  forSale,
  indexedBy,
  LISTED,
  lotConditions,
  mayBeNear,
  orderOf,
  rangeConditions,
  rareDigits,
  Statement,
  suffixConditions,
  WITHOUT_PLUS,
} from './stock-conditions';

const NUMBERS = 'numbering.stock_numbers';
const LOTS = 'numbering.stock_lots';
/** What offers need of a lot. */
const OFFERED = ['id', 'callingCode', ...LOT_TERMS] as const;
export type OfferedLot = Pick<StockLot, (typeof OFFERED)[number]>;
export const LOT = columnsOf(StockLotSchema, OFFERED, 'l');
/** SELECT and FROM of a page of live rows, which `n` has found. */
const ROWS = `SELECT n.e164, n.key, false AS "isCatalog", ${LOT} FROM`;

/** The columns that conditions and rows need. */
const FOUND = 'n.e164, n.lot_id, n.monthly_cents, n.state, n.account_id, n.order_id, n.available_at';
/** A key after all others: those are digits, with `+` before them in one order. */
export const AFTER_DIGITS = '~';
/** How many numbers are read in the order of a page before those are looked for that are rare. */
const NEAR = 4_000;
/** The index of digits reads up to all numbers with common ones, so that more are read before. */
const NEAR_DIGITS = 10_000;
/** Longer than the numbers of any country. */
const LABEL_LENGTH = 20;

/** A row of a search: a number, or a lot of which any number is sold. */
export type StockRow = OfferedLot & {
  /** A number of the lot: the one for sale, or any of a catalog row. */
  readonly e164: string;
  readonly isCatalog: boolean;
  /** What orders the rows of equal price and kind. */
  readonly key: string;
};

/** The last row of a page. */
export type StockPosition = readonly [isCatalog: 0 | 1, monthlyCents: number, key: string, lotId: string];

export const positionOf = ({ isCatalog, monthlyCents, key, id }: StockRow): StockPosition => [
  isCatalog ? 1 : 0,
  monthlyCents,
  key,
  id,
];

export interface StockPage extends Omit<SupplierSearch, 'after'> {
  readonly after: StockPosition | null;
  readonly now: Date;
}

/** Reads pages of the stock. What bounds each of them is in docs/numbers.md#own-stock. */
export class StockSearch {
  constructor(private readonly db: Database) {}

  /** Returns numbers, in the order of the sort, after the position. */
  async live(page: StockPage): Promise<StockRow[]> {
    const { filters, sort, limit } = page;
    if (mayBeNear(filters, orderOf(filters, sort))) {
      const near = await this.run(page, nearText);
      if (near.length === limit) return near;
      // Few numbers have many first digits, and the lots need not be read.
      if (filters.startsWith !== null && (await this.run(page, beyondText)).length === 0) return near;
    }
    return this.run(page, rareDigits(filters) === null ? headsText : rareText);
  }

  /** Returns the lots that have a number for sale, in the order of the sort, after the position. */
  async catalog(page: StockPage): Promise<StockRow[]> {
    return this.run(page, catalogText);
  }

  private run(page: StockPage, textOf: (statement: Statement, page: StockPage) => string): Promise<StockRow[]> {
    const statement = new Statement([page.accountId, page.now, page.limit]);
    const text = textOf(statement, page);
    return this.db.query<StockRow>(text, statement.values);
  }
}

/**
 * Frequent numbers: those among the next few in the order of the page. A number of rows that the planner does not know makes it
 * choose the index of the order, from which it reads no more rows than the page needs.
 */
function nearText(statement: Statement, page: StockPage): string {
  const { indexed, price, where, near } = rangeOf(statement, page);
  const next = `SELECT ${FOUND}, ${indexed} AS place FROM ${NUMBERS} n WHERE ${where}
    ORDER BY ${price}${indexed} LIMIT (SELECT ${near})`;
  const matching = [...digitConditions(statement, page.filters), isOfLots(statement, page)];
  return pageText(page, { found: next, where: matching, place: 'n.place' });
}

/** Returns a row if there are numbers that `nearText` has not read. */
function beyondText(statement: Statement, page: StockPage): string {
  const { indexed, price, where, near } = rangeOf(statement, page);
  // The values of all statements.
  const given = '$1::text IS NOT NULL AND $2::timestamptz IS NOT NULL AND $3::integer IS NOT NULL';
  return `SELECT FROM ${NUMBERS} n WHERE ${where} AND ${given} ORDER BY ${price}${indexed} OFFSET (SELECT ${near}) LIMIT 1`;
}

/** The numbers for sale of the country, from the position of the page on. */
function rangeOf(statement: Statement, page: StockPage) {
  const { filters, sort } = page;
  const indexed = indexedBy(orderOf(filters, sort), sort);
  const country = `n.country = ${statement.value(filters.country)}`;
  const range = [
    country,
    LISTED,
    ...rangeConditions(statement, filters, indexed),
    ...isAfter(statement, page, indexed),
  ];
  const near = filters.contains === null ? NEAR : NEAR_DIGITS;
  return { indexed, price: priceOf(page), where: range.join(' AND '), near };
}

/** Rare numbers: all that an index of digits finds, sorted. The subquery makes it the only way to the numbers. */
function rareText(statement: Statement, page: StockPage): string {
  const { filters, sort } = page;
  const order = orderOf(filters, sort);
  const byDigits =
    rareDigits(filters) === 'contains'
      ? [
          `numbering.digit_keys('', n.e164) @> (SELECT numbering.digit_keys('', ${statement.value(filters.contains)}::text))`,
        ]
      : [`n.country = ${statement.value(filters.country)}`, LISTED, ...suffixConditions(statement, filters)];
  const found = `SELECT ${FOUND} FROM ${NUMBERS} n WHERE ${byDigits.join(' AND ')} OFFSET 0`;
  const where = [
    LISTED,
    ...digitConditions(statement, filters),
    ...isAfter(statement, page, order),
    isOfLots(statement, page),
  ];
  return pageText(page, { found, where, place: order });
}

interface Found {
  readonly found: string;
  readonly where: readonly string[];
  /** Expression of the order. */
  readonly place: string;
}

/** The page of the numbers that were found and match. */
function pageText(page: StockPage, { found, where, place }: Found): string {
  const [order, price] = [orderOf(page.filters, page.sort), priceOf(page)];
  const matching = [forSale('$1', '$2'), ...where].join(' AND ');
  return `${ROWS} (SELECT n.*, ${order} AS key FROM (${found}) n WHERE ${matching} ORDER BY ${price}${place} LIMIT $3) n
    JOIN ${LOTS} l ON l.id = n.lot_id ORDER BY ${price}n.key`;
}

/** As a value, so that it is a look-up for each number, and not a join in another order. */
function isOfLots(statement: Statement, { filters }: StockPage): string {
  return `(n.lot_id IN (SELECT l.id FROM ${LOTS} l WHERE ${lotConditions(statement, filters).join(' AND ')})) IS TRUE`;
}

function isAfter(statement: Statement, page: StockPage, place: string): string[] {
  if (page.after === null) return [];
  const [, monthlyCents, key] = page.after;
  const last = `${statement.value(place === WITHOUT_PLUS ? key.slice(1) : key)}::text`;
  if (priceOf(page) === '') return [`${place} > ${last}`];
  return [`(n.monthly_cents, ${place}) > (${statement.value(monthlyCents)}::bigint, ${last})`];
}

/** First expression of ORDER BY, in the order by price. */
function priceOf({ sort }: StockPage): string {
  return sort === 'price' ? 'n.monthly_cents, ' : '';
}

/** Numbers of rare lots: the rows of a page are in the lots whose first rows come first, and none comes after the last of these. */
function headsText(statement: Statement, page: StockPage): string {
  const { filters, sort, after } = page;
  const order = orderOf(filters, sort);
  const lots = lotConditions(statement, filters);
  const where = [LISTED, forSale('$1', '$2'), ...rangeConditions(statement, filters, order)];
  where.push(...digitConditions(statement, filters));
  const price = sort === 'price' ? 'l.monthly_cents, ' : '';
  if (price && after) {
    const [, monthlyCents, key] = after;
    const cents = `${statement.value(monthlyCents)}::bigint`;
    lots.push(`l.monthly_cents >= ${cents}`);
    // In this form it is a range of the index by lot.
    where.push(`${order} > CASE WHEN l.monthly_cents > ${cents} THEN '' ELSE ${statement.value(key)}::text END`);
  } else where.push(...isAfter(statement, page, order));
  const found = `SELECT n.e164, ${order} AS key FROM ${NUMBERS} n WHERE n.lot_id = l.id AND ${where.join(' AND ')}`;
  const ofPrice = price ? ' WHERE last.monthly_cents = l.monthly_cents' : '';
  const isBefore = `${order} <= coalesce((SELECT last.key FROM last${ofPrice}), '${AFTER_DIGITS}')`;
  return `WITH lots AS MATERIALIZED (SELECT l.id, l.monthly_cents FROM ${LOTS} l WHERE ${lots.join(' AND ')}),
    heads AS MATERIALIZED (SELECT l.*, head.key FROM lots l CROSS JOIN LATERAL (${found} ORDER BY ${order} LIMIT 1) head
      ORDER BY ${price}head.key LIMIT $3),
    last AS MATERIALIZED (SELECT l.* FROM heads l ORDER BY ${price}l.key OFFSET $3::bigint - 1)
    ${ROWS} (SELECT found.*, l.id AS lot_id FROM heads l
      CROSS JOIN LATERAL (${found} AND ${isBefore} ORDER BY ${order} LIMIT $3) found) n
      JOIN ${LOTS} l ON l.id = n.lot_id ORDER BY ${price}n.key LIMIT $3`;
}

function catalogText(statement: Statement, { filters, sort, after }: StockPage): string {
  const label = `rpad('+' || l.calling_code || coalesce(l.area_code, ''), ${LABEL_LENGTH}, 'X') COLLATE "C"`;
  const conditions = [...lotConditions(statement, filters), ...catalogAfter(statement, sort, after, label)];
  const order = { relevance: '', price: 'l.monthly_cents, ', e164: 'l.key, ' }[sort];
  // The lots are sorted first, so that the numbers of no more than those of a page are looked up.
  return `SELECT n.e164, l.key, true AS "isCatalog", ${LOT}
    FROM (SELECT l.*, ${sort === 'e164' ? label : 'l.id'} AS key FROM ${LOTS} l
      WHERE ${conditions.join(' AND ')} ORDER BY ${sort === 'price' ? 'l.monthly_cents, ' : ''}key, l.id OFFSET 0) l
    CROSS JOIN LATERAL (SELECT n.e164 FROM ${NUMBERS} n
      WHERE n.lot_id = l.id AND ${LISTED} AND ${forSale('$1', '$2')} ORDER BY n.e164 LIMIT 1) n
    ORDER BY ${order}l.id LIMIT $3`;
}

/** Returns the condition of the lots after a position. At one price, and by relevance, all numbers come before them. */
function catalogAfter(
  statement: Statement,
  sort: StockPage['sort'],
  after: StockPosition | null,
  label: string,
): string[] {
  if (after === null) return [];
  const [isCatalog, monthlyCents, key, lotId] = after;
  const afterLot = isCatalog ? `l.id > ${statement.value(lotId)}` : 'true';
  if (sort === 'relevance') return [afterLot];
  if (sort === 'e164') {
    const last = isCatalog ? lotId : '';
    return [`(${label}, l.id) > (${statement.value(key)}::text, ${statement.value(last)}::text)`];
  }
  const price = `${statement.value(monthlyCents)}::bigint`;
  return [`(l.monthly_cents > ${price} OR (l.monthly_cents = ${price} AND ${afterLot}))`];
}
