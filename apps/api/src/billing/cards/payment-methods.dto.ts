import type { CardSetup, PaymentMethodView } from '@trunkline/billing-ledger';
import { unixSeconds } from '@trunkline/kernel';
import { Equals } from 'class-validator';
import { Flag, Id, Integer, Text, UnixTime } from '../../http';

const PROCESSOR_ID = /^[A-Za-z0-9_]+$/;

export class PaymentMethodDto {
  @Id({ description: 'Identifier.', prefix: 'pm' })
  id: string;

  @Text({ description: 'Identifier at the card processor.', example: 'pm_card_visa' })
  processor_payment_method_id: string;

  @Text({ description: 'What it is.', example: 'card' })
  type: string;

  @Text({ description: 'Brand of the card.', example: 'visa', nullable: true })
  brand: string | null;

  @Text({ description: 'Last digits of the card.', example: '4242', nullable: true })
  last4: string | null;

  @Integer({ description: 'Month in which it expires.', example: 12, min: 1, max: 12, nullable: true })
  exp_month: number | null;

  @Integer({ description: 'Year in which it expires.', example: 2040, nullable: true })
  exp_year: number | null;

  @Flag({ description: 'Whether auto-recharge and unnamed top-ups charge it.', example: true })
  is_default: boolean;

  @UnixTime({ description: 'When it was saved.' })
  created_at: number;
}

export class AddPaymentMethodDto {
  @Text({
    description: "Identifier from the processor's browser SDK. Card data itself never reaches us.",
    example: 'pm_card_visa',
    pattern: PROCESSOR_ID,
    hint: 'an identifier of the card processor',
  })
  processor_payment_method_id: string;

  @Flag({
    description: 'Make it the default. The first one becomes the default unasked.',
    example: true,
    optional: true,
  })
  set_default?: boolean;
}

export class ChangePaymentMethodDto {
  @Flag({ description: 'True makes it the default, in place of the former one.', example: true })
  @Equals(true, { message: 'must be true: make another method the default instead' })
  is_default: boolean;
}

export class RemovedPaymentMethodDto {
  @Id({ description: 'What was removed.', prefix: 'pm' })
  id: string;

  @Flag({ description: 'Always true.', example: true })
  deleted: boolean;
}

export class CardSetupDto {
  @Text({ description: 'Identifier of this setup at the processor.', example: 'seti_1Q2w3e' })
  setup_id: string;

  @Text({ description: "For the processor's browser SDK.", example: 'seti_1Q2w3e_secret_4R5t' })
  client_secret: string;

  @Text({ description: 'Whom the browser SDK speaks for.', example: 'pk_sandbox' })
  publishable_key: string;

  @UnixTime({ description: 'Until when it can be used.' })
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
