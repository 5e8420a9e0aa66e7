import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { format } from '../../../format';
import { StackedBars } from '../../../ui/charts/stacked-bars';
import { Choices } from '../../../ui/choices';
import { Loaded } from '../../../ui/feedback/loaded';
import { Choice } from '../../../ui/forms/choice';
import { Page } from '../../../ui/layout/page';
import { Panel } from '../../../ui/layout/panel';
import { TextLink } from '../../../ui/links';
import { FilterChips } from '../../../ui/tables/filter-chips';
import { FilterFaults } from '../../../ui/tables/filter-faults';
import { NO_CHOICE } from '../../../ui/tables/filter-texts';
import { type Filter, useFilters } from '../../../ui/tables/use-filters';
import { ExportButton } from '../../exports/export-button';
import { KIND_SERIES, valuesByDay } from './kinds';
import { loadUsage, type MonthUsage } from './load-usage';
import { COMPARISONS, type Comparison, daysOf, lastMonths, monthFault, monthOf } from './months';
import { nameOf, UsageFigures } from './usage-figures';
import { UsageTable } from './usage-table';

const GROUPS = [
  { value: 'kind', text: 'Kind' },
  { value: 'day', text: 'Day' },
  { value: 'country', text: 'Country' },
  { value: 'number', text: 'Number' },
  { value: 'trunk', text: 'Trunk' },
] as const;

const COMPARED_WITH: Readonly<Record<Comparison, string>> = {
  month: 'The month before',
  year: 'The same month a year before',
  none: 'Nothing',
};

/** The current month and the twelve before it. */
const MONTHS = 13;
const HEIGHT = 500;
/** Charges are of UTC days. */
const UTC_DAYS = { unit: 'day', zone: 'UTC' } as const;

const isOneOf = (values: readonly string[]): Filter<string> => ({
  write: String,
  fault: (text) => (values.includes(text) ? null : NO_CHOICE),
});

/** What the address chooses. */
const filtersAt = (now: number) =>
  ({
    month: {
      label: 'Month',
      write: String,
      fault: (text) => monthFault(text, now),
      show: (text) => format.month(text),
      unset: format.month(monthOf(undefined, now).key),
      draw: ({ value, change }) => (
        <Choice
          label="Month"
          data={lastMonths(MONTHS, now).map((key) => ({ value: key, label: format.month(key) }))}
          value={monthOf(value, now).key}
          onChoose={change}
        />
      ),
    },
    compare: {
      ...isOneOf(COMPARISONS),
      label: 'Compared with',
      show: (text) => COMPARED_WITH[text as Comparison],
      unset: COMPARED_WITH.month,
      draw: ({ value = 'month', change }) => (
        <Choice<string>
          label="Compared with"
          data={COMPARISONS.map((each) => ({ value: each, label: COMPARED_WITH[each] }))}
          value={value}
          onChoose={change}
        />
      ),
    },
    by: { ...isOneOf(GROUPS.map(({ value }) => value)), label: 'Group by' },
  }) satisfies Record<string, Filter<string>>;

/** What was charged in a month, with a comparison if one is chosen. */
export function UsagePage() {
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const filters = useMemo(() => filtersAt(now), [now]);
  const { query: chosen, search, faults, set } = useFilters(filters);
  const month = monthOf(chosen.month, now);
  const by = GROUPS.find(({ value }) => value === chosen.by)?.value ?? 'kind';
  const comparison = COMPARISONS.find((each) => each === chosen.compare) ?? 'month';
  const query = useQuery({
    queryKey: ['billing', 'usage', month.key, by, comparison],
    queryFn: ({ signal }) => loadUsage(month, by, comparison, signal),
    placeholderData: keepPreviousData,
    enabled: faults.length === 0,
  });
  const { from, to } = month;
  return (
    <Page
      title="Usage"
      meta={
        month.isCurrent ? (
          `${format.month(month.key)} so far, in UTC. Its invoice is issued when it is over.`
        ) : (
          <TextLink to="/billing/invoices">Invoices</TextLink>
        )
      }
      actions={<ExportButton kind="usage" filters={{ from, to, group_by: by }} faults={faults} />}
    >
      <Group justify="space-between" align="end">
        <FilterChips filters={filters} search={search} set={set} />
        <Group gap={8}>
          <Text size="sm" c="dimmed">
            Group by
          </Text>
          <Choices label="Group by" options={GROUPS} value={by} onChange={(value) => set({ by: value })} />
        </Group>
      </Group>
      <FilterFaults faults={faults} set={set} />
      {faults.length === 0 && (
        <Loaded query={query} title="The usage could not be loaded" height={HEIGHT}>
          {(usage) => <Report usage={usage} />}
        </Loaded>
      )}
    </Page>
  );
}

function Report({ usage }: { usage: MonthUsage }) {
  const { month, loadedAt, compared, rows } = usage;
  return (
    <>
      <UsageFigures usage={usage} />
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
        rows={rows}
        // A day has no other to compare with.
        compared={
          compared?.rows.length && usage.by !== 'day' ? { name: nameOf(compared.span), rows: compared.rows } : null
        }
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
