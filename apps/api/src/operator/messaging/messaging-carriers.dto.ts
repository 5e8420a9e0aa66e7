import { NUMBER_PREFIX, type SortOrder } from '@trunkline/kernel';
import {
  BYTE_MAX,
  CARRIER_DEFAULTS,
  CARRIER_NUMBERS_MAX,
  type CarrierStatus,
  type CarrierView,
  lists,
  MESSAGE_ERROR_CODES,
  PREFIXES_MAX,
  SYSTEM_TYPE_MAX,
} from '@trunkline/messaging';
import {
  Flag,
  Id,
  Integer,
  OneOf,
  PageQuery,
  PartialType,
  PhoneNumbers,
  QueryFlag,
  QueryOneOf,
  QueryOrder,
  QueryTime,
  Secret,
  Text,
  Texts,
  UnixTime,
  WithDefaults,
} from '../../http';
import { HOST_MAX, NAME_MAX } from '../../voice-routing/sip-endpoint.dto';

const PORT_MAX = 65_535;
const PRIORITY_MAX = 99;
const WINDOW_MAX = 1_000;
const PER_SECOND_MAX = 10_000;
const SECRET_MAX = 255;
const SYSTEM_ID_MAX = 64;
const KEY_LENGTH = 44;

const HEALTH = {
  description:
    '`up`: connected. `degraded`: connected, and it refuses most messages for reasons of its own. `down`: not connected for 15 ' +
    'seconds, or no worker is connected to it.',
  values: lists.CARRIER_HEALTHS,
  name: 'MessagingCarrierHealth',
};
const CONNECTED = { description: 'Whether messages can be submitted to the carrier now.' };

/** What an operator sets of a carrier of messages. */
class MessagingCarrierSettings {
  @Text({ description: 'Name of the carrier.', example: 'Aggregator', max: NAME_MAX })
  name: string;

  @OneOf({
    description:
      '`smpp`: SMPP 3.4. `http`: the messaging API of Telnyx. `sandbox`: a carrier that only exists in the sandbox and answers ' +
      'by the last digits of the recipient.',
    values: lists.CARRIER_PROTOCOLS,
    name: 'MessagingProtocol',
  })
  protocol: CarrierView['protocol'];

  @Text({
    description: 'Host name or IP address. Private addresses are allowed.',
    example: 'smpp.carrier.example',
    max: HOST_MAX,
  })
  host: string;

  @Integer({
    description: 'Port. Without one: 2775, 3550 with TLS, 443 with `http`.',
    example: 2775,
    min: 1,
    max: PORT_MAX,
  })
  port: number;

  @Flag({ description: 'Whether the connection is encrypted. The certificate must match the host.' })
  tls: boolean;

  @Text({
    description:
      'SMPP: user name of the bind, at most 15 characters. HTTP: ID of the messaging profile; null for that of the number. ' +
      'Carriers with the same `webhook_public_key` need different profiles.',
    example: 'trunkline',
    min: 1,
    max: SYSTEM_ID_MAX,
    nullable: true,
  })
  systemId: string | null;

  @Text({
    description: 'Public key in base64 that verifies the callbacks of an `http` carrier (Ed25519).',
    example: '+qCGPKZPAGQjTk3wWEcLrUYQmmiZyrI2qqYwpPFIvZA=',
    min: KEY_LENGTH,
    max: KEY_LENGTH,
    nullable: true,
  })
  webhookPublicKey: string | null;

  @Text({ description: 'SMPP: `system_type` of the bind.', example: '', min: 0, max: SYSTEM_TYPE_MAX })
  systemType: string;

  @OneOf({
    description: 'SMPP: one connection for both directions (`transceiver`), or one for each (`pair`).',
    values: lists.CARRIER_BINDS,
    name: 'SmppBind',
  })
  bind: CarrierView['bind'];

  @Integer({
    description: 'Messages that may wait for the response of the carrier at the same time.',
    example: 10,
    min: 1,
    max: WINDOW_MAX,
  })
  window: number;

  @Integer({ description: 'Message parts per second, over all numbers.', example: 50, min: 1, max: PER_SECOND_MAX })
  perSecond: number;

  @Integer({
    description: 'Messages per second from one number. Further messages of the number wait.',
    example: 1,
    min: 1,
    max: PER_SECOND_MAX,
  })
  perNumberPerSecond: number;

  @Integer({ description: 'SMPP: type of number (TON) of senders in E.164.', example: 1, min: 0, max: BYTE_MAX })
  sourceTon: number;

  @Integer({ description: 'SMPP: numbering plan (NPI) of senders in E.164.', example: 1, min: 0, max: BYTE_MAX })
  sourceNpi: number;

  @Integer({
    description: 'SMPP: `data_coding` that the carrier expects for the GSM 7-bit alphabet.',
    example: 0,
    min: 0,
    max: BYTE_MAX,
  })
  dataCoding: number;

  @Texts({
    description: 'Destination prefixes that the carrier accepts. An empty list accepts all.',
    example: ['+49', '+43'],
    max: PREFIXES_MAX,
    item: { pattern: NUMBER_PREFIX, hint: 'E.164 prefixes: + and 1 to 15 digits' },
  })
  prefixes: readonly string[];

