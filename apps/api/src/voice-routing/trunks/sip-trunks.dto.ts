import {
  CALLER_ID_STRATEGIES,
  CODECS,
  type CreatedTrunk,
  DIALLED_PREFIX,
  DTMF_MODES,
  INBOUND_CIDRS_MAX,
  NUMBER_FORMATS,
  REGISTRATION_MODES,
  ROUTE_STATUSES,
  SIP_TRANSPORTS,
  TRUNK_DEFAULTS,
  type TrunkView,
} from '@trunkline/voice-routing';
import {
  E164,
  Flag,
  Id,
  Integer,
  ListOf,
  Nested,
  OneOf,
  PartialType,
  Text,
  Texts,
  UnixTime,
  WithDefaults,
} from '../../http';
import { RouteWarningDto, WARNINGS } from '../route-warnings.dto';
import { MEDIA_ENCRYPTION } from '../sip-endpoint.dto';
import { CreateGatewayDto, SipGatewayDto } from './sip-gateways.dto';

const NAME_MAX = 64;
const CIDR_MAX = 43;
const CALLS_MAX = 10_000;
const CALLS_PER_SECOND_MAX = 1_000;
const PREFIX_MAX = 16;
const GATEWAYS_MAX = 10;

/** What an account sets of a trunk. */
class TrunkSettings {
  @Text({ description: 'Unique among the trunks that are not archived.', example: 'Office', max: NAME_MAX })
  name: string;

  @OneOf({ description: 'Default transport of the gateways.', values: SIP_TRANSPORTS, name: 'SipTransport' })
  transport: TrunkView['transport'];

  @ListOf({
    description: 'Codecs in order of preference.',
    values: CODECS,
    name: 'Codec',
    example: ['g711a', 'g711u'],
    min: 1,
    max: 8,
  })
  codecPreference: TrunkView['codecPreference'];

  @OneOf({ description: 'How DTMF digits are sent.', values: DTMF_MODES, name: 'DtmfMode' })
  dtmfMode: TrunkView['dtmfMode'];

  @OneOf({
    description:
      'How calls from the trunk are identified: by their source networks (`static_ip`), or by the credentials of the trunk ' +
      '(`register`). Systems that register with these receive calls without a gateway, the highest `q` first, and ' +
      'gateways come after them.',
    values: REGISTRATION_MODES,
    name: 'RegistrationMode',
  })
  registrationMode: TrunkView['registrationMode'];

  @OneOf({ description: 'Caller ID of outbound calls.', values: CALLER_ID_STRATEGIES, name: 'CallerIdStrategy' })
  callerIdStrategy: TrunkView['callerIdStrategy'];

  @E164({
    description:
      'Caller ID of outbound calls with strategy `override`: a number of the account. Required with it, otherwise rejected.',
    example: '+4930901820',
    nullable: true,
  })
  callerIdOverride: string | null;

  @E164({
    description:
      'Number of the account. Caller ID of outbound calls that withhold their number, and of those whose From is no ' +
      'telephone number, such as the user name of a registered system. Without one, such calls need an override, or are ' +
      'rejected with 403. Removed when the number is released.',
    example: '+4930901820',
    nullable: true,
  })
  defaultCallerId: string | null;

  @Texts({
    description:
      'Source addresses and networks of calls from the trunk: /24 (IPv6: /56) or narrower before the first top-up, then and ' +
      'for verified accounts /16 (/32), for wholesale accounts any. IPv4-mapped addresses are stored as IPv4.',
    example: ['203.0.113.0/24'],
    max: INBOUND_CIDRS_MAX,
    item: { max: CIDR_MAX },
  })
  inboundCidrs: readonly string[];

  @Integer({
    description: 'Limit of concurrent calls; null: no limit.',
    example: 30,
    min: 1,
    max: CALLS_MAX,
    nullable: true,
  })
  maxConcurrentCalls: number | null;

  @Integer({
    description:
      'Maximum outbound calls of the trunk that start per second. Null: as many as the account may start. Beyond it, calls ' +
      'are rejected with 503.',
    example: 2,
    min: 1,
    max: CALLS_PER_SECOND_MAX,
    nullable: true,
  })
  maxCallsPerSecond: number | null;

  @OneOf({
    description:
      'Form of the called number in the request URI of calls to gateways: `+e164` (+4930123456), `e164` (4930123456) or ' +
      '`national`, as dialled within its country (030123456). `X-Svc-Number` always has the number in E.164.',
    values: NUMBER_FORMATS,
    name: 'NumberFormat',
  })
  numberFormat: TrunkView['numberFormat'];

