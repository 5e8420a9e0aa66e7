import { unixSeconds } from '@trunkline/kernel';
import { type EventView, PUBLIC_EVENT_TYPES } from '@trunkline/webhooks';
import { AnyObject, Id, LongPageQuery, OneOf, QueryList, QueryOneOf, QueryTime, Text, UnixTime } from '../http';

export class ListEventsQuery extends LongPageQuery {
  @QueryList({ description: 'Only these types.', example: 'call.completed', values: PUBLIC_EVENT_TYPES })
  type?: string[];

  @QueryTime({ description: 'Made at or after this time.' })
  from?: number;

  @QueryTime({ description: 'Made before this time.' })
  to?: number;

  @Text({
    description: 'About the thing with this id.',
    example: 'cdr_0mh2k3l4p9f1c2d3e4b5a6978',
    optional: true,
    max: 64,
  })
  related_id?: string;

  @QueryOneOf({ description: 'By the time they were made.', example: 'desc', values: ['asc', 'desc'] })
  order?: 'asc' | 'desc';
}

export class EventDto {
  @Id({ description: 'The same in every delivery of the event: the key to recognise a repeat by.', prefix: 'evt' })
  id: string;

  @OneOf({ description: 'What happened.', example: 'call.completed', values: PUBLIC_EVENT_TYPES, name: 'EventType' })
  type: string;

  @UnixTime({ description: 'When it happened.' })
  created_at: number;

  @AnyObject({
    description:
      'What it is about; members depend on the type. `number.*`: `number_id`, `e164`; also `order_id` when provisioned, ' +
      '`reason` when suspended, resumed (the suspension that ended: non_payment, account_suspended, compliance), ' +
      'release_scheduled (requested, non_payment; with `release_scheduled_at`, sent again when that time moves) and ' +
      'released (requested, non_payment, order_cancelled, no_documents, account_closed).',
    example: { cdr_id: 'cdr_0mh2k3l4p9f1c2d3e4b5a6978' },
  })
  data: object;
}

export function toEventDto({ id, type, createdAt, data }: EventView): EventDto {
  return { id, type, created_at: unixSeconds(createdAt), data };
}
