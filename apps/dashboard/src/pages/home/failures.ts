import type { CdrGroup } from '@trunkline/client';
import { keysOf } from '../call-log/result-bars';
import { countsOf } from '../calls/results';

export interface Failure {
  readonly cause: string;
  readonly calls: number;
}

export interface Failures {
  /** Of today, if a call has failed today; else of the last seven days. */
  readonly time: 'today' | '7d';
  /** The most frequent first. */
  readonly causes: readonly Failure[];
}

const WEEK_DAYS = 7;

/** Returns why calls failed. Takes the days of a chart, of which the last one is today, and the calls by day and cause. */
export function failuresOfLast(days: readonly string[], groups: readonly CdrGroup[]): Failures {
  const causesIn = (shown: readonly string[]) =>
    failuresOf(groups.filter((group) => shown.includes(keysOf(group).time)));
  const ofToday = causesIn(days.slice(-1));
  return ofToday.length > 0
    ? { time: 'today', causes: ofToday }
    : { time: '7d', causes: causesIn(days.slice(-WEEK_DAYS)) };
}

/** Returns the causes by which calls failed, the most frequent first. */
function failuresOf(groups: readonly CdrGroup[]): readonly Failure[] {
  const failed = new Map<string, number>();
  for (const group of groups) {
    const { cause } = keysOf(group);
    const key = cause ?? '';
    failed.set(key, (failed.get(key) ?? 0) + countsOf(group, cause).failed);
  }
  return [...failed]
    .map(([cause, calls]) => ({ cause, calls }))
    .filter(({ calls }) => calls > 0)
    .sort((one, other) => other.calls - one.calls);
}