  @Text({
    description: 'Digits, * or # before the called number in the request URI of calls to gateways.',
    example: '9',
    max: PREFIX_MAX,
    pattern: DIALLED_PREFIX,
    hint: '1 to 16 digits, * or #',
    nullable: true,
  })
  numberPrefix: string | null;

  @OneOf({ ...MEDIA_ENCRYPTION, description: `Media of calls to gateways. ${MEDIA_ENCRYPTION.description}` })
  mediaEncryption: TrunkView['mediaEncryption'];

  @Flag({ description: 'Whether the request URI of calls to gateways has the parameter `user=phone`.' })
  userPhone: boolean;
}

export class CreateTrunkDto extends WithDefaults(TrunkSettings, TRUNK_DEFAULTS) {
  @Nested(() => CreateGatewayDto, {
    description: 'Gateways to create.',
    many: true,
    max: GATEWAYS_MAX,
    optional: true,
    default: [],
  })
  gateways?: readonly CreateGatewayDto[];
}

export class ChangeTrunkDto extends PartialType(TrunkSettings) {
  @OneOf({
    description: 'A disabled trunk carries no calls.',
    values: ['active', 'disabled'],
    name: 'SettableRouteStatus',
    optional: true,
  })
  status?: 'active' | 'disabled';
}

export class SipTrunkDto extends TrunkSettings {
  @Id({ description: 'ID of the SIP trunk.', prefix: 'trk' })
  id: string;

  @OneOf({ description: 'Status of the trunk.', values: ROUTE_STATUSES, name: 'RouteStatus' })
  status: string;

  @UnixTime({ description: 'When the trunk was created.' })
  createdAt: Date;

  @UnixTime({ description: 'When the trunk was last updated.' })
  updatedAt: Date;

  @UnixTime({ description: 'When the trunk was archived.', example: null, nullable: true })
  archivedAt: Date | null;
}

export class TrunkProfileDto {
  @Id({ description: 'ID of the profile.', prefix: 'rp' })
  id: string;

  @Text({ description: 'Name of the profile.', example: 'Front desk' })
  name: string;

  @Integer({ description: 'Count of numbers that route to it.', example: 5 })
  numberCount: number;
}

export class SipTrunkDetailDto extends SipTrunkDto {
  @Flag({
    description:
      'Whether calls can reach the trunk: it is active, and has an enabled gateway or, with `registration_mode` `register`, ' +
      'a registered system. Calls to the numbers of a trunk that cannot be reached fail, and `simulate` skips it as ' +
      '`no_gateway` or `not_registered`.',
    inEtag: false,
  })
  reachable: boolean;

  @Nested(() => RouteWarningDto, { ...WARNINGS, inEtag: false })
  warnings: readonly RouteWarningDto[];

  @Integer({ description: 'Count of gateways.', example: 2 })
  gatewayCount: number;

  @Integer({ description: 'Count of numbers that route to the trunk.', example: 1 })
  numberCount: number;

  @Integer({ description: 'Count of routing profiles with the trunk as target.', example: 1 })
  profileCount: number;

  @Nested(() => TrunkProfileDto, { description: 'These profiles, by name.', many: true, inEtag: false })
  profiles: readonly TrunkProfileDto[];
}

export class TrunkCredentialsDto {
  @Text({ description: 'Username for registration.', example: 't8f0c2d4b6a1e3957' })
  sipUsername: string;

  @Text({ description: 'Password for registration. Returned only once.', example: 'Zl3f8cQx0vYt5nW2bR7kHd1m' })
  sipPassword: string;

  @Text({ description: 'Domain for registration, and realm of the digest.', example: 'sip.example.com' })
  sipDomain: string;

  @UnixTime({ description: 'When the credentials were created.' })
  createdAt: Date;
}

export class CreatedTrunkDto extends SipTrunkDto {
  @Nested(() => SipGatewayDto, { description: 'The created gateways, if any.', many: true, optional: true })
  gateways?: readonly SipGatewayDto[];

  @Nested(() => TrunkCredentialsDto, {
    description: 'Returned only once, for `registration_mode` `register`.',
    optional: true,
  })
  credentials?: TrunkCredentialsDto;
}

/** The gateways and the credentials are left out where there are none. */
export function createdTrunkOf({ trunk, gateways, credentials }: CreatedTrunk): CreatedTrunkDto {
  return { ...trunk, ...(gateways.length > 0 && { gateways }), ...(credentials && { credentials }) };
}
