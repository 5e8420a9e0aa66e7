import { unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import {
  CALLER_ID_STRATEGIES,
  CODECS,
  type CreatedTrunk,
  DTMF_MODES,
  INBOUND_CIDRS_MAX,
  REGISTRATION_MODES,
  ROUTE_STATUSES,
  SIP_TRANSPORTS,
  type TrunkDetail,
  type TrunkView,
} from '@trunkline/voice-routing';
import { E164, Flag, given, Id, Integer, ListOf, Nested, OneOf, SchemaOf, Text, Texts, UnixTime } from '../../http';
import { CreateGatewayDto, SipGatewayDto, toSipGatewayDto } from './sip-gateways.dto';

const NAME_MAX = 64;
const CIDR_MAX = 43;
const CALLS_MAX = 10_000;
const GATEWAYS_MAX = 10;
/** Registration is delivered later: until then the reference says that it does not work. */
const MODE =
  'How calls from the trunk are identified. **Systems cannot register yet**: with `register`, the credentials identify ' +
  'calls from the trunk, but calls reach it only through gateways.';
const EXAMPLE_CODECS = ['g711a', 'g711u'];
const EXAMPLE_CIDRS = ['203.0.113.0/24'];

export class SipTrunkDto {
  @Id({ description: 'ID of the SIP trunk.', prefix: 'trk' })
  id: string;

  @Text({ description: 'Name of the trunk.', example: 'Office' })
  name: string;

  @OneOf({ description: 'Status of the trunk.', values: ROUTE_STATUSES, name: 'RouteStatus' })
  status: string;

  @OneOf({ description: 'Default transport of the gateways.', values: SIP_TRANSPORTS, name: 'SipTransport' })
  transport: string;

  @ListOf({ description: 'Codecs in order of preference.', values: CODECS, name: 'Codec', example: EXAMPLE_CODECS })
  codec_preference: readonly string[];

  @OneOf({ description: 'How DTMF digits are sent.', values: DTMF_MODES, name: 'DtmfMode' })
  dtmf_mode: string;

  @OneOf({
    description: MODE,
    values: REGISTRATION_MODES,
    name: 'RegistrationMode',
  })
  registration_mode: string;

  @OneOf({ description: 'Caller ID of outbound calls.', values: CALLER_ID_STRATEGIES, name: 'CallerIdStrategy' })
  caller_id_strategy: string;

  @Text({ description: 'Caller ID of outbound calls with strategy `override`.', example: null, nullable: true })
  caller_id_override: string | null;

  @Texts({ description: 'Source networks of calls from the trunk.', example: EXAMPLE_CIDRS })
  inbound_cidrs: readonly string[];

  @Integer({ description: 'Limit of concurrent calls; null: no limit.', example: null, nullable: true })
  max_concurrent_calls: number | null;

  @UnixTime({ description: 'When the trunk was created.' })
  created_at: number;

  @UnixTime({ description: 'When the trunk was last updated.' })
  updated_at: number;

  @UnixTime({ description: 'When the trunk was archived.', example: null, nullable: true })
  archived_at: number | null;
}

export class SipTrunkDetailDto extends SipTrunkDto {
  @Flag({
    description:
      'Whether calls can reach the trunk: it is active and has an enabled gateway. Calls to the numbers of a trunk that ' +
      'cannot be reached fail, and `simulate` skips it as `no_gateway`.',
  })
  reachable: boolean;

  @Integer({ description: 'Count of gateways.', example: 2 })
  gateway_count: number;

  @Integer({ description: 'Count of numbers that route to the trunk.', example: 1 })
  number_count: number;

  @Integer({ description: 'Count of routing profiles with the trunk as target.', example: 0 })
  profile_count: number;
}

export class TrunkCredentialsDto {
  @Text({ description: 'Username for registration.', example: 't8f0c2d4b6a1e3957' })
  sip_username: string;

  @Text({ description: 'Password for registration. Returned only once.', example: 'Zl3f8cQx0vYt5nW2bR7kHd1m' })
  sip_password: string;

  @Text({ description: 'Domain for registration, which is not available yet.', example: 'sip.example.com' })
  sip_domain: string;

  @UnixTime({ description: 'When the credentials were created.' })
  created_at: number;
}

export class CreatedTrunkDto extends SipTrunkDto {
  @Nested(() => SipGatewayDto, { description: 'The created gateways, if any.', many: true, optional: true })
  gateways?: SipGatewayDto[];

  @Nested(() => TrunkCredentialsDto, {
    description: 'Returned only once, for `registration_mode` `register`.',
    optional: true,
  })
  credentials?: TrunkCredentialsDto;
}

/** The members of a trunk that are optional on create and update. */
abstract class TrunkOptionsDto {
  @OneOf({
    description: 'Default transport of the gateways.',
    values: SIP_TRANSPORTS,
    name: 'SipTransport',
    optional: true,
  })
  transport?: TrunkView['transport'];

  @ListOf({
    description: 'Codecs in order of preference.',
    values: CODECS,
    name: 'Codec',
    example: EXAMPLE_CODECS,
    min: 1,
    max: 8,
    optional: true,
  })
  codec_preference?: TrunkView['codecPreference'][number][];

  @OneOf({ description: 'How DTMF digits are sent.', values: DTMF_MODES, name: 'DtmfMode', optional: true })
  dtmf_mode?: TrunkView['dtmfMode'];

  @OneOf({
    description: MODE,
    values: REGISTRATION_MODES,
    name: 'RegistrationMode',
    optional: true,
  })
  registration_mode?: TrunkView['registrationMode'];

  @OneOf({
    description: 'Caller ID of outbound calls.',
    values: CALLER_ID_STRATEGIES,
    name: 'CallerIdStrategy',
    optional: true,
  })
  caller_id_strategy?: TrunkView['callerIdStrategy'];

  @E164({
    description: 'Number of the account. Required with strategy `override`, otherwise rejected.',
    example: '+4930901820',
    optional: true,
    nullable: true,
  })
  caller_id_override?: string | null;

  @Texts({
    description:
      'Source addresses and networks of calls from the trunk: /24 (IPv6: /56) or narrower before the first top-up, then and ' +
      'for verified accounts /16 (/32), for wholesale accounts any. IPv4-mapped addresses are stored as IPv4.',
    example: EXAMPLE_CIDRS,
    max: INBOUND_CIDRS_MAX,
    item: { max: CIDR_MAX },
    optional: true,
  })
  inbound_cidrs?: string[];

  @Integer({
    description: 'Limit of concurrent calls; null: no limit.',
    example: 30,
    min: 1,
    max: CALLS_MAX,
    optional: true,
    nullable: true,
  })
  max_concurrent_calls?: number | null;
}

@SchemaOf({
  defaults: {
    transport: 'udp',
    codec_preference: ['g711a', 'g711u'],
    dtmf_mode: 'rfc4733',
    registration_mode: 'static_ip',
    caller_id_strategy: 'inherit',
    caller_id_override: null,
    inbound_cidrs: [],
    max_concurrent_calls: null,
    gateways: [],
  },
})
export class CreateTrunkDto extends TrunkOptionsDto {
  @Text({ description: 'Unique among the trunks that are not archived.', example: 'Office', max: NAME_MAX })
  name: string;

  @Nested(() => CreateGatewayDto, { description: 'Gateways to create.', many: true, max: GATEWAYS_MAX, optional: true })
  gateways?: CreateGatewayDto[];
}

export class ChangeTrunkDto extends TrunkOptionsDto {
  @Text({
    description: 'Unique among the trunks that are not archived.',
    example: 'Office',
    max: NAME_MAX,
    optional: true,
  })
  name?: string;

  @OneOf({
    description: 'A disabled trunk carries no calls.',
    values: ['active', 'disabled'],
    name: 'SettableRouteStatus',
    optional: true,
  })
  status?: 'active' | 'disabled';
}

function optionsOf(body: TrunkOptionsDto) {
  return given({
    transport: body.transport,
    codecPreference: body.codec_preference,
    dtmfMode: body.dtmf_mode,
    registrationMode: body.registration_mode,
    callerIdStrategy: body.caller_id_strategy,
    callerIdOverride: body.caller_id_override,
    inboundCidrs: body.inbound_cidrs,
    maxConcurrentCalls: body.max_concurrent_calls,
  });
}

export function newTrunkOf(body: CreateTrunkDto) {
  return { ...optionsOf(body), name: body.name };
}

export function trunkChangeOf(body: ChangeTrunkDto) {
  return { ...optionsOf(body), ...given({ name: body.name, status: body.status }) };
}

export function toSipTrunkDto(trunk: TrunkView) {
  return {
    id: trunk.id,
    name: trunk.name,
    status: trunk.status,
    transport: trunk.transport,
    codec_preference: trunk.codecPreference,
    dtmf_mode: trunk.dtmfMode,
    registration_mode: trunk.registrationMode,
    caller_id_strategy: trunk.callerIdStrategy,
    caller_id_override: trunk.callerIdOverride,
    inbound_cidrs: trunk.inboundCidrs,
    max_concurrent_calls: trunk.maxConcurrentCalls,
    created_at: unixSeconds(trunk.createdAt),
    updated_at: unixSeconds(trunk.updatedAt),
    archived_at: unixSecondsOrNull(trunk.archivedAt),
  };
}

export function toSipTrunkDetailDto(trunk: TrunkDetail): SipTrunkDetailDto {
  return {
    ...toSipTrunkDto(trunk),
    reachable: trunk.isReachable,
    gateway_count: trunk.gatewayCount,
    number_count: trunk.numberCount,
    profile_count: trunk.profileCount,
  };
}

export function toCredentialsDto(credentials: NonNullable<CreatedTrunk['credentials']>): TrunkCredentialsDto {
  return {
    sip_username: credentials.sipUsername,
    sip_password: credentials.sipPassword,
    sip_domain: credentials.sipDomain,
    created_at: unixSeconds(credentials.createdAt),
  };
}

export function toCreatedTrunkDto({ trunk, gateways, credentials }: CreatedTrunk): CreatedTrunkDto {
  return {
    ...toSipTrunkDto(trunk),
    ...(gateways.length > 0 && { gateways: gateways.map(toSipGatewayDto) }),
    ...(credentials && { credentials: toCredentialsDto(credentials) }),
  };
}
