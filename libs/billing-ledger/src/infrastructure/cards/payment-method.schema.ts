import { EntitySchema } from 'typeorm';
import { PaymentMethod } from '../../domain/cards/payment-method';

export const PaymentMethodSchema = new EntitySchema<PaymentMethod>({
  name: 'PaymentMethod',
  target: PaymentMethod,
  schema: 'billing',
  tableName: 'payment_methods',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    operationId: { type: 'text' },
    processor: { type: 'text' },
    processorPaymentMethodId: { type: 'text' },
    type: { type: 'text' },
    brand: { type: 'text', nullable: true },
    last4: { type: 'text', nullable: true },
    expMonth: { type: 'integer', nullable: true },
    expYear: { type: 'integer', nullable: true },
    isDefault: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    deletedAt: { type: 'timestamptz', nullable: true },
    detachedAt: { type: 'timestamptz', nullable: true },
  },
});
