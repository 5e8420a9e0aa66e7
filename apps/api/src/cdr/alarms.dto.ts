import {
  ALARM_COMPARISONS,
  ALARM_METRICS,
  ALARM_NAME_MAX,
  type AlarmComparison,
  type AlarmMetric,
  type SortOrder,
} from '@trunkline/kernel';
import {
  ALARM_DEFAULTS,
  ALARM_STATES,
  type AlarmState,
  MIN_CALLS_MAX,
  THRESHOLD_MAX,
  WINDOW_MAX_SECONDS,
  WINDOW_MIN_SECONDS,
} from '@trunkline/cdr';
import {
  Country,
  Decimal,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  PartialType,
  QueryOneOf,
  QueryOrder,
  Text,
  UnixTime,
  WithDefaults,
} from '../http';

const STATE = { values: ALARM_STATES, name: 'AlarmState' } as const;

/** What an account and an operator set of an alarm. */
export class AlarmConditions {
  @Text({ description: 'Shown in mails and events.', example: 'Calls to the office fail', max: ALARM_NAME_MAX })
  name: string;

  @OneOf({
    description:
      '`asr_pct`: answered calls in percent of all. `acd_s`: average duration of the answered calls in seconds. `failure_pct`: calls ' +
      'that failed in percent of all, which are those that were neither answered nor ended by the caller or the called party. ' +
      '`cost_cents`: what the calls cost in all.',
    values: ALARM_METRICS,
    name: 'AlarmMetric',
  })
  metric: AlarmMetric;

  @Integer({
    description:
      'Length of the window in seconds, a multiple of 60. The calls that were recorded within it are measured. A window of more than ' +
      'an hour moves on by sixtieths of its length.',
    example: 900,
    min: WINDOW_MIN_SECONDS,
    max: WINDOW_MAX_SECONDS,
  })
  windowSeconds: number;

  @OneOf({
    description: 'Whether the alarm is raised below or above the threshold.',
    values: ALARM_COMPARISONS,
    name: 'AlarmComparison',
  })
  comparison: AlarmComparison;

  @Decimal({
    description:
      `Threshold in the unit of the metric: percent from 0 to ${THRESHOLD_MAX.asr_pct}, seconds to ${THRESHOLD_MAX.acd_s}, or whole ` +
      `cents to ${THRESHOLD_MAX.cost_cents}. The value itself raises no alarm.`,
    example: 40,
    min: 0,
    max: THRESHOLD_MAX.cost_cents,
    places: 1,
  })
  threshold: number;

  @Integer({
    description:
      'Calls that the window must hold; of `acd_s`, answered ones. With fewer, the state does not change, unless there has been no ' +
      'call for a day.',
    example: 20,
    min: 1,
    max: MIN_CALLS_MAX,
  })
  minCalls: number;

  @Flag({ description: 'Whether the alarm is evaluated. A disabled alarm is `ok`.' })
  enabled: boolean;
}

/** Which calls are measured. */
class AlarmScopeDto {
  @Id({
    description: 'SIP trunk of the account: only calls over it.',
    prefix: 'trk',
    optional: true,
    nullable: true,
  })
  sipTrunkId?: string | null;

  @Id({ description: 'Number of the account: only its calls.', prefix: 'num', optional: true, nullable: true })
  numberId?: string | null;

  @Country({
    description: 'Only calls with this country, which is that of the remote party.',
    example: 'DE',
    optional: true,
    nullable: true,
  })
  country?: string | null;
}

class AlarmSettingsDto extends AlarmConditions {
  @Nested(() => AlarmScopeDto, {
    description: 'Which calls are measured: those that match all members. Without members, all calls of the account.',
  })
  scope: AlarmScopeDto;
}

export class CreateAlarmDto extends WithDefaults(AlarmSettingsDto, ALARM_DEFAULTS) {}

export class ChangeAlarmDto extends PartialType(AlarmSettingsDto) {}

export class AlarmDto extends AlarmSettingsDto {
  @Id({ description: 'ID of the alarm.', prefix: 'alm' })
  id: string;

  @OneOf({ description: 'Whether the alarm is raised.', ...STATE, inEtag: false })
  state: AlarmState;

  @UnixTime({ description: 'When the state began.', inEtag: false })
  since: Date;

  @Decimal({
    description: 'The metric over the calls of the window so far; null without any.',
    example: 87.5,
    nullable: true,
    inEtag: false,
  })
  value: number | null;

  @Integer({ description: 'Calls of the window so far. They are counted once a minute.', example: 24, inEtag: false })
  calls: number;

  @UnixTime({ description: 'When the alarm was created.' })
  createdAt: Date;

  @UnixTime({ description: 'When the alarm was last updated.' })
  updatedAt: Date;
}

export class ListAlarmsQuery extends PageQuery {
  @QueryOneOf({ description: 'Only alarms in this state.', ...STATE })
  state?: AlarmState;

  @QueryOrder()
  order?: SortOrder;
}
