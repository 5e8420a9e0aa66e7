import { TOPUP_MAX_CENTS, TOPUP_MIN_CENTS, TOPUP_STATUSES, type TopupView } from '@trunkline/billing-ledger';
import { may, type Principal, unixSeconds } from '@trunkline/kernel';
import { Cents, Flag, Id, OneOf, PageQuery, QueryList, Text, UnixTime } from '../../http';

const DESCRIPTION_MAX = 200;

export class TopupDto {
  @Id({ description: 'Identifier.', prefix: 'top' })
  id: string;

  @OneOf({
    description:
      'processing: the outcome is not known yet; requires_action: the customer has to authenticate with `client_secret`; ' +
      'succeeded: the balance has been credited; failed: it has not and will not be.',
    values: TOPUP_STATUSES,
    name: 'TopupStatus',
  })
  status: string;

  @Cents({ description: 'What the card is charged.', example: 2500 })
  amount_cents: number;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @Id({ description: 'The payment method that is charged.', prefix: 'pm' })
  payment_method_id: string;

  @Text({ description: 'The payment at the card processor, once known.', example: 'pi_3Q1w2e', nullable: true })
  processor_payment_intent_id: string | null;

  @Text({
    description:
      "For the processor's browser SDK while authentication is required. Null for callers without `billing:write`: who " +
      'holds it can complete the payment.',
    example: null,
    nullable: true,
  })
  client_secret: string | null;

  @Id({ description: 'The transaction that credited the balance.', prefix: 'txn', nullable: true })
  transaction_id: string | null;

  @Text({ description: "The processor's reason.", example: null, nullable: true })
  failure_code: string | null;

  @Text({ description: 'That reason for people.', example: null, nullable: true, max: 1000 })
  failure_message: string | null;

  @Flag({ description: 'Whether auto-recharge began it.', example: false })
  auto: boolean;

  @UnixTime({ description: 'When it was asked for.' })
  created_at: number;

  @UnixTime({ description: 'When it succeeded or failed.', nullable: true })
  completed_at: number | null;
}

export class CreateTopupDto {
  @Cents({ description: 'How much to add.', example: 2500, min: TOPUP_MIN_CENTS, max: TOPUP_MAX_CENTS })
  amount_cents: number;

  @Id({ description: 'What to charge; the default payment method when left out.', prefix: 'pm', optional: true })
  payment_method_id?: string;

  @Text({
    description: 'Shown with the transaction.',
    example: 'Top-up for March',
    optional: true,
    max: DESCRIPTION_MAX,
  })
  description?: string;
}

export class ListTopupsQuery extends PageQuery {
  @QueryList({
    description: 'Only these, comma-separated.',
    example: 'processing,requires_action',
    values: TOPUP_STATUSES,
  })
  status?: TopupView['status'][];
}

const secondsOrNull = (at: Date | null) => at && unixSeconds(at);

/** As `who` may see it: the client secret acts on the payment, so it takes more than reading. */
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
    completed_at: secondsOrNull(topup.completedAt),
  };
}
