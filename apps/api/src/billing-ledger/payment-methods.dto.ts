import { Equals } from 'class-validator';
import { Flag, Id, Integer, Text, UnixTime } from '../http';

const PROCESSOR_ID = /^[A-Za-z0-9_]+$/;

export class PaymentMethodDto {
  @Id({ description: 'Payment method ID.', prefix: 'pm' })
  id: string;

  @Text({ description: 'Payment method ID at the card processor.', example: 'pm_card_visa' })
  processorPaymentMethodId: string;

  @Text({ description: 'Type of payment method.', example: 'card' })
  type: string;

  @Text({ description: 'Brand of the card.', example: 'visa', nullable: true })
  brand: string | null;

  @Text({ description: 'Last four digits of the card.', example: '4242', nullable: true })
  last4: string | null;

  @Integer({ description: 'Expiry month.', example: 12, min: 1, max: 12, nullable: true })
  expMonth: number | null;

  @Integer({ description: 'Expiry year.', example: 2040, nullable: true })
  expYear: number | null;

  @Flag({ description: 'Whether auto-recharge, and top-ups without `payment_method_id`, charge this payment method.' })
  isDefault: boolean;

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;
}

export class AddPaymentMethodDto {
  @Text({
    description: "Payment method ID from the processor's browser SDK. Card data never reaches this API.",
    example: 'pm_card_visa',
    pattern: PROCESSOR_ID,
    hint: 'an identifier of the card processor',
  })
  processorPaymentMethodId: string;

  @Flag({
    description: 'Makes it the default. The first payment method always becomes the default.',
    default: false,
    optional: true,
  })
  setDefault?: boolean;
}

export class ChangePaymentMethodDto {
  @Flag({ description: 'Must be true. Replaces the current default.' })
  @Equals(true, { message: 'must be true: set another payment method as the default instead' })
  isDefault: boolean;
}

export class RemovedPaymentMethodDto {
  @Id({ description: 'Removed payment method.', prefix: 'pm' })
  id: string;

  @Flag({ description: 'Always true.' })
  deleted: boolean;
}

export class CardSetupDto {
  @Text({ description: 'Setup ID at the processor.', example: 'seti_1Q2w3e' })
  setupId: string;

  @Text({ description: "Client secret for the processor's browser SDK.", example: 'seti_1Q2w3e_secret_4R5t' })
  clientSecret: string;

  @Text({ description: 'Publishable key for the browser SDK.', example: 'pk_sandbox' })
  publishableKey: string;

  @UnixTime({ description: 'Expiry of the setup.' })
  expiresAt: Date;
}
