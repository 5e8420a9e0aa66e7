import {
  type EventMember,
  PUBLIC_EVENT_TYPES,
  PUBLIC_EVENTS,
  type PublicEventType,
  type SortOrder,
} from '@trunkline/kernel';
import {
  AnyObject,
  DescribedAs,
  type DtoClass,
  Id,
  LONG_PAGE_LIMIT,
  LongPageLimit,
  OneOf,
  PageCursor,
  QueryList,
  QueryOrder,
  QueryTime,
  SchemaOf,
  schemaName,
  Text,
  UnixTime,
} from '../../http';
import { EventField } from './event-field';

/** The filters of events. */
export class EventFiltersQuery {
  @QueryList({
    description: 'Only events of these types, comma-separated. No event has a type that is not raised yet.',
    example: 'call.completed',
    values: PUBLIC_EVENT_TYPES,
    name: 'EventType',
  })
  type?: readonly string[];

  @QueryTime({ description: 'Only events created at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only events created before this time.' })
  to?: Date;

  @Text({
    description: 'Only events about the resource with this ID.',
    example: 'cdr_0mh2k3l4p9f1c2d3e4b5a6978',
    optional: true,
    max: 64,
  })
  relatedId?: string;
}

export class ListEventsQuery extends EventFiltersQuery {
  @LongPageLimit()
  limit: number = LONG_PAGE_LIMIT;

  @PageCursor()
  cursor?: string;

  @QueryOrder({ description: 'Sort order by `created_at`.' })
  order?: SortOrder;
}

abstract class EventBase {
  @Id({ description: 'ID of the event, the same in every delivery. Use it to detect duplicates.', prefix: 'evt' })
  id: string;

  @UnixTime({ description: 'When the event occurred.' })
  createdAt: Date;
}

/** Returns the class of the events of one type. */
function eventOf(type: PublicEventType): readonly [PublicEventType, DtoClass] {
  const words = type.split(/[._]/).map((word) => word[0]?.toUpperCase() + word.slice(1));
  class Data {}
  SchemaOf({ name: `${words.join('')}Data` })(Data);
  const members = Object.entries<EventMember>(PUBLIC_EVENTS[type].data);
  for (const [name, member] of members) EventField(member)(Data.prototype, name);
  class Event extends EventBase {
    @DescribedAs({ type: 'string', const: type, description: 'Type of the event.' })
    type: string;

    @DescribedAs({ dto: () => Data, description: 'What the event is about.' })
    data: object;
  }
  SchemaOf({ name: `${words.join('')}Event` })(Event);
  return [type, Event];
}

const EVENTS = PUBLIC_EVENT_TYPES.map(eventOf);

/** The class of the events of each raised type. */
export const EVENT_CLASSES = Object.fromEntries(EVENTS) as Readonly<Record<PublicEventType, DtoClass>>;

/** An event. Its type determines the class of its data. */
@SchemaOf({
  name: 'AccountEvent',
  union: {
    oneOf: EVENTS.map(([, event]) => ({ dto: () => event })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(EVENTS.map(([type, event]) => [type, `#/components/schemas/${schemaName(event)}`])),
    },
  },
})
export class EventDto extends EventBase {
  @OneOf({ description: 'Type of the event.', values: PUBLIC_EVENT_TYPES })
  type: string;

  @AnyObject({ description: 'What the event is about, as it was recorded.' })
  data: object;
}
