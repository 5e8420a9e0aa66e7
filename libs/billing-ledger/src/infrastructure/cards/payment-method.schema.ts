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
  uniques: [{ name: 'payment_methods_operation', columns: ['accountId', 'operationId'] }],
  indices: [
    {
      name: 'payment_methods_saved',
      columns: ['accountId', 'processor', 'processorPaymentMethodId'],
      unique: true,
      where: 'deleted_at IS NULL',
    },
    { name: 'payment_methods_default', columns: ['accountId'], unique: true, where: 'is_default' },
    { name: 'payment_methods_page', columns: ['accountId', 'createdAt', 'id'] },
    {
      name: 'payment_methods_undetached',
      columns: ['id'],
      where: 'deleted_at IS NOT NULL AND detached_at IS NULL',
    },
  ],
  checks: [
    { name: 'payment_methods_deleted', expression: `deleted_at IS NULL OR NOT is_default` },
    { name: 'payment_methods_detached', expression: `detached_at IS NULL OR deleted_at IS NOT NULL` },
  ],
});
