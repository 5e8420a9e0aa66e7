import { type DashboardSummary, DIRECTIONS, type RecentCall } from '@trunkline/cdr';
import { ACCOUNT_STATUSES, unixSeconds } from '@trunkline/kernel';
import { Cents, Decimal, Id, Integer, Nested, OneOf, QueryFlag, Text, UnixTime } from '../http';

const DATE_LENGTH = 10;

export class SummaryQuery {
  @QueryFlag({
    description: 'Computed now instead of kept up to 5 minutes. Sessions only, once a minute.',
    example: true,
  })
  fresh?: boolean;
}

export class DailyCallsDto {
  @UnixTime({ description: 'UTC midnight.' })
  day_start: number;

  @Text({ description: 'The day.', example: '2026-01-01' })
  date: string;

  @Integer({ description: 'Calls.', example: 12 })
  count: number;
}

export class CountryCallsDto {
  @Text({ description: 'ISO 3166-1 alpha-2.', example: 'DE' })
  country: string;

  @Integer({ description: 'Calls.', example: 12 })
  count: number;
}

export class RecentCallDto {
  @Id({ description: 'Identifier.', prefix: 'cdr' })
  id: string;

  @OneOf({ description: 'Direction.', values: DIRECTIONS, name: 'CallDirection', example: 'inbound' })
  direction: string;

  @Text({ description: 'Who called; may be redacted.', example: '+4930123456', nullable: true })
  caller: string | null;

  @Text({ description: 'Who was called; may be redacted.', example: '+4930901820', nullable: true })
  callee: string | null;

  @UnixTime({ description: 'Call setup.' })
  started_at: number;

  @Integer({ description: 'Answer to teardown.', example: 62 })
  billable_duration_s: number;

  @Cents({ description: 'What it cost.', example: 1 })
  customer_total_cents: number;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @Text({ description: 'Why it ended.', example: 'normal_clearing', nullable: true })
  hangup_cause: string | null;

  @Integer({ description: 'Final SIP code.', example: 200, nullable: true })
  sip_response_code: number | null;
}

export class DashboardSummaryDto {
  @Integer({ description: 'Numbers with status active.', example: 3 })
  active_numbers: number;

  @Integer({ description: 'Numbers assigned since the month began.', example: 1 })
  numbers_added_this_month: number;

  @Integer({ description: 'Calls that started today, UTC.', example: 12 })
  calls_today: number;

  @Integer({ description: 'Calls that started yesterday, UTC.', example: 10 })
  calls_yesterday: number;

  @Decimal({
    description: 'Change from yesterday to today in percent; null when there was none yesterday.',
    example: 20,
    nullable: true,
  })
  calls_change_pct: number | null;

  @Integer({ description: 'Billable minutes of the last 30 days, rounded.', example: 42 })
  minutes_30d: number;

  @Integer({ description: 'Billable seconds of the last 30 days.', example: 2520 })
  seconds_30d: number;

  @Integer({
    description: 'Mean billable seconds of all calls of the last 30 days, unanswered ones included.',
    example: 62,
  })
  avg_call_seconds: number;

  @Decimal({ description: 'Share of calls with normal_clearing, in percent.', example: 91.7, min: 0, max: 100 })
  completion_pct: number;

  @Cents({ description: 'Charged since the month began, numbers included.', example: 450 })
  spend_this_month_cents: number;

  @Cents({ description: 'That, projected to the whole month.', example: 900 })
  projected_monthly_cents: number;

  @Nested(() => DailyCallsDto, { description: 'Calls of each of the last 30 UTC days, oldest first.', many: true })
  call_volume_daily: DailyCallsDto[];

  @Nested(() => CountryCallsDto, { description: 'At most five, of the last 30 days.', many: true })
  top_countries: CountryCallsDto[];

  @Nested(() => RecentCallDto, { description: 'The last ten calls, newest first.', many: true })
  recent_cdrs: RecentCallDto[];

  @Cents({ description: 'The balance.', example: 2550 })
  balance_cents: number;

  @OneOf({ description: 'State of the account.', values: ACCOUNT_STATUSES, name: 'AccountStatus', example: 'active' })
  account_status: string;

  @UnixTime({ description: 'When this was computed.' })
  cached_at: number;
}

function toRecentCallDto(call: RecentCall): RecentCallDto {
  return {
    id: call.id,
    direction: call.direction,
    caller: call.caller,
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
