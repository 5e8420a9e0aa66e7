import { PUBLIC_EVENT_TYPES, type PublicEventType, type SortOrder } from '@trunkline/kernel';
import { DELIVERY_STATUSES } from '@trunkline/webhooks';
import {
  Flag,
  Id,
  Integer,
  ListOf,
  Nested,
  OneOf,
  PageQuery,
  QueryList,
  QueryOrder,
  QueryTime,
  SchemaOf,
  Text,
  UnixTime,
} from '../http';

const EXCERPT_MAX = 1000;
const ATTEMPTS_MAX = 50;

export class ListDeliveriesQuery extends PageQuery {
  @QueryList({
    description: 'Only deliveries with these statuses, comma-separated.',
    example: 'failed,abandoned',
    values: DELIVERY_STATUSES,
    name: 'WebhookDeliveryStatus',
    jsonName: 'status',
  })
  statuses?: readonly string[];

  @QueryList({
    description: 'Only deliveries of events of these types, comma-separated.',
    example: 'call.completed',
    values: PUBLIC_EVENT_TYPES,
    name: 'EventType',
    jsonName: 'event_type',
  })
  eventTypes?: readonly string[];

  @QueryTime({ description: 'Only deliveries created at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only deliveries created before this time.' })
  to?: Date;

  @QueryOrder({ description: 'Sort order by `created_at`.' })
  order?: SortOrder;
}

export class SendTestDto {
  @OneOf({ description: 'The type whose example is sent.', values: PUBLIC_EVENT_TYPES, name: 'EventType' })
  eventType: PublicEventType;
}

export class ReplayDto {
  @UnixTime({ description: 'Only events created at or after this time.' })
  from: Date;

  @UnixTime({
    description: 'Only events created before this time, at most 7 days after `from`.',
    example: 1_767_312_000,
  })
  to: Date;

  @ListOf({
    description: 'Only events of these types. Without it, the types of the endpoint.',
    example: ['call.completed'],
    values: PUBLIC_EVENT_TYPES,
    name: 'EventType',
    optional: true,
    min: 1,
    max: 100,
  })
  eventTypes?: readonly string[];

  @Flag({ description: 'Only deliveries that are `failed` or `abandoned`.', optional: true, default: false })
  onlyFailed?: boolean;
}

@SchemaOf({ name: 'WebhookReplay' })
export class ReplayedDto {
  @Integer({ description: 'Number of deliveries that will be sent.', example: 42, min: 0 })
  queued: number;
}

@SchemaOf({ name: 'WebhookAttempt' })
export class AttemptDto {
  @UnixTime({ description: 'When the request was sent.' })
  at: Date;

  @Integer({ description: 'Status of the response; null without one.', example: 204, nullable: true })
  statusCode: number | null;

  @Integer({ description: 'Duration in milliseconds.', example: 38, min: 0 })
  durationMs: number;

  @Text({
    description: 'Why there was no response; null with one.',
    example: 'No response within 5 seconds.',
    nullable: true,
  })
  error: string | null;

  @Text({
    description: 'The beginning of the body of the response; null for an empty one.',
    example: 'ok',
    max: EXCERPT_MAX,
    lines: true,
    nullable: true,
  })
  responseExcerpt: string | null;
}

@SchemaOf({ name: 'WebhookDelivery' })
export class DeliveryDto {
  @Id({ description: 'ID of the delivery.', prefix: 'whd' })
  id: string;

  @Id({ description: 'ID of the event. That of a test is not listed by `GET /v1/events`.', prefix: 'evt' })
  eventId: string;

  @OneOf({ description: 'Type of the event.', values: PUBLIC_EVENT_TYPES, name: 'EventType' })
  eventType: string;

  @Id({ description: 'ID of the endpoint.', prefix: 'whe' })
  endpointId: string;

  @OneOf({
    description: '`failed`: the last attempt failed. `abandoned`: the endpoint was disabled before.',
    values: DELIVERY_STATUSES,
    name: 'WebhookDeliveryStatus',
  })
  status: string;

  @Flag({ description: 'Whether it is a test: the payload has `test: true`.', jsonName: 'test' })
  isTest: boolean;

  @Nested(() => AttemptDto, { description: 'The last 50 attempts, oldest first.', many: true, max: ATTEMPTS_MAX })
  attempts: readonly AttemptDto[];

  @UnixTime({ description: 'The next attempt; null unless `pending`.', nullable: true })
  nextAttemptAt: Date | null;

  @UnixTime({ description: 'When the delivery was created.' })
  createdAt: Date;
}
