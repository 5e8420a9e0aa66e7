import type { RejectedCall } from '@trunkline/client';

interface Refused {
  readonly source: string;
  readonly calls: number;
}

/** The addresses that calls were refused from, those with the most calls first, without those that are listed. */
export function refusedSources(
  calls: readonly Pick<RejectedCall, 'source_ip'>[],
  listed: readonly string[],
): readonly Refused[] {
  const counts = new Map<string, number>();
  for (const { source_ip: source } of calls)
    if (source !== null && !listed.includes(source)) counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts]
    .map(([source, count]) => ({ source, calls: count }))
    .toSorted((one, other) => other.calls - one.calls);
}
