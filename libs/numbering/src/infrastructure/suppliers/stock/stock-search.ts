import { columnsOf, type Database } from '@trunkline/platform';
import type { SupplierSearch } from '../../../application/supply/supplier';
import type { StockLot } from '../../../domain/stock';
import { StockLotSchema } from '../../stock/stock.schema';
import { type Access, accessOf, digitConditions, forSale, LISTED, lotConditions, Statement } from './stock-conditions';

const NUMBERS = 'numbering.stock_numbers';
const LOTS = 'numbering.stock_lots';
const LOT = columnsOf(StockLotSchema, undefined, 'l');
/** SELECT and FROM of a page of live rows, which `n` has found. */
const ROWS = `SELECT n.e164, n.key, false AS "isCatalog", ${LOT} FROM`;

/** The columns that conditions and rows need. */
const FOUND = 'n.e164, n.lot_id, n.state, n.account_id, n.order_id, n.available_at';
/** A key after all others: those are digits, with `+` before them in one order. */
export const AFTER_DIGITS = '~';

/** A row of a search: a number, or a lot of which any number is sold. */
export interface StockRow extends StockLot {
  /** A number of the lot: the one for sale, or any of a catalog row. */
  readonly e164: string;
  readonly isCatalog: boolean;
  /** What orders the rows of equal price and kind. */
  readonly key: string;
}

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

/** Reads pages of the stock. Each filter has a plan that does not depend on how rare its numbers are. See docs/numbers.md#own-stock. */
export class StockSearch {
  constructor(private readonly db: Database) {}

  /** Returns numbers, in the order of the sort, after the position. */
  live(page: StockPage): Promise<StockRow[]> {
    const { filters, sort, limit, accountId, now } = page;
    const statement = new Statement([accountId, now, limit]);
    const access = accessOf(filters, sort);
    const parts = partsOf(statement, page, access);
    return this.db.query<StockRow>(textOf(statement, access, parts), statement.values);
  }

  /** Returns the lots that have a number for sale, in the order of the sort, after the position. */
  catalog({ filters, sort, limit, accountId, now, after }: StockPage): Promise<StockRow[]> {
    const statement = new Statement([accountId, now, limit]);
    const label = `rpad('+' || l.calling_code || coalesce(l.area_code, ''), length(n.e164), 'X') COLLATE "C"`;
    const conditions = [...lotConditions(statement, filters), ...catalogAfter(statement, sort, after, label)];
    const text = `SELECT n.e164, ${sort === 'e164' ? label : 'l.id'} AS key, true AS "isCatalog", ${LOT}
      FROM ${LOTS} l CROSS JOIN LATERAL (SELECT n.e164 FROM ${NUMBERS} n
        WHERE n.lot_id = l.id AND ${LISTED} AND ${forSale('$1', '$2')} ORDER BY n.e164 LIMIT 1) n
      WHERE ${conditions.join(' AND ')} ORDER BY ${sort === 'price' ? 'l.monthly_cents, ' : ''}key, l.id LIMIT $3`;
    return this.db.query<StockRow>(text, statement.values);
  }
}

/** The parts of a statement of live rows. */
interface Parts {
  /** SELECT of the lots. */
  readonly lots: string;
  /** The conditions on the numbers `n` of a lot `l`. */
  readonly where: string;
  readonly isByPrice: boolean;
}

function partsOf(statement: Statement, { filters, sort, after }: StockPage, access: Access): Parts {
  const isByPrice = sort === 'price';
  const conditions = lotConditions(statement, filters);
  const where = [LISTED, forSale('$1', '$2'), ...digitConditions(statement, filters, access)];
  if (after) {
    const [, monthlyCents, key] = after;
    const last = `${statement.value(key)}::text`;
    if (isByPrice) {
      const price = `${statement.value(monthlyCents)}::bigint`;
      conditions.push(`l.monthly_cents >= ${price}`);
      where.push(`${access.order} > CASE WHEN l.monthly_cents > ${price} THEN '' ELSE ${last} END`);
    } else where.push(`${access.order} > ${last}`);
  }
  const lots = `SELECT l.id, l.monthly_cents FROM ${LOTS} l WHERE ${conditions.join(' AND ')}`;
  return { lots, where: where.join(' AND '), isByPrice };
}

function textOf(statement: Statement, { key, order, digits }: Access, { lots, where, isByPrice }: Parts): string {
  const found = `SELECT n.e164, ${order} AS key FROM ${NUMBERS} n WHERE n.lot_id = l.id AND ${where}`;
  const price = isByPrice ? 'l.monthly_cents, ' : '';
  const page = `JOIN ${LOTS} l ON l.id = n.lot_id ORDER BY ${price}n.key LIMIT $3`;
  if (digits !== null) {
    // The subquery makes the index of digits the only way to the numbers.
    const keys = `(SELECT numbering.digit_keys('', ${statement.value(digits)}::text))`;
    return `WITH lots AS MATERIALIZED (${lots}),
      matching AS MATERIALIZED (SELECT n.e164, n.lot_id, ${order} AS key
        FROM (SELECT ${FOUND} FROM ${NUMBERS} n WHERE numbering.digit_keys('', n.e164) @> ${keys} OFFSET 0) n
        JOIN lots l ON l.id = n.lot_id WHERE ${where})
      ${ROWS} matching n ${page}`;
  }
  if (key !== order) {
    // As above, of the index that finds the range.
    return `WITH lots AS MATERIALIZED (${lots}),
      matching AS MATERIALIZED (
        SELECT found.*, l.id AS lot_id FROM lots l CROSS JOIN LATERAL (${found} ORDER BY ${key} OFFSET 0) found)
      ${ROWS} matching n ${page}`;
  }
  // The rows of a page are in the lots whose first rows come first, and none comes after the last of so many first rows.
  const ofPrice = isByPrice ? ' WHERE last.monthly_cents = l.monthly_cents' : '';
  const isBefore = `${order} <= coalesce((SELECT last.key FROM last${ofPrice}), '${AFTER_DIGITS}')`;
  return `WITH lots AS MATERIALIZED (${lots}),
    heads AS MATERIALIZED (SELECT l.*, head.key FROM lots l CROSS JOIN LATERAL (${found} ORDER BY ${order} LIMIT 1) head
      ORDER BY ${price}head.key LIMIT $3),
    last AS MATERIALIZED (SELECT l.* FROM heads l ORDER BY ${price}l.key OFFSET $3::bigint - 1)
    ${ROWS} (SELECT found.*, l.id AS lot_id FROM heads l
      CROSS JOIN LATERAL (${found} AND ${isBefore} ORDER BY ${order} LIMIT $3) found) n ${page}`;
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
