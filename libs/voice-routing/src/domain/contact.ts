import { isIPv4, isIPv6, plainAddress } from '@trunkline/kernel';
import { DEFAULT_PORTS } from './trunks/sip-gateway';
import type { SipTransport } from './trunks/sip-trunk';
import type { SipPeer } from './trunks/sip-uri';

/** The address of a registered system, as its registrar stores it (RFC 3261, section 10.2). */
export interface ContactAddress {
  /** As the system registered it. */
  readonly uri: string;
  /** The URI of the source that the registration came from; null if the switch did not record it. */
  readonly received: string | null;
  /** The proxies on the way to the contact (RFC 3327). */
  readonly path: string | null;
}

/** A URI without headers. No character that it allows ends a header, a URI in angle brackets, or an item of a list. */
const SIP_URI =
  /^(?<scheme>sips?):(?:[\w.!~*'()&=+$,;/%:-]{1,200}@)?(?<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(?<port>\d{1,5}))?(?<parameters>(?:;[\w.!~*'()&+$/:[\]%=-]+)*)$/i;
type UriParts = Readonly<Record<'scheme' | 'host' | 'parameters', string>> & { readonly port?: string };
const HOST_NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;
const HOP = /^<([^<>]+)>$/;
/** They send a request elsewhere than to the host, or change it (RFC 3261, section 19.1.1). */
const ROUTING_PARAMETERS: ReadonlySet<string> = new Set(['maddr', 'method', 'ttl', 'lr']);
const TRANSPORTS: ReadonlyMap<string, SipTransport> = new Map([
  ['udp', 'udp'],
  ['tcp', 'tcp'],
  ['tls', 'tls'],
  ['ws', 'wss'],
  ['wss', 'wss'],
]);
const PORT_MAX = 65_535;

/**
 * Returns the host, port and transport that a URI leads to; null unless it is a SIP or SIPS URI that is safe to send: without
 * headers, and without a parameter that leads elsewhere.
 */
export function readSipUri(uri: string): SipPeer | null {
  const parts = SIP_URI.exec(uri)?.groups as UriParts | undefined;
  if (!parts) return null;
  const host = hostOf(parts.host);
  const parameters = parametersOf(parts.parameters);
  const transport = transportOf(parts.scheme, parameters.get('transport'));
  if (host === null || transport === null || leadsElsewhere(parameters)) return null;
  const port = Number(parts.port ?? DEFAULT_PORTS[transport]);
  return isPort(port) ? { host, port, transport, dnsSrv: false } : null;
}

/** Returns whether the text is the value of a Path header: a list of URIs in angle brackets. */
export function isPath(text: string): boolean {
  return text.split(',').every((hop) => {
    const uri = HOP.exec(hop.trim())?.[1];
    // Each has this parameter (RFC 3327, section 5.1).
    return uri !== undefined && readSipUri(uri.replace(/;lr(?:=\w+)?(?=;|$)/i, '')) !== null;
  });
}

/** Returns the peer that requests for the contact are sent to: the source of its registration, else the host of its URI. */
export function nextHopOf({ uri, received }: Pick<ContactAddress, 'uri' | 'received'>): SipPeer | null {
  return readSipUri(received ?? uri);
}

/** Returns the address that the contact registered from; null if only a host name is known. */
export function contactIp(contact: Pick<ContactAddress, 'uri' | 'received'>): string | null {
  return plainAddress(nextHopOf(contact)?.host ?? null);
}

/** Returns the host without brackets; null for an invalid one. */
function hostOf(text: string): string | null {
  if (text.startsWith('[')) return isIPv6(text.slice(1, -1)) ? text.slice(1, -1) : null;
  if (/^[\d.]+$/.test(text)) return isIPv4(text) ? text : null;
  return HOST_NAME.test(text) ? text : null;
}

const leadsElsewhere = (parameters: ReadonlyMap<string, string>): boolean =>
  [...parameters.keys()].some((name) => ROUTING_PARAMETERS.has(name));

const isPort = (port: number): boolean => port >= 1 && port <= PORT_MAX;

function parametersOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(';').filter((each) => each !== '');
  return new Map(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.toLowerCase().split('=');
      return [name, value];
    }),
  );
}

/** A SIPS URI is reached over TLS (RFC 3261, section 26.2.2). */
function transportOf(scheme: string, named: string | undefined): SipTransport | null {
  const isSecure = scheme.toLowerCase() === 'sips';
  const transport = TRANSPORTS.get(named ?? (isSecure ? 'tls' : 'udp')) ?? null;
  return isSecure && transport !== 'wss' ? 'tls' : transport;
}

/** What a report of contacts may contain. */
export const CONTACT_RULES = {
  /** Contacts of one user at one process of a switch. */
  contactsMax: 10,
  /** A registration is granted for at most this long. */
  secondsMax: 7 * 86_400,
  isUri: (text: string) => readSipUri(text) !== null,
  isPath,
} as const;
