import { Grid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { DashboardSummary, RecentCall } from '@trunkline/client';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { format } from '../../format';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { firstSteps } from '../../session/first-steps';
import { Loaded, Loading } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { ButtonLink, TextLink } from '../../ui/links';
import { part } from '../../ui/part';
import { ChosenFault } from '../../ui/tables/filter-faults';
import { type Days, daysFault, daysIn } from '../call-log/days-choice';
import { CallTable } from '../calls/call-table';
import { Attention, useAttention } from './attention/attention';
import { CallBars, FailurePanel } from './call-bars';
import { Figures } from './figures';
import { useHomeCalls } from './home-calls';

const route = getRouteApi('/signed-in/');

/** Of the placeholder. */
const HEIGHT = 400;

const FirstSteps = part(async () => (await import('./first-steps')).FirstSteps, <Loading height={HEIGHT} />);
const FirstStepsMenu = part(async () => (await import('./first-steps')).FirstStepsMenu);

export function Home() {
  const may = useMay();
  const query = useQuery({
    queryKey: ['summary'],
    queryFn: ({ signal }) => trunkline.dashboard.summary.get({}, { signal }),
  });
  const text = route.useSearch().days;
  const days = daysIn(text);
  const fault = daysFault(text);
  const calls = useHomeCalls(days, fault === null);
  const attention = useAttention();
  const isLoading = attention.isLoading || calls.isLoading;
  const { id } = useAccount();
  const [isHidden, setHidden] = useState(() => firstSteps.areHidden(id));
  const hide = (): void => {
    firstSteps.hide(id);
    setHidden(true);
  };
  const isNew = query.data !== undefined && !isHidden && !isInUse(query.data);
  return (
    <Page
      title="Home"
      {...(isNew && { heading: 'Your first call, step by step', meta: creditText(query.data) })}
      actions={
        isNew ? (
          <FirstStepsMenu hide={hide} />
        ) : (
          may('numbers:write') && (
            <ButtonLink
              to="/numbers/buy"
              variant="default"
              size="sm"
              leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            >
              Get numbers
            </ButtonLink>
          )
        )
      }
    >
      {fault !== null && <ChosenFault name="days" label="Days" text={text} fault={fault} />}
      <Loaded query={query} title="The summary could not be loaded" height={HEIGHT}>
        {(summary) =>
          isLoading ? <Loading height={HEIGHT} /> : <Summary {...{ summary, attention, calls, days, isNew }} />
        }
      </Loaded>
    </Page>
  );
}

/** What a new account can begin with. */
const creditText = ({ balance_cents }: DashboardSummary): string | null =>
  balance_cents > 0 ? `You have ${format.money(balance_cents)} of credit to start with.` : null;

interface SummaryProps {
  readonly summary: DashboardSummary;
  readonly attention: ReturnType<typeof useAttention>;
  readonly calls: ReturnType<typeof useHomeCalls>;
  readonly days: Days;
  /** Whether the first steps are shown. */
  readonly isNew: boolean;
}

/** The first answered call ends the first steps, also when ten calls that were not answered follow it. */
const isInUse = ({ seconds_30d, recent_cdrs }: DashboardSummary): boolean =>
  seconds_30d > 0 || recent_cdrs.some(({ billable_duration_s }) => billable_duration_s > 0);

function Summary({ summary, attention, calls, days, isNew }: SummaryProps) {
  if (isNew)
    return (
      <>
        <Attention {...attention} summary={summary} />
        <FirstSteps summary={summary} />
        {summary.recent_cdrs.length > 0 && <LatestCalls calls={summary.recent_cdrs} />}
      </>
    );
  const failures = calls.data?.failures;
  const hasFailures = failures !== undefined && failures.causes.length > 0;
  return (
    <>
      <Figures summary={summary} balance={attention.balance.data} calls={calls.data} />
      <Attention {...attention} summary={summary} />
      {(calls.data || calls.error) && (
        <Grid gap={40}>
          <CallBars query={calls} days={days} isWide={!hasFailures} />
          {hasFailures && <FailurePanel {...failures} />}
        </Grid>
      )}
      <LatestCalls calls={summary.recent_cdrs} />
    </>
  );
}

function LatestCalls({ calls }: { calls: readonly RecentCall[] }) {
  return (
    <Panel title="Latest calls" aside={<TextLink to="/calls">Call log</TextLink>}>
      {calls.length === 0 ? (
        <Text size="sm" c="dimmed">
          No calls yet.
        </Text>
      ) : (
        <CallTable label="Latest calls" calls={calls} isPlain />
      )}
    </Panel>
  );
}
