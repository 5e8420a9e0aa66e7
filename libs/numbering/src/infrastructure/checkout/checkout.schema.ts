import { EntitySchema } from 'typeorm';
import { Checkout, type CheckoutItem } from '../../domain/checkout/checkout';
import { ONE_ROUTE_CHECK } from '../checks';

/** The repository loads the items from their own table. */
export const CheckoutSchema = new EntitySchema<Checkout>({
  name: 'Checkout',
  target: Checkout,
  schema: 'numbering',
  tableName: 'checkouts',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    ownerId: { type: 'text' },
    operationId: { type: 'text' },
    placedBy: { type: 'jsonb' },
    status: { type: 'text' },
    trunkId: { type: 'text', nullable: true },
    routingProfileId: { type: 'text', nullable: true },
    complianceBundleId: { type: 'text', nullable: true },
    customerReference: { type: 'text', nullable: true },
    maxTotalCents: { type: 'bigint', nullable: true },
    holdId: { type: 'text', nullable: true },
    chargedCents: { type: 'bigint' },
    nextCheckAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    completedAt: { type: 'timestamptz', nullable: true },
  },
  indices: [
    { name: 'checkouts_operation_id', columns: ['accountId', 'operationId'], unique: true },
    { name: 'checkouts_created_at', columns: ['accountId', 'createdAt', 'id'] },
    { name: 'checkouts_open', columns: ['accountId'], where: `status IN ('quoting', 'ordering')` },
    { name: 'checkouts_check_due', columns: ['nextCheckAt'], where: `next_check_at IS NOT NULL` },
  ],
  checks: [
    {
      name: 'checkouts_status',
      expression: `status IN ('quoting', 'ordering', 'all_provisioned', 'partial', 'all_failed', 'balance_too_low')`,
    },
    { name: 'checkouts_one_route', expression: ONE_ROUTE_CHECK },
    { name: 'checkouts_completed', expression: `(status IN ('quoting', 'ordering')) = (completed_at IS NULL)` },
    { name: 'checkouts_watched', expression: `(completed_at IS NULL) = (next_check_at IS NOT NULL)` },
  ],
});

export const CheckoutItemSchema = new EntitySchema<CheckoutItem>({
  name: 'CheckoutItem',
  schema: 'numbering',
  tableName: 'checkout_items',
  columns: {
    checkoutId: { type: 'text', primary: true },
    cartItemId: { type: 'text', primary: true },
    position: { type: 'integer' },
    selectToken: { type: 'text' },
    offer: { type: 'jsonb' },
    orderId: { type: 'text', nullable: true },
    status: { type: 'text' },
    errorCode: { type: 'text', nullable: true },
    errorMessage: { type: 'text', nullable: true },
    chargedCents: { type: 'bigint' },
  },
  checks: [
    {
      name: 'checkout_items_status',
      expression: `status IN ('waiting', 'provisioned', 'pending_documents', 'failed')`,
    },
  ],
});
