import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CdrGroup, CdrsSummaryGetQuery, CdrSummary, CdrSummaryGroup } from '@trunkline/client';
import { CALL_DIRECTIONS } from '@trunkline/client/lists';
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { format, words } from '../../format';
import { worded } from '../../format/lists';
import { Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { RankedBars } from '../../ui/charts/ranked-bars';
import { TimeChart } from '../../ui/charts/time-chart';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { SaveButton } from '../../ui/save-button';
import type { Column } from '../../ui/tables/data-table';
import * as filters from '../../ui/tables/filters';
import { ShortTable } from '../../ui/tables/short-table';
import { FilterBar, useFilters } from '../../ui/tables/use-filters';
import { Tiles } from '../../ui/tiles';
import { useRoutes } from '../numbers/routes';
import { CallResult } from './call-result';
import { type ChartTime, csvOf, pointsOf } from './report-rows';

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

const FILTERS = {
  by: filters.choice('Group by', OTHER_GROUPS, { none: DAY, w: filters.full(160) }),
  direction: filters.choice('Direction', worded(CALL_DIRECTIONS), { none: 'Both', w: filters.half(140) }),
  from: filters.day('From', filters.half(150), (date) => format.startOfDay(date)),
  to: filters.day('To', filters.half(150), (date) => format.startOfDay(date, 1)),
};

/** Days that a report shows at first: as many groups as can be read at a glance. */
const DAYS: Partial<Record<CdrSummaryGroup, number>> = { hour: 2, month: 365 };
const DAYS_OTHERWISE = 30;
const GROUPS_MAX = 1_000;
const BARS_MAX = 10;
const HEIGHT = 400;
/** Of YYYY-MM-DD. */
const DATE_LENGTH = 10;

/** Calls and what they cost, by day, number, country and the like. */
export function Reports() {
  const { query, search, set } = useFilters(FILTERS);
  const { by = 'day', ...shown } = query;
  const from = shown.from ?? firstDay(DAYS[by] ?? DAYS_OTHERWISE);
  const asked: CdrsSummaryGetQuery = {
    ...shown,
    from,
    group_by: [by],
    timezone: format.timeZone,
    limit: GROUPS_MAX,
  };
  const report = useQuery({
    queryKey: ['calls', 'report', asked],
    queryFn: async ({ signal }): Promise<CdrSummary> => trunkline.cdrs.summary.get(asked, { signal }),
  });
  return (
    <Page title="Reports of calls">
      <FilterBar filters={FILTERS} search={search} set={set} />
      <Loaded query={report} title="The report could not be loaded" height={HEIGHT}>
        {(summary) => <Report by={by} from={from} to={shown.to} summary={summary} />}
      </Loaded>
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
  readonly from: number;
  readonly to: number | undefined;
  readonly summary: CdrSummary;
}

function Report({ by, from, to, summary: { items, totals, next_cursor } }: Props) {
  const { nameOf } = useRoutes();
  if (items.length === 0)
    return (
      <EmptyState icon={ChartColumn} text="There are no calls in this time.">
        <DocsLink page="call-records">About call records</DocsLink>
      </EmptyState>
    );
  const nameOfGroup = (key: string): string =>
    by === 'trunk' || by === 'profile' ? (nameOf({ trunk_id: key, routing_profile_id: null }) ?? key) : textOf(by, key);
  const columns: readonly Column<CdrGroup>[] = [
    { title: GROUPS[by], cell: ({ key }) => <GroupName by={by} group={keyOf(key)} name={nameOfGroup} /> },
    ...FIGURES,
  ];
  const file = () => Promise.resolve(new Blob([csvOf(by, items)], { type: 'text/csv' }));
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
      <Panel title={`Calls by ${GROUPS[by].toLowerCase()}`} gap="lg">
        {by === 'day' || by === 'hour' ? (
          <TimeChart
            title={`Calls per ${by}`}
            points={pointsOf(items, chartOf(by, from, to))}
            format={(value) => format.count(value)}
            label={(at) => (by === 'day' ? format.shortDay(at) : format.time(at))}
          />
        ) : (
          <RankedBars
            label={`Calls by ${GROUPS[by].toLowerCase()}`}
            bars={barsOf(items, nameOfGroup)}
            format={(value) => format.count(value)}
          />
        )}
      </Panel>
      <Panel
        title="Figures"
        aside={<SaveButton text="CSV" label="CSV of the report" load={file} fileName={`calls-by-${by}.csv`} />}
      >
        <ShortTable label="Figures" columns={columns} rows={items} rowKey={({ key }) => String(key)} />
        {next_cursor !== null && (
          <Text size="sm" c="dimmed">
            The first {format.count(GROUPS_MAX)} rows are shown. Choose a shorter time to see the others.
          </Text>
        )}
      </Panel>
    </>
  );
}

/** What a chart shows: the time that was asked for, until now. */
function chartOf(by: 'day' | 'hour', from: number, to: number | undefined): ChartTime {
  const last = Math.min((to ?? Infinity) - 1, Date.now() / 1000);
  const startOf = (at: number) => (by === 'day' ? Date.parse(format.wallClock(at).slice(0, DATE_LENGTH)) / 1000 : at);
  return { by, first: startOf(from), last: startOf(last) };
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

const barsOf = (items: readonly CdrGroup[], nameOfGroup: (key: string) => string) =>
  items
    .map(({ key, calls }) => ({ name: nameOfGroup(keyOf(key) ?? '') || NONE, value: calls }))
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
}

/** The first cell of a row, which leads to its calls where the list of calls has such a filter. */
function GroupName({ by, group, name }: GroupProps): ReactNode {
  if (group === null) return NONE;
  switch (by) {
    case 'day':
      return (
        <TextLink to="/calls" search={{ from: group, to: group }}>
          {format.date(group)}
        </TextLink>
      );
    case 'hour':
      return format.time(Date.parse(group) / 1000);
    case 'number':
      return (
        <TextLink to="/calls" search={{ number: group }}>
          <Phone value={group} />
        </TextLink>
      );
    case 'direction':
      return (
        <TextLink to="/calls" search={{ direction: group }}>
          {name(group)}
        </TextLink>
      );
    case 'hangup_cause':
      return <CallResult cause={group} />;
    default:
      return name(group);
  }
}
