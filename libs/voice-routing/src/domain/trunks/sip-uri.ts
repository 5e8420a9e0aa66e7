import { isIPv4, isIPv6 } from '@trunkline/kernel';
import { DEFAULT_PORTS } from './sip-gateway';
import type { Media, MediaEncryption, SipTransport } from './sip-trunk';

export interface SipPeer {
  readonly host: string;
  readonly port: number;
  readonly transport: SipTransport;
  /** False by default. */
  readonly dnsSrv?: boolean;
}

/** UDP is the default of a URI without the parameter (RFC 3261, section 19.1.1); RFC 7118 names all WebSockets `ws`. */
const PARAMETERS: Readonly<Record<SipTransport, string>> = {
  udp: '',
  tcp: ';transport=tcp',
  tls: ';transport=tls',
  wss: ';transport=ws',
};
/** RFC 3263, section 4.2. No SRV service is registered for WebSockets. */
const SRV_SERVICES: Readonly<Record<SipTransport, string | null>> = {
  udp: '_sip._udp',
  tcp: '_sip._tcp',
  tls: '_sips._tcp',
  wss: null,
};
const MEDIA_OF: Readonly<Record<MediaEncryption, Media>> = { off: 'rtp', optional: 'srtp_optional', required: 'srtp' };

/**
 * Returns the service whose SRV records lead to the peer, such as `_sip._udp`. Null for a peer that is reached by the
 * addresses of its host: without `dnsSrv`, with an IP address or with a port other than the default of its transport.
 */
export function srvServiceOf({ host, port, transport, dnsSrv }: SipPeer): string | null {
  if (!dnsSrv || isIPv4(host) || isIPv6(host) || port !== DEFAULT_PORTS[transport]) return null;
  return SRV_SERVICES[transport];
}

/** Returns `gw.example.com:5060`, or the host alone if SRV records name the port. */
export function addressOf(peer: SipPeer): string {
  const literal = isIPv6(peer.host) ? `[${peer.host}]` : peer.host;
  return srvServiceOf(peer) === null ? `${literal}:${peer.port}` : literal;
}

/**
 * Returns `sip:+4930123456@gw.example.com:5060;transport=tcp`; without a user, the address of the peer itself. If SRV records
 * lead to the peer, the URI has no port, and always a transport: without one, NAPTR records could name another service.
 */
export function sipUri(peer: SipPeer, user?: string, { isPhone = false } = {}): string {
  const parameter = srvServiceOf(peer) === null ? PARAMETERS[peer.transport] : `;transport=${peer.transport}`;
  const phone = isPhone && user !== undefined ? ';user=phone' : '';
  return `sip:${user === undefined ? '' : `${escapeUser(user)}@`}${addressOf(peer)}${phone}${parameter}`;
}

/** Escapes everything that the grammar of `user` does not allow, so that a user cannot inject a header. */
function escapeUser(user: string): string {
  return encodeURIComponent(user).replace(/%2B/g, '+');
}

export function mediaOf(encryption: MediaEncryption): Media {
  return MEDIA_OF[encryption];
}
