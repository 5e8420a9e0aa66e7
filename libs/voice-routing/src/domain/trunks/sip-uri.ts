import { isIPv6 } from '@trunkline/kernel';
import type { SipTransport } from './sip-trunk';

export interface SipPeer {
  readonly host: string;
  readonly port: number;
  readonly transport: SipTransport;
}

/** UDP is the default of a URI without the parameter (RFC 3261, section 19.1.1); RFC 7118 names all WebSockets `ws`. */
const PARAMETERS: Readonly<Record<SipTransport, string>> = {
  udp: '',
  tcp: ';transport=tcp',
  tls: ';transport=tls',
  wss: ';transport=ws',
};

/** Returns `sip:+4930123456@gw.example.com:5060;transport=tcp`; without a user, the address of the peer itself. */
export function sipUri({ host, port, transport }: SipPeer, user?: string): string {
  const literal = isIPv6(host) ? `[${host}]` : host;
  return `sip:${user === undefined ? '' : `${escapeUser(user)}@`}${literal}:${port}${PARAMETERS[transport]}`;
}

/** Escapes everything that the grammar of `user` does not allow, so that a user cannot inject a header. */
function escapeUser(user: string): string {
  return encodeURIComponent(user).replace(/%2B/g, '+');
}
