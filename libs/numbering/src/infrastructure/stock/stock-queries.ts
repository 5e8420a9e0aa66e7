import type { Page, PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import type { StockFilters, StockQueries, StockView } from '../../application/stock/ports';
import { STOCK_VIEW } from './stock-numbers';

const SELECT = `SELECT ${STOCK_VIEW}`;

export class StockReads implements StockQueries {
  constructor(private readonly db: Database) {}

  get(e164: string): Promise<StockView> {
    return this.db.get<StockView>(`${SELECT} WHERE n.e164 = $1`, [e164]);
  }

  /** Planned for its values: of several filters, they decide which index finds the fewest numbers. */
  list({ state, country, numberType, carrierId, q }: StockFilters, page: PageRequest): Promise<Page<StockView>> {
    const where = new Where()
      .anyOf('n.state', state)
      .anyOf('n.country', country)
      .anyOf('n.number_type', numberType)
      .anyOf('n.carrier_id', carrierId)
      .add(`numbering.digit_keys('', n.e164) @> numbering.digit_keys('', ?::text)`, q)
      .add('strpos(n.e164, ?::text) > 0', q);
    return this.db.page<StockView>(
      { select: SELECT, where, by: ['n.e164', 'n.e164'], of: ({ e164 }) => [e164, e164] },
      page,
      'for values',
    );
  }
}
