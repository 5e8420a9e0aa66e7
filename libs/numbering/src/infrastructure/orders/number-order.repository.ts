import { CommonErrors, RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import { In, IsNull } from 'typeorm';
import { type Claim, NumberOrderRepository } from '../../application/ports';
import type { NumberOrder } from '../../domain/orders/number-order';
import { NumberOrderSchema } from './number-order.schema';

const OPERATION_INDEX = 'number_orders_operation_id';

export class TypeOrmNumberOrderRepository extends NumberOrderRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async add(order: NumberOrder): Promise<void> {
    try {
      await this.db.manager.insert(NumberOrderSchema, order);
    } catch (error) {
      throw violatedConstraint(error) === OPERATION_INDEX ? new RetryTransaction(OPERATION_INDEX) : error;
    }
  }

  override async save(order: NumberOrder): Promise<void> {
    await this.db.manager.save(NumberOrderSchema, order);
  }

  override async get(id: string): Promise<NumberOrder> {
    const order = await this.db.manager.findOneBy(NumberOrderSchema, { id });
    if (!order) throw CommonErrors.not_found();
    return order;
  }

  override find(id: string): Promise<NumberOrder | null> {
    return this.db.manager.findOneBy(NumberOrderSchema, { id });
  }

  override async lock(id: string): Promise<NumberOrder> {
    const lock = { mode: 'pessimistic_write' } as const;
    const order = await this.db.manager.findOne(NumberOrderSchema, { where: { id }, lock });
    if (!order) throw CommonErrors.not_found();
    return order;
  }

  override findByOperation(accountId: string, operationId: string): Promise<NumberOrder | null> {
    return this.db.manager.findOneBy(NumberOrderSchema, { accountId, operationId });
  }

  override listByCheckout(checkoutId: string): Promise<NumberOrder[]> {
    return this.db.manager.find(NumberOrderSchema, { where: { checkoutId }, order: { id: 'ASC' } });
  }

  override lockPending(accountId: string): Promise<NumberOrder[]> {
    return this.db.manager.find(NumberOrderSchema, {
      where: { accountId, status: 'pending', checkoutId: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  override async lease({ id, accountId, nextCheckAt }: NumberOrder, leaseUntil: Date): Promise<boolean> {
    const leased = await this.db.query(
      `UPDATE numbering.number_orders SET next_check_at = $4
       WHERE id = $1 AND account_id = $2 AND status = 'pending' AND next_check_at = $3 RETURNING id`,
      [id, accountId, nextCheckAt, leaseUntil],
    );
    return leased.length > 0;
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
