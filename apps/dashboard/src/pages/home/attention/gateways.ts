import type { AccountEvent } from '@trunkline/client';

/** A gateway that the newest event about it says is down. */
export interface DownGateway {
  readonly id: string;
  readonly trunkId: string;
  readonly name: string;
  /** Unix seconds. */
  readonly since: number;
}

/** Returns the gateways whose newest event says that they are down. Takes the newest event first. */
export function downSince(events: readonly AccountEvent[]): readonly DownGateway[] {
  const seen = new Set<string>();
  return events.flatMap((event) => {
    if (event.type !== 'trunk.gateway.down' && event.type !== 'trunk.gateway.up') return [];
    const { gateway_id, trunk_id, name } = event.data;
    if (seen.has(gateway_id)) return [];
    seen.add(gateway_id);
    return event.type === 'trunk.gateway.down'
      ? [{ id: gateway_id, trunkId: trunk_id, name, since: event.created_at }]
      : [];
  });
}
