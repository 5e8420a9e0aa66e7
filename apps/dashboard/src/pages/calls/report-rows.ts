import type { CdrGroup, CdrSummaryGroup } from '@trunkline/client';

interface Point {
  readonly at: number;
  readonly value: number;
}

const STEP_SECONDS = { day: 86_400, hour: 3_600 } as const;

/** Returns the calls of each day or hour from the first to the last group, also of those without calls. A day begins at 0:00 UTC. */
export function pointsOf(by: 'day' | 'hour', groups: readonly Pick<CdrGroup, 'key' | 'calls'>[]): Point[] {
  const found = groups.map(({ key, calls }) => ({ at: Date.parse(String(key)) / 1000, calls }));
  if (found.length === 0) return [];
  const times = found.map(({ at }) => at);
  const [first, step] = [Math.min(...times), STEP_SECONDS[by]];
  const points = Array.from({ length: Math.floor((Math.max(...times) - first) / step) + 1 }, () => 0);
  for (const { at, calls } of found) {
    const index = Math.floor((at - first) / step);
    points[index] = (points[index] ?? 0) + calls;
  }
  return points.map((value, index) => ({ at: first + index * step, value }));
}

const HEADER = ['calls', 'answered', 'asr_pct', 'acd_s', 'billable_s', 'cost_cents'] as const;

/** Returns a report as CSV, with the names of the API as its header. Its keys contain neither commas nor quotes. */
export function csvOf(by: CdrSummaryGroup, groups: readonly CdrGroup[]): string {
  const lines = groups.map((group) => [group.key ?? '', ...HEADER.map((name) => group[name] ?? '')]);
  return [[by, ...HEADER], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}
