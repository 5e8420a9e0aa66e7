import { RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import { In, IsNull } from 'typeorm';
import { type PaymentMethodRepository } from '../../application/cards/ports';
import { BillingErrors } from '../../domain/errors';
import type { PaymentMethod } from '../../domain/cards/payment-method';
import { PaymentMethodSchema } from './payment-method.schema';

/** The errors for constraints that a concurrent request can violate. */
const VIOLATIONS: Readonly<Record<string, () => Error>> = {
  payment_methods_saved: () => BillingErrors.payment_method_exists(),
  payment_methods_operation: () => new RetryTransaction(),
  payment_methods_default: () => new RetryTransaction(),
};

/** A method that was saved again stays attached: the processor has one id for both. */
const UNDETACHED = `SELECT id FROM billing.payment_methods removed
  WHERE deleted_at IS NOT NULL AND detached_at IS NULL AND NOT EXISTS (
    SELECT FROM billing.payment_methods saved
    WHERE saved.account_id = removed.account_id AND saved.processor = removed.processor
      AND saved.processor_payment_method_id = removed.processor_payment_method_id AND saved.deleted_at IS NULL)`;
const LIST_UNDETACHED = `${UNDETACHED} ORDER BY id LIMIT $1`;
const IS_UNDETACHED = `${UNDETACHED} AND id = $1`;

const SAVED = { deletedAt: IsNull() };

export class StoredPaymentMethods implements PaymentMethodRepository {
  constructor(private readonly db: Database) {}

  async add(method: PaymentMethod): Promise<void> {
    await translated(() => this.db.manager.insert(PaymentMethodSchema, method));
  }

  async save(method: PaymentMethod): Promise<void> {
    await translated(() => this.db.manager.update(PaymentMethodSchema, { id: method.id }, method));
  }

  async lockAll(accountId: string): Promise<PaymentMethod[]> {
    const methods = await this.db.manager.find(PaymentMethodSchema, {
      where: { accountId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return methods.filter(({ deletedAt }) => deletedAt === null);
  }

  find(accountId: string, id: string): Promise<PaymentMethod | null> {
    return this.db.manager.findOneBy(PaymentMethodSchema, { accountId, id, ...SAVED });
  }

  findDefault(accountId: string): Promise<PaymentMethod | null> {
    return this.db.manager.findOneBy(PaymentMethodSchema, { accountId, isDefault: true, ...SAVED });
  }

  findByOperation(accountId: string, operationId: string): Promise<PaymentMethod | null> {
    return this.db.manager.findOneBy(PaymentMethodSchema, { accountId, operationId });
  }

  async findUndetached(limit: number): Promise<PaymentMethod[]> {
    const ids = await this.db.query<{ id: string }>(LIST_UNDETACHED, [limit]);
    return this.db.manager.findBy(PaymentMethodSchema, { id: In(ids.map(({ id }) => id)) });
  }

  async isUndetached(id: string): Promise<boolean> {
    return (await this.db.queryOne(IS_UNDETACHED, [id])) !== null;
  }
}

async function translated(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw VIOLATIONS[violatedConstraint(error)]?.() ?? error;
  }
}
