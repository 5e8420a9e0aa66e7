import { RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import type { CardSetupRepository, OpenSetup, PaymentMethodRepository } from '../application/cards/ports';
import { BillingErrors } from '../domain/errors';
import type { PaymentMethod } from '../domain/payment-method';
import { PaymentMethodSchema } from './schema';

/** The errors for constraints that a concurrent request can violate. */
const VIOLATIONS: Readonly<Record<string, () => Error>> = {
  payment_methods_saved: () => BillingErrors.payment_method_exists(),
  payment_methods_operation: () => new RetryTransaction(),
  payment_methods_default: () => new RetryTransaction(),
};

/** A method that was saved again stays attached: the processor has one id for both. */
const UNDETACHED = `deleted_at IS NOT NULL AND detached_at IS NULL AND NOT EXISTS (
  SELECT FROM billing.payment_methods saved
  WHERE saved.account_id = payment_methods.account_id AND saved.processor = payment_methods.processor
    AND saved.processor_payment_method_id = payment_methods.processor_payment_method_id AND saved.deleted_at IS NULL)`;

export class StoredPaymentMethods implements PaymentMethodRepository {
  constructor(private readonly db: Database) {}

  add(method: PaymentMethod): Promise<void> {
    return this.db.table(PaymentMethodSchema).add(method, translated);
  }

  save(method: PaymentMethod): Promise<void> {
    return this.db.table(PaymentMethodSchema).save(method, translated);
  }

  async lockAll(accountId: string): Promise<PaymentMethod[]> {
    const methods = await this.db
      .table(PaymentMethodSchema)
      .query('account_id = $1 ORDER BY id FOR UPDATE', [accountId]);
    return methods.filter(({ deletedAt }) => deletedAt === null);
  }

  find(accountId: string, id: string): Promise<PaymentMethod | null> {
    return this.db
      .table(PaymentMethodSchema)
      .find('account_id = $1 AND id = $2 AND deleted_at IS NULL', [accountId, id]);
  }

  findDefault(accountId: string): Promise<PaymentMethod | null> {
    return this.db
      .table(PaymentMethodSchema)
      .find('account_id = $1 AND is_default AND deleted_at IS NULL', [accountId]);
  }

  findByOperation(accountId: string, operationId: string): Promise<PaymentMethod | null> {
    return this.db.table(PaymentMethodSchema).find('account_id = $1 AND operation_id = $2', [accountId, operationId]);
  }

  findUndetached(limit: number): Promise<PaymentMethod[]> {
    return this.db.table(PaymentMethodSchema).query(`${UNDETACHED} ORDER BY id LIMIT $1`, [limit]);
  }

  async isUndetached(id: string): Promise<boolean> {
    return (await this.db.table(PaymentMethodSchema).find(`${UNDETACHED} AND id = $1`, [id])) !== null;
  }
}

function translated(error: unknown): unknown {
  return VIOLATIONS[violatedConstraint(error)]?.() ?? error;
}

const ADD_SETUP = `INSERT INTO billing.card_setups (id, account_id, expires_at) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO NOTHING`;
const EXPIRED_SETUPS = `SELECT id, account_id AS "accountId", expires_at AS "expiresAt" FROM billing.card_setups
  WHERE closed_at IS NULL AND expires_at <= $1 ORDER BY expires_at LIMIT $2`;
const CLOSE_SETUP = `UPDATE billing.card_setups SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL`;

export class StoredCardSetups implements CardSetupRepository {
  constructor(private readonly db: Database) {}

  add({ id, accountId, expiresAt }: OpenSetup): Promise<void> {
    return this.db.write(ADD_SETUP, [id, accountId, expiresAt]);
  }

  findExpired(now: Date, limit: number): Promise<OpenSetup[]> {
    return this.db.query<OpenSetup>(EXPIRED_SETUPS, [now, limit]);
  }

  close(id: string, at: Date): Promise<void> {
    return this.db.write(CLOSE_SETUP, [id, at]);
  }
}
