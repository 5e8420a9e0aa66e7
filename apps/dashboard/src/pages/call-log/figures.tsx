import type { CdrGroup, CdrsSummaryGetQuery, CdrSummary } from '@trunkline/client';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import type { Column } from '../../ui/tables/data-table';

const PAGE_MAX = 1_000;

/** Loads every group of a summary, page by page. Its totals are those of all groups. */
export async function loadGroups(
  query: CdrsSummaryGetQuery,
  signal: AbortSignal,
): Promise<Pick<CdrSummary, 'items' | 'totals'>> {
  const items: CdrGroup[] = [];
  let page: CdrSummary;
  let cursor: string | undefined;
  do {
    page = await trunkline.cdrs.summary.get({ ...query, limit: PAGE_MAX, cursor }, { signal });
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return { items, totals: page.totals };
}

export const percentOf = (value: number | null): string => (value === null ? '–' : format.percent(value));
export const lengthOf = (seconds: number | null): string =>
  seconds === null ? '–' : format.duration(Math.round(seconds));

/** The columns of a table of groups, after their names. */
export const FIGURES: readonly Column<CdrGroup>[] = [
  { title: 'Calls', is: 'count', cell: ({ calls }) => format.count(calls) },
  { title: 'Answered', is: 'count', cell: ({ asr_pct }) => percentOf(asr_pct) },
  { title: 'Average length', is: 'count', cell: ({ acd_s }) => lengthOf(acd_s) },
  { title: 'Talk time', is: 'count', cell: ({ billable_s }) => format.duration(billable_s) },
  { title: 'Cost', is: 'money', cell: ({ cost_cents }) => format.money(cost_cents) },
];
