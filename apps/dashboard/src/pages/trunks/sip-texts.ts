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
export const CODEC_NAMES: Readonly<Record<Codec, string>> = {
  opus: 'Opus',
  g722: 'G.722',
  g711a: 'G.711 A-law (PCMA)',
  g711u: 'G.711 µ-law (PCMU)',
  g729: 'G.729',
};

export const registrationMode = fields.choice('Your system is identified by', MODES);

export const DEFAULT_PORTS: Readonly<Record<SipTransport, number>> = { udp: 5060, tcp: 5060, tls: 5061, wss: 443 };
