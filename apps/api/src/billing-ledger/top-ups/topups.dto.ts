import { TOPUP_MAX_CENTS, TOPUP_MIN_CENTS, TOPUP_STATUSES, type TopupView } from '@trunkline/billing-ledger';
import { may, type Principal, unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import { Cents, Flag, Id, OneOf, PageQuery, QueryList, Text, UnixTime } from '../../http';

const DESCRIPTION_MAX = 200;

export class TopupDto {
  @Id({ description: 'Top-up ID.', prefix: 'top' })
  id: string;

  @OneOf({
    description:
      '`processing`: the outcome is not known yet. `requires_action`: the customer must authenticate with `client_secret`. ' +
      '`succeeded`: the balance was credited. `failed`: the balance was not credited.',
    values: TOPUP_STATUSES,
    name: 'TopupStatus',
  })
  status: string;

  @Cents({ description: 'Amount charged, in cents.', example: 2500 })
  amount_cents: number;

  @Text({ description: 'ISO 4217 currency code.', example: 'USD' })
  currency: string;

  @Id({ description: 'Payment method to charge.', prefix: 'pm' })
  payment_method_id: string;

  @Text({ description: 'Payment ID at the card processor, once known.', example: 'pi_3Q1w2e', nullable: true })
  processor_payment_intent_id: string | null;

  @Text({
    description:
      "Secret for the processor's browser SDK while authentication is required. It can complete the payment, so it is " +
      'null for callers without `billing:write`.',
    example: null,
    nullable: true,
  })
  client_secret: string | null;

  @Id({ description: 'Transaction that credited the balance.', prefix: 'txn', nullable: true })
  transaction_id: string | null;

  @Text({ description: 'Failure code of the processor.', example: null, nullable: true })
  failure_code: string | null;

  @Text({ description: 'Human-readable reason.', example: null, nullable: true, max: 1000 })
  failure_message: string | null;

  @Flag({ description: 'Whether auto-recharge started the top-up.' })
  auto: boolean;

  @UnixTime({ description: 'Creation time.' })
  created_at: number;

  @UnixTime({ description: 'Time when it succeeded or failed.', nullable: true })
  completed_at: number | null;
}

export class CreateTopupDto {
  @Cents({ description: 'Amount to add, in cents.', example: 2500, min: TOPUP_MIN_CENTS, max: TOPUP_MAX_CENTS })
  amount_cents: number;

  @Id({
    description: 'Payment method to charge. Defaults to the default payment method.',
    prefix: 'pm',
    optional: true,
  })
  payment_method_id?: string;

  @Text({
    description: 'Description of the transaction.',
    example: 'Top-up for March',
    optional: true,
    max: DESCRIPTION_MAX,
  })
  description?: string;
}

export class ListTopupsQuery extends PageQuery {
  @QueryList({
    description: 'Filters by status, comma-separated.',
    example: 'processing,requires_action',
    values: TOPUP_STATUSES,
    name: 'TopupStatus',
  })
  status?: TopupView['status'][];
}

/** Converts a top-up for `who`. The client secret can complete the payment, so it requires `billing:write`. */
export function toTopupDto(topup: TopupView, who: Principal): TopupDto {
  return {
    id: topup.id,
    status: topup.status,
    amount_cents: topup.amountCents,
    currency: topup.currency,
    payment_method_id: topup.paymentMethodId,
    processor_payment_intent_id: topup.processorPaymentIntentId,
    client_secret: may(who, 'billing:write') ? topup.clientSecret : null,
    transaction_id: topup.transactionId,
    failure_code: topup.failureCode,
    failure_message: topup.failureMessage,
    auto: topup.auto,
    created_at: unixSeconds(topup.createdAt),
    completed_at: unixSecondsOrNull(topup.completedAt),
  };
}
