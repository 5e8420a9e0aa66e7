import { unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import { type GatewayView, SIP_TRANSPORTS } from '@trunkline/voice-routing';
import { Flag, given, Id, Integer, OneOf, SchemaOf, Text, TextMap, UnixTime } from '../../http';
import {
  HOST_MAX,
  LAST_PROBE_AT,
  NAME_MAX,
  PEER_STATE,
  SIP_ENDPOINT,
  SipEndpointOptionsDto,
} from '../sip-endpoint.dto';

const HEADERS_MAX = 10;
const HEADER_VALUE_MAX = 200;
const HEADERS_HINT = 'Names consist of `X-` and 1 to 40 letters, digits or hyphens.';
const EXAMPLE_HEADERS = { 'X-Site': 'berlin' };

export class SipGatewayDto {
  @Id({ description: 'ID of the gateway.', prefix: 'gw' })
  id: string;

  @Text({ description: 'Name of the gateway.', example: 'Berlin 1' })
  name: string;

  @Text({ ...SIP_ENDPOINT.host, example: 'sip1.example.com' })
  host: string;

  @Integer(SIP_ENDPOINT.port)
  port: number;

  @Flag(SIP_ENDPOINT.dnsSrv)
  dns_srv: boolean;

  @OneOf({ description: 'Transport.', values: SIP_TRANSPORTS, name: 'SipTransport' })
  transport: string;

  @Integer(SIP_ENDPOINT.weight)
  weight: number;

  @Integer(SIP_ENDPOINT.priority)
  priority: number;

  @Text({ ...SIP_ENDPOINT.authUsername, example: null })
  auth_username: string | null;

  @Flag(SIP_ENDPOINT.hasAuthPassword)
  has_auth_password: boolean;

  @TextMap({ description: 'SIP headers added to each call.', example: EXAMPLE_HEADERS, nullable: true })
  custom_headers: Readonly<Record<string, string>> | null;

  @Flag({ description: 'Whether the gateway receives calls.' })
  enabled: boolean;

  @OneOf({ ...PEER_STATE, observed: true })
  state: string;

  @UnixTime({ ...LAST_PROBE_AT, observed: true })
  last_probe_at: number | null;

  @UnixTime({ description: 'When the gateway was created.' })
  created_at: number;

  @UnixTime({ description: 'When the gateway was last updated.' })
  updated_at: number;
}

abstract class GatewayOptionsDto extends SipEndpointOptionsDto {
  @OneOf({
    description: "Transport. Without it, a new gateway gets the trunk's.",
    values: SIP_TRANSPORTS,
    name: 'SipTransport',
    optional: true,
  })
  transport?: GatewayView['transport'];

  @TextMap({
    description: `SIP headers to add to each call, at most 10, with single-line values. ${HEADERS_HINT}`,
    example: EXAMPLE_HEADERS,
    max: HEADERS_MAX,
    item: { min: 0, max: HEADER_VALUE_MAX },
    optional: true,
    nullable: true,
  })
  custom_headers?: Record<string, string> | null;

  @Flag({ description: 'Whether the gateway receives calls.', optional: true })
  enabled?: boolean;
}

@SchemaOf({
  defaults: {
    weight: 100,
    priority: 0,
    auth_username: null,
    auth_password: null,
    custom_headers: null,
    enabled: true,
    dns_srv: false,
  },
})
export class CreateGatewayDto extends GatewayOptionsDto {
  @Text({ description: 'Name of the gateway.', example: 'Berlin 1', max: NAME_MAX })
  name: string;

  @Text({
    description:
      'Host name or IP address. Must resolve to public addresses, with `dns_srv` the targets of its SRV records too.',
    example: 'sip1.example.com',
    max: HOST_MAX,
  })
  host: string;
}

export class ChangeGatewayDto extends GatewayOptionsDto {
  @Text({ description: 'Name of the gateway.', example: 'Berlin 1', max: NAME_MAX, optional: true })
  name?: string;

  @Text({ ...SIP_ENDPOINT.host, example: 'sip1.example.com', max: HOST_MAX, optional: true })
  host?: string;
}

export function gatewayChangeOf(body: ChangeGatewayDto) {
  return given({
    name: body.name,
    host: body.host,
    port: body.port,
    dnsSrv: body.dns_srv,
    transport: body.transport,
    weight: body.weight,
    priority: body.priority,
    authUsername: body.auth_username,
    authPassword: body.auth_password,
    customHeaders: body.custom_headers,
    enabled: body.enabled,
  });
}

export function gatewayInputOf(body: CreateGatewayDto) {
  return { ...gatewayChangeOf(body), name: body.name, host: body.host };
}

export function toSipGatewayDto(gateway: GatewayView): SipGatewayDto {
  return {
    id: gateway.id,
    name: gateway.name,
    host: gateway.host,
    port: gateway.port,
    dns_srv: gateway.dnsSrv,
    transport: gateway.transport,
    weight: gateway.weight,
    priority: gateway.priority,
    auth_username: gateway.authUsername,
    has_auth_password: gateway.hasAuthPassword,
    custom_headers: gateway.customHeaders,
    enabled: gateway.enabled,
    state: gateway.state,
    last_probe_at: unixSecondsOrNull(gateway.lastProbeAt),
    created_at: unixSeconds(gateway.createdAt),
    updated_at: unixSeconds(gateway.updatedAt),
  };
}
