import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CdrGroup } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { useQuiet } from '../../session/use-quiet';
import type { Bar } from '../../ui/charts/bars';
import { loadGroups } from '../call-log/figures';
import { boundsOf, slotsOf } from '../call-log/periods';
import { keysOf, partOf, SERIES } from '../call-log/result-bars';
import { type TimeAxis, timeBars } from '../call-log/time-bars';
import { type Failure, failuresOf } from './failures';

export const DAYS = ['7', '30', '90'] as const;
export type Days = (typeof DAYS)[number];

const WEEK_DAYS = 7;

export interface HomeCalls extends TimeAxis {
  readonly bars: readonly Bar[];
  /** Why calls failed today, the most frequent cause first. */
  readonly failures: readonly Failure[];
}

/** Calls of the last days by how they ended. One request: the causes of today are among them. */
export function useHomeCalls(days: Days) {
  return useQuery({
    queryKey: ['calls', 'home', days],
    queryFn: ({ signal }) => loadCalls(Number(days), signal),
    enabled: useMay()('cdrs:read'),
    placeholderData: keepPreviousData,
  });
}

async function loadCalls(days: number, signal: AbortSignal): Promise<HomeCalls> {
  const { timeZone } = format;
  const loadedAt = Math.floor(Date.now() / 1000);
  const shown = boundsOf({}, { now: loadedAt, days, timeZone });
  const axis = { unit: 'day', slots: slotsOf('day', shown, timeZone), loadedAt } as const;
  const asked = { from: shown.from, group_by: ['day', 'hangup_cause'] as const, timezone: timeZone };
  const { items } = await loadGroups(asked, signal);
  const today = axis.slots.at(-1)?.key;
  const ofToday = items.filter((group: CdrGroup) => keysOf(group).time === today);
  return { ...axis, bars: timeBars(axis, items.map(partOf), SERIES.length), failures: failuresOf(ofToday) };
}

/** How many calls there were a week ago up to the present time of day: a day that has begun compares with no whole one. */
export function useCallsWeekAgo(calls: HomeCalls | undefined) {
  const isLater = useQuiet();
  const to = calls && calls.loadedAt - WEEK_DAYS * 86_400;
  const query = useQuery({
    queryKey: ['calls', 'home', 'week-ago', to],
    queryFn: async ({ signal }) => {
      const from = boundsOf({}, { now: to ?? 0, days: 1, timeZone: format.timeZone }).from;
      const { totals } = await loadGroups(
        { from, to: to ?? 0, group_by: ['direction'], timezone: format.timeZone },
        signal,
      );
      return { calls: totals.calls, at: to ?? 0 };
    },
    enabled: isLater && to !== undefined,
  });
  return query.data;
}
