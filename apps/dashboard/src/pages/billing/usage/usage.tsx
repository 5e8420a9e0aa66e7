import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { UsageGroup, UsageRow } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../../format';
import { trunkline } from '../../../session/client';
import { StackedBars } from '../../../ui/charts/stacked-bars';
import { Choices } from '../../../ui/choices';
import { Loaded } from '../../../ui/feedback/loaded';
import { Choice } from '../../../ui/forms/choice';
import { Page } from '../../../ui/layout/page';
import { Panel } from '../../../ui/layout/panel';
import { Tiles } from '../../../ui/layout/tiles';
import { TextLink } from '../../../ui/links';
import { ExportButton } from '../../exports/export-button';
import { KIND_SERIES, valuesByDay } from './kinds';
import { before, daysOf, lastMonths, type Month, monthOf, type Span } from './months';
import { changeText } from './change-text';
import { UsageTable } from './usage-table';

const route = getRouteApi('/signed-in/billing/usage');

const GROUPS = [
  { value: 'kind', text: 'Kind' },
  { value: 'country', text: 'Country' },
  { value: 'number', text: 'Number' },
  { value: 'trunk', text: 'Trunk' },
] as const;
type Grouping = (typeof GROUPS)[number]['value'];

/** A year back, and the month before that for comparison. */
const MONTHS = 13;
const HEIGHT = 500;
/** Charges are of UTC days. */
const UTC_DAYS = { unit: 'day', zone: 'UTC' } as const;

/** What was charged in a month, against the month before. */
export function UsagePage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const month = monthOf(search.month, now);
  const by = GROUPS.find(({ value }) => value === search.by)?.value ?? 'kind';
  const set = (change: { month?: string; by?: Grouping }): void =>
    void navigate({ to: '/billing/usage', search: (texts) => ({ ...texts, ...change }), replace: true });
  const query = useQuery({
    queryKey: ['billing', 'usage', month.key, by],
    queryFn: ({ signal }) => loadUsage(month, by, signal),
    placeholderData: keepPreviousData,
  });
  const { from, to } = month;
  return (
    <Page
      title="Usage"
      meta={
        month.isCurrent ? `${format.month(month.key)} so far, in UTC. Its invoice is issued when it is over.` : null
      }
      actions={<ExportButton kind="usage" filters={{ from, to, group_by: by }} />}
    >
      <Group justify="space-between" align="end">
        <Group align="end">
          <Choice
            label="Month"
            data={lastMonths(MONTHS, now).map((value) => ({ value, label: format.month(value) }))}
            value={month.key}
            onChoose={(value) => value !== undefined && set({ month: value })}
          />
          {!month.isCurrent && (
            <TextLink to="/billing/invoices" mb={8}>
              Invoices
            </TextLink>
          )}
        </Group>
        <Group gap={8}>
          <Text size="sm" c="dimmed">
            Group by
          </Text>
          <Choices label="Group by" options={GROUPS} value={by} onChange={(value) => set({ by: value })} />
        </Group>
      </Group>
      <Loaded query={query} title="The usage could not be loaded" height={HEIGHT}>
        {(usage) => <Figures usage={usage} />}
      </Loaded>
    </Page>
  );
}

interface MonthUsage {
  readonly month: Month;
  readonly by: Grouping;
  readonly loadedAt: number;
  readonly compared: Span;
  readonly rows: readonly UsageRow[];
  readonly rowsBefore: readonly UsageRow[];
  /** By UTC day and kind. */
  readonly days: readonly UsageRow[];
  /** Null on the first day of a month, and of a month that is over. */
  readonly forecastCents: number | null;
}

async function loadUsage(month: Month, by: Grouping, signal: AbortSignal): Promise<MonthUsage> {
  const loadedAt = Math.floor(Date.now() / 1000);
  const compared = before(month, loadedAt);
  const rowsOf = async ({ from, to }: Span, group_by: UsageGroup) =>
    (await trunkline.billing.usage.get({ from, to, group_by }, { signal })).items;
  const forecastOf = async () => (await trunkline.dashboard.summary.get({}, { signal })).forecast_monthly_cents;
  const [rows, rowsBefore, days, forecastCents] = await Promise.all([
    rowsOf(month, by),
    rowsOf(compared, by),
    rowsOf(month, 'day_kind'),
    month.isCurrent ? forecastOf() : null,
  ]);
  return { month, by, loadedAt, compared, rows, rowsBefore, days, forecastCents };
}

const sumOf = (rows: readonly UsageRow[], of: (row: UsageRow) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** The name of a time: `Oct 1 to 29`. */
const nameOf = ({ from, to }: Span): string => `${format.shortDay(from)} to ${format.shortDay(to - 1)}`;

function Figures({ usage }: { usage: MonthUsage }) {
  const { month, loadedAt, compared, rows, rowsBefore, days, forecastCents } = usage;
  const spent = sumOf(rows, ({ cost_cents }) => cost_cents);
  const calls = sumOf(days, (row) => row.calls);
  const seconds = sumOf(days, ({ billable_s }) => billable_s);
  const change = changeText(
    spent,
    sumOf(rowsBefore, ({ cost_cents }) => cost_cents),
  );
  return (
    <>
      <Tiles
        tiles={[
          ['Spent', format.money(spent), change && `${change} on ${nameOf(compared)}`],
          ...(forecastCents === null
            ? []
            : [
                [
                  `Expected by ${format.shortDay(month.to - 1)}`,
                  format.money(forecastCents),
                  'Usage at the pace so far',
                ] as const,
              ]),
          ['Calls', format.count(calls), calls === 0 ? null : 'Answered or not'],
          ['Talk time', format.duration(seconds), null],
        ]}
      />
      <Panel title="Spent per day">
        <StackedBars
          title="Spent per day"
          total="Spent"
          series={KIND_SERIES}
          bars={barsOf(usage)}
          times={UTC_DAYS}
          format={(cents) => format.money(cents)}
          empty={`Nothing was charged in ${format.month(month.key)}.`}
          emptyLink={<TextLink to="/billing/rates">Prices of calls</TextLink>}
        />
      </Panel>
      <UsageTable
        by={usage.by}
        month={nameOf({ from: month.from, to: Math.min(month.to, loadedAt + 1) })}
        compared={nameOf(compared)}
        rows={rows}
        rowsBefore={rowsBefore}
      />
    </>
  );
}

function barsOf({ month, loadedAt, days }: MonthUsage) {
  const values = valuesByDay(days);
  return daysOf({ from: month.from, to: Math.min(month.to, loadedAt + 1) }).map(({ key, at }, index, all) => ({
    name: format.date(key),
    tick: format.shortDay(at),
    values: values(key),
    unfinished: month.isCurrent && index === all.length - 1 ? 'so far' : undefined,
  }));
}
