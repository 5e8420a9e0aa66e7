import type { SipTransport } from '@trunkline/client';
import { SIP_TRANSPORTS } from '@trunkline/client/lists';

/** What a SIP address says beside its host. */
export interface SipAddress {
  readonly host: string;
  readonly port: string | null;
  readonly transport: SipTransport | null;
}

/** Scheme, user, host, port, and parameters. */
const ADDRESS =
  /^<?(?:(sips?):(?:\/\/)?)?(?:[^@[\]]*@)?(\[[^\]]*\]|[^@:;?<>[\]]+)(?::(\d{1,5}))?(;[^?>]*)?(?:\?[^>]*)?>?$/i;
const TRANSPORT = /;transport=(\w+)/i;

/**
 * Takes apart what people paste for a host: `sip:desk@pbx.example.com:5080;transport=tcp`, `pbx.example.com:5080` or
 * `[2001:db8::1]:5060`. Returns null for a host alone, and for what is no address.
 */
export function sipAddressOf(text: string): SipAddress | null {
  const typed = text.trim();
  const [whole, scheme = '', host = '', port = null, parameters = ''] = ADDRESS.exec(typed) ?? [];
  const bare = host.replace(/^\[|\]$/g, '');
  if (whole === undefined || bare === typed) return null;
  return { host: bare, port, transport: transportOf(scheme, parameters) };
}

function transportOf(scheme: string, parameters: string): SipTransport | null {
  const named = TRANSPORT.exec(parameters)?.[1]?.toLowerCase() ?? (scheme.toLowerCase() === 'sips' ? 'tls' : undefined);
  return SIP_TRANSPORTS.find((each) => each === named) ?? null;
}

/** A host as it stands before a port: an IPv6 address in brackets (RFC 3986, section 3.2.2). */
export const beforePort = (host: string): string => (host.includes(':') ? `[${host}]` : host);
