import type { RegistrationMode, SipTransport } from '@trunkline/client';
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

export const registrationMode = fields.choice('Your system is identified by', MODES);

export const DEFAULT_PORTS: Readonly<Record<SipTransport, number>> = { udp: 5060, tcp: 5060, tls: 5061, wss: 443 };
