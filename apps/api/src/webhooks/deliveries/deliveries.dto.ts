import {
  EVENT_TYPES,
  PUBLIC_EVENT_TYPES,
  type PublicEventType,
  unixSeconds,
  unixSecondsOrNull,
} from '@trunkline/kernel';
import { DELIVERY_STATUSES, type DeliveryView } from '@trunkline/webhooks';
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
} from '../../http';

const EXCERPT_MAX = 1000;
const ATTEMPTS_MAX = 50;

export class ListDeliveriesQuery extends PageQuery {
  @QueryList({
    description: 'Only deliveries with these statuses, comma-separated.',
    example: 'failed,abandoned',
    values: DELIVERY_STATUSES,
    name: 'WebhookDeliveryStatus',
  })
  status?: string[];

  @QueryList({
    description: 'Only deliveries of events of these types, comma-separated.',
    example: 'call.completed',
    values: EVENT_TYPES,
    name: 'EventType',
  })
  event_type?: string[];

  @QueryTime({ description: 'Only deliveries created at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only deliveries created before this time.' })
  to?: Date;

  @QueryOrder({ description: 'Sort order by `created_at`.' })
  order?: 'asc' | 'desc';
}

export class SendTestDto {
  @OneOf({ description: 'The type whose example is sent.', values: PUBLIC_EVENT_TYPES, name: 'RaisedEventType' })
  event_type: PublicEventType;
}

export class ReplayDto {
  @UnixTime({ description: 'Only events created at or after this time.' })
  from: Date;

  @UnixTime({ description: 'Only events created before this time, at most 7 days after `from`.' })
  to: Date;

  @ListOf({
    description: 'Only events of these types. Without it, the types of the endpoint.',
    example: ['call.completed'],
    values: EVENT_TYPES,
    name: 'EventType',
    optional: true,
    min: 1,
  })
  event_types?: string[];

  @Flag({ description: 'Only deliveries that are `failed` or `abandoned`.', optional: true, default: false })
  only_failed?: boolean;
}

@SchemaOf({ name: 'WebhookReplay' })
export class ReplayedDto {
  @Integer({ description: 'Number of deliveries that will be sent.', example: 42, min: 0 })
  queued: number;
}

@SchemaOf({ name: 'WebhookAttempt' })
export class AttemptDto {
  @UnixTime({ description: 'When the request was sent.' })
  at: number;

  @Integer({ description: 'Status of the response; null without one.', example: 204, nullable: true })
  status_code: number | null;

  @Integer({ description: 'Duration in milliseconds.', example: 38, min: 0 })
  duration_ms: number;

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
  response_excerpt: string | null;
}

@SchemaOf({ name: 'WebhookDelivery' })
export class DeliveryDto {
  @Id({ description: 'ID of the delivery.', prefix: 'whd' })
  id: string;

  @Id({ description: 'ID of the event. That of a test is not listed by `GET /v1/events`.', prefix: 'evt' })
  event_id: string;

  @OneOf({ description: 'Type of the event.', values: EVENT_TYPES, name: 'EventType' })
  event_type: string;

  @Id({ description: 'ID of the endpoint.', prefix: 'whe' })
  endpoint_id: string;

  @OneOf({
    description: '`failed`: the last attempt failed. `abandoned`: the endpoint was disabled before.',
    values: DELIVERY_STATUSES,
    name: 'WebhookDeliveryStatus',
  })
  status: string;

  @Flag({ description: 'Whether it is a test: the payload has `test: true`.' })
  test: boolean;

  @Nested(() => AttemptDto, { description: 'The last 50 attempts, oldest first.', many: true, max: ATTEMPTS_MAX })
  attempts: AttemptDto[];

  @UnixTime({ description: 'The next attempt; null unless `pending`.', nullable: true })
  next_attempt_at: number | null;

  @UnixTime({ description: 'When the delivery was created.' })
  created_at: number;
}

export function toDeliveryDto(delivery: DeliveryView): DeliveryDto {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    endpoint_id: delivery.endpointId,
    status: delivery.status,
    test: delivery.isTest,
    attempts: delivery.attempts.map(({ at, statusCode, durationMs, error, responseExcerpt }) => ({
      at: unixSeconds(at),
      status_code: statusCode,
      duration_ms: durationMs,
      error,
      response_excerpt: responseExcerpt,
    })),
    next_attempt_at: unixSecondsOrNull(delivery.nextAttemptAt),
    created_at: unixSeconds(delivery.createdAt),
  };
}

export function replayOf({ from, to, event_types: eventTypes, only_failed: onlyFailed = false }: ReplayDto) {
  return {
    from,
    to,
    onlyFailed,
    ...(eventTypes !== undefined && { eventTypes }),
  };
}
