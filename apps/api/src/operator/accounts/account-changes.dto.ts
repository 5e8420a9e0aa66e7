import { CREDIT_LIMIT_MAX_CENTS } from '@trunkline/billing-ledger';
import { lists } from '@trunkline/cdr';
import { BILLING_MODES, type BillingMode, type Tier, TIERS } from '@trunkline/kernel';
import { Cents, Countries, Id, Integer, Nested, OneOf, PartialType, Text, Texts } from '../../http';

const REASON_MAX = 1000;
const CONCURRENT_CALLS_MAX = 100_000;

const COUNTRIES_MAX = 300;
const RANGES_MAX = 100;
const CALLS_PER_SECOND_MAX = 10_000;

/** What an operator permits an account beyond the rules for outbound calls. */
export class OutboundExceptionsDto {
  @Countries({
    description: 'Countries that are open to the account by default, and that it may list without being verified.',
    example: ['KE'],
    max: COUNTRIES_MAX,
  })
  countries: readonly string[];

  @Texts({
    description:
      'First digits of numbers, without `+`, that the account may call although they share revenue or belong to no country.',
    example: ['881'],
    max: RANGES_MAX,
    item: { pattern: /^[1-9]\d{0,14}$/, hint: '1 to 15 digits', max: 15 },
  })
  ranges: readonly string[];

  @Integer({
    description: 'Outbound calls that may start per second. Overrides the limit of the tier; null restores it.',
    example: null,
    nullable: true,
    min: 1,
    max: CALLS_PER_SECOND_MAX,
  })
  callsPerSecond: number | null;
}

export class OutboundExceptionsUpdateBody extends PartialType(OutboundExceptionsDto) {}

export class ChangeOperatorAccountBody {
  @OneOf({
    description: 'Tier of the account. Its limits apply from the next request.',
    optional: true,
    values: TIERS,
    name: 'Tier',
  })
  tier?: Tier;

  @OneOf({
    description: 'Whether usage is paid in advance or in arrears. A change to `prepaid` ends the credit.',
    optional: true,
    values: BILLING_MODES,
    name: 'BillingMode',
  })
  billingMode?: BillingMode;

  @Cents({
    description:
      'Amount in cents by which a postpaid balance may fall below zero. If the account owes more, it cannot spend. With 0, calls and the monthly charges for numbers of a postpaid account are not limited, orders still need available balance, and the account is never in debt.',
    example: 50_000,
    optional: true,
    min: 0,
    max: CREDIT_LIMIT_MAX_CENTS,
  })
  creditLimitCents?: number;

  @Integer({
    description: 'Maximum concurrent calls, inbound and outbound. Overrides the limit of the tier; null restores it.',
    example: 25,
    optional: true,
    nullable: true,
    min: 0,
    max: CONCURRENT_CALLS_MAX,
  })
  maxConcurrentCalls?: number | null;

  @Nested(() => OutboundExceptionsUpdateBody, {
    description: 'Exceptions from the rules for outbound calls. A list that is sent replaces the one before.',
    optional: true,
  })
  outboundExceptions?: OutboundExceptionsUpdateBody;

  @Id({
    description:
      "The account's own rate deck for calls, which must be active: its prices precede those of the default deck. Null: the " +
      'default deck alone.',
    prefix: 'deck',
    optional: true,
    nullable: true,
  })
  rateDeckId?: string | null;

  @Id({
    description: "The account's own rate deck for messages, in the same way.",
    prefix: 'deck',
    optional: true,
    nullable: true,
  })
  smsRateDeckId?: string | null;

  @Integer({
    description:
      'Percent by which rates and connection fees of calls and the prices of messages are reduced, whichever deck has the price.',
    example: 15,
    optional: true,
    min: 0,
    max: lists.DISCOUNT_PCT_MAX,
  })
  discountPct?: number;
}

export class SuspendAccountBody {
  @Text({
    description: 'Reason. Visible only to operators.',
    example: 'Traffic pumping on +12125550123, ticket 4711',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}

export class ReinstateAccountBody {
  @Text({
    description: 'Reason, stored in the audit trail.',
    example: 'Identity confirmed by telephone, ticket 4711',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}
