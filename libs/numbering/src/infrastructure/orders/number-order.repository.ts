import { CommonErrors, RetryTransaction } from '@trunkline/kernel';
import { type Database, insertRows, selectRow, selectRows, updateRows, violatedConstraint } from '@trunkline/platform';
import { In, IsNull } from 'typeorm';
import { type Claim, NumberOrderRepository } from '../../application/ports';
import type { NumberOrder } from '../../domain/orders/number-order';
import { NumberOrderSchema } from './number-order.schema';

const OPERATION_INDEX = 'number_orders_operation_id';
/** Locks in the order of the ids, as everywhere. */
const LEASE_ALL = `UPDATE numbering.number_orders o SET next_check_at = $4
  FROM (
    SELECT o.id FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS read (id, account_id, next_check_at)
    JOIN numbering.number_orders o USING (id, account_id, next_check_at)
    WHERE o.status = 'pending' ORDER BY o.id FOR UPDATE OF o) AS free
  WHERE o.id = free.id RETURNING o.id`;

export class StoredNumberOrders extends NumberOrderRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override addAll(orders: readonly NumberOrder[]): Promise<void> {
    return insertRows(this.db, NumberOrderSchema, orders, (error) =>
      violatedConstraint(error) === OPERATION_INDEX ? new RetryTransaction(OPERATION_INDEX) : error,
    );
  }

  override async saveAll(orders: readonly NumberOrder[]): Promise<void> {
    for (const order of orders) {
      await updateRows(this.db, NumberOrderSchema, [{ where: { id: order.id }, set: toSaved(order) }]);
    }
  }

  override async get(id: string): Promise<NumberOrder> {
    const order = await this.find(id);
    if (!order) throw CommonErrors.not_found();
    return order;
  }

  override find(id: string): Promise<NumberOrder | null> {
    return selectRow(this.db, NumberOrderSchema, { where: { id } });
  }

  override async lock(id: string): Promise<NumberOrder> {
    const order = await selectRow(this.db, NumberOrderSchema, { where: { id }, forUpdate: true });
    if (!order) throw CommonErrors.not_found();
    return order;
  }

  override lockByCheckout(checkoutId: string): Promise<NumberOrder[]> {
    return selectRows(this.db, NumberOrderSchema, { where: { checkoutId }, orderBy: 'id', forUpdate: true });
  }

  override findByOperation(accountId: string, operationId: string): Promise<NumberOrder | null> {
    return selectRow(this.db, NumberOrderSchema, { where: { accountId, operationId } });
  }

  override listByCheckout(checkoutId: string): Promise<NumberOrder[]> {
    return selectRows(this.db, NumberOrderSchema, { where: { checkoutId }, orderBy: 'id' });
  }

  override lockPending(accountId: string): Promise<NumberOrder[]> {
    return this.db.manager.find(NumberOrderSchema, {
      where: { accountId, status: 'pending', checkoutId: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  override async leaseAll(orders: readonly NumberOrder[], leaseUntil: Date): Promise<ReadonlySet<string>> {
    const leased = await this.db.query<{ id: string }>(LEASE_ALL, [
      orders.map(({ id }) => id),
      orders.map(({ accountId }) => accountId),
      orders.map(({ nextCheckAt }) => nextCheckAt),
      leaseUntil,
    ]);
    return new Set(leased.map(({ id }) => id));
  }

  override async claimDue({ now, leaseUntil, limit }: Claim): Promise<NumberOrder[]> {
    const claimed = await this.db.query<{ id: string }>(
      `UPDATE numbering.number_orders SET next_check_at = $2
       WHERE id IN (SELECT id FROM numbering.number_orders WHERE next_check_at <= $1
                    ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, leaseUntil, limit],
    );
    return this.db.manager.find(NumberOrderSchema, { where: { id: In(claimed.map(({ id }) => id)) } });
  }
}

/** The columns that change. */
const toSaved = (order: NumberOrder) => ({
  status: order.status,
  errorCode: order.errorCode,
  errorMessage: order.errorMessage,
  assignedNumberId: order.assignedNumberId,
  holdId: order.holdId,
  completedAt: order.completedAt,
  nextCheckAt: order.nextCheckAt,
  reconcileUntil: order.reconcileUntil,
  supplierNote: order.supplierNote,
});
