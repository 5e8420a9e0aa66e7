import type { Balance, DashboardSummary } from '@trunkline/client';
import { format } from '../../format';
import { moments } from '../../format/moment';
import { type Tile, Tiles } from '../../ui/layout/tiles';
import { lengthOf, percentOf } from '../call-log/figures';
import type { HomeCalls } from './home-calls';
import { runwayDays } from './runway';
import { weekAgoText } from './week-ago';

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

/** What the month is expected to cost by its last day, which is one of UTC. */
function forecastNote({ forecast_monthly_cents, cached_at }: DashboardSummary): string | null {
  if (!forecast_monthly_cents) return null;
  const now = new Date(cached_at * 1000);
  const lastDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0) / 1000;
  return `About ${format.money(forecast_monthly_cents)} by ${format.shortDay(lastDay)}`;
}

const words: Parameters<typeof weekAgoText>[2] = {
  percent: (value) => format.percent(value),
  weekday: (at) => moments().weekday(at),
  clock: (at) => moments().clock(at),
};

/** How many calls were answered, and how long those were on average: the same figures as in Reports. */
function answeredTile({ totals, days }: HomeCalls): Tile {
  const { asr_pct, acd_s } = totals;
  return [
    `Answered, ${days} days`,
    percentOf(asr_pct),
    acd_s === null ? null : `Average talk ${lengthOf(acd_s)}`,
    { to: '/calls', search: { time: `${days}d`, result: 'answered' } },
  ];
}

/** The share of completed calls, for a user who may not see calls. */
function completedTile({ call_volume_daily, completion_pct }: DashboardSummary): Tile {
  const hasCalls = call_volume_daily.some(({ count }) => count > 0);
  // A ratio of no calls says nothing.
  return ['Completed, 30 days', hasCalls ? format.percent(completion_pct) : '–', null];
}

/** The figures of the account, each with the page that it is of. */
export function Figures({ summary, balance, calls }: Props) {
  const { spend_this_month_cents, calls_today } = summary;
  const today = sumsOf(calls?.bars.slice(-1) ?? []);
  const before = sumsOf(calls?.bars.slice(0, -1) ?? []);
  return (
    <Tiles
      tiles={[
        ['Balance', format.money(summary.balance_cents), runwayOf({ summary, balance }), { to: '/billing' }],
        [
          'Calls today',
          format.count(calls ? today.calls : calls_today),
          calls ? weekAgoText(today.calls, calls.weekAgo, words) : null,
          { to: '/calls', search: { time: 'today' } },
        ],
        calls ? answeredTile(calls) : completedTile(summary),
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
        ['Spent this month', format.money(spend_this_month_cents), forecastNote(summary), { to: '/billing/usage' }],
      ]}
    />
  );
}