  @Integer({ description: 'Carriers with a lower value are tried first.', example: 0, min: 0, max: PRIORITY_MAX })
  priority: number;

  @PhoneNumbers({
    description:
      'The only numbers whose messages are offered to the carrier, which precedes carriers of all numbers for them; null for all numbers.',
    example: ['+12125550123'],
    max: CARRIER_NUMBERS_MAX,
    nullable: true,
  })
  numbers: readonly string[] | null;

  @Flag({ description: 'Whether the carrier is used. Disabling closes its connection.' })
  enabled: boolean;
}

class MessagingCarrierBody extends MessagingCarrierSettings {
  @Secret({
    description: 'SMPP: password of the bind. HTTP: the API key. Stored encrypted and never returned; null clears it.',
    example: 'correct horse battery',
    max: SECRET_MAX,
    nullable: true,
  })
  password: string | null;
}

export class CreateMessagingCarrierBody extends WithDefaults(MessagingCarrierBody, {
  ...CARRIER_DEFAULTS,
  port: undefined,
  password: null,
}) {}

export class ChangeMessagingCarrierBody extends PartialType(MessagingCarrierBody) {}

export class MessagingCarrierDto extends MessagingCarrierSettings {
  @Id({ description: 'Carrier ID.', prefix: 'mcr' })
  id: string;

  @Flag({ description: 'Whether a password is stored.' })
  hasPassword: boolean;

  @Flag({ ...CONNECTED, inEtag: false })
  connected: boolean;

  @OneOf({ ...HEALTH, inEtag: false })
  health: CarrierView['health'];

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;

  @UnixTime({ description: 'Time of the last update.' })
  updatedAt: Date;
}

export class MessagingCarrierStatusDto {
  @OneOf(HEALTH)
  health: CarrierStatus['health'];

  @Flag(CONNECTED)
  connected: boolean;

  @UnixTime({
    description: 'Time at which the carrier was connected or disconnected; null before the first report.',
    nullable: true,
  })
  since: Date | null;

  @UnixTime({
    description: 'Time of the last report of the worker that holds the carrier; null without any.',
    nullable: true,
  })
  reportedAt: Date | null;

  @Text({ description: 'The last failure of the connection.', example: null, nullable: true })
  lastError: string | null;

  @Integer({ description: 'Milliseconds from the last message to its response.', example: 38, nullable: true })
  lagMs: number | null;

  @Integer({ description: 'Messages that wait for the response of the carrier.', example: 3 })
  inFlight: number;

  @Integer({ description: 'Messages that the carrier accepted in the last five minutes.', example: 412 })
  accepted: number;

  @Integer({
    description: 'Messages that the carrier refused in the last five minutes for reasons of its own.',
    example: 0,
  })
  refused: number;

  @Integer({ description: 'Due messages that wait for the carrier, at most 10,000.', example: 5 })
  queued: number;

  @UnixTime({ description: 'Time at which the first of these messages became due; null without any.', nullable: true })
  oldestQueuedAt: Date | null;

  @Integer({
    description:
      'Events and long messages of the carrier that could not be handled, at most 10,000. Each is tried again after pauses that ' +
      'grow to 6 hours, and deleted after 30 days.',
    example: 0,
  })
  unhandled: number;

  @UnixTime({ description: 'When the first of them was received.', nullable: true })
  oldestUnhandledAt: Date | null;

  @Text({ description: 'Why the last of them could not be handled.', example: null, nullable: true })
  lastFault: string | null;
}

export class CarrierRefusalDto {
  @Text({ description: 'First digits of the recipients: the calling code and three more.', example: '+49151' })
  prefix: string;

  @Text({ description: 'Reason, as the carrier spells it.', example: 'ESME_RINVDSTADR' })
  code: string;

  @OneOf({
    description: 'Reason, as the API returns it to customers.',
    values: MESSAGE_ERROR_CODES,
    name: 'SmsErrorCode',
  })
  errorCode: string;

  @Integer({ description: 'Number of refusals.', example: 12 })
  count: number;

  @UnixTime({ description: 'Time of the last refusal.' })
  lastAt: Date;
}

export class CarrierRefusalsQuery extends PageQuery {
  @QueryTime({ description: 'Start of the period, rounded down to the hour. Without it: 24 hours before `to`.' })
  from?: Date;

  @QueryTime({ description: 'End of the period, exclusive. Without it: now.' })
  to?: Date;

  @QueryOrder({ description: 'Sort order by `count`.' })
  order?: SortOrder;
}

export class ListMessagingCarriersQuery extends PageQuery {
  @QueryFlag({ description: 'Filters by whether the carrier is enabled.' })
  enabled?: boolean;

  @QueryOneOf({ description: 'Filters by protocol.', values: lists.CARRIER_PROTOCOLS, name: 'MessagingProtocol' })
  protocol?: CarrierView['protocol'];

  @QueryOrder({ description: 'Sort order by `created_at`.' })
  order?: SortOrder;
}
