import type { CdrGroup, CdrSummaryGroup } from '@trunkline/client';

const HEADER = ['calls', 'answered', 'asr_pct', 'acd_s', 'billable_s', 'cost_cents'] as const;

/** Returns a report as CSV, with the names of the API as its header. Its keys contain neither commas nor quotes. */
export function csvOf(by: CdrSummaryGroup, groups: readonly CdrGroup[]): string {
  const lines = groups.map((group) => [group.key ?? '', ...HEADER.map((name) => group[name] ?? '')]);
  return [[by, ...HEADER], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}
