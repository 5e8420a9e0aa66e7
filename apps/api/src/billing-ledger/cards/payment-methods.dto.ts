import type { CardSetup, PaymentMethodView } from '@trunkline/billing-ledger';
import { unixSeconds } from '@trunkline/kernel';
import { Equals } from 'class-validator';
import { Flag, Id, Integer, Text, UnixTime } from '../../http';

const PROCESSOR_ID = /^[A-Za-z0-9_]+$/;

export class PaymentMethodDto {
  @Id({ description: 'Payment method ID.', prefix: 'pm' })
  id: string;

  @Text({ description: 'Payment method ID at the card processor.', example: 'pm_card_visa' })
  processor_payment_method_id: string;

  @Text({ description: 'Type of payment method.', example: 'card' })
  type: string;

  @Text({ description: 'Brand of the card.', example: 'visa', nullable: true })
  brand: string | null;

  @Text({ description: 'Last four digits of the card.', example: '4242', nullable: true })
  last4: string | null;

  @Integer({ description: 'Expiry month.', example: 12, min: 1, max: 12, nullable: true })
  exp_month: number | null;

  @Integer({ description: 'Expiry year.', example: 2040, nullable: true })
  exp_year: number | null;

  @Flag({ description: 'Whether auto-recharge, and top-ups without `payment_method_id`, charge this payment method.' })
  is_default: boolean;

  @UnixTime({ description: 'Creation time.' })
  created_at: number;
}

export class AddPaymentMethodDto {
  @Text({
    description: "Payment method ID from the processor's browser SDK. Card data never reaches this API.",
    example: 'pm_card_visa',
    pattern: PROCESSOR_ID,
    hint: 'an identifier of the card processor',
  })
  processor_payment_method_id: string;

  @Flag({
    description: 'Makes it the default. The first payment method always becomes the default.',
    default: false,
    optional: true,
  })
  set_default?: boolean;
}

export class ChangePaymentMethodDto {
  @Flag({ description: 'Must be true. Replaces the current default.' })
  @Equals(true, { message: 'must be true: set another payment method as the default instead' })
  is_default: boolean;
}

export class RemovedPaymentMethodDto {
  @Id({ description: 'Removed payment method.', prefix: 'pm' })
  id: string;

  @Flag({ description: 'Always true.' })
  deleted: boolean;
}

export class CardSetupDto {
  @Text({ description: 'Setup ID at the processor.', example: 'seti_1Q2w3e' })
  setup_id: string;

  @Text({ description: "Client secret for the processor's browser SDK.", example: 'seti_1Q2w3e_secret_4R5t' })
  client_secret: string;

  @Text({ description: 'Publishable key for the browser SDK.', example: 'pk_sandbox' })
  publishable_key: string;

  @UnixTime({ description: 'Expiry of the setup.' })
  expires_at: number;
}

export function toPaymentMethodDto(method: PaymentMethodView): PaymentMethodDto {
  return {
    id: method.id,
    processor_payment_method_id: method.processorPaymentMethodId,
    type: method.type,
    brand: method.brand,
    last4: method.last4,
    exp_month: method.expMonth,
    exp_year: method.expYear,
    is_default: method.isDefault,
    created_at: unixSeconds(method.createdAt),
  };
}

export function toCardSetupDto(setup: CardSetup): CardSetupDto {
  return {
    setup_id: setup.setupId,
    client_secret: setup.clientSecret,
    publishable_key: setup.publishableKey,
    expires_at: unixSeconds(setup.expiresAt),
  };
}
