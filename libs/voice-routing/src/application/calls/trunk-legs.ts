import { orderGateways } from '../../domain/calls/plan';
import type { Random } from '../../domain/calls/random';
import { sipUri } from '../../domain/trunks/sip-uri';
import type { GatewayPasswords, HostCheck, HostResolver } from '../trunks/ports';
import type { Leg, SkipReason } from './call';
import type { GatewayState, TrunkState } from './ports';

/** Names the called number to the customer's switch, independently of how the URI is rewritten. */
const NUMBER_HEADER = 'X-Svc-Number';

interface Reachable<P> {
  readonly peer: P;
  /** The host, or the address that it resolved to. */
  readonly nextHop: string;
}

/** Builds the legs to a trunk's gateways: in order, with checked hosts and opened passwords. */
export class TrunkLegs {
  constructor(
    private readonly hosts: HostResolver,
    private readonly passwords: GatewayPasswords,
  ) {}

  /**
   * Returns the legs over the trunk's reachable gateways, or the reason why there are none. Resolves host names: call it
   * without a database connection.
   */
  async toTrunk(trunk: TrunkState | null, called: string, random: Random): Promise<readonly Leg[] | SkipReason> {
    if (trunk?.status !== 'active') return 'trunk_not_active';
    if (trunk.isFull) return 'trunk_full';
    if (trunk.gateways.length === 0) return 'no_gateway';
    const reachable = await this.reachable(orderGateways(trunk.gateways, random));
    return reachable.length === 0 ? 'host_not_allowed' : reachable.map((each) => this.gatewayLeg(trunk, each, called));
  }

  private async reachable(gateways: readonly GatewayState[]): Promise<Reachable<GatewayState>[]> {
    const checks = await Promise.all(gateways.map(({ host }) => this.hosts.check(host)));
    return gateways.flatMap((peer, index) => nextHops(peer, checks[index]));
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
      // The checked address, not the name: the name could resolve to another address a moment later.
      dstUri: sipUri({ ...peer, host: nextHop }),
      fromUri: null,
      headers: { [NUMBER_HEADER]: called, ...customHeaders },
      auth:
        authUsername !== null && authPasswordSealed !== null
          ? { username: authUsername, password: this.passwords.open(id, authPasswordSealed) }
          : null,
      path: null,
      contactId: null,
      media: 'rtp',
      codecs: trunk.codecs,
      dtmfMode: trunk.dtmfMode,
    };
  }
}

function nextHops(peer: GatewayState, check: HostCheck | undefined): Reachable<GatewayState>[] {
  return check?.isAllowed ? [{ peer, nextHop: check.address ?? peer.host }] : [];
}
