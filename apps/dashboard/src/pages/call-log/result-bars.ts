import type { CdrGroup } from '@trunkline/client';
import type { Series } from '../../ui/charts/bars';
import { countsOf, RESULTS } from '../calls/results';
import type { Part } from './periods';

const TONES = ['failed', 'answered', 'unanswered'] as const;

/** How calls ended, as the parts of a bar. */
export const SERIES: readonly Series[] = TONES.map((tone) => ({ tone, name: RESULTS[tone] }));

/** The keys of a group of calls by time and cause. */
export function keysOf({ key }: CdrGroup): { readonly time: string; readonly cause: string | null } {
  const [time, cause] = Array.isArray(key) ? (key as readonly (string | null)[]) : [];
  return { time: time ?? '', cause: cause ?? null };
}

/** What a group of calls by time and cause adds to its bar. */
export function partOf(group: CdrGroup): Part {
  const { time, cause } = keysOf(group);
  const counts = countsOf(group, cause);
  return { key: time, values: TONES.map((tone) => counts[tone]) };
}
