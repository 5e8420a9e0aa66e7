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
    const near = mayBeNear(page.filters, orderOf(page.filters, page.sort)) ? await this.run(page, nearText) : [];
    if (near.length === page.limit) return near;
    return this.run(page, rareDigits(page.filters) === null ? headsText : rareText);
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
  const { filters, sort, after } = page;
  const order = orderOf(filters, sort);
  const indexed = indexedBy(order, sort);
  const price = sort === 'price' ? 'n.monthly_cents, ' : '';
  const country = `n.country = ${statement.value(filters.country)}`;
  const range = [country, LISTED, ...rangeConditions(statement, filters, indexed)];
  if (after) {
    const [, monthlyCents, key] = after;
    const last = `${statement.value(indexed === WITHOUT_PLUS ? key.slice(1) : key)}::text`;
    const isAfter = () => `(n.monthly_cents, ${indexed}) > (${statement.value(monthlyCents)}::bigint, ${last})`;
    range.push(price ? isAfter() : `${indexed} > ${last}`);
  }
  // As a value, so that the numbers are not joined with the lots in another order.
  const isOfLots = `(n.lot_id IN (SELECT l.id FROM ${LOTS} l WHERE ${lotConditions(statement, filters).join(' AND ')})) IS TRUE`;
  const where = [forSale('$1', '$2'), ...digitConditions(statement, filters), isOfLots];
  return `${ROWS} (SELECT n.*, ${order} AS key FROM (
      SELECT ${FOUND}, ${indexed} AS place FROM ${NUMBERS} n WHERE ${range.join(' AND ')}
      ORDER BY ${price}${indexed} LIMIT (SELECT ${NEAR})) n
    WHERE ${where.join(' AND ')} ORDER BY ${price}n.place LIMIT $3) n
    JOIN ${LOTS} l ON l.id = n.lot_id ORDER BY ${price}n.place`;
}

/** The parts of a statement that starts from the lots. */
interface Parts {
  readonly order: ReturnType<typeof orderOf>;
  /** SELECT of the lots. */
  readonly lots: string;
  /** The conditions on the numbers `n` of a lot `l`. */
  readonly where: string;
  /** First expression of ORDER BY, in the order by price. */
  readonly price: string;
}

function partsOf(statement: Statement, { filters, sort, after }: StockPage, digits: readonly string[]): Parts {
  const order = orderOf(filters, sort);
  const conditions = lotConditions(statement, filters);
  const where = [LISTED, forSale('$1', '$2'), ...digits];
  const price = sort === 'price' ? 'l.monthly_cents, ' : '';
  if (after) {
    const [, monthlyCents, key] = after;
    const last = `${statement.value(key)}::text`;
    if (price) {
      const cents = `${statement.value(monthlyCents)}::bigint`;
      conditions.push(`l.monthly_cents >= ${cents}`);
      where.push(`${order} > CASE WHEN l.monthly_cents > ${cents} THEN '' ELSE ${last} END`);
    } else where.push(`${order} > ${last}`);
  }
  const lots = `SELECT l.id, l.monthly_cents FROM ${LOTS} l WHERE ${conditions.join(' AND ')}`;
  return { order, lots, where: where.join(' AND '), price };
}

/** Rare numbers: all that an index of digits finds, sorted. The subqueries make it the only way to the numbers. */
function rareText(statement: Statement, page: StockPage): string {
  const { filters } = page;
  const { order, lots, where, price } = partsOf(statement, page, digitConditions(statement, filters));
  const found =
    rareDigits(filters) === 'contains'
      ? [
          `numbering.digit_keys('', n.e164) @> (SELECT numbering.digit_keys('', ${statement.value(filters.contains)}::text))`,
        ]
      : [`n.country = ${statement.value(filters.country)}`, LISTED, ...suffixConditions(statement, filters)];
  return `WITH lots AS MATERIALIZED (${lots}),
    matching AS MATERIALIZED (SELECT n.e164, n.lot_id, ${order} AS key
      FROM (SELECT ${FOUND} FROM ${NUMBERS} n WHERE ${found.join(' AND ')} OFFSET 0) n
      JOIN lots l ON l.id = n.lot_id WHERE ${where} ORDER BY ${price}key LIMIT $3)
    ${ROWS} matching n JOIN ${LOTS} l ON l.id = n.lot_id ORDER BY ${price}n.key`;
}

/** Numbers of rare lots: the rows of a page are in the lots whose first rows come first, and none comes after the last of these. */
function headsText(statement: Statement, page: StockPage): string {
  const digits = [
    ...rangeConditions(statement, page.filters, orderOf(page.filters, page.sort)),
    ...digitConditions(statement, page.filters),
  ];
  const { order, lots, where, price } = partsOf(statement, page, digits);
  const found = `SELECT n.e164, ${order} AS key FROM ${NUMBERS} n WHERE n.lot_id = l.id AND ${where}`;
  const ofPrice = price ? ' WHERE last.monthly_cents = l.monthly_cents' : '';
  const isBefore = `${order} <= coalesce((SELECT last.key FROM last${ofPrice}), '${AFTER_DIGITS}')`;
  return `WITH lots AS MATERIALIZED (${lots}),
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
