import type { Cdr, CdrsListQuery } from '@trunkline/client';
import { PhoneCall } from 'lucide-react';
import { lazy, Suspense, useCallback } from 'react';
import { moments } from '../../format/moment';
import { useQuarterHour } from '../../format/use-quarter-hour';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Loading } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { useFilters } from '../../ui/tables/use-filters';
import { ExportButton } from '../exports/export-button';
import { COLUMNS, COLUMNS_OF_DAYS } from './columns';
import { loadRoutes } from '../numbers/routes';
import { DEFAULT_DAYS } from './days-choice';
import { CHIPS, FILTERS, useCallFilters } from './filters';
import { GROUPS } from './groups';
import { ResultChart } from './result-chart';
import { SavedViews } from '../../ui/views/saved-views';

const GroupedCalls = lazy(async () => ({ default: (await import('./grouped-calls')).GroupedCalls }));

const GROUPING = { group: filters.choice('Group by', GROUPS, { none: 'Nothing' }) };

const LIST_FILTERS = { ...FILTERS, ...GROUPING };

const SORT = 'started_at';
type Sort = NonNullable<CdrsListQuery['sort']>;

/** Of a chart without filters. */
const NO_CALLS = {
  empty: `No calls in the last ${DEFAULT_DAYS} days. Each call of your numbers and trunks is counted here, by how it ended.`,
  emptyLink: <DocsLink page="first-call">Your first call</DocsLink>,
};

/** The call records of the account: found by any filter, counted by result over time, listed or grouped. */
export function Calls() {
  const { query, range, search, set, faults, isFiltered } = useCallFilters();
  const grouping = useFilters(GROUPING);
  const { group } = grouping.query;
  const may = useMay();
  const isByTime = search['sort'] === undefined || search['sort'] === SORT;
  const now = useQuarterHour();
  const dayOf = useCallback(({ started_at }: Cdr) => moments().day(started_at, now), [now]);
  const isFaulty = faults.length + grouping.faults.length > 0;
  return (
    <Page title="Call log" actions={<ExportButton kind="cdrs" filters={query} faults={faults} />}>
      <FilteredList
        label="Calls"
        queryKey={['calls', `${String(range.from)}-${String(range.to)}`]}
        filters={LIST_FILTERS}
        chips={CHIPS}
        afterFilters={<SavedViews list="calls" search={search} />}
        sort={SORT}
        between={
          !isFaulty && (
            <ResultChart
              query={query}
              range={range}
              set={set}
              {...(isFiltered ? { empty: 'No calls in this time match the filters.' } : NO_CALLS)}
            />
          )
        }
        instead={() =>
          group !== undefined && (
            <Suspense fallback={<Loading height={400} />}>
              <GroupedCalls by={group} query={query} range={range} search={search} />
            </Suspense>
          )
        }
        load={async ({ cursor, sort, order }, options) => {
          const sorted = { cursor, order, ...(sort && { sort: sort as Sort }) };
          const [page] = await Promise.all([trunkline.cdrs.list({ ...query, ...sorted }, options), loadRoutes(may)]);
          return page;
        }}
        columns={isByTime ? COLUMNS_OF_DAYS : COLUMNS}
        groupOf={isByTime ? dayOf : undefined}
        none="No call matches the filters."
        empty={
          <EmptyState icon={PhoneCall} text="The calls of your numbers and trunks are listed here, with their price.">
            <DocsLink page="call-records">About call records</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
