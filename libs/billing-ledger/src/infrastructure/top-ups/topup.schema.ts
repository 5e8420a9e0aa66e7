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
  uniques: [
    { name: 'topups_operation', columns: ['accountId', 'operationId'] },
    { name: 'topups_idempotency_key', columns: ['idempotencyKey'] },
    { name: 'topups_payment_intent', columns: ['processorPaymentIntentId'] },
  ],
  indices: [
    { name: 'topups_page', columns: ['accountId', 'createdAt', 'id'] },
    { name: 'topups_due', columns: ['checkAt'], where: 'check_at IS NOT NULL' },
  ],
  checks: [
    { name: 'topups_status', expression: `status IN ('processing', 'requires_action', 'succeeded', 'failed')` },
    { name: 'topups_amount', expression: `amount_cents > 0` },
    { name: 'topups_credited', expression: `(status = 'succeeded') = (transaction_id IS NOT NULL)` },
    {
      name: 'topups_completed',
      expression: `(status IN ('succeeded', 'failed')) = (completed_at IS NOT NULL) AND (completed_at IS NULL) = (check_at IS NOT NULL)`,
    },
  ],
});
