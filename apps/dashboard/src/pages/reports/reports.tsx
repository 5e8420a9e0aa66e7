import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CdrGroup, CdrsSummaryGetQuery, CdrSummary, CdrSummaryGroup } from '@trunkline/client';
import { ChartColumn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { format, words } from '../../format';
import { moments, ZoneNote } from '../../format/moment';
import { Phone } from '../../format/phone';
import type { Texts } from '../../router/search';
import { trunkline } from '../../session/client';
import type { Bar } from '../../ui/charts/bars';
import { RankedBars } from '../../ui/charts/ranked-bars';
import { StackedBars } from '../../ui/charts/stacked-bars';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { SaveButton } from '../../ui/save-button';
import type { Column } from '../../ui/tables/data-table';
import { FilterChips } from '../../ui/tables/filter-chips';
import { FilterFaults } from '../../ui/tables/filter-faults';
import * as filters from '../../ui/tables/filters';
import { ShortTable } from '../../ui/tables/short-table';
import { useFilters } from '../../ui/tables/use-filters';
import { Tiles } from '../../ui/tiles';
import { CHIPS, FILTERS as CALL_FILTERS, useCallFilters } from '../call-log/filters';
import { positionOf, type Range, type Slot, slotsOf } from '../call-log/periods';
import { useRoutes } from '../numbers/routes';
import { CallResult } from '../calls/call-result';
import { csvOf } from './report-rows';

const GROUPS: Readonly<Record<CdrSummaryGroup, string>> = {
  day: 'Day',
  hour: 'Hour',
  month: 'Month',
  number: 'Number',
  country: 'Country',
  trunk: 'SIP trunk',
  profile: 'Routing profile',
  hangup_cause: 'Result',
  direction: 'Direction',
};
const { day: DAY, ...OTHER_GROUPS } = GROUPS;

interface Measure {
  readonly title: string;
  readonly of: (group: CdrGroup) => number;
  readonly format: (value: number) => string;
}

const MEASURES = {
  calls: { title: 'Calls', of: ({ calls }) => calls, format: (value) => format.count(value) },
  minutes: {
    title: 'Minutes',
    of: ({ billable_s }) => Math.round(billable_s / 60),
    format: (value) => format.count(value),
  },
  cost: { title: 'Spend', of: ({ cost_cents }) => cost_cents, format: (value) => format.money(value) },
} as const satisfies Record<string, Measure>;
type MeasureName = keyof typeof MEASURES;

const OTHER_MEASURES = { minutes: 'Minutes', cost: 'Spend' } as const;

const FILTERS = {
  by: filters.choice('Group by', OTHER_GROUPS, { none: DAY, w: filters.half(150) }),
  show: filters.choice<Exclude<MeasureName, 'calls'>>('Show', OTHER_MEASURES, { none: 'Calls', w: filters.half(120) }),
  ...CALL_FILTERS,
};

/** Days that a report shows at first: as many groups as can be read at a glance. */
const DAYS: Partial<Record<CdrSummaryGroup, number>> = { hour: 2, month: 365 };
const DAYS_OTHERWISE = 30;
const GROUPS_MAX = 1_000;
const BARS_MAX = 10;
const HEIGHT = 400;

/** Calls, minutes and spend by day, number, country and the like. */
export function Reports() {
  const { query: chosen, search, set, faults } = useFilters(FILTERS);
  const calls = useCallFilters();
  const { by = 'day', show = 'calls' } = chosen;
  const from = calls.range.from ?? firstDay(DAYS[by] ?? DAYS_OTHERWISE);
  const asked: CdrsSummaryGetQuery = {
    ...calls.query,
    from,
    group_by: [by],
    timezone: format.timeZone,
    limit: GROUPS_MAX,
  };
  const report = useQuery({
    queryKey: ['calls', 'report', asked],
    queryFn: async ({ signal }): Promise<CdrSummary> => trunkline.cdrs.summary.get(asked, { signal }),
    enabled: faults.length === 0,
  });
  return (
    <Page title="Reports of calls">
      <ZoneNote />
      <FilterChips filters={FILTERS} chips={CHIPS} search={search} set={set} />
      {faults.length > 0 ? (
        <FilterFaults faults={faults} set={set} />
      ) : (
        <Loaded query={report} title="The report could not be loaded" height={HEIGHT}>
          {(summary) => (
            <Report
              by={by}
              measure={MEASURES[show]}
              range={{ ...calls.range, from }}
              summary={summary}
              search={search}
            />
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** Unix seconds of the start of the first of so many days, of which today is the last. */
function firstDay(days: number): number {
  const [today = ''] = format.wallClock(Date.now() / 1000).split('T');
  return format.startOfDay(today, 1 - days);
}

interface Props {
  readonly by: CdrSummaryGroup;
  readonly measure: Measure;
  readonly range: Range & { readonly from: number };
  readonly summary: CdrSummary;
  readonly search: Texts<string>;
}

function Report({ by, measure, range, summary: { items, totals, next_cursor }, search }: Props) {
  const { nameOf } = useRoutes();
  const [now] = useState(() => Date.now() / 1000);
  if (items.length === 0)
    return (
      <EmptyState icon={ChartColumn} text="There are no calls in this time.">
        <DocsLink page="call-records">About call records</DocsLink>
      </EmptyState>
    );
  const nameOfGroup = (key: string): string =>
    by === 'trunk' || by === 'profile' ? (nameOf({ trunk_id: key, routing_profile_id: null }) ?? key) : textOf(by, key);
  const columns: readonly Column<CdrGroup>[] = [
    {
      title: GROUPS[by],
      cell: ({ key }) => <GroupName by={by} group={keyOf(key)} name={nameOfGroup} search={search} />,
    },
    ...FIGURES,
  ];
  const file = () => Promise.resolve(new Blob([csvOf(by, items)], { type: 'text/csv' }));
  const title = `${measure.title} by ${GROUPS[by].toLowerCase()}`;
  return (
    <>
      <Tiles
        tiles={[
          ['Calls', format.count(totals.calls), null],
          ['Answered', percentOf(totals.asr_pct), null],
          ['Average length', lengthOf(totals.acd_s), null],
          ['Talk time', format.duration(totals.billable_s), null],
          ['Cost', format.money(totals.cost_cents), null],
        ]}
      />
      <Panel title={title}>
        {by === 'day' || by === 'hour' || by === 'month' ? (
          <StackedBars
            title={`${measure.title} per ${by}`}
            total={measure.title}
            series={[{ name: measure.title, tone: 'sum' }]}
            bars={timeBarsOf(items, { by, measure, range, now })}
            format={measure.format}
            empty={`No ${measure.title.toLowerCase()} in this time.`}
          />
        ) : (
          <RankedBars label={title} bars={barsOf(items, measure, nameOfGroup)} format={measure.format} />
        )}
      </Panel>
      <Panel
        title="Figures"
        aside={<SaveButton text="CSV" label="CSV of the report" load={file} fileName={`calls-by-${by}.csv`} />}
      >
        <ShortTable
          label="Figures"
          columns={columns}
          rows={inOrder(by, items, measure)}
          rowKey={({ key }) => String(key)}
        />
        {next_cursor !== null && (
          <Text size="sm" c="dimmed">
            The first {format.count(GROUPS_MAX)} rows are shown. Choose a shorter time to see the others.
          </Text>
        )}
      </Panel>
    </>
  );
}

const TIMES: readonly CdrSummaryGroup[] = ['hour', 'day', 'month'];

/** Times as they follow each other, everything else by size. */
const inOrder = (by: CdrSummaryGroup, items: readonly CdrGroup[], { of }: Measure): readonly CdrGroup[] =>
  TIMES.includes(by) ? items : items.toSorted((one, other) => of(other) - of(one));

interface TimeBars extends Pick<Props, 'measure' | 'range'> {
  readonly by: 'hour' | 'day' | 'month';
  readonly now: number;
}

/** What a chart shows: the time that was asked for, until now. */
function timeBarsOf(items: readonly CdrGroup[], { by, measure, range, now }: TimeBars): readonly Bar[] {
  const slots = slotsOf(by, { from: range.from, to: Math.min(range.to ?? Infinity, now) }, format.timeZone);
  const sums = slots.map(() => 0);
  for (const group of items) {
    const position = positionOf(keyOf(group.key) ?? '', by, slots);
    if (position >= 0) sums[position] = measure.of(group);
  }
  return slots.map((slot, index) => ({
    ...textsOf(slot, by),
    values: [sums[index] ?? 0],
    unfinished: slot.from <= now && now < slot.to ? `until ${moments().clock(now)}` : undefined,
  }));
}

function textsOf({ key, from }: Slot, by: TimeBars['by']): Pick<Bar, 'name' | 'tick'> {
  if (by === 'hour') return { name: moments().minute(from), tick: moments().clock(from) };
  if (by === 'month') return { name: format.month(key), tick: format.month(key) };
  return { name: format.date(key), tick: format.shortDay(Date.parse(key) / 1000) };
}

const percentOf = (value: number | null): string => (value === null ? '–' : format.percent(value));
const lengthOf = (seconds: number | null): string => (seconds === null ? '–' : format.duration(Math.round(seconds)));

const FIGURES: readonly Column<CdrGroup>[] = [
  { title: 'Calls', end: true, cell: ({ calls }) => format.count(calls) },
  { title: 'Answered', end: true, cell: ({ asr_pct }) => percentOf(asr_pct) },
  { title: 'Average length', end: true, cell: ({ acd_s }) => lengthOf(acd_s) },
  { title: 'Talk time', end: true, cell: ({ billable_s }) => format.duration(billable_s) },
  { title: 'Cost', end: true, cell: ({ cost_cents }) => format.money(cost_cents) },
];

/** A report has one group, so that its key is no list. */
const keyOf = (key: CdrGroup['key']): string | null => (typeof key === 'string' ? key : null);

const barsOf = (items: readonly CdrGroup[], { of }: Measure, nameOfGroup: (key: string) => string) =>
  items
    .map((group) => ({ name: nameOfGroup(keyOf(group.key) ?? '') || NONE, value: of(group) }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, BARS_MAX);

const NONE = 'Unknown';

/** How a group is called in a sentence. */
function textOf(by: CdrSummaryGroup, key: string): string {
  if (by === 'country' && key !== '') return format.country(key);
  if (by === 'month') return format.month(key);
  return by === 'hangup_cause' || by === 'direction' ? words(key) : key;
}

interface GroupProps {
  readonly by: CdrSummaryGroup;
  readonly group: string | null;
  readonly name: (key: string) => string;
  readonly search: Texts<string>;
}

/** The filters of a report that the list of calls has too. */
const filtersIn = (search: Texts<string>): Texts<string> =>
  Object.fromEntries(Object.entries(search).filter(([name]) => Object.hasOwn(CALL_FILTERS, name)));

/** The name of a group, which leads to its calls. */
function GroupName({ by, group, name, search }: GroupProps): ReactNode {
  if (group === null) return NONE;
  return (
    <TextLink to="/calls" search={{ ...filtersIn(search), ...searchOf(by, group) }}>
      {by === 'number' ? (
        <Phone value={group} />
      ) : by === 'hangup_cause' ? (
        <CallResult cause={group} />
      ) : (
        shownOf(by, group, name)
      )}
    </TextLink>
  );
}

function shownOf(by: CdrSummaryGroup, group: string, name: (key: string) => string): string {
  if (by === 'day') return format.date(group);
  return by === 'hour' ? format.time(Date.parse(group) / 1000) : name(group);
}

const HOUR = 3_600;

/** The filters of a group, as the address of the list of calls holds them. */
function searchOf(by: CdrSummaryGroup, group: string): Texts<string> {
  switch (by) {
    case 'hour': {
      const at = Date.parse(group) / 1000;
      return { time: undefined, from: format.wallClock(at), to: format.wallClock(at + HOUR) };
    }
    case 'day':
      return { time: undefined, from: group, to: group };
    case 'month': {
      const [year = 0, month = 1] = group.split('-').map(Number);
      const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length);
      return { time: undefined, from: `${group}-01`, to: last };
    }
    case 'hangup_cause':
      return { cause: group };
    default:
      return { [by]: group };
  }
}
