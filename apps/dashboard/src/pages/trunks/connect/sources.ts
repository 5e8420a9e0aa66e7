import type { RejectedCall } from '@trunkline/client';
import ipaddr from 'ipaddr.js';

export interface Refused {
  readonly source: string;
  readonly calls: number;
}

/** Whether an address is in a network, which the API writes as `203.0.113.0/24`. */
function isWithin(address: string, network: string): boolean {
  const ip = ipaddr.process(address);
  const range = ipaddr.parseCIDR(network);
  return ip.kind() === range[0].kind() && ip.match(range);
}

/** The addresses that calls were refused from, those with the most calls first, without those in listed networks. */
export function refusedSources(
  calls: readonly Pick<RejectedCall, 'source_ip'>[],
  networks: readonly string[],
): readonly Refused[] {
  const counts = new Map<string, number>();
  for (const { source_ip: source } of calls)
    if (source !== null && !networks.some((network) => isWithin(source, network)))
      counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts]
    .map(([source, count]) => ({ source, calls: count }))
    .toSorted((one, other) => other.calls - one.calls);
}
