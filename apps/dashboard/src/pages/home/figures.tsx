import type { Balance, DashboardSummary } from '@trunkline/client';
import { format } from '../../format';
import { moments } from '../../format/moment';
import { Tiles } from '../../ui/layout/tiles';
import { type HomeCalls, useCallsWeekAgo } from './home-calls';
import { runwayDays } from './runway';

const RUNWAY_SHOWN_DAYS = 365;

interface Props {
  readonly summary: DashboardSummary;
  readonly balance: Balance | undefined;
  /** Undefined where the user may not see calls. */
  readonly calls: HomeCalls | undefined;
}

/** How long the balance lasts at the forecast of this month. */
function runwayOf({ summary, balance }: Pick<Props, 'summary' | 'balance'>): string | null {
  const days = runwayDays(summary, balance);
  if (days === null || summary.balance_cents <= 0) return null;
  return days > RUNWAY_SHOWN_DAYS ? 'Lasts more than a year' : `Lasts about ${format.days(days)}`;
}

const FAILED = 0;

/** Sums of days by how calls ended. */
function sumsOf(bars: HomeCalls['bars']) {
  const sums = bars.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0);
  const failed = bars.reduce((sum, { values }) => sum + (values[FAILED] ?? 0), 0);
  return { calls: sums, failed };
}

const shareOf = ({ failed, calls }: ReturnType<typeof sumsOf>): string => format.percent((100 * failed) / calls);

/** The share of failed calls today, against that of the days before. */
function failedNote(today: ReturnType<typeof sumsOf>, before: ReturnType<typeof sumsOf>): string {
  if (today.calls === 0) return before.calls === 0 ? 'No calls yet' : `Usually ${shareOf(before)} of calls`;
  return before.calls === 0 ? shareOf(today) : `${shareOf(today)}, usually ${shareOf(before)}`;
}

/** The change to the same hours of a week ago. Null where there is nothing to compare with. */
function changeOf(calls: number, weekAgo: ReturnType<typeof useCallsWeekAgo>): string | null {
  if (!weekAgo || weekAgo.calls === 0) return null;
  const change = (100 * (calls - weekAgo.calls)) / weekAgo.calls;
  const sign = change > 0 ? '+' : '';
  return `${sign}${format.percent(Math.round(change)).replace('-', '\u2212')} on ${moments().minute(weekAgo.at)}`;
}

/** The figures of the account, each with the page that it is of. */
export function Figures({ summary, balance, calls }: Props) {
  const weekAgo = useCallsWeekAgo(calls);
  // Ratios of no calls say nothing.
  const hasCalls = summary.call_volume_daily.some(({ count }) => count > 0);
  const { spend_this_month_cents, forecast_monthly_cents } = summary;
  const today = sumsOf(calls?.bars.slice(-1) ?? []);
  const before = sumsOf(calls?.bars.slice(0, -1) ?? []);
  const ofToday = calls ? today.calls : summary.calls_today;
  return (
    <Tiles
      tiles={[
        ['Balance', format.money(summary.balance_cents), runwayOf({ summary, balance }), { to: '/billing' }],
        [
          'Calls today',
          format.count(ofToday),
          changeOf(ofToday, weekAgo) ?? (ofToday === 0 ? 'None yet' : 'So far'),
          { to: '/calls', search: { time: 'today' } },
        ],
        [
          'Answered, 30 days',
          hasCalls ? format.percent(summary.completion_pct) : '–',
          hasCalls ? `Average ${format.duration(summary.avg_call_seconds)}` : 'No calls in 30 days',
          { to: '/calls', search: { result: 'answered' } },
        ],
        ...(calls
          ? [
              [
                'Failed today',
                format.count(today.failed),
                failedNote(today, before),
                { to: '/calls', search: { time: 'today', result: 'failed' } },
              ] as const,
            ]
          : []),
        [
          'Spent this month',
          format.money(spend_this_month_cents),
          forecast_monthly_cents ? `About ${format.money(forecast_monthly_cents)} by its end` : 'So far',
          { to: '/billing/usage' },
        ],
      ]}
    />
  );
}
