import {
  CALLER_ID_STRATEGIES,
  CODECS,
  DIALLED_PREFIX,
  DTMF_MODES,
  INBOUND_CIDRS_MAX,
  NUMBER_FORMATS,
  REGISTRATION_MODES,
  SIP_TRANSPORTS,
  type TrunkView,
} from '@trunkline/voice-routing';
import { E164, Flag, given, Integer, ListOf, Nested, OneOf, SchemaOf, Text, Texts } from '../../http';
import { MEDIA_ENCRYPTION } from '../sip-endpoint.dto';
import { CreateGatewayDto } from './sip-gateways.dto';

const NAME_MAX = 64;
const CIDR_MAX = 43;
const CALLS_MAX = 10_000;
const PREFIX_MAX = 16;
const GATEWAYS_MAX = 10;
export const MODE =
  'How calls from the trunk are identified: by their source networks (`static_ip`), or by the credentials of the trunk ' +
  '(`register`). Systems register with these credentials: calls then reach them without a gateway, those with the highest ' +
  '`q` first, and gateways after them.';
export const DEFAULT_CALLER_ID =
  'Caller ID of outbound calls that withhold their number, and of those whose From is no telephone number, such as the user ' +
  'name of a registered system. Without one, such calls need an override, or are rejected with 403.';
export const NUMBER_FORMAT = {
  description:
    'Form of the called number in the request URI of calls to gateways: `+e164` (+4930123456), `e164` (4930123456) or ' +
    '`national`, as dialled within its country (030123456). `X-Svc-Number` always has the number in E.164.',
  values: NUMBER_FORMATS,
  name: 'NumberFormat',
} as const;
export const NUMBER_PREFIX_TEXT = 'Digits, * or # before the called number in the request URI of calls to gateways.';
export const USER_PHONE_TEXT = 'Whether the request URI of calls to gateways has the parameter `user=phone`.';
export const MEDIA = {
  ...MEDIA_ENCRYPTION,
  description: `Media of calls to gateways. ${MEDIA_ENCRYPTION.description}`,
};
export const EXAMPLE_CODECS = ['g711a', 'g711u'];
export const EXAMPLE_CIDRS = ['203.0.113.0/24'];

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

  @E164({
    description: `Number of the account. ${DEFAULT_CALLER_ID} Removed when the number is released.`,
    example: '+4930901820',
    optional: true,
    nullable: true,
  })
  default_caller_id?: string | null;

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

  @OneOf({ ...NUMBER_FORMAT, optional: true })
  number_format?: TrunkView['numberFormat'];

  @Text({
    description: NUMBER_PREFIX_TEXT,
    example: '9',
    max: PREFIX_MAX,
    pattern: DIALLED_PREFIX,
    hint: '1 to 16 digits, * or #',
    optional: true,
    nullable: true,
  })
  number_prefix?: string | null;

  @OneOf({ ...MEDIA, optional: true })
  media_encryption?: TrunkView['mediaEncryption'];

  @Flag({ description: USER_PHONE_TEXT, optional: true })
  user_phone?: boolean;
}

@SchemaOf({
  defaults: {
    transport: 'udp',
    codec_preference: ['g711a', 'g711u'],
    dtmf_mode: 'rfc4733',
    registration_mode: 'static_ip',
    caller_id_strategy: 'inherit',
    caller_id_override: null,
    default_caller_id: null,
    inbound_cidrs: [],
    max_concurrent_calls: null,
    number_format: '+e164',
    number_prefix: null,
    media_encryption: 'off',
    user_phone: false,
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
    defaultCallerId: body.default_caller_id,
    inboundCidrs: body.inbound_cidrs,
    maxConcurrentCalls: body.max_concurrent_calls,
    numberFormat: body.number_format,
    numberPrefix: body.number_prefix,
    mediaEncryption: body.media_encryption,
    userPhone: body.user_phone,
  });
}

export function newTrunkOf(body: CreateTrunkDto) {
  return { ...optionsOf(body), name: body.name };
}

export function trunkChangeOf(body: ChangeTrunkDto) {
  return { ...optionsOf(body), ...given({ name: body.name, status: body.status }) };
}
