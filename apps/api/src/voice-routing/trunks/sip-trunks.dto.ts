import { unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import {
  CALLER_ID_STRATEGIES,
  CODECS,
  type CreatedTrunk,
  DTMF_MODES,
  REGISTRATION_MODES,
  ROUTE_STATUSES,
  type RouteWarning,
  SIP_TRANSPORTS,
  type TrunkDetail,
  type TrunkView,
} from '@trunkline/voice-routing';
import { Flag, Id, Integer, ListOf, Nested, OneOf, Text, Texts, UnixTime } from '../../http';
import { RouteWarningDto, toRouteWarningDtos, WARNINGS } from '../route-warnings.dto';
import { SipGatewayDto, toSipGatewayDto } from './sip-gateways.dto';
import {
  DEFAULT_CALLER_ID,
  EXAMPLE_CIDRS,
  EXAMPLE_CODECS,
  MEDIA,
  MODE,
  NUMBER_FORMAT,
  NUMBER_PREFIX_TEXT,
  USER_PHONE_TEXT,
} from './trunk-options.dto';

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

  @Text({ description: DEFAULT_CALLER_ID, example: null, nullable: true })
  default_caller_id: string | null;

  @Texts({ description: 'Source networks of calls from the trunk.', example: EXAMPLE_CIDRS })
  inbound_cidrs: readonly string[];

  @Integer({ description: 'Limit of concurrent calls; null: no limit.', example: null, nullable: true })
  max_concurrent_calls: number | null;

  @OneOf(NUMBER_FORMAT)
  number_format: string;

  @Text({ description: NUMBER_PREFIX_TEXT, example: null, nullable: true })
  number_prefix: string | null;

  @OneOf(MEDIA)
  media_encryption: string;

  @Flag({ description: USER_PHONE_TEXT })
  user_phone: boolean;

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
      'Whether calls can reach the trunk: it is active, and has an enabled gateway or, with `registration_mode` `register`, ' +
      'a registered system. Calls to the numbers of a trunk that cannot be reached fail, and `simulate` skips it as ' +
      '`no_gateway` or `not_registered`.',
    observed: true,
  })
  reachable: boolean;

  @Nested(() => RouteWarningDto, { ...WARNINGS, observed: true })
  warnings: RouteWarningDto[];

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

  @Text({ description: 'Domain for registration, and realm of the digest.', example: 'sip.example.com' })
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
    default_caller_id: trunk.defaultCallerId,
    inbound_cidrs: trunk.inboundCidrs,
    max_concurrent_calls: trunk.maxConcurrentCalls,
    number_format: trunk.numberFormat,
    number_prefix: trunk.numberPrefix,
    media_encryption: trunk.mediaEncryption,
    user_phone: trunk.userPhone,
    created_at: unixSeconds(trunk.createdAt),
    updated_at: unixSeconds(trunk.updatedAt),
    archived_at: unixSecondsOrNull(trunk.archivedAt),
  };
}

export function toSipTrunkDetailDto(
  trunk: TrunkDetail,
  { isReachable, warnings }: { readonly isReachable: boolean; readonly warnings: readonly RouteWarning[] },
): SipTrunkDetailDto {
  return {
    ...toSipTrunkDto(trunk),
    reachable: isReachable,
    warnings: toRouteWarningDtos(warnings),
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
