import { NUMBER_PREFIX, type SortOrder } from '@trunkline/kernel';
import {
  CALLER_ID_FORMATS,
  CARRIER_DEFAULTS,
  CARRIER_SELECTIONS,
  type CarrierView,
  CODECS,
  PREFIXES_MAX,
  SOURCE_NETWORKS_MAX,
} from '@trunkline/voice-routing';
import {
  Flag,
  Id,
  Integer,
  ListOf,
  OneOf,
  PageQuery,
  PartialType,
  QueryFlag,
  QueryOneOf,
  QueryOrder,
  Secret,
  Text,
  Texts,
  UnixTime,
  WithDefaults,
} from '../../http';
import {
  AUTH_PASSWORD,
  HAS_AUTH_PASSWORD,
  HOST_MAX,
  LAST_PROBE_AT,
  MEDIA_ENCRYPTION,
  NAME_MAX,
  PEER_STATE,
  SipEndpointSettings,
} from '../../voice-routing/sip-endpoint.dto';

export class CarrierStatusDto {
  @OneOf(PEER_STATE)
  state: string;

  @UnixTime(LAST_PROBE_AT)
  lastProbeAt: Date | null;

  @Integer({ description: 'SIP status code of the last report.', example: 200, nullable: true })
  lastSipCode: number | null;

  @Integer({ description: 'Round-trip time of the last report, in milliseconds.', example: 12, nullable: true })
  rttMs: number | null;

  @UnixTime({ description: 'Time until which the carrier is tried last.', example: null, nullable: true })
  downUntil: Date | null;

  @Integer({ description: 'Calls in progress that tried this carrier first.', example: 3 })
  activeCalls: number;
}

const CIDR_MAX = 43;
const CALLS_MAX = 100_000;

/** What an operator sets of a carrier. */
class CarrierSettings extends SipEndpointSettings {
  @Text({ description: 'Name of the carrier.', example: 'Transit', max: NAME_MAX })
  name: string;

  @Text({
    description: 'Host name or IP address. Private addresses are allowed.',
    example: 'sip.carrier.example',
    max: HOST_MAX,
  })
  host: string;

  @OneOf(MEDIA_ENCRYPTION)
  mediaEncryption: CarrierView['mediaEncryption'];

  @OneOf({
    description:
      'Rank within the priority: `priority` by `weight`; `least_cost` by the cost of the call, before those with ' +
      '`priority`, and by `weight` if costs are equal. The cost is that of three minutes by the rate deck of the carrier.',
    values: CARRIER_SELECTIONS,
    name: 'CarrierSelection',
  })
  selection: CarrierView['selection'];

  @Flag({
    description:
      'Whether the carrier is offered calls that are sold below its cost, and calls to numbers that its rate deck does not ' +
      'price. Without a rate deck in force, the cost is unknown, and all calls are offered.',
  })
  allowLoss: boolean;

  @Texts({
    description: 'Destination prefixes that the carrier accepts. An empty list accepts all.',
    example: ['+49', '+43'],
    max: PREFIXES_MAX,
    item: { pattern: NUMBER_PREFIX, hint: 'E.164 prefixes: + and 1 to 15 digits' },
  })
  prefixes: readonly string[];

  @OneOf({
    description:
      'Format of the caller ID: `e164` with +, `e164_no_plus` without +, or `national`, which applies to domestic calls; ' +
      'international calls use `e164`.',
    values: CALLER_ID_FORMATS,
    name: 'CallerIdFormat',
  })
  callerIdFormat: CarrierView['callerIdFormat'];

  @Flag({
    description:
      'Whether the carrier receives the number of callers that withhold it (P-Asserted-Identity with `Privacy: id`, RFC ' +
      '3325). Set it only on a carrier that keeps such numbers from the called party. Other carriers receive an anonymous ' +
      'call.',
  })
  sendIdentity: boolean;

  @ListOf({
    description: 'Codecs, in order of preference.',
    values: CODECS,
    name: 'Codec',
    example: ['g711a', 'g711u'],
    min: 1,
    max: CODECS.length,
  })
  codecs: CarrierView['codecs'];

  @Texts({
    description:
      'Source addresses or networks of the carrier, at least /8 (IPv6: /16). Calls from there to numbers of this ' +
      'installation are accepted and never charged as outbound calls, even if a trunk claims the same network.',
    example: ['198.51.100.0/24'],
    max: SOURCE_NETWORKS_MAX,
    item: { max: CIDR_MAX },
  })
  sourceNetworks: readonly string[];

  @Integer({
    description:
      'Maximum concurrent calls that try this carrier first; null for no limit. Further calls use the next carrier.',
    example: 30,
    min: 1,
    max: CALLS_MAX,
    nullable: true,
  })
  maxConcurrentCalls: number | null;

  @Flag({
    description: 'Whether the carrier accepts emergency calls. Without an enabled one, emergency calls are rejected.',
  })
  emergency: boolean;

  @Flag({ description: 'Whether the carrier is used for calls.' })
  enabled: boolean;
}

class CarrierBody extends CarrierSettings {
  @Secret(AUTH_PASSWORD)
  authPassword: string | null;
}

export class CreateCarrierBody extends WithDefaults(CarrierBody, {
  ...CARRIER_DEFAULTS,
  port: undefined,
  authPassword: null,
}) {}

export class ChangeCarrierBody extends PartialType(CarrierBody) {}

export class CarrierDto extends CarrierSettings {
  @Id({ description: 'Carrier ID.', prefix: 'car' })
  id: string;

  @Flag(HAS_AUTH_PASSWORD)
  hasAuthPassword: boolean;

  @OneOf({ ...PEER_STATE, inEtag: false })
  state: string;

  @UnixTime({ ...LAST_PROBE_AT, inEtag: false })
  lastProbeAt: Date | null;

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;

  @UnixTime({ description: 'Time of the last update.' })
  updatedAt: Date;
}

export class ListCarriersQuery extends PageQuery {
  @QueryFlag({ description: 'Filters by whether the carrier is enabled.' })
  enabled?: boolean;

  @QueryFlag({ description: 'Filters by whether the carrier accepts emergency calls.' })
  emergency?: boolean;

  @QueryOneOf({ description: 'Sort key.', default: 'created_at', values: ['created_at'] })
  sort?: 'created_at';

  @QueryOrder()
  order?: SortOrder;
}
