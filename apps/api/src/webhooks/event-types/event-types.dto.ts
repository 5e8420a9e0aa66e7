import { EVENT_TYPE_CATALOGUE, PUBLIC_EVENT_TYPES, type PublicEventType } from '@trunkline/webhooks';
import { AnyObject, jsonSchemaOf, OneOf, SchemaOf, Text } from '../../http';
import { EVENT_CLASSES } from '../events/events.dto';

const EVENT_ID = 'evt_0mh2k3l4p9f1c2d3e4b5a6978';
const CREATED_AT = 1_767_225_600;

@SchemaOf({ name: 'EventTypeDetail' })
export class EventTypeDto {
  @OneOf({ description: 'Name of the type.', values: PUBLIC_EVENT_TYPES, name: 'RaisedEventType' })
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
    example: { id: EVENT_ID, type: 'number.released', created_at: CREATED_AT, data: {} },
  })
  example: object;
}

export const EVENT_TYPE_DTOS: readonly EventTypeDto[] = Object.entries(EVENT_TYPE_CATALOGUE).map(
  ([type, { description, example }]) => ({
    type,
    description,
    schema: jsonSchemaOf(EVENT_CLASSES[type as PublicEventType]),
    example: { id: EVENT_ID, type, created_at: CREATED_AT, data: example },
  }),
);
