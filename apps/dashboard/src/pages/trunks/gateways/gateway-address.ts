import type { SipGateway } from '@trunkline/client';
import { DEFAULT_PORTS } from '../sip-texts';
import { beforePort } from './sip-address';

/** Host and port as calls use them. SRV records name the port of a host with a default port. */
export function addressOf({ host, port, transport, dns_srv }: SipGateway): string {
  const isFound = dns_srv && port === DEFAULT_PORTS[transport];
  return `${beforePort(host)}${isFound ? '' : `:${port}`} ${transport.toUpperCase()}${isFound ? ' (SRV)' : ''}`;
}
