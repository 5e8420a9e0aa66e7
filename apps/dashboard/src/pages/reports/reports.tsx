import { useQuery } from '@tanstack/react-query';
import type { CdrSummaryGroup } from '@trunkline/client';
import { format } from '../../format';
import { ZoneNote } from '../../format/moment';
import { Loaded } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { type Chip, FilterChips } from '../../ui/tables/filter-chips';
import { FilterFaults } from '../../ui/tables/filter-faults';
import * as filters from '../../ui/tables/filters';
import { useFilters } from '../../ui/tables/use-filters';
import { loadGroups } from '../call-log/figures';
import { type CallQuery, CHIPS, FILTERS as CALL_FILTERS, useCallFilters } from '../call-log/filters';
import { boundsOf, type Range, slotsOf } from '../call-log/periods';
import { MEASURES } from './measures';
import { type Figures, isDrawn, Report } from './report';
import { GROUPS } from './report-groups';

const { day: DAY, ...OTHER_GROUPS } = GROUPS;

const OTHER_MEASURES = { minutes: 'Minutes', cost: 'Spend' } as const;

const FILTERS = {
  by: filters.choice('Group by', OTHER_GROUPS, { none: DAY, isNoneNamed: true }),
  show: filters.choice<keyof typeof OTHER_MEASURES>('Show', OTHER_MEASURES, { none: 'Calls', isNoneNamed: true }),
  ...CALL_FILTERS,
};

const REPORT_CHIPS: readonly Chip[] = [
  { label: 'Group by', names: ['by'] },
  { label: 'Show', names: ['show'] },
  ...CHIPS,
];

/** Days that a report shows at first: as many groups as can be read at a glance. */
const DAYS: Partial<Record<CdrSummaryGroup, number>> = { hour: 2, month: 365 };
const DAYS_OTHERWISE = 30;
const HEIGHT = 400;

/** Calls, minutes and spend by day, number, country and the like. */
export function Reports() {
  const { query: chosen, search, set, faults } = useFilters(FILTERS);
  const { query, range } = useCallFilters();
  const { by = 'day', show = 'calls' } = chosen;
  const measure = MEASURES[show];
  const { isByResult } = measure;
  const figures = useQuery({
    queryKey: ['calls', 'report', by, isByResult, query],
    queryFn: ({ signal }) => loadFigures(by, { query, range, isByResult }, signal),
    enabled: faults.length === 0,
  });
  return (
    <Page title="Reports" meta={<ZoneNote />}>
      <FilterChips filters={FILTERS} chips={REPORT_CHIPS} search={search} set={set} />
      {faults.length > 0 ? (
        <FilterFaults faults={faults} set={set} />
      ) : (
        <Loaded query={figures} title="The report could not be loaded" height={HEIGHT}>
          {(loaded) => <Report by={by} measure={measure} figures={loaded} search={search} />}
        </Loaded>
      )}
    </Page>
  );
}

interface Loads {
  readonly query: CallQuery;
  readonly range: Range;
  readonly isByResult: boolean;
}

/** Loads the groups of a report together with the time that they are of, and how the calls of its bars ended if these say it. */
async function loadFigures(
  by: CdrSummaryGroup,
  { query, range, isByResult }: Loads,
  signal: AbortSignal,
): Promise<Figures> {
  const { timeZone } = format;
  const loadedAt = Math.floor(Date.now() / 1000);
  const shown = boundsOf(range, { now: loadedAt, days: DAYS[by] ?? DAYS_OTHERWISE, timeZone });
  const isTime = by === 'hour' || by === 'day' || by === 'month';
  const axis = isTime ? { unit: by, slots: slotsOf(by, shown, timeZone), loadedAt } : null;
  const groupsBy = (...group_by: CdrSummaryGroup[]) =>
    loadGroups({ ...query, from: shown.from, group_by, timezone: timeZone }, signal);
  const [groups, results] = await Promise.all([
    groupsBy(by),
    isByResult && axis && isDrawn(axis) ? groupsBy(by, 'hangup_cause') : { items: [] },
  ]);
  return { ...groups, range: { ...range, from: shown.from }, axis, results: results.items };
}
