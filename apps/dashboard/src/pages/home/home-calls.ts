import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CdrSummary } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import type { Bar } from '../../ui/charts/bars';
import type { Days } from '../call-log/days-choice';
import { loadGroups } from '../call-log/figures';
import { boundsOf, slotsOf } from '../call-log/periods';
import { resultBars, type TimeAxis } from '../call-log/time-bars';
import { type Failures, failuresOfLast } from './failures';
import { type WeekAgo, weekBefore } from './week-ago';

export interface HomeCalls extends TimeAxis {
  readonly days: Days;
  readonly bars: readonly Bar[];
  readonly failures: Failures;
  /** Sums of all days, as Reports has them. */
  readonly totals: CdrSummary['totals'];
  readonly weekAgo: WeekAgo;
}

/** Calls of the last days by how they ended. The causes of failures and the talk time are of the same groups. */
export function useHomeCalls(days: Days, isAsked: boolean) {
  return useQuery({
    queryKey: ['calls', 'home', days],
    queryFn: ({ signal }) => loadCalls(days, signal),
    enabled: useMay()('cdrs:read') && isAsked,
    placeholderData: keepPreviousData,
  });
}

async function loadCalls(days: Days, signal: AbortSignal): Promise<HomeCalls> {
  const { timeZone } = format;
  const loadedAt = Math.floor(Date.now() / 1000);
  const shown = boundsOf({}, { now: loadedAt, days: Number(days), timeZone });
  const axis = { unit: 'day', slots: slotsOf('day', shown, timeZone), loadedAt } as const;
  const asked = { from: shown.from, group_by: ['day', 'hangup_cause'] as const, timezone: timeZone };
  const [{ items, totals }, weekAgo] = await Promise.all([loadGroups(asked, signal), loadWeekAgo(loadedAt, signal)]);
  const failures = failuresOfLast(
    axis.slots.map(({ key }) => key),
    items,
  );
  return { ...axis, days, bars: resultBars(axis, items), failures, totals, weekAgo };
}

/** Loads how many calls there were a week ago up to the same time of day: a day that has begun compares with no whole one. */
async function loadWeekAgo(now: number, signal: AbortSignal): Promise<WeekAgo> {
  const { timeZone } = format;
  const at = weekBefore(now, timeZone);
  const { from } = boundsOf({}, { now: at, days: 1, timeZone });
  const { totals } = await loadGroups({ from, to: at, group_by: ['direction'], timezone: timeZone }, signal);
  return { calls: totals.calls, at };
}
