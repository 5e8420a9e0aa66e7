import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import {
  type CheckoutFilters,
  type CheckoutItemView,
  type CheckoutQueries,
  type CheckoutView,
} from '../../application/checkout/checkout-queries';
import type { NumberView } from '../../application/lifecycle/number-queries';
import type { OrderView } from '../../application/orders/order-queries';
import type { CheckoutOutcome, CheckoutStatus } from '../../domain/checkout/checkout';
import { NumberingErrors } from '../../domain/errors';
import { totalsOf } from '../../domain/supply/offer';
import { NUMBER_COLUMNS, ORDER_COLUMNS } from '../rows';

interface CheckoutRow {
  readonly id: string;
  readonly status: CheckoutStatus;
  readonly chargedCents: number;
  readonly createdAt: Date;
}

type FinishedRow = CheckoutRow & { readonly status: CheckoutOutcome };

interface ItemRow extends Omit<CheckoutItemView, 'order' | 'number'> {
  readonly checkoutId: string;
  readonly orderId: string | null;
}

const COLUMNS = `id, status, charged_cents AS "chargedCents", created_at AS "createdAt"`;

/**
 * SQL: the account's rows of a table with these ids, $2 being the account. OFFSET 0 makes PostgreSQL look them up by id: most
 * accounts have few rows, so that it would read all of an account that has many.
 */
const ofAccount = (table: string, ids: string, alias: string) =>
  `(SELECT * FROM ${table} WHERE id = ANY(${ids}) OFFSET 0) AS ${alias} WHERE ${alias}.account_id = $2`;

/** Statements that read the items, orders and numbers of checkouts: $1 as `condition` on their ids says, $2 account. */
function contentsWhere(condition: string) {
  const items = `numbering.checkout_items WHERE checkout_id ${condition}`;
  // Arrays, since a planner without statistics would join the account's rows in nested loops, all orders for each number.
  const itemOrders = `ARRAY(SELECT order_id FROM ${items})`;
  const orders = ofAccount('numbering.number_orders', itemOrders, 'o');
  const assigned = `ARRAY(SELECT o.assigned_number_id FROM ${orders})`;
  return {
    items: `SELECT checkout_id AS "checkoutId", cart_item_id AS "cartItemId", select_token AS "selectToken", offer,
        order_id AS "orderId", status, error_code AS "errorCode", error_message AS "errorMessage"
      FROM ${items} ORDER BY checkout_id, position`,
    orders: `SELECT ${ORDER_COLUMNS} FROM ${orders}`,
    numbers: `SELECT ${NUMBER_COLUMNS} FROM ${ofAccount('numbering.phone_numbers', assigned, 'n')}`,
  };
}

/** PostgreSQL plans a search for a list of ids each time, and one for a single id once per connection. */
const OF_ONE = contentsWhere('= $1');
const OF_MANY = contentsWhere('= ANY($1)');
const ONE = `SELECT ${COLUMNS} FROM numbering.checkouts WHERE id = $1 AND account_id = $2`;
const FINISHED = `completed_at IS NOT NULL`;

export class CheckoutReads implements CheckoutQueries {
  constructor(private readonly db: Database) {}

  async get(accountId: string, checkoutId: string): Promise<CheckoutView> {
    const [[row] = [], ...contents] = await this.db.queryAll([
      [ONE, [checkoutId, accountId]],
      ...contentsOf(accountId, checkoutId),
    ]);
    if (!row) throw CommonErrors.not_found();
    const checkout = row as CheckoutRow;
    if (!isFinished(checkout)) throw NumberingErrors.checkout_in_progress();
    const [view] = withItems([checkout], contents) as [CheckoutView];
    return view;
  }

  async list(accountId: string, filters: CheckoutFilters, page: PageRequest): Promise<Page<CheckoutView>> {
    const where = new Where()
      .require('account_id = ?', accountId)
      .always(FINISHED)
      .add('status = ANY(?)', filters.status)
      .add('created_at >= ?', filters.from)
      .add('created_at < ?', filters.to)
      .after(page, 'created_at', 'timestamptz');
    const order = `ORDER BY created_at ${page.order}, id ${page.order} ${where.limit(page.limit)}`;
    const text = `SELECT ${COLUMNS} FROM numbering.checkouts ${where.text} ${order}`;
    const rows = await this.db.query<FinishedRow>(text, where.values);
    const { items, next } = pageOf(rows, page.limit, (row) => ({ key: row.createdAt.toISOString(), id: row.id }));
    const ids = items.map(({ id }) => id);
    return { items: withItems(items, await this.db.queryAll(contentsOf(accountId, ids))), next };
  }
}

/** Returns the statements that read the items, orders and numbers of one checkout, or of several. */
function contentsOf(
  accountId: string,
  checkouts: string | readonly string[],
): (readonly [string, readonly unknown[]])[] {
  const { items, orders, numbers } = typeof checkouts === 'string' ? OF_ONE : OF_MANY;
  return [
    [items, [checkouts]],
    [orders, [checkouts, accountId]],
    [numbers, [checkouts, accountId]],
  ];
}

function withItems(
  checkouts: readonly FinishedRow[],
  [itemRows = [], orderRows = [], numberRows = []]: readonly unknown[][],
): CheckoutView[] {
  const items = itemRows as ItemRow[];
  const orders = byId(orderRows as OrderView[]);
  const numbers = byId(numberRows as NumberView[]);
  const viewOf = ({ checkoutId: _checkoutId, orderId, ...item }: ItemRow): CheckoutItemView => {
    const order = orders.get(orderId ?? '') ?? null;
    return { ...item, order, number: numbers.get(order?.assignedNumberId ?? '') ?? null };
  };
  return checkouts.map((checkout) => {
    const own = items.filter(({ checkoutId }) => checkoutId === checkout.id).map(viewOf);
    return { ...checkout, items: own, totals: totalsOf(own.map(({ offer }) => offer)) };
  });
}

function byId<View extends { readonly id: string }>(rows: readonly View[]): ReadonlyMap<string, View> {
  return new Map(rows.map((row) => [row.id, row]));
}

function isFinished(row: CheckoutRow): row is FinishedRow {
  return row.status !== 'quoting' && row.status !== 'ordering';
}
