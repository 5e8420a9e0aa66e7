import { type ContactAddress, nextHopOf } from '../../domain/contact';
import { addressOf, type SipPeer, sipUri } from '../../domain/trunks/sip-uri';
import type { HostResolver } from '../trunks/ports';
import { type Leg, NUMBER_HEADER } from '../calls/call';
import type { ContactState } from '../calls/ports';

/** What the legs to all contacts of a trunk or WebRTC user share. */
export type ContactOwner = Pick<Leg, 'targetKind' | 'trunkId' | 'webrtcUserId' | 'media' | 'codecs' | 'dtmfMode'>;

/** Builds the legs to registered contacts, in their order. */
export class ContactLegs {
  constructor(private readonly hosts: HostResolver) {}

  /**
   * Returns a leg for each contact whose next hop the deployment may send to: a system chooses the URI that it registers.
   * Resolves host names: call it without a database connection.
   */
  async toContacts(contacts: readonly ContactState[], owner: ContactOwner, called: string): Promise<readonly Leg[]> {
    const legs = await Promise.all(distinct(contacts).map((contact) => this.legTo(contact, owner, called)));
    return legs.filter((leg) => leg !== null);
  }

  private async legTo(contact: ContactState, owner: ContactOwner, called: string): Promise<Leg | null> {
    const peer = nextHopOf(contact);
    if (!peer) return null;
    const check = await this.hosts.check(peer.host, null);
    if (!check.isAllowed) return null;
    // The checked address, not the name: the name could resolve to another one a moment later.
    return contactLeg(contact, { ...peer, host: check.address ?? peer.host }, { owner, called });
  }
}

function contactLeg(
  { id, uri, path }: ContactState,
  nextHop: SipPeer,
  { owner, called }: { readonly owner: ContactOwner; readonly called: string },
): Leg {
  return {
    ...owner,
    // Only browsers register over WebSockets, and they take no other media.
    media: nextHop.transport === 'wss' ? 'webrtc' : owner.media,
    targetId: null,
    gatewayId: null,
    contactId: id,
    destination: addressOf(nextHop),
    rating: null,
    // The registered URI, from which the system knows which of its lines is called (RFC 3261, section 16.5).
    uri,
    dstUri: sipUri(nextHop),
    fromUri: null,
    headers: { [NUMBER_HEADER]: called },
    auth: null,
    path,
  };
}

/** A system that is registered at two switches is called once, as the first contact says. */
function distinct(contacts: readonly ContactState[]): readonly ContactState[] {
  const keyOf = ({ uri, received }: ContactAddress) => `${uri} ${received ?? ''}`;
  const first = new Map([...contacts].reverse().map((contact) => [keyOf(contact), contact]));
  return contacts.filter((contact) => first.get(keyOf(contact)) === contact);
}
