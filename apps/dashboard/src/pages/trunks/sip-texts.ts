import type { Codec, RegistrationMode, SipTransport } from '@trunkline/client';
import * as fields from '../../ui/forms/fields';

export const MODES: Readonly<Record<RegistrationMode, string>> = {
  static_ip: 'Source address',
  register: 'Registration with a password',
};
export const TRANSPORTS: Readonly<Record<SipTransport, string>> = {
  udp: 'UDP',
  tcp: 'TCP',
  tls: 'TLS',
  wss: 'WebSocket (WSS)',
};

/** Each codec by its name, with the name of its SDP attribute where that is another one. */
export const CODECS: Readonly<Record<Codec, { readonly name: string; readonly note?: string }>> = {
  opus: { name: 'Opus' },
  g722: { name: 'G.722' },
  g711a: { name: 'G.711 A-law', note: 'PCMA' },
  g711u: { name: 'G.711 µ-law', note: 'PCMU' },
  g729: { name: 'G.729' },
};

/** The name of a codec in SDP. */
export const sdpName = (codec: Codec): string => CODECS[codec].note ?? codec.toUpperCase();

export const registrationMode = fields.choice('Your system is identified by', MODES);

export const DEFAULT_PORTS: Readonly<Record<SipTransport, number>> = { udp: 5060, tcp: 5060, tls: 5061, wss: 443 };
