import { EntitySchema } from 'typeorm';
import { Checkout, type CheckoutItem } from '../../domain/checkout/checkout';

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
});
