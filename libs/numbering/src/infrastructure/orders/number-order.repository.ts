import { RetryTransaction } from '@trunkline/kernel';
import { columnsOf, type Database, entityOf, type Table, violatedConstraint } from '@trunkline/platform';
import type { Claim, NumberOrderRepository } from '../../application/ports';
import type { NumberOrder } from '../../domain/number-order';
import { NumberOrderSchema } from './number-order.schema';

const OPERATION_INDEX = 'number_orders_operation_id';
/** Locks in the order of the ids, as everywhere. */
const LEASE_ALL = `UPDATE numbering.number_orders o SET next_check_at = $4
  FROM (
    SELECT o.id FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS read (id, account_id, next_check_at)
    JOIN numbering.number_orders o USING (id, account_id, next_check_at)
    WHERE o.status = 'pending' ORDER BY o.id FOR UPDATE OF o) AS free
  WHERE o.id = free.id RETURNING o.id`;
const CLAIM_DUE = `UPDATE numbering.number_orders SET next_check_at = $2
  WHERE id IN (SELECT id FROM numbering.number_orders WHERE next_check_at <= $1
               ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
  RETURNING ${columnsOf(NumberOrderSchema)}`;

export class StoredNumberOrders implements NumberOrderRepository {
  constructor(private readonly db: Database) {}

  private get table(): Table<NumberOrder> {
    return this.db.table(NumberOrderSchema);
  }

  addAll(orders: readonly NumberOrder[]): Promise<void> {
    return this.table.add(orders, (error) =>
      violatedConstraint(error) === OPERATION_INDEX ? new RetryTransaction(OPERATION_INDEX) : error,
    );
  }

  save(order: NumberOrder): Promise<void> {
    return this.table.save(order);
  }

  get(id: string): Promise<NumberOrder> {
    return this.table.get('id = $1', [id]);
  }

  find(id: string): Promise<NumberOrder | null> {
    return this.table.find('id = $1', [id]);
  }

  lock(id: string): Promise<NumberOrder> {
    return this.table.get('id = $1 FOR UPDATE', [id]);
  }

  lockByCheckout(checkoutId: string): Promise<NumberOrder[]> {
    return this.table.query('checkout_id = $1 ORDER BY id FOR UPDATE', [checkoutId]);
  }

  findByOperation(accountId: string, operationId: string): Promise<NumberOrder | null> {
    return this.table.find('account_id = $1 AND operation_id = $2', [accountId, operationId]);
  }

  listByCheckout(checkoutId: string): Promise<NumberOrder[]> {
    return this.table.query('checkout_id = $1 ORDER BY id', [checkoutId]);
  }

  lockPending(accountId: string): Promise<NumberOrder[]> {
    const where = `account_id = $1 AND status = 'pending' AND checkout_id IS NULL ORDER BY id FOR UPDATE`;
    return this.table.query(where, [accountId]);
  }

  async leaseAll(orders: readonly NumberOrder[], leaseUntil: Date): Promise<ReadonlySet<string>> {
    const leased = await this.db.query<{ id: string }>(LEASE_ALL, [
      orders.map(({ id }) => id),
      orders.map(({ accountId }) => accountId),
      orders.map(({ nextCheckAt }) => nextCheckAt),
      leaseUntil,
    ]);
    return new Set(leased.map(({ id }) => id));
  }

  async claimDue({ now, leaseUntil, limit }: Claim): Promise<NumberOrder[]> {
    const claimed = await this.db.query(CLAIM_DUE, [now, leaseUntil, limit]);
    return claimed.map((row) => entityOf(NumberOrderSchema, row));
  }
}
