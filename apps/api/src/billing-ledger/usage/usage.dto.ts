import { USAGE_GROUPS, type UsageRequest } from '@trunkline/billing-ledger';
import { Cents, Integer, type ListFormat, Nested, QueryFormat, QueryOneOf, QueryTime, Text } from '../../http';

export class UsageRowDto {
  @Text({
    description:
      'A UTC day (2026-11-30) or month (2026-11); a kind: usage_inbound, usage_outbound, number_monthly, number_setup, port_fee, ' +
      'sms_inbound, sms_outbound, sms (no direction), other; a day and a kind (2026-11-30 other); a number; a trunk ID; or a country. `none` for calls without a value.',
    example: '2026-11-30',
  })
  key: string;

  @Integer({ description: 'Number of calls, including unanswered ones.', example: 12 })
  calls: number;

  @Integer({ description: 'Total seconds from answer to hangup.', example: 3600 })
  billableSeconds: number;

  @Cents({ description: 'Amount charged, in cents.', example: 125 })
  costCents: number;

  @Integer({
    description:
      'Number of charges: one for each month or set-up of a number, each port, each message, and each call with a price.',
    example: 9,
  })
  charges: number;
}

export class UsageDto {
  @Nested(() => UsageRowDto, { description: 'Rows, ordered by key.', many: true })
  items: readonly UsageRowDto[];
}

export class UsageQuery {
  @QueryTime({
    description:
      'Only charges at or after this time, at most 366 days before `to`. Defaults to the start of the current month.',
  })
  from?: Date;

  @QueryTime({ description: 'Only charges before this time. Defaults to now.' })
  to?: Date;

  @QueryOneOf({ description: 'Grouping of the rows.', default: 'day', values: USAGE_GROUPS, name: 'UsageGroup' })
  groupBy?: UsageRequest['group'];

  @QueryFormat()
  format?: ListFormat;
}

export function questionOf(accountId: string, { from, to, groupBy }: UsageQuery): UsageRequest {
  return { accountId, from: from ?? null, to: to ?? null, group: groupBy ?? 'day' };
}
