import { CREDIT_LIMIT_MAX_CENTS } from '@trunkline/billing-ledger';
import { BILLING_MODES, type BillingMode, type Tier, TIERS } from '@trunkline/kernel';
import { Cents, Integer, OneOf, Text } from '../../http';

const REASON_MAX = 1000;
const CONCURRENT_CALLS_MAX = 100_000;

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
