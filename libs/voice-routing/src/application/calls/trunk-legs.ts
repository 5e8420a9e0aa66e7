import { orderGateways } from '../../domain/calls/plan';
import type { Random } from '../../domain/calls/random';
import { sipUri } from '../../domain/trunks/sip-uri';
import type { Leg, SkipReason } from './call';
import type { GatewayPasswords, HostResolver, HostVerdict } from '../ports';
import type { GatewayState, TrunkState } from './ports';

/** Tells the customer's switch which of its numbers was called, whatever its own rewriting does to the URI. */
const NUMBER_HEADER = 'X-Svc-Number';

interface Reachable<P> {
  readonly peer: P;
  /** The host, or the address that it was found to stand for just now. */
  readonly nextHop: string;
}

/** Turns peers of a call into what a switch is told: in order, hosts judged again, passwords opened. */
export class TrunkLegs {
  constructor(
    private readonly hosts: HostResolver,
    private readonly passwords: GatewayPasswords,
  ) {}

  /** The gateways that the number `called` may be sent to now, or why there is none. */
  async toTrunk(trunk: TrunkState | null, called: string, random: Random): Promise<readonly Leg[] | SkipReason> {
    if (trunk?.status !== 'active') return 'trunk_not_active';
    if (trunk.isFull) return 'trunk_full';
    if (trunk.gateways.length === 0) return 'no_gateway';
    const reachable = await this.reachable(orderGateways(trunk.gateways, random));
    return reachable.length === 0 ? 'host_not_allowed' : reachable.map((each) => this.gatewayLeg(trunk, each, called));
  }

  private async reachable(gateways: readonly GatewayState[]): Promise<Reachable<GatewayState>[]> {
    const verdicts = await Promise.all(gateways.map(({ host }) => this.hosts.judge(host)));
    return gateways.flatMap((peer, index) => nextHops(peer, verdicts[index]));
  }

  private gatewayLeg(trunk: TrunkState, { peer, nextHop }: Reachable<GatewayState>, called: string): Leg {
    const { id, authUsername, authPasswordSealed, customHeaders } = peer;
    return {
      targetId: null,
      targetKind: 'sip_trunk',
      trunkId: trunk.id,
      gatewayId: id,
      destination: `${peer.host}:${peer.port}`,
      rating: null,
      uri: sipUri(peer, called),
      // Pinned to the address that was judged: a name could stand for another one a moment later.
      dstUri: sipUri({ ...peer, host: nextHop }),
      fromUri: null,
      headers: { [NUMBER_HEADER]: called, ...customHeaders },
      auth:
        authUsername !== null && authPasswordSealed !== null
          ? { username: authUsername, password: this.passwords.open(id, authPasswordSealed) }
          : null,
      codecs: trunk.codecs,
      dtmfMode: trunk.dtmfMode,
    };
  }
}

function nextHops(peer: GatewayState, verdict: HostVerdict | undefined): Reachable<GatewayState>[] {
  return verdict?.isAllowed ? [{ peer, nextHop: verdict.address ?? peer.host }] : [];
}
