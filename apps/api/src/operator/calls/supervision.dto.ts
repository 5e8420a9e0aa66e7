import { CREDIT_LIMIT_MAX_CENTS } from '@trunkline/billing-ledger';
import { BILLING_MODES, type BillingMode, type TermsChange } from '@trunkline/identity';
import { type Tier, TIERS } from '@trunkline/kernel';
import { Cents, Integer, OneOf, Text } from '../../http';

const REASON_MAX = 1000;
const CONCURRENT_CALLS_MAX = 100_000;

export class ChangeOperatorAccountBody {
  @OneOf({
    description: 'How far the account is trusted; its limits follow with its next request.',
    example: 'verified',
    optional: true,
    values: TIERS,
    name: 'Tier',
  })
  tier?: Tier;

  @OneOf({
    description: 'Pays before or after. Going back to `prepaid` ends the credit.',
    example: 'postpaid',
    optional: true,
    values: BILLING_MODES,
    name: 'BillingMode',
  })
  billing_mode?: BillingMode;

  @Cents({
    description:
      'How far below zero the balance of a postpaid account may go. Below what is owed already, nothing more can be spent. With 0, a postpaid account has no limit for calls and none of this credit for anything else.',
    example: 50_000,
    optional: true,
    min: 0,
    max: CREDIT_LIMIT_MAX_CENTS,
  })
  credit_limit_cents?: number;

  @Integer({
    description:
      'Calls at a time, inbound and outbound together, in place of the limit of the tier; null: that of the tier.',
    example: 25,
    optional: true,
    nullable: true,
    min: 0,
    max: CONCURRENT_CALLS_MAX,
  })
  max_concurrent_calls?: number | null;
}

export class SuspendAccountBody {
  @Text({
    description: 'Why; operators see it, the customer does not.',
    example: 'Traffic pumping on +12125550123, ticket 4711',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}

export class ReinstateAccountBody {
  @Text({
    description: 'Why; kept in the audit trail.',
    example: 'Identity confirmed by telephone, ticket 4711',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}

export function termsOf(body: ChangeOperatorAccountBody): TermsChange {
  const { tier, billing_mode: billingMode, credit_limit_cents: creditLimitCents } = body;
  const { max_concurrent_calls: maxConcurrentCalls } = body;
  return {
    ...(tier && { tier }),
    ...(billingMode && { billingMode }),
    ...(creditLimitCents !== undefined && { creditLimitCents }),
    ...(maxConcurrentCalls !== undefined && { maxConcurrentCalls }),
  };
}
