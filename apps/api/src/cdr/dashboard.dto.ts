import type { DashboardSummary } from '@trunkline/cdr';
import { ACCOUNT_STATUSES, DIRECTIONS } from '@trunkline/kernel';
import { Cents, Currency, Decimal, Flag, Id, Integer, Nested, OneOf, QueryFlag, Text, UnixTime } from '../http';

const DATE_LENGTH = 10;

export class SummaryQuery {
  @QueryFlag({ description: 'Bypasses the cache. Sessions only, at most once per minute.', default: false })
  fresh?: boolean;
}

export class DailyCallsDto {
  @UnixTime({ description: 'Start of the day, UTC.' })
  dayStart: Date;

  @Text({ description: 'Date, YYYY-MM-DD.', example: '2026-01-01' })
  date: string;

  @Integer({ description: 'Count of calls.', example: 12 })
  count: number;
}

export class CountryCallsDto {
  @Text({ description: 'ISO 3166-1 alpha-2 country code.', example: 'DE' })
  country: string;

  @Integer({ description: 'Count of calls.', example: 12 })
  count: number;
}

export class RecentCallDto {
  @Id({ description: 'ID of the call record.', prefix: 'cdr' })
  id: string;

  @OneOf({ description: 'Direction of the call.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @Text({ description: 'Caller; null if withheld; may be redacted.', example: '+4930123456', nullable: true })
  caller: string | null;

  @Flag({ description: 'Whether the caller withheld its number.', jsonName: 'caller_withheld' })
  isCallerWithheld: boolean;

  @Text({ description: 'Called number or SIP URI; may be redacted.', example: '+4930901820', nullable: true })
  callee: string | null;

  @Text({ description: "ID of the account's number.", example: 'num_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  numberId: string | null;

  @UnixTime({ description: 'Time of call setup.' })
  startedAt: Date;

  @Integer({ description: 'Seconds from answer to teardown.', example: 62 })
  billableDurationSeconds: number;

  @Cents({ description: 'Price of the call.', example: 1 })
  customerTotalCents: number;

  @Currency()
  currency: string;

  @Text({ description: 'Why the call ended.', example: 'normal_clearing', nullable: true })
  hangupCause: string | null;

  @Integer({ description: 'Final SIP response code.', example: 200, nullable: true })
  sipResponseCode: number | null;
}

export class DashboardSummaryDto {
  @Integer({ description: 'Count of numbers with status `active`.', example: 3 })
  activeNumbers: number;

  @Integer({ description: 'Count of numbers assigned this month.', example: 1 })
  numbersAddedThisMonth: number;

  @Integer({ description: 'Count of calls that started today, UTC.', example: 12 })
  callsToday: number;

  @Integer({ description: 'Count of calls that started yesterday, UTC.', example: 10 })
  callsYesterday: number;

  @Decimal({
    description: 'Change from yesterday to today in percent; null if there were no calls yesterday.',
    example: 20,
    nullable: true,
  })
  callsChangePct: number | null;

  @Integer({ description: 'Billable minutes of the last 30 days, rounded.', example: 42, jsonName: 'minutes_30d' })
  minutes30d: number;

  @Integer({ description: 'Billable seconds of the last 30 days.', example: 2520, jsonName: 'seconds_30d' })
  seconds30d: number;

  @Integer({
    description: 'Average billable seconds per call of the last 30 days, including unanswered calls.',
    example: 62,
    jsonName: 'avg_call_seconds',
  })
  avgCallSeconds: number;

  @Decimal({ description: 'Percentage of calls with `normal_clearing`.', example: 91.7, min: 0, max: 100 })
  completionPct: number;

  @Cents({ description: 'Charges of this month, including numbers.', example: 450 })
  spendThisMonthCents: number;

  @Cents({ description: 'Charges so far × days of the month / day of the month.', example: 900 })
  projectedMonthlyCents: number;

  @Cents({
    description: 'Forecast of the month: usage at its pace, other charges once. Null on the first day.',
    example: 750,
    nullable: true,
  })
  forecastMonthlyCents: number | null;

  @Nested(() => DailyCallsDto, { description: 'Calls per UTC day for the last 30 days, oldest first.', many: true })
  callVolumeDaily: readonly DailyCallsDto[];

  @Nested(() => CountryCallsDto, {
    description: 'Up to five countries with the most calls in the last 30 days.',
    many: true,
  })
  topCountries: readonly CountryCallsDto[];

  @Nested(() => RecentCallDto, { description: 'The last ten calls, newest first.', many: true })
  recentCdrs: readonly RecentCallDto[];

  @Cents({ description: 'Balance of the wallet.', example: 2550 })
  balanceCents: number;

  @OneOf({ description: 'Status of the account.', values: ACCOUNT_STATUSES, name: 'AccountStatus' })
  accountStatus: string;

  @UnixTime({ description: 'When the summary was computed.' })
  cachedAt: Date;
}

export function toSummaryDto(summary: DashboardSummary): DashboardSummaryDto {
  return {
    ...summary,
    callVolumeDaily: summary.callVolumeDaily.map(({ dayStart, count }) => ({
      dayStart,
      date: dayStart.toISOString().slice(0, DATE_LENGTH),
      count,
    })),
  };
}
