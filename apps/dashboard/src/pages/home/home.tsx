import { Grid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DashboardSummary, RecentCall } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { RankedBars } from '../../ui/charts/ranked-bars';
import { ButtonLink, TextLink } from '../../ui/links';
import { Loaded, Loading } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { Tiles } from '../../ui/tiles';
import { CallTable } from '../calls/call-table';
import { CallChart } from '../calls/call-volume';
import { Attention, useAttention } from './attention';

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
  return (
    <>
      <Attention {...attention} />
      {summary.active_numbers === 0 && <FirstSteps />}
      <Figures summary={summary} />
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

const DAYS_A_MONTH = 30;
const RUNWAY_SHOWN_DAYS = 365;

/** How long the balance lasts at the pace of this month. */
function runwayOf({ balance_cents, projected_monthly_cents }: DashboardSummary): string | null {
  if (projected_monthly_cents <= 0 || balance_cents <= 0) return null;
  const days = Math.floor((balance_cents / projected_monthly_cents) * DAYS_A_MONTH);
  return days > RUNWAY_SHOWN_DAYS ? 'Lasts more than a year' : `Lasts about ${format.days(days)}`;
}

function Figures({ summary }: { summary: DashboardSummary }) {
  const change = summary.calls_change_pct;
  const tiles = [
    ['Balance', format.money(summary.balance_cents), runwayOf(summary)],
    ['Active numbers', format.count(summary.active_numbers), `${summary.numbers_added_this_month} new this month`],
    [
      'Calls today',
      format.count(summary.calls_today),
      change === null ? null : `${format.change(change)} from yesterday`,
    ],
    ['Completed', format.percent(summary.completion_pct), `Average ${format.duration(summary.avg_call_seconds)}`],
    [
      'Spent this month',
      format.money(summary.spend_this_month_cents),
      `${format.money(summary.projected_monthly_cents)} projected`,
    ],
  ] as const;
  return <Tiles tiles={tiles} />;
}

function FirstSteps() {
  const may = useMay();
  if (!may('numbers:write')) return null;
  return (
    <Panel>
      <Stack align="start" gap="sm">
        <Title order={2}>Get your first number</Title>
        <Text size="sm">Search by country, city or digits. Prices are shown before you buy.</Text>
        <ButtonLink to="/numbers/buy">Get a number</ButtonLink>
      </Stack>
    </Panel>
  );
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
