import { NUMBER_PREFIX, unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import {
  CALLER_ID_FORMATS,
  type CarrierView,
  CODECS,
  PREFIXES_MAX,
  SIP_TRANSPORTS,
  SOURCE_NETWORKS_MAX,
} from '@trunkline/voice-routing';
import {
  Flag,
  given,
  Id,
  Integer,
  ListOf,
  OneOf,
  PageQuery,
  QueryFlag,
  QueryOneOf,
  QueryOrder,
  SchemaOf,
  Text,
  Texts,
  UnixTime,
} from '../../http';
import {
  HOST_MAX,
  LAST_PROBE_AT,
  MEDIA_ENCRYPTION,
  NAME_MAX,
  PEER_STATE,
  SIP_ENDPOINT,
  SipEndpointOptionsDto,
} from '../../voice-routing/sip-endpoint.dto';

const CIDR_MAX = 43;
const CALLS_MAX = 100_000;
const CODEC_LIST = { values: CODECS, name: 'Codec', example: ['g711a', 'g711u'], min: 1, max: CODECS.length };
const PREFIX_LIST = {
  example: ['+49', '+43'],
  max: PREFIXES_MAX,
  item: { pattern: NUMBER_PREFIX, hint: 'E.164 prefixes: + and 1 to 15 digits' },
};
const NETWORK_LIST = { example: ['198.51.100.0/24'], max: SOURCE_NETWORKS_MAX, item: { max: CIDR_MAX } };
const FORMAT = { values: CALLER_ID_FORMATS, name: 'CallerIdFormat' };
const FORMAT_TEXT =
  'Format of the caller ID: `e164` with +, `e164_no_plus` without +, or `national`, which applies to domestic calls; ' +
  'international calls use `e164`.';
const IDENTITY_TEXT =
  'Whether the carrier receives the number of callers that withhold it (P-Asserted-Identity with `Privacy: id`, RFC 3325). ' +
  'Set it only on a carrier that keeps such numbers from the called party. Other carriers receive an anonymous call.';
const PREFIXES_TEXT = 'Destination prefixes that the carrier accepts. An empty list accepts all.';
const NETWORKS_TEXT =
  'Source addresses or networks of the carrier, at least /8 (IPv6: /16). Calls from there to numbers of this ' +
  'installation are accepted and never charged as outbound calls, even if a trunk claims the same network.';
const LIMIT_TEXT =
  'Maximum concurrent calls that try this carrier first; null for no limit. Further calls use the next carrier.';
const EMERGENCY_TEXT =
  'Whether the carrier accepts emergency calls. Without an enabled one, emergency calls are rejected.';

export class CarrierDto {
  @Id({ description: 'Carrier ID.', prefix: 'car' })
  id: string;

  @Text({ description: 'Name of the carrier.', example: 'Transit' })
  name: string;

  @Text({ ...SIP_ENDPOINT.host, example: 'sip.carrier.example' })
  host: string;

  @Integer(SIP_ENDPOINT.port)
  port: number;

  @Flag(SIP_ENDPOINT.dnsSrv)
  dns_srv: boolean;

  @OneOf(MEDIA_ENCRYPTION)
  media_encryption: string;

  @OneOf({ description: 'SIP transport.', values: SIP_TRANSPORTS, name: 'SipTransport' })
  transport: string;

  @Text({ ...SIP_ENDPOINT.authUsername, example: null })
  auth_username: string | null;

  @Flag(SIP_ENDPOINT.hasAuthPassword)
  has_auth_password: boolean;

  @Integer(SIP_ENDPOINT.priority)
  priority: number;

  @Integer(SIP_ENDPOINT.weight)
  weight: number;

  @Texts({ description: PREFIXES_TEXT, ...PREFIX_LIST })
  prefixes: readonly string[];

  @OneOf({ description: FORMAT_TEXT, ...FORMAT })
  caller_id_format: string;

  @Flag({ description: IDENTITY_TEXT })
  send_identity: boolean;

  @ListOf({ description: 'Codecs, in order of preference.', ...CODEC_LIST })
  codecs: readonly string[];

  @Texts({ description: NETWORKS_TEXT, ...NETWORK_LIST })
  source_networks: readonly string[];

  @Integer({ description: LIMIT_TEXT, example: null, nullable: true })
  max_concurrent_calls: number | null;

  @Flag({ description: EMERGENCY_TEXT })
  emergency: boolean;

  @Flag({ description: 'Whether the carrier is used for calls.' })
  enabled: boolean;

  @OneOf({ ...PEER_STATE, observed: true })
  state: string;

  @UnixTime({ ...LAST_PROBE_AT, observed: true })
  last_probe_at: number | null;

  @UnixTime({ description: 'Creation time.' })
  created_at: number;

  @UnixTime({ description: 'Time of the last update.' })
  updated_at: number;
}

abstract class CarrierOptionsDto extends SipEndpointOptionsDto {
  @OneOf({ description: 'SIP transport.', values: SIP_TRANSPORTS, name: 'SipTransport', optional: true })
  transport?: CarrierView['transport'];

  @OneOf({ ...MEDIA_ENCRYPTION, optional: true })
  media_encryption?: CarrierView['mediaEncryption'];

  @Texts({ description: PREFIXES_TEXT, ...PREFIX_LIST, optional: true })
  prefixes?: string[];

  @OneOf({ description: FORMAT_TEXT, ...FORMAT, optional: true })
  caller_id_format?: CarrierView['callerIdFormat'];

  @Flag({ description: IDENTITY_TEXT, optional: true })
  send_identity?: boolean;

  @ListOf({ description: 'Codecs, in order of preference.', ...CODEC_LIST, optional: true })
  codecs?: CarrierView['codecs'][number][];

  @Texts({ description: NETWORKS_TEXT, ...NETWORK_LIST, optional: true })
  source_networks?: string[];

  @Integer({ description: LIMIT_TEXT, example: 30, min: 1, max: CALLS_MAX, optional: true, nullable: true })
  max_concurrent_calls?: number | null;

  @Flag({ description: EMERGENCY_TEXT, optional: true })
  emergency?: boolean;

  @Flag({ description: 'Whether the carrier is used for calls.', optional: true })
  enabled?: boolean;
}

@SchemaOf({
  defaults: {
    transport: 'udp',
    auth_username: null,
    auth_password: null,
    priority: 0,
    weight: 100,
    prefixes: [],
    caller_id_format: 'e164',
    send_identity: false,
    codecs: ['g711a', 'g711u'],
    source_networks: [],
    max_concurrent_calls: null,
    emergency: false,
    enabled: true,
    dns_srv: false,
    media_encryption: 'off',
  },
})
export class CreateCarrierBody extends CarrierOptionsDto {
  @Text({ description: 'Name of the carrier.', example: 'Transit', max: NAME_MAX })
  name: string;

  @Text({
    description: 'Host name or IP address. Private addresses are allowed.',
    example: 'sip.carrier.example',
    max: HOST_MAX,
  })
  host: string;
}

export class ChangeCarrierBody extends CarrierOptionsDto {
  @Text({ description: 'Name of the carrier.', example: 'Transit', max: NAME_MAX, optional: true })
  name?: string;

  @Text({ ...SIP_ENDPOINT.host, example: 'sip.carrier.example', max: HOST_MAX, optional: true })
  host?: string;
}

export class ListCarriersQuery extends PageQuery {
  @QueryFlag({ description: 'Filters by whether the carrier is enabled.' })
  enabled?: boolean;

  @QueryFlag({ description: 'Filters by whether the carrier accepts emergency calls.' })
  emergency?: boolean;

  @QueryOneOf({ description: 'Sort key.', default: 'created_at', values: ['created_at'] })
  sort?: 'created_at';

  @QueryOrder()
  order?: 'asc' | 'desc';
}

export function carrierChangeOf(body: ChangeCarrierBody) {
  return given({
    name: body.name,
    host: body.host,
    port: body.port,
    dnsSrv: body.dns_srv,
    mediaEncryption: body.media_encryption,
    transport: body.transport,
    authUsername: body.auth_username,
    authPassword: body.auth_password,
    priority: body.priority,
    weight: body.weight,
    prefixes: body.prefixes,
    callerIdFormat: body.caller_id_format,
    sendIdentity: body.send_identity,
    codecs: body.codecs,
    sourceNetworks: body.source_networks,
    maxConcurrentCalls: body.max_concurrent_calls,
    emergency: body.emergency,
    enabled: body.enabled,
  });
}

export function carrierInputOf(body: CreateCarrierBody) {
  return { ...carrierChangeOf(body), name: body.name, host: body.host };
}

export function toCarrierDto(carrier: CarrierView): CarrierDto {
  return {
    id: carrier.id,
    name: carrier.name,
    host: carrier.host,
    port: carrier.port,
    dns_srv: carrier.dnsSrv,
    media_encryption: carrier.mediaEncryption,
    transport: carrier.transport,
    auth_username: carrier.authUsername,
    has_auth_password: carrier.hasAuthPassword,
    priority: carrier.priority,
    weight: carrier.weight,
    prefixes: carrier.prefixes,
    caller_id_format: carrier.callerIdFormat,
    send_identity: carrier.sendIdentity,
    codecs: carrier.codecs,
    source_networks: carrier.sourceNetworks,
    max_concurrent_calls: carrier.maxConcurrentCalls,
    emergency: carrier.emergency,
    enabled: carrier.enabled,
    state: carrier.state,
    last_probe_at: unixSecondsOrNull(carrier.lastProbeAt),
    created_at: unixSeconds(carrier.createdAt),
    updated_at: unixSeconds(carrier.updatedAt),
  };
}
