import { CUSTOMER_REFERENCE_MAX, type Direction, DIRECTIONS } from '@trunkline/kernel';
import {
  BODY_MAX,
  ENCODINGS,
  MESSAGE_ERROR_CODES,
  MESSAGE_ERRORS,
  MESSAGE_STATUSES,
  type MessageView,
  SCHEDULE_DAYS_MAX,
} from '@trunkline/messaging';
import {
  Cents,
  E164,
  Flag,
  Id,
  Integer,
  OneOf,
  PageQuery,
  QueryList,
  QueryOneOf,
  QueryDigits,
  QueryTime,
  Text,
  UnixTime,
} from '../http';

const EXPLAINED = Object.entries(MESSAGE_ERRORS)
  .map(([code, explanation]) => `\`${code}\`: ${explanation}`)
  .join(' ');

/** Smart encoding may replace an ellipsis by three dots, and takes no further segment. */
const NORMALISED_MAX = 3 * BODY_MAX;

/** Of E.164 with its plus; short codes and names are shorter. */
const ADDRESS_MAX = 16;

export class SmsDto {
  @Id({ description: 'Message ID.', prefix: 'sms' })
  id: string;

  @OneOf({ description: 'Direction of the message.', values: DIRECTIONS, name: 'SmsDirection' })
  direction: Direction;

  @Text({ description: 'The sender: E.164, or a short code or name of an inbound message.', example: '+12125550100' })
  from: string;

  @Text({ description: 'The recipient, E.164.', example: '+12125550123' })
  to: string;

  @Text({
    description: 'The text as it was sent. Null once it is deleted, by default after 30 days.',
    example: 'Your table is ready.',
    max: BODY_MAX,
    lines: true,
    nullable: true,
  })
  body: string | null;

  @OneOf({ description: 'How the text is encoded.', values: ENCODINGS, name: 'SmsEncoding' })
  encoding: MessageView['encoding'];

  @Integer({ description: 'Segments that the text is divided into, each of which is charged.', example: 1 })
  segments: number;

  @Flag({ description: 'Inbound: whether parts of the message have not arrived within 24 hours.' })
  incomplete: boolean;

  @Flag({ description: 'Whether the message answers STOP, START or HELP, which is free.' })
  automatic: boolean;

  @OneOf({
    description:
      '`queued`: waits for its time or a carrier. `sent`: a carrier accepted it. `delivered`, `undelivered`: as the carrier ' +
      'reported. `failed`: no carrier accepted it. `received`: inbound.',
    values: MESSAGE_STATUSES,
    name: 'SmsStatus',
  })
  status: MessageView['status'];

  @OneOf({
    description: `Why the message is not delivered; null otherwise. ${EXPLAINED}`,
    values: MESSAGE_ERROR_CODES,
    name: 'SmsErrorCode',
    nullable: true,
  })
  errorCode: MessageView['errorCode'];

  @Cents({
    description:
      'Price. Outbound: held while the message is queued; a message that failed is not charged. Inbound: charged when the ' +
      'message is received, 0 unless a rate deck has an inbound price.',
    example: 1,
  })
  priceCents: number;

  @Id({ description: "ID of the account's number.", prefix: 'num' })
  numberId: string;

  @Text({
    description: 'Your reference.',
    example: 'ticket 4711',
    max: CUSTOMER_REFERENCE_MAX,
    nullable: true,
  })
  customerReference: string | null;

  @UnixTime({ description: 'Time of creation.' })
  createdAt: Date;

  @UnixTime({ description: 'Time before which the message is not sent; null: at once.', nullable: true })
  scheduledAt: Date | null;

  @UnixTime({ description: 'Time at which a carrier accepted the message.', nullable: true })
  sentAt: Date | null;

  @UnixTime({ description: 'Time of delivery.', nullable: true })
  deliveredAt: Date | null;
}

export class ListSmsQuery extends PageQuery {
  @QueryOneOf({ description: 'Filters by direction.', values: DIRECTIONS, name: 'SmsDirection' })
  direction?: Direction;

  @QueryDigits({ description: 'Filters by sender.', example: '+12125550100', max: ADDRESS_MAX, optional: true })
  fromNumber?: string;

  @QueryDigits({ description: 'Filters by recipient.', example: '+12125550123', max: ADDRESS_MAX, optional: true })
  toNumber?: string;

  @QueryList({
    description: 'Filters by status, comma-separated.',
    example: 'undelivered,failed',
    values: MESSAGE_STATUSES,
    name: 'SmsStatus',
    jsonName: 'status',
  })
  statuses?: readonly MessageView['status'][];

  @QueryTime({ description: 'Only messages created at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only messages created before this time.' })
  to?: Date;
}

/** What every message that is sent has. */
export class SmsTextDto {
  @E164({ description: 'Active number of the account with the capability `sms`.', example: '+12125550100' })
  from: string;

  @Text({
    description:
      'The text, at most 1,600 characters (Unicode code points) after NFC normalization. Line breaks are allowed.',
    example: 'Your table is ready.',
    max: BODY_MAX,
    lines: true,
  })
  body: string;

  @Flag({
    description:
      'Replaces typographic punctuation and spaces by look-alikes if the text can then be sent as GSM-7 in no more segments.',
    default: false,
    optional: true,
  })
  smartEncoding?: boolean;
}

export class PreviewSmsDto extends SmsTextDto {
  @E164({ description: 'The recipient.', example: '+12125550123' })
  to: string;
}

export class SmsPreviewDto {
  @OneOf({ description: 'How the text is encoded.', values: ENCODINGS, name: 'SmsEncoding' })
  encoding: MessageView['encoding'];

  @Integer({ description: 'Segments that the text is divided into, each of which is charged.', example: 1 })
  segments: number;

  @Cents({ description: 'Price: ceil(segments × price per segment).', example: 2 })
  priceCents: number;

  @Text({
    description: 'The text as it would be sent.',
    example: 'Your table is ready.',
    max: NORMALISED_MAX,
    lines: true,
  })
  normalisedBody: string;
}

export class SendSmsDto extends PreviewSmsDto {
  @UnixTime({
    description: `Sends the message at this time, at most ${String(SCHEDULE_DAYS_MAX)} days ahead.`,
    nullable: true,
    optional: true,
  })
  scheduledAt?: Date | null;

  @Text({
    description: 'Any text that names the message.',
    example: 'ticket 4711',
    max: CUSTOMER_REFERENCE_MAX,
    nullable: true,
    optional: true,
  })
  customerReference?: string | null;
}
