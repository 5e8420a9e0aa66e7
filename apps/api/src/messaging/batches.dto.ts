import { type BatchDetails, BATCH_RECIPIENTS_MAX, MESSAGE_STATUSES, SCHEDULE_DAYS_MAX } from '@trunkline/messaging';
import { CUSTOMER_REFERENCE_MAX } from '@trunkline/kernel';
import { Cents, Flag, Id, Integer, Nested, OneOf, PageQuery, Text, Texts, UnixTime } from '../http';
import { SmsDto, SmsTextDto } from './messages.dto';

/** Of a recipient as it was given. */
const RECIPIENT_MAX = 32;

export class SmsBatchDto {
  @Id({ description: 'Batch ID.', prefix: 'bat' })
  id: string;

  @Text({ description: 'The sender.', example: '+12125550100' })
  from: string;

  @OneOf({ description: 'How the text is encoded.', values: ['gsm7', 'ucs2'], name: 'SmsEncoding' })
  encoding: SmsDto['encoding'];

  @Integer({ description: 'Segments of each message.', example: 1 })
  segments: number;

  @Integer({ description: 'Number of recipients.', example: 1_000 })
  total: number;

  @Integer({
    description: 'Number of recipients with a message. The others were refused and are not charged.',
    example: 990,
  })
  accepted: number;

  @Text({ description: 'Your reference.', example: 'spring sale', max: CUSTOMER_REFERENCE_MAX, nullable: true })
  customerReference: string | null;

  @UnixTime({ description: 'Time before which the messages are not sent; null: at once.', nullable: true })
  scheduledAt: Date | null;

  @UnixTime({ description: 'Time of creation.' })
  createdAt: Date;
}

export class SmsBatchItemDto {
  @Text({ description: 'The recipient as it was given.', example: '+12125550123', min: 0 })
  to: string;

  @Flag({ description: 'Whether there is a message for the recipient.' })
  ok: boolean;

  @Id({ description: 'Message ID; null for a recipient that was refused.', prefix: 'sms', nullable: true })
  smsId: string | null;

  @OneOf({
    description: 'Current status of the message; null for a recipient that was refused.',
    values: MESSAGE_STATUSES,
    name: 'SmsStatus',
    nullable: true,
  })
  status: SmsDto['status'] | null;

  @Cents({ description: 'Price of the message; 0 without a message, or if it failed.', example: 1 })
  priceCents: number;

  @Text({
    description:
      'Why the recipient was refused, as `POST /v1/sms` would have: `invalid_input`, `recipient_opted_out`, ' +
      '`destination_not_allowed`, `insufficient_balance`, `spend_cap_reached` and others; or the `error_code` of the message.',
    example: 'recipient_opted_out',
    nullable: true,
  })
  errorCode: string | null;

  @Text({ description: 'Human-readable reason.', example: 'The recipient has sent STOP.', max: 500, nullable: true })
  errorMessage: string | null;
}

export class SmsBatchDetailsDto extends SmsBatchDto {
  @Cents({ description: 'Total price of the messages, without failed ones.', example: 990 })
  priceCents: number;

  @Nested(() => SmsBatchItemDto, {
    description: 'The outcome of each recipient, in the order in which they were given.',
    many: true,
    max: BATCH_RECIPIENTS_MAX,
  })
  items: readonly SmsBatchItemDto[];
}

export class SendSmsBatchDto extends SmsTextDto {
  @Texts({
    description:
      'Recipients, E.164. An invalid or repeated recipient is refused alone, with the outcome `invalid_input`.',
    example: ['+12125550123', '+12125550124'],
    min: 1,
    max: BATCH_RECIPIENTS_MAX,
    item: { max: RECIPIENT_MAX },
  })
  recipients: readonly string[];

  @UnixTime({
    description: `Sends the messages at this time, at most ${String(SCHEDULE_DAYS_MAX)} days ahead.`,
    nullable: true,
    optional: true,
  })
  scheduledAt?: Date | null;

  @Text({
    description: 'Any text that names the batch. Its messages have it too.',
    example: 'spring sale',
    max: CUSTOMER_REFERENCE_MAX,
    nullable: true,
    optional: true,
  })
  customerReference?: string | null;
}

export class ListSmsBatchesQuery extends PageQuery {}

export function toBatchDto({ items, ...batch }: BatchDetails): SmsBatchDetailsDto {
  return {
    ...batch,
    items: items.map(({ messageId: smsId, ...item }) => ({ ...item, smsId, ok: smsId !== null })),
  };
}
