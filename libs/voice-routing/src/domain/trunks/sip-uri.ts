import { isIPv6 } from './network';
import type { SipTransport } from './sip-trunk';

export interface SipPeer {
  readonly host: string;
  readonly port: number;
  readonly transport: SipTransport;
}

/** RFC 3261, section 19.1.1: udp is what a URI without the parameter means; RFC 7118 names both kinds of WebSocket `ws`. */
const PARAMETERS: Readonly<Record<SipTransport, string>> = {
  udp: '',
  tcp: ';transport=tcp',
  tls: ';transport=tls',
  wss: ';transport=ws',
};

/** `sip:+4930123456@gw.example.com:5060;transport=tcp`; without a user it is the address of the peer itself. */
export function sipUri({ host, port, transport }: SipPeer, user?: string): string {
  const literal = isIPv6(host) ? `[${host}]` : host;
  return `sip:${user === undefined ? '' : `${escapeUser(user)}@`}${literal}:${port}${PARAMETERS[transport]}`;
}

/** What the grammar of `user` allows stands as it is; everything else is escaped, so that no name can write a header. */
function escapeUser(user: string): string {
  return encodeURIComponent(user).replace(/%2B/g, '+');
}
