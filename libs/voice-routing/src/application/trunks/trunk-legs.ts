import { orderGateways } from '../../domain/calls/plan';
import type { Random } from '../../domain/calls/random';
import { addressOf, mediaOf, sipUri, srvServiceOf } from '../../domain/trunks/sip-uri';
import type { GatewayPasswords, HostCheck, HostResolver } from './ports';
import { type Leg, NUMBER_HEADER, type SkipReason } from '../calls/call';
import type { ContactLegs, ContactOwner } from '../registrations/contact-legs';
import type { GatewayState, NumberingPlan, TrunkState } from '../calls/ports';

interface Reachable<P> {
  readonly peer: P;
  /** URI of the address that the host resolved to, or of the host, which the switch then resolves. */
  readonly nextHop: string;
}

/** Builds the legs to a trunk's registered systems and gateways: in order, with checked hosts and opened passwords. */
export class TrunkLegs {
  constructor(
    private readonly hosts: HostResolver,
    private readonly passwords: GatewayPasswords,
    private readonly plan: NumberingPlan,
    private readonly contacts: ContactLegs,
  ) {}

  /**
   * Returns the legs to the trunk's registered systems, then those over its reachable gateways, or the reason why there are
   * none. Resolves host names: call it without a database connection.
   */
  async toTrunk(trunk: TrunkState | null, called: string, random: Random): Promise<readonly Leg[] | SkipReason> {
    if (trunk?.status !== 'active') return 'trunk_not_active';
    if (trunk.isFull) return 'trunk_full';
    if (trunk.contacts.length + trunk.gateways.length === 0)
      return trunk.registrationMode === 'register' ? 'not_registered' : 'no_gateway';
    const [contacts, gateways] = await Promise.all([
      this.contacts.toContacts(trunk.contacts, ownerOf(trunk), called),
      this.reachable(orderGateways(trunk.gateways, random)),
    ]);
    const legs = [...contacts, ...gateways.map((each) => this.gatewayLeg(trunk, each, called))];
    return legs.length === 0 ? 'host_not_allowed' : legs;
  }

  private async reachable(gateways: readonly GatewayState[]): Promise<Reachable<GatewayState>[]> {
    const checks = await Promise.all(gateways.map((gateway) => this.hosts.check(gateway.host, srvServiceOf(gateway))));
    return gateways.flatMap((peer, index) => nextHops(peer, checks[index]));
  }

  private gatewayLeg(trunk: TrunkState, { peer, nextHop }: Reachable<GatewayState>, called: string): Leg {
    const { id, authUsername, authPasswordSealed, customHeaders } = peer;
    return {
      ...ownerOf(trunk),
      targetId: null,
      gatewayId: id,
      destination: addressOf(peer),
      rating: null,
      uri: sipUri(peer, this.userOf(trunk, called), { isPhone: trunk.userPhone }),
      dstUri: nextHop,
      fromUri: null,
      headers: { [NUMBER_HEADER]: called, ...customHeaders },
      auth:
        authUsername !== null && authPasswordSealed !== null
          ? { username: authUsername, password: this.passwords.open(id, authPasswordSealed) }
          : null,
      path: null,
      contactId: null,
    };
  }

  /** A number without a country has no national form and stays in E.164. */
  private userOf({ numberFormat, numberPrefix }: TrunkState, called: string): string {
    const national = numberFormat === 'national' ? this.plan.nationalOf(called) : null;
    const number = numberFormat === 'e164' ? called.slice(1) : (national ?? called);
    return `${numberPrefix ?? ''}${number}`;
  }
}

function ownerOf({ id, mediaEncryption, codecs, dtmfMode }: TrunkState): ContactOwner {
  return { targetKind: 'sip_trunk', trunkId: id, media: mediaOf(mediaEncryption), codecs, dtmfMode };
}

function nextHops(peer: GatewayState, check: HostCheck | undefined): Reachable<GatewayState>[] {
  if (!check?.isAllowed) return [];
  // The checked address, not the name: the name could resolve to another one a moment later. SRV records have several
  // addresses, with ports and an order of their own, which the switch follows.
  const host = srvServiceOf(peer) === null ? (check.address ?? peer.host) : peer.host;
  return [{ peer, nextHop: sipUri({ ...peer, host }) }];
}
