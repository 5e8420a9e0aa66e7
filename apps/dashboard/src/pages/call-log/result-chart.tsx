import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CdrsSummaryGetQuery } from '@trunkline/client';
import type { ReactNode } from 'react';
import { format } from '../../format';
import type { Texts } from '../../router/search';
import type { Bar } from '../../ui/charts/bars';
import { heightNow } from '../../ui/charts/bar-drawing';
import { StackedBars } from '../../ui/charts/stacked-bars';
import { Loaded } from '../../ui/feedback/loaded';
import { Panel } from '../../ui/layout/panel';
import { type Days, DaysChoice, DEFAULT_DAYS } from './days-choice';
import { loadGroups } from './figures';
import { boundsOf, type Range, slotsOf, textsOfRange, unitOf } from './periods';
import { SERIES } from './result-bars';
import { resultBars, type TimeAxis, timesOf } from './time-bars';

/** Of the legend below the chart, so that nothing moves when it is loaded. */
const SUMS_HEIGHT = 30;

interface Props {
  /** The filters of the list, as the API takes them. */
  readonly query: CdrsSummaryGetQuery;
  readonly range: Range;
  readonly set: (change: Texts<string>) => void;
  /** The choice of the days shown, of a page that has no filter of time. */
  readonly days?: Days;
  /** Says that there are no calls. */
  readonly empty: string;
  /** Leads on where there are none. */
  readonly emptyLink?: ReactNode;
}

/** The calls of a list by hour, day or month, stacked by how they ended. Choosing bars filters the list by their time. */
export function ResultChart({ query, range, set, days, empty, emptyLink }: Props) {
  const results = useQuery({
    queryKey: ['calls', 'results', query, days],
    queryFn: ({ signal }) => loadResults(query, { range, days: Number(days ?? DEFAULT_DAYS) }, signal),
    // The chart of the filters before stands, with its own time, until that of the new ones is there.
    placeholderData: keepPreviousData,
  });
  const title = results.data ? `Calls per ${results.data.unit}` : 'Calls over time';
  const namesDays = days === undefined && results.data?.isOfLastDays;
  return (
    <Panel
      named
      title={namesDays ? `${title}, last ${DEFAULT_DAYS} days` : title}
      aside={days !== undefined && <DaysChoice days={days} />}
    >
      <div aria-busy={results.isPlaceholderData}>
        <Loaded query={results} title="The chart could not be loaded" height={heightNow() + SUMS_HEIGHT}>
          {({ slots, bars, ...axis }) => (
            <StackedBars
              title={`${title} by result`}
              total="Calls"
              series={SERIES}
              bars={bars}
              times={timesOf({ slots, ...axis })}
              format={(value) => format.count(value)}
              onChoose={(first, last) => {
                const [from, to] = [slots[first]?.from, slots[last]?.to];
                if (from !== undefined && to !== undefined) set(textsOfRange({ from, to }, format.timeZone));
              }}
              empty={empty}
              emptyLink={emptyLink}
            />
          )}
        </Loaded>
      </div>
    </Panel>
  );
}

interface Results extends TimeAxis {
  readonly bars: readonly Bar[];
  readonly isOfLastDays: boolean;
}

/** Loads the bars of a chart together with its time, so that neither is drawn with that of other filters. */
async function loadResults(
  query: CdrsSummaryGetQuery,
  { range, days }: { range: Range; days: number },
  signal: AbortSignal,
): Promise<Results> {
  const { timeZone } = format;
  const loadedAt = Math.floor(Date.now() / 1000);
  const shown = boundsOf(range, { now: loadedAt, days, timeZone });
  const axis = { unit: unitOf(shown), slots: slotsOf(unitOf(shown), shown, timeZone), loadedAt };
  const asked = { ...query, from: shown.from, group_by: [axis.unit, 'hangup_cause'] as const, timezone: timeZone };
  const { items } = await loadGroups(asked, signal);
  const isOfLastDays = range.from === undefined && range.to === undefined;
  return { ...axis, bars: resultBars(axis, items), isOfLastDays };
}
