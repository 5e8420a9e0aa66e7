import { useQuery } from '@tanstack/react-query';
import type { CallAttempt, CdrAttempt } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { GATEWAYS_MAX } from '../../trunks/gateways/gateway-health';

const STALE_MS = 60_000;

export interface RoutedCall {
  readonly sip_trunk_id: string | null;
  readonly routing_profile_id: string | null;
  readonly attempts: readonly (CallAttempt | CdrAttempt)[];
}

export interface CallGateways {
  /** Names by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The trunk of the gateways that failed, or of the call. */
  readonly failedTrunk: string | null;
}

/** Returns the gateways of the trunks, each with its trunk. */
async function load(trunks: readonly string[], signal: AbortSignal) {
  const pages = await Promise.all(
    trunks.map(async (trunk) => {
      const { items } = await trunkline.sipTrunks.gateways.list(trunk, { limit: GATEWAYS_MAX }, { signal });
      return items.map(({ id, name }) => ({ id, name, trunk }));
    }),
  );
  return pages.flat();
}

/** The trunks that the attempts of a call can have led to: its own, or those of the targets that were tried. */
async function trunksOf({ sip_trunk_id, routing_profile_id, attempts }: RoutedCall, signal: AbortSignal) {
  const own = sip_trunk_id === null ? [] : [sip_trunk_id];
  if (routing_profile_id === null) return own;
  const { targets } = await trunkline.routingProfiles.get(routing_profile_id, { signal });
  const tried = targets.filter(({ id }) => attempts.some(({ target_id }) => target_id === id));
  return [...new Set([...own, ...tried.flatMap(({ sip_trunk_id: id }) => id ?? [])])];
}

/** The gateways of a call. Until they are known, and where the role may not see them, there are none. */
export function useGateways(call: RoutedCall): CallGateways {
  const { sip_trunk_id, routing_profile_id, attempts } = call;
  const may = useMay();
  const targets = attempts.map(({ target_id }) => target_id).join();
  const isNamed = attempts.some(({ gateway_id }) => gateway_id !== null);
  const { data = [] } = useQuery({
    queryKey: ['calls', 'gateways', sip_trunk_id, routing_profile_id, targets],
    queryFn: async ({ signal }) => load(await trunksOf(call, signal), signal),
    staleTime: STALE_MS,
    enabled: isNamed && may('sip_trunks:read') && may('routing:read'),
  });
  const failed = attempts.filter(({ result }) => result === 'failed').map(({ gateway_id }) => gateway_id);
  return {
    names: new Map(data.map(({ id, name }) => [id, name])),
    failedTrunk: data.find(({ id }) => failed.includes(id))?.trunk ?? sip_trunk_id,
  };
}
