import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import type { NumberView } from '../../application/lifecycle/number-queries';
import {
  type OrderFilters,
  type OrderQueries,
  type OrderView,
  type PlacedOrder,
} from '../../application/orders/order-queries';
import { NUMBER_COLUMNS, ORDER_COLUMNS } from '../rows';

const ITS_NUMBER = `SELECT ${NUMBER_COLUMNS} FROM numbering.phone_numbers n
  WHERE n.id = (SELECT assigned_number_id FROM numbering.number_orders WHERE id = $1 AND account_id = $2)
    AND n.account_id = $2`;
const ONE_ORDER = `SELECT ${ORDER_COLUMNS} FROM numbering.number_orders o WHERE o.id = $1 AND o.account_id = $2`;

export class OrderReads implements OrderQueries {
  constructor(private readonly db: Database) {}

  async get(accountId: string, orderId: string): Promise<OrderView> {
    const order = await this.db.queryOne<OrderView>(ONE_ORDER, [orderId, accountId]);
    if (!order) throw CommonErrors.not_found();
    return order;
  }

  async placed(accountId: string, orderId: string): Promise<PlacedOrder> {
    const values = [orderId, accountId];
    const [[order] = [], [number] = []] = await this.db.queryAll([
      [ONE_ORDER, values],
      [ITS_NUMBER, values],
    ]);
    if (!order) throw CommonErrors.not_found();
    return { order: order as OrderView, number: (number as NumberView | undefined) ?? null };
  }

  async list(accountId: string, filters: OrderFilters, page: PageRequest): Promise<Page<OrderView>> {
    const { status, country, from, to } = filters;
    const where = new Where()
      .require('account_id = ?', accountId)
      .add('status = ANY(?)', status)
      .add('country = ANY(?)', country)
      .add('created_at >= ?', from)
      .add('created_at < ?', to)
      .after(page, 'created_at', 'timestamptz');
    const order = `ORDER BY o.created_at ${page.order}, o.id ${page.order} ${where.limit(page.limit)}`;
    const text = `SELECT ${ORDER_COLUMNS} FROM numbering.number_orders o ${where.text} ${order}`;
    const rows = await this.db.query<OrderView>(text, where.values);
    return pageOf(rows, page.limit, (view) => ({ key: view.createdAt.toISOString(), id: view.id }));
  }
}
