import { EntitySchema } from 'typeorm';
import { Topup } from '../../domain/top-ups/topup';

export const TopupSchema = new EntitySchema<Topup>({
  name: 'Topup',
  target: Topup,
  schema: 'billing',
  tableName: 'topups',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    operationId: { type: 'text' },
    idempotencyKey: { type: 'text' },
    status: { type: 'text' },
    amountCents: { type: 'bigint' },
    currency: { type: 'text' },
    paymentMethodId: { type: 'text' },
    processorPaymentMethodId: { type: 'text' },
    description: { type: 'text', nullable: true },
    auto: { type: 'boolean' },
    processorPaymentIntentId: { type: 'text', nullable: true },
    clientSecret: { type: 'text', nullable: true, name: 'client_secret_sealed' },
    transactionId: { type: 'text', nullable: true },
    failureCode: { type: 'text', nullable: true },
    failureMessage: { type: 'text', nullable: true },
    checks: { type: 'integer' },
    checkAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    completedAt: { type: 'timestamptz', nullable: true },
  },
});
