import { RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import { IsNull, Not } from 'typeorm';
import { PaymentMethodRepository } from '../application/ports';
import { BillingErrors } from '../domain/errors';
import type { PaymentMethod } from '../domain/payment-method';
import { PaymentMethodSchema } from './schema';

/** What to throw for each constraint that a concurrent request can make us violate. */
const VIOLATIONS: Readonly<Record<string, () => Error>> = {
  payment_methods_saved: () => BillingErrors.payment_method_exists(),
  payment_methods_operation: () => new RetryTransaction(),
  payment_methods_default: () => new RetryTransaction(),
};

const SAVED = { deletedAt: IsNull() };

export class TypeOrmPaymentMethodRepository extends PaymentMethodRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async add(method: PaymentMethod): Promise<void> {
    await translated(() => this.db.manager.insert(PaymentMethodSchema, method));
  }

  override async save(method: PaymentMethod): Promise<void> {
    await translated(() => this.db.manager.update(PaymentMethodSchema, { id: method.id }, method));
  }

  override lockAll(accountId: string): Promise<PaymentMethod[]> {
    return this.db.manager.find(PaymentMethodSchema, {
      where: { accountId, ...SAVED },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  override find(accountId: string, id: string): Promise<PaymentMethod | null> {
    return this.db.manager.findOneBy(PaymentMethodSchema, { accountId, id, ...SAVED });
  }

  override findDefault(accountId: string): Promise<PaymentMethod | null> {
    return this.db.manager.findOneBy(PaymentMethodSchema, { accountId, isDefault: true, ...SAVED });
  }

  override findByOperation(accountId: string, operationId: string): Promise<PaymentMethod | null> {
    return this.db.manager.findOneBy(PaymentMethodSchema, { accountId, operationId });
  }

  override findUndetached(limit: number): Promise<PaymentMethod[]> {
    return this.db.manager.find(PaymentMethodSchema, {
      where: { deletedAt: Not(IsNull()), detachedAt: IsNull() },
      order: { id: 'ASC' },
      take: limit,
    });
  }
}

async function translated(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw VIOLATIONS[violatedConstraint(error)]?.() ?? error;
  }
}
