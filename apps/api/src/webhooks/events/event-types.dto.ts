import { EXAMPLE_TIME, exampleId, exampleOf, PUBLIC_EVENT_TYPES, PUBLIC_EVENTS } from '@trunkline/kernel';
import { AnyObject, jsonSchemaOf, OneOf, SchemaOf, Text } from '../../http';
import { EVENT_CLASSES } from './events.dto';

const EVENT = { id: exampleId('evt'), created_at: EXAMPLE_TIME };

@SchemaOf({ name: 'EventTypeDetail' })
export class EventTypeDto {
  @OneOf({ description: 'Name of the type.', values: PUBLIC_EVENT_TYPES, name: 'EventType' })
  type: string;

  @Text({ description: 'When the event is sent.', example: 'A call ends and its call record is written.' })
  description: string;

  @AnyObject({
    description: 'JSON Schema (draft 2020-12) of the payload: the body of a delivery, and an item of `GET /v1/events`.',
    example: { type: 'object' },
  })
  schema: object;

  @AnyObject({
    description: 'An example of the payload.',
    example: { ...EVENT, type: 'number.released', data: {} },
  })
  example: object;
}

export const EVENT_TYPE_DTOS: readonly EventTypeDto[] = PUBLIC_EVENT_TYPES.map((type) => ({
  type,
  description: PUBLIC_EVENTS[type].sentWhen,
  schema: jsonSchemaOf(EVENT_CLASSES[type]),
  example: { ...EVENT, type, data: exampleOf(type) },
}));
