import type { Page, PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import type { NumberView } from '../../application/lifecycle/number-queries';
import type { OrderFilters, OrderQueries, OrderView, PlacedOrder } from '../../application/orders/order-queries';
import { NUMBER_COLUMNS, ORDER_COLUMNS } from '../rows';

const SELECT = `SELECT ${ORDER_COLUMNS} FROM numbering.number_orders o`;
const ONE_ORDER = `${SELECT} WHERE o.id = $1 AND o.account_id = $2`;
const ITS_NUMBER = `SELECT ${NUMBER_COLUMNS} FROM numbering.phone_numbers n
  WHERE n.id = (SELECT assigned_number_id FROM numbering.number_orders WHERE id = $1 AND account_id = $2)
    AND n.account_id = $2`;

export class OrderReads implements OrderQueries {
  constructor(private readonly db: Database) {}

  get(accountId: string, orderId: string): Promise<OrderView> {
    return this.db.get<OrderView>(ONE_ORDER, [orderId, accountId]);
  }

  placed(accountId: string, orderId: string): Promise<PlacedOrder> {
    return this.db.together(async () => {
      const [order, number] = await Promise.all([
        this.get(accountId, orderId),
        this.db.find<NumberView>(ITS_NUMBER, [orderId, accountId]),
      ]);
      return { order, number };
    });
  }

  list(accountId: string, { status, country, from, to }: OrderFilters, page: PageRequest): Promise<Page<OrderView>> {
    const where = new Where()
      .require('account_id = ?', accountId)
      .add('status = ANY(?)', status)
      .add('country = ANY(?)', country)
      .add('created_at >= ?', from)
      .add('created_at < ?', to);
    const by = ['o.created_at', 'o.id'] as const;
    return this.db.page<OrderView>({ select: SELECT, where, by, of: ({ createdAt, id }) => [createdAt, id] }, page);
  }
}
