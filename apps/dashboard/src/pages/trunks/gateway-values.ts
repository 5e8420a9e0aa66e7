import type { SipGateway, SipTrunkGatewayCreateRequest } from '@trunkline/client';
import { integerOf } from '../../format/lists';

export interface GatewayValues extends Record<string, unknown> {
  name: string;
  host: string;
  port: string;
  transport: string;
  priority: string;
  weight: string;
  auth_username: string;
  /** Never filled by the API. Empty keeps the stored password. */
  auth_password: string;
  custom_headers: string;
  enabled: boolean;
}

export const NEW_GATEWAY: GatewayValues = {
  name: '',
  host: '',
  port: '5060',
  transport: 'udp',
  priority: '10',
  weight: '10',
  auth_username: '',
  auth_password: '',
  custom_headers: '',
  enabled: true,
};

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

export function gatewayRequestOf(values: GatewayValues): SipTrunkGatewayCreateRequest {
  const username = values.auth_username.trim();
  return {
    name: values.name.trim(),
    host: values.host.trim(),
    port: integerOf(values.port),
    transport: values.transport,
    priority: integerOf(values.priority),
    weight: integerOf(values.weight),
    auth_username: username || null,
    // Without a user name, no password is left behind.
    ...(username === '' ? { auth_password: null } : values.auth_password && { auth_password: values.auth_password }),
    custom_headers: headersOf(values.custom_headers),
    enabled: values.enabled,
  } as SipTrunkGatewayCreateRequest;
}

export const required = (text: string): string | null => (integerOf(text) === null ? 'Enter a whole number.' : null);
