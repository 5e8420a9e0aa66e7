import type { DashboardSummary, RecentCall } from '@trunkline/cdr';
import { ACCOUNT_STATUSES, DIRECTIONS, unixSeconds } from '@trunkline/kernel';
import { Cents, Decimal, Flag, Id, Integer, Nested, OneOf, QueryFlag, Text, UnixTime } from '../../http';

const DATE_LENGTH = 10;

export class SummaryQuery {
  @QueryFlag({ description: 'Bypasses the cache. Sessions only, at most once per minute.', default: false })
  fresh?: boolean;
}

export class DailyCallsDto {
  @UnixTime({ description: 'Start of the day, UTC.' })
  day_start: number;

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

  @Flag({ description: 'Whether the caller withheld its number.' })
  caller_withheld: boolean;

  @Text({ description: 'Called number or SIP URI; may be redacted.', example: '+4930901820', nullable: true })
  callee: string | null;

  @UnixTime({ description: 'Time of call setup.' })
  started_at: number;

  @Integer({ description: 'Seconds from answer to teardown.', example: 62 })
  billable_duration_s: number;

  @Cents({ description: 'Price of the call.', example: 1 })
  customer_total_cents: number;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @Text({ description: 'Why the call ended.', example: 'normal_clearing', nullable: true })
  hangup_cause: string | null;

  @Integer({ description: 'Final SIP response code.', example: 200, nullable: true })
  sip_response_code: number | null;
}

export class DashboardSummaryDto {
  @Integer({ description: 'Count of numbers with status `active`.', example: 3 })
  active_numbers: number;

  @Integer({ description: 'Count of numbers assigned this month.', example: 1 })
  numbers_added_this_month: number;

  @Integer({ description: 'Count of calls that started today, UTC.', example: 12 })
  calls_today: number;

  @Integer({ description: 'Count of calls that started yesterday, UTC.', example: 10 })
  calls_yesterday: number;

  @Decimal({
    description: 'Change from yesterday to today in percent; null if there were no calls yesterday.',
    example: 20,
    nullable: true,
  })
  calls_change_pct: number | null;

  @Integer({ description: 'Billable minutes of the last 30 days, rounded.', example: 42 })
  minutes_30d: number;

  @Integer({ description: 'Billable seconds of the last 30 days.', example: 2520 })
  seconds_30d: number;

  @Integer({
    description: 'Average billable seconds per call of the last 30 days, including unanswered calls.',
    example: 62,
  })
  avg_call_seconds: number;

  @Decimal({ description: 'Percentage of calls with `normal_clearing`.', example: 91.7, min: 0, max: 100 })
  completion_pct: number;

  @Cents({ description: 'Charges of this month, including numbers.', example: 450 })
  spend_this_month_cents: number;

  @Cents({ description: 'Projected charges for the whole month.', example: 900 })
  projected_monthly_cents: number;

  @Nested(() => DailyCallsDto, { description: 'Calls per UTC day for the last 30 days, oldest first.', many: true })
  call_volume_daily: DailyCallsDto[];

  @Nested(() => CountryCallsDto, {
    description: 'Up to five countries with the most calls in the last 30 days.',
    many: true,
  })
  top_countries: CountryCallsDto[];

  @Nested(() => RecentCallDto, { description: 'The last ten calls, newest first.', many: true })
  recent_cdrs: RecentCallDto[];

  @Cents({ description: 'Balance of the wallet.', example: 2550 })
  balance_cents: number;

  @OneOf({ description: 'Status of the account.', values: ACCOUNT_STATUSES, name: 'AccountStatus' })
  account_status: string;

  @UnixTime({ description: 'When the summary was computed.' })
  cached_at: number;
}

function toRecentCallDto(call: RecentCall): RecentCallDto {
  return {
    id: call.id,
    direction: call.direction,
    caller: call.caller,
    caller_withheld: call.isCallerWithheld,
    callee: call.callee,
    started_at: unixSeconds(call.startedAt),
    billable_duration_s: call.billableDurationSeconds,
    customer_total_cents: call.customerTotalCents,
    currency: call.currency,
    hangup_cause: call.hangupCause,
    sip_response_code: call.sipResponseCode,
  };
}

export function toSummaryDto(summary: DashboardSummary): DashboardSummaryDto {
  return {
    active_numbers: summary.activeNumbers,
    numbers_added_this_month: summary.numbersAddedThisMonth,
    calls_today: summary.callsToday,
    calls_yesterday: summary.callsYesterday,
    calls_change_pct: summary.callsChangePct,
    minutes_30d: summary.minutes30d,
    seconds_30d: summary.seconds30d,
    avg_call_seconds: summary.avgCallSeconds,
    completion_pct: summary.completionPct,
    spend_this_month_cents: summary.spendThisMonthCents,
    projected_monthly_cents: summary.projectedMonthlyCents,
    call_volume_daily: summary.callVolumeDaily.map(({ dayStart, count }) => ({
      day_start: unixSeconds(dayStart),
      date: dayStart.toISOString().slice(0, DATE_LENGTH),
      count,
    })),
    top_countries: summary.topCountries.map(({ country, count }) => ({ country, count })),
    recent_cdrs: summary.recentCdrs.map(toRecentCallDto),
    balance_cents: summary.balanceCents,
    account_status: summary.accountStatus,
    cached_at: unixSeconds(summary.cachedAt),
  };
}
