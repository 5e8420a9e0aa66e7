import type { SipGateway, SipTrunkGatewayCreateRequest } from '@trunkline/client';
import { integerOf } from '../../format/lists';

export const NEW_GATEWAY = {
  name: '',
  host: '',
  port: '5060',
  transport: 'udp',
  priority: '10',
  weight: '10',
  auth_username: '',
  /** Never filled by the API. Empty keeps the stored password. */
  auth_password: '',
  custom_headers: '',
  enabled: true,
  dns_srv: false,
};

export type GatewayValues = typeof NEW_GATEWAY;

export const gatewayValuesOf = (gateway: SipGateway): GatewayValues => ({
  name: gateway.name,
  host: gateway.host,
  port: String(gateway.port),
  transport: gateway.transport,
  priority: String(gateway.priority),
  weight: String(gateway.weight),
  auth_username: gateway.auth_username ?? '',
  auth_password: '',
  custom_headers: Object.entries(gateway.custom_headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
  enabled: gateway.enabled,
  dns_srv: gateway.dns_srv,
});

/** Headers from lines such as `X-Site: Berlin`. The API rejects names that it does not allow. */
function headersOf(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split(':');
      return [name.trim(), rest.join(':').trim()];
    }),
  );
}

export function gatewayRequestOf({ auth_password, ...values }: GatewayValues): SipTrunkGatewayCreateRequest {
  const username = values.auth_username.trim();
  return {
    ...values,
    name: values.name.trim(),
    host: values.host.trim(),
    port: integerOf(values.port),
    priority: integerOf(values.priority),
    weight: integerOf(values.weight),
    auth_username: username || null,
    // Without a user name, no password is left behind.
    ...(username === '' ? { auth_password: null } : auth_password && { auth_password }),
    custom_headers: headersOf(values.custom_headers),
  } as SipTrunkGatewayCreateRequest;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { udp: '5060', tcp: '5060', tls: '5061', wss: '443' };

/** The port after a change of the transport: a default port follows it. */
export const portAfter = (port: string, from: string, to: string): string =>
  port === DEFAULT_PORTS[from] ? (DEFAULT_PORTS[to] ?? port) : port;

/** Host and port as calls use them. SRV records name the port of a host with a default port. */
export function addressOf({ host, port, transport, dns_srv }: SipGateway): string {
  const isFound = dns_srv && String(port) === DEFAULT_PORTS[transport];
  return `${host}${isFound ? '' : `:${String(port)}`} ${transport.toUpperCase()}${isFound ? ' (SRV)' : ''}`;
}
