import { TOPUP_MAX_CENTS, TOPUP_MIN_CENTS, TOPUP_STATUSES, type TopupView } from '@trunkline/billing-ledger';
import { may, type Principal } from '@trunkline/kernel';
import { Cents, Currency, Flag, Id, OneOf, PageQuery, QueryList, Text, UnixTime } from '../http';

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
  amountCents: number;

  @Currency()
  currency: string;

  @Id({ description: 'Payment method to charge.', prefix: 'pm' })
  paymentMethodId: string;

  @Text({ description: 'Payment ID at the card processor, once known.', example: 'pi_3Q1w2e', nullable: true })
  processorPaymentIntentId: string | null;

  @Text({
    description:
      "Secret for the processor's browser SDK while authentication is required. It can complete the payment, so it is " +
      'null for callers without `billing:write`.',
    example: null,
    nullable: true,
  })
  clientSecret: string | null;

  @Id({ description: 'Transaction that credited the balance.', prefix: 'txn', nullable: true })
  transactionId: string | null;

  @Text({ description: 'Failure code of the processor.', example: null, nullable: true })
  failureCode: string | null;

  @Text({ description: 'Human-readable reason.', example: null, nullable: true, max: 1000 })
  failureMessage: string | null;

  @Flag({ description: 'Whether auto-recharge started the top-up.' })
  auto: boolean;

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;

  @UnixTime({ description: 'Time when it succeeded or failed.', nullable: true })
  completedAt: Date | null;
}

export class CreateTopupDto {
  @Cents({ description: 'Amount to add, in cents.', example: 2500, min: TOPUP_MIN_CENTS, max: TOPUP_MAX_CENTS })
  amountCents: number;

  @Id({
    description: 'Payment method to charge. Defaults to the default payment method.',
    prefix: 'pm',
    optional: true,
  })
  paymentMethodId?: string;

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
  status?: readonly TopupView['status'][];
}

export function toTopupDto(topup: TopupView, who: Principal): TopupDto {
  return { ...topup, clientSecret: may(who, 'billing:write') ? topup.clientSecret : null };
}
