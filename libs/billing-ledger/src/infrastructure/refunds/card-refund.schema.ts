import { EntitySchema } from 'typeorm';
import { CardRefund } from '../../domain/refunds/card-refund';

export const CardRefundSchema = new EntitySchema<CardRefund>({
  name: 'CardRefund',
  target: CardRefund,
  schema: 'billing',
  tableName: 'card_refunds',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    topupId: { type: 'text' },
    processorPaymentIntentId: { type: 'text' },
    status: { type: 'text' },
    amountCents: { type: 'bigint' },
    processorRefundId: { type: 'text', nullable: true },
    failureCode: { type: 'text', nullable: true },
    checks: { type: 'integer' },
    checkAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    completedAt: { type: 'timestamptz', nullable: true },
  },
  indices: [
    { name: 'card_refunds_account', columns: ['accountId', 'status'] },
    { name: 'card_refunds_topup', columns: ['topupId'] },
    { name: 'card_refunds_due', columns: ['checkAt'], where: 'check_at IS NOT NULL' },
  ],
  checks: [
    { name: 'card_refunds_status', expression: `status IN ('processing', 'succeeded', 'failed')` },
    { name: 'card_refunds_amount', expression: `amount_cents > 0` },
    {
      name: 'card_refunds_open',
      expression: `(status = 'processing') = (check_at IS NOT NULL) AND (status = 'processing') = (completed_at IS NULL)`,
    },
    { name: 'card_refunds_paid', expression: `status <> 'succeeded' OR processor_refund_id IS NOT NULL` },
  ],
});
