import type { CdrGroup, CdrSummaryGroup } from '@trunkline/client';

interface Point {
  readonly at: number;
  value: number;
}

const STEP_SECONDS = { day: 86_400, hour: 3_600 } as const;

/** Unix seconds. A day begins at 0:00 UTC, in whatever zone its calls started. */
export interface ChartTime {
  readonly by: keyof typeof STEP_SECONDS;
  readonly first: number;
  readonly last: number;
}

/** Returns the calls of each day or hour of a time, also of those without calls. */
export function pointsOf(groups: readonly Pick<CdrGroup, 'key' | 'calls'>[], { by, first, last }: ChartTime): Point[] {
  const step = STEP_SECONDS[by];
  const points = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => ({
    at: first + index * step,
    value: 0,
  }));
  for (const { key, calls } of groups) {
    const point = points[Math.floor((Date.parse(String(key)) / 1000 - first) / step)];
    if (point) point.value += calls;
  }
  return points;
}

const HEADER = ['calls', 'answered', 'asr_pct', 'acd_s', 'billable_s', 'cost_cents'] as const;

/** Returns a report as CSV, with the names of the API as its header. Its keys contain neither commas nor quotes. */
export function csvOf(by: CdrSummaryGroup, groups: readonly CdrGroup[]): string {
  const lines = groups.map((group) => [group.key ?? '', ...HEADER.map((name) => group[name] ?? '')]);
  return [[by, ...HEADER], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}
