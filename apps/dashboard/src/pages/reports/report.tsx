import { Text } from '@mantine/core';
import type { CdrGroup, CdrSummary, CdrSummaryGroup } from '@trunkline/client';
import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { format } from '../../format';
import type { Texts } from '../../router/search';
import { RankedBars } from '../../ui/charts/ranked-bars';
import { StackedBars } from '../../ui/charts/stacked-bars';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Panel } from '../../ui/layout/panel';
import { SaveButton } from '../../ui/save-button';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { Tiles } from '../../ui/layout/tiles';
import { FIGURES, lengthOf, percentOf } from '../call-log/figures';
import { type Range, textsOfRange } from '../call-log/periods';
import { SERIES } from '../call-log/result-bars';
import { resultBars, type TimeAxis, timeBars, timesOf } from '../call-log/time-bars';
import type { Measure } from './measures';
import { filtersIn, GroupName, GROUPS, keyOf, useGroupNames } from './report-groups';
import { resultLinksOf } from './report-links';
import { csvOf } from './report-rows';

const BARS_MAX = 10;
/** Hours of a chart: bars of more are narrower than a pixel. */
const SLOTS_MAX = 1_000;
const ROWS_MAX = 1_000;

export const isDrawn = ({ slots }: TimeAxis): boolean => slots.length <= SLOTS_MAX;

/** The groups of calls, and the time that they are of. */
export interface Figures extends Pick<CdrSummary, 'items' | 'totals'> {
  readonly range: Range;
  /** Null where the groups are no times. */
  readonly axis: TimeAxis | null;
  /** The calls of the bars of a drawn axis by how they ended. */
  readonly results: readonly CdrGroup[];
}

interface Props {
  readonly by: CdrSummaryGroup;
  readonly measure: Measure;
  readonly figures: Figures;
  readonly search: Texts<string>;
}

/** Sums, a chart and a table of the groups of a report. */
export function Report({ by, measure, figures, search }: Props) {
  const { items, totals, range, axis, results } = figures;
  const nameOf = useGroupNames(by);
  if (items.length === 0)
    return (
      <EmptyState icon={ChartColumn} text="There are no calls in this time.">
        <DocsLink page="call-records">About call records</DocsLink>
      </EmptyState>
    );
  const columns: readonly Column<CdrGroup>[] = [
    {
      title: GROUPS[by],
      cell: (group) => <GroupName {...{ by, group, range, search }} name={nameOf(group)} />,
    },
    ...FIGURES,
  ];
  // Times as they follow each other, everything else by size.
  const rows = axis ? items : items.toSorted((one, other) => measure.of(other) - measure.of(one));
  const file = () => Promise.resolve(new Blob([csvOf(by, items)], { type: 'text/csv' }));
  const links = resultLinksOf({ ...filtersIn(search), ...textsOfRange(range, format.timeZone) });
  const title = `${measure.title} by ${GROUPS[by].toLowerCase()}`;
  return (
    <>
      <Tiles
        tiles={[
          ['Calls', format.count(totals.calls), null, links.all],
          ['Answered', percentOf(totals.asr_pct), null, links.answered],
          ['Average length', lengthOf(totals.acd_s), null, links.answered],
          ['Talk time', format.duration(totals.billable_s), null, links.answered],
          ['Cost', format.money(totals.cost_cents), null, links.all],
        ]}
      />
      <Panel title={title}>
        {axis ? (
          <TimeFigures axis={axis} items={items} results={results} measure={measure} />
        ) : (
          <RankedBars
            label={title}
            bars={rows
              .slice(0, BARS_MAX)
              .map((group) => ({ key: String(group.key), name: nameOf(group), value: measure.of(group) }))}
            format={measure.format}
          />
        )}
      </Panel>
      <Panel
        title="Figures"
        aside={<SaveButton text="CSV" label="CSV of the report" load={file} fileName={`calls-by-${by}.csv`} />}
      >
        <ShortTable
          label="Figures"
          columns={columns}
          rows={rows.slice(0, ROWS_MAX)}
          rowKey={({ key }) => String(key)}
        />
        {rows.length > ROWS_MAX && (
          <Text size="sm" c="dimmed">
            {format.count(ROWS_MAX)} of {format.count(rows.length)} rows are shown. The CSV file has all of them.
          </Text>
        )}
      </Panel>
    </>
  );
}

interface TimeProps extends Pick<Props, 'measure'>, Pick<Figures, 'items' | 'results'> {
  readonly axis: TimeAxis;
}

/** The hours, days or months of a report. */
function TimeFigures({ axis, items, results, measure }: TimeProps) {
  const { unit, slots } = axis;
  const bars = useMemo(() => {
    if (!isDrawn(axis)) return [];
    if (measure.isByResult) return resultBars(axis, results);
    return timeBars(
      axis,
      items.map((group) => ({ key: keyOf(group) ?? '', values: [measure.of(group)] })),
      1,
    );
  }, [axis, items, results, measure]);
  if (!isDrawn(axis))
    return (
      <Text size="sm" c="dimmed">
        {`A chart shows at most ${format.count(SLOTS_MAX)} ${unit}s, and this time has ${format.count(slots.length)}. `}
        Choose a shorter time, or group the calls by day.
      </Text>
    );
  return (
    <StackedBars
      title={`${measure.title} per ${unit}${measure.isByResult ? ' by result' : ''}`}
      total={measure.title}
      series={measure.isByResult ? SERIES : [{ name: measure.title, tone: 'sum' }]}
      bars={bars}
      times={timesOf(axis)}
      format={measure.format}
      empty={`No ${measure.title.toLowerCase()} in this time.`}
    />
  );
}
