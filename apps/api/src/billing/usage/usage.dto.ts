import { USAGE_GROUPS, type UsageRequest, type UsageRow } from '@trunkline/billing-ledger';
import { fromUnixSeconds } from '@trunkline/kernel';
import { Cents, Integer, Nested, QueryOneOf, QueryTime, Text } from '../../http';

export class UsageRowDto {
  @Text({
    description:
      'A UTC day (2026-11-30) or month (2026-11); what was charged for: usage_inbound, usage_outbound, number_monthly, ' +
      'number_setup, sms, other; a number; the id of a trunk; a country. `none` for calls that have no such thing.',
    example: '2026-11-30',
  })
  key: string;

  @Integer({ description: 'Calls, unanswered ones included.', example: 12 })
  calls: number;

  @Integer({ description: 'Answer to teardown, summed.', example: 3600 })
  billable_s: number;

  @Cents({ description: 'What was charged.', example: 125 })
  cost_cents: number;
}

export class UsageDto {
  @Nested(() => UsageRowDto, { description: 'In the order of their keys.', many: true })
  items: UsageRowDto[];
}

export class UsageQuery {
  @QueryTime({
    description: 'Charged at or after. Default: the beginning of the running month. At most 366 days before `to`.',
  })
  from?: number;

  @QueryTime({ description: 'Charged before. Default: now.' })
  to?: number;

  @QueryOneOf({ description: 'What the rows are. Default day.', values: USAGE_GROUPS, name: 'UsageGroup' })
  group_by?: UsageRequest['group'];
}

export function questionOf(accountId: string, { from, to, group_by }: UsageQuery): UsageRequest {
  const timeOf = (seconds: number | undefined) => (seconds === undefined ? null : fromUnixSeconds(seconds));
  return { accountId, from: timeOf(from), to: timeOf(to), group: group_by ?? 'day' };
}

export function toUsageRowDto({ key, calls, billableSeconds, costCents }: UsageRow): UsageRowDto {
  return { key, calls, billable_s: billableSeconds, cost_cents: costCents };
}
