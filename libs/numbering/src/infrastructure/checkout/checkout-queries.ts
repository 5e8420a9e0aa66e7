import type { Page, PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import type {
  CheckoutFilters,
  CheckoutItemView,
  CheckoutQueries,
  CheckoutView,
} from '../../application/checkout/checkout-queries';
import type { NumberView } from '../../application/lifecycle/number-queries';
import type { OrderView } from '../../application/orders/order-queries';
import { NumberingErrors } from '../../domain/errors';
import { totalsOf } from '../../domain/offer';
import { NUMBER_COLUMNS, ORDER_COLUMNS } from '../rows';

type Head = Omit<CheckoutView, 'items' | 'totals'>;

interface Item extends Omit<CheckoutItemView, 'order' | 'number'> {
  readonly checkoutId: string;
  readonly orderId: string | null;
}

const COLUMNS = `id, status, charged_cents AS "chargedCents", created_at AS "createdAt"`;
const IS_FINISHED = `completed_at IS NOT NULL`;
const ONE = `SELECT ${COLUMNS}, ${IS_FINISHED} AS "isFinished" FROM numbering.checkouts WHERE id = $1 AND account_id = $2`;
const ALL = `SELECT ${COLUMNS} FROM numbering.checkouts`;

/**
 * SQL: the account's rows of a table with these ids, $2 being the account. OFFSET 0 makes PostgreSQL look them up by id: most
 * accounts have few rows, so that it would read all of an account that has many.
 */
const ofAccount = (table: string, ids: string, alias: string) =>
  `(SELECT * FROM ${table} WHERE id = ANY(${ids}) OFFSET 0) AS ${alias} WHERE ${alias}.account_id = $2`;

/** $1 checkouts, $2 account. Arrays of ids, since a planner without statistics would join in nested loops. */
const ITEMS = `numbering.checkout_items WHERE checkout_id = ANY($1)`;
const LIST_ITEMS = `SELECT checkout_id AS "checkoutId", cart_item_id AS "cartItemId", select_token AS "selectToken", offer,
    order_id AS "orderId", status, error_code AS "errorCode", error_message AS "errorMessage"
  FROM ${ITEMS} ORDER BY checkout_id, position`;
const ORDERS = ofAccount('numbering.number_orders', `ARRAY(SELECT order_id FROM ${ITEMS})`, 'o');
const LIST_ORDERS = `SELECT ${ORDER_COLUMNS} FROM ${ORDERS}`;
const NUMBERS = ofAccount('numbering.phone_numbers', `ARRAY(SELECT o.assigned_number_id FROM ${ORDERS})`, 'n');
const LIST_NUMBERS = `SELECT ${NUMBER_COLUMNS} FROM ${NUMBERS}`;

export class CheckoutReads implements CheckoutQueries {
  constructor(private readonly db: Database) {}

  async get(accountId: string, checkoutId: string): Promise<CheckoutView> {
    return this.db.together(async () => {
      const [{ isFinished, ...head }, viewOf] = await Promise.all([
        this.db.get<Head & { isFinished: boolean }>(ONE, [checkoutId, accountId]),
        this.viewsOf(accountId, [checkoutId]),
      ]);
      if (!isFinished) throw NumberingErrors.checkout_in_progress();
      return viewOf(head);
    });
  }

  async list(accountId: string, filters: CheckoutFilters, page: PageRequest): Promise<Page<CheckoutView>> {
    const where = new Where()
      .require('account_id = ?', accountId)
      .always(IS_FINISHED)
      .add('status = ANY(?)', filters.status)
      .add('created_at >= ?', filters.from)
      .add('created_at < ?', filters.to);
    const { items, next } = await this.db.page<Head>(
      { select: ALL, where, by: ['created_at', 'id'], of: ({ createdAt, id }) => [createdAt, id] },
      page,
    );
    const ids = items.map(({ id }) => id);
    const viewOf = await this.db.together(() => this.viewsOf(accountId, ids));
    return { items: items.map(viewOf), next };
  }

  /** Reads the contents of checkouts. Returns a function that adds those of one. */
  private async viewsOf(accountId: string, ids: readonly string[]): Promise<(head: Head) => CheckoutView> {
    const [items, orders, numbers] = await Promise.all([
      this.db.query<Item>(LIST_ITEMS, [ids]),
      this.db.query<OrderView>(LIST_ORDERS, [ids, accountId]),
      this.db.query<NumberView>(LIST_NUMBERS, [ids, accountId]),
    ]);
    const orderOf = new Map(orders.map((order) => [order.id, order]));
    const numberOf = new Map(numbers.map((number) => [number.id, number]));
    const viewOfItem = ({ checkoutId: _checkoutId, orderId, ...item }: Item): CheckoutItemView => {
      const order = orderOf.get(orderId ?? '') ?? null;
      return { ...item, order, number: numberOf.get(order?.assignedNumberId ?? '') ?? null };
    };
    return (head) => {
      const own = items.filter(({ checkoutId }) => checkoutId === head.id);
      return { ...head, items: own.map(viewOfItem), totals: totalsOf(own.map(({ offer }) => offer)) };
    };
  }
}
