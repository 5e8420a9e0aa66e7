import { column } from '@trunkline/platform';
import { Checkout, type CheckoutItem } from '../../domain/checkout/checkout';
import { table } from '../table';

const { key, text, optionalText, integer, bigint, time, optionalTime, json, optionalBigint } = column;

/** The repository loads the items from their own table. */
export const CheckoutSchema = table<Checkout>(
  'checkouts',
  {
    id: key,
    accountId: text,
    ownerId: text,
    operationId: text,
    placedBy: json,
    status: text,
    trunkId: optionalText,
    routingProfileId: optionalText,
    complianceBundleId: optionalText,
    customerReference: optionalText,
    maxTotalCents: optionalBigint,
    holdId: optionalText,
    chargedCents: bigint,
    nextCheckAt: optionalTime,
    createdAt: time,
    completedAt: optionalTime,
  },
  Checkout,
);

export const CheckoutItemSchema = table<CheckoutItem>('checkout_items', {
  checkoutId: key,
  cartItemId: key,
  position: integer,
  selectToken: text,
  offer: json,
  orderId: optionalText,
  status: text,
  errorCode: optionalText,
  errorMessage: optionalText,
  chargedCents: bigint,
});
