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
});
