import { Grid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Balance, DashboardSummary, RecentCall } from '@trunkline/client';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { RankedBars } from '../../ui/charts/ranked-bars';
import { TextLink } from '../../ui/links';
import { Loaded, Loading } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { Tiles } from '../../ui/layout/tiles';
import { CallTable } from '../calls/call-table';
import { CallChart } from '../calls/call-volume';
import { Attention, useAttention } from './attention';
import { FirstSteps } from './first-steps';
import { runwayDays } from './runway';

/** Of the placeholder. */
const HEIGHT = 400;

export function Home() {
  const query = useQuery({
    queryKey: ['summary'],
    queryFn: ({ signal }) => trunkline.dashboard.summary.get({}, { signal }),
  });
  const attention = useAttention();
  return (
    <Page title="Home">
      <Loaded query={query} title="The summary could not be loaded" height={HEIGHT}>
        {(summary) => (attention.isLoading ? <Loading height={HEIGHT} /> : <Summary {...{ summary, attention }} />)}
      </Loaded>
    </Page>
  );
}

interface SummaryProps {
  readonly summary: DashboardSummary;
  readonly attention: ReturnType<typeof useAttention>;
}

function Summary({ summary, attention }: SummaryProps) {
  const countries = summary.top_countries.map(({ country, count }) => ({
    name: format.country(country),
    value: count,
  }));
  // The first answered call ends the first steps, also when ten calls that were not answered follow it.
  const isInUse =
    summary.seconds_30d > 0 || summary.recent_cdrs.some(({ billable_duration_s }) => billable_duration_s > 0);
  return (
    <>
      <Attention {...attention} summary={summary} />
      {!isInUse && <FirstSteps summary={summary} />}
      <Figures summary={summary} balance={attention.balance.data} />
      <Grid>
        <Panel title="Calls per day" span={8}>
          <CallChart summary={summary} />
        </Panel>
        <Panel title="Top countries" span={4}>
          {countries.length > 0 ? (
            <RankedBars label="Calls by country" bars={countries} format={(value) => format.count(value)} />
          ) : (
            <Text size="sm" c="dimmed">
              No calls in the last 30 days.
            </Text>
          )}
        </Panel>
      </Grid>
      <RecentCalls calls={summary.recent_cdrs} />
    </>
  );
}

const RUNWAY_SHOWN_DAYS = 365;

interface FiguresProps {
  readonly summary: DashboardSummary;
  readonly balance: Balance | undefined;
}

/** How long the balance lasts at the pace of this month. */
function runwayOf({ summary, balance }: FiguresProps): string | null {
  const days = runwayDays(summary, balance);
  if (days === null || summary.balance_cents <= 0) return null;
  return days > RUNWAY_SHOWN_DAYS ? 'Lasts more than a year' : `Lasts about ${format.days(days)}`;
}

function Figures({ summary, balance }: FiguresProps) {
  // Ratios of no calls say nothing. A day that has begun is not compared with a whole one.
  const hasCalls = summary.call_volume_daily.some(({ count }) => count > 0);
  const { calls_yesterday, numbers_added_this_month, spend_this_month_cents, projected_monthly_cents } = summary;
  const tiles = [
    ['Balance', format.money(summary.balance_cents), runwayOf({ summary, balance })],
    [
      'Active numbers',
      format.count(summary.active_numbers),
      numbers_added_this_month === 0 ? null : `${format.count(numbers_added_this_month)} new this month`,
    ],
    [
      'Calls today',
      format.count(summary.calls_today),
      calls_yesterday === 0 ? null : `${format.count(calls_yesterday)} in all of yesterday`,
    ],
    [
      'Completed',
      hasCalls ? format.percent(summary.completion_pct) : '–',
      hasCalls ? `Average ${format.duration(summary.avg_call_seconds)}` : 'No calls in 30 days',
    ],
    [
      'Spent this month',
      format.money(spend_this_month_cents),
      spend_this_month_cents === 0 ? null : `${format.money(projected_monthly_cents)} projected`,
    ],
  ] as const;
  return <Tiles tiles={tiles} />;
}

function RecentCalls({ calls }: { calls: readonly RecentCall[] }) {
  return (
    <Panel title="Recent calls" aside={<TextLink to="/calls">All calls</TextLink>}>
      {calls.length === 0 ? (
        <Text size="sm" c="dimmed">
          No calls yet.
        </Text>
      ) : (
        <CallTable label="Recent calls" calls={calls} />
      )}
    </Panel>
  );
}
