import { FRAUD_RULES, type SortOrder } from '@trunkline/kernel';
import { ALERT_STATUSES, type AlertStatus } from '@trunkline/voice-routing';
import { Cents, Flag, Id, Integer, OneOf, PageQuery, QueryOneOf, QueryOrder, Text, UnixTime } from '../../http';

export class FraudAlertDto {
  @Id({ description: 'ID of the alert.', prefix: 'alr' })
  id: string;

  @OneOf({
    description: '`open` until the operator has acknowledged the alert.',
    values: ALERT_STATUSES,
    name: 'FraudAlertStatus',
  })
  status: AlertStatus;

  @OneOf({ description: 'The rule that raised it.', values: FRAUD_RULES, name: 'FraudRule' })
  rule: string;

  @Flag({ description: 'Whether outbound calls and messages of the account are rejected while the alert is open.' })
  blocksOutbound: boolean;

  @UnixTime({ description: 'Start of the hour, or time of the first of the calls or messages.' })
  startedAt: Date;

  @Text({
    description: 'ISO 3166-1 alpha-2 code of the country, for `new_country_at_night`.',
    example: null,
    nullable: true,
  })
  country: string | null;

  @Text({
    description: 'What the numbers begin with, for `short_calls` and `repeated_messages`.',
    example: '+37120700',
    nullable: true,
  })
  prefix: string | null;

  @Integer({
    description: 'Number of calls when the alert was raised, for `short_calls`.',
    example: 24,
    nullable: true,
  })
  calls: number | null;

  @Integer({
    description: 'Number of messages when the alert was raised, for `repeated_messages`.',
    example: null,
    nullable: true,
  })
  messages: number | null;

  @Cents({
    description:
      'What the hour, the calls or the messages had cost when the alert was raised, in cents; null for a new country.',
    example: 412,
    nullable: true,
  })
  costCents: number | null;

  @Cents({
    description: 'What this hour of the day cost on average on the 30 days before, in cents, for `expensive_hour`.',
    example: null,
    nullable: true,
  })
  usualCostCents: number | null;

  @UnixTime({ description: 'When the alert was raised.' })
  createdAt: Date;

  @UnixTime({
    description: 'When the operator acknowledged it; null while it is open.',
    example: null,
    nullable: true,
  })
  acknowledgedAt: Date | null;
}

export class ListFraudAlertsQuery extends PageQuery {
  @QueryOneOf({ description: 'Filters by status.', values: ALERT_STATUSES, name: 'FraudAlertStatus' })
  status?: AlertStatus;

  @QueryOrder({ description: 'Sort order, by creation time.' })
  order?: SortOrder;
}
