import { type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import type { StockFilters, StockQueries, StockView } from '../../application/stock/ports';
import { OF_LOT, STOCK_COLUMNS, STOCK_VIEW } from './stock-numbers';

const SELECT = `SELECT ${STOCK_VIEW}`;
/** How many numbers a search for digits reads in the order of the page before it looks for rare ones. */
const NEAR = 10_000;

export class StockReads implements StockQueries {
  constructor(private readonly db: Database) {}

  get(e164: string): Promise<StockView> {
    return this.db.get<StockView>(`${SELECT} WHERE n.e164 = $1`, [e164]);
  }

  /** Planned for its values: of several filters, they decide which index finds the fewest numbers. */
  async list(filters: StockFilters, page: PageRequest): Promise<Page<StockView>> {
    const { q } = filters;
    if (q === undefined) return this.page(SELECT, numbersOf(filters), page);
    // Numbers begin with the plus, and have no other.
    if (q.startsWith('+')) {
      return this.page(SELECT, numbersOf(filters).add('n.e164 >= ?', q).add('n.e164 < ?', `${q}:`), page);
    }
    const near = await this.near(filters, q, page);
    if (near.length > page.limit) return pageOf(near, page.limit, ({ e164 }) => ({ key: e164, id: e164 }));
    const where = numbersOf(filters);
    // The subquery makes the index of digits the only way to the numbers: the next ones do not have them.
    const keys = `numbering.digit_keys('', e164) @> (SELECT numbering.digit_keys('', ${where.value(q)}::text))`;
    const found = `(SELECT * FROM numbering.stock_numbers WHERE ${keys} OFFSET 0) n`;
    const select = `SELECT ${STOCK_COLUMNS} FROM ${found} ${OF_LOT}`;
    return this.page(select, where.add('strpos(n.e164, ?::text) > 0', q), page);
  }

  private page(select: string, where: Where, page: PageRequest): Promise<Page<StockView>> {
    return this.db.page<StockView>(
      { select, where, by: ['n.e164', 'n.e164'], of: ({ e164 }) => [e164, e164] },
      page,
      'for values',
    );
  }

  /** Returns those of the next numbers that have the digits: frequent ones fill a page with its following row. */
  private near(filters: StockFilters, q: string, page: PageRequest): Promise<StockView[]> {
    const where = numbersOf(filters).after(page, 'n.e164', 'text', 'n.e164');
    const order = `ORDER BY n.e164 ${page.order}`;
    const text = `SELECT ${STOCK_COLUMNS} FROM
      (SELECT * FROM numbering.stock_numbers n ${where.text} ${order} LIMIT ${NEAR}) n ${OF_LOT}
      WHERE strpos(n.e164, ${where.value(q)}::text) > 0 ${order} ${where.limit(page.limit)}`;
    return this.db.query<StockView>(text, where.values, 'for values');
  }
}

function numbersOf({ state, country, numberType, carrierId }: StockFilters): Where {
  return new Where()
    .anyOf('n.state', state)
    .anyOf('n.country', country)
    .anyOf('n.number_type', numberType)
    .anyOf('n.carrier_id', carrierId);
}
