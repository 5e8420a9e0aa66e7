import { Controller, Get } from '@nestjs/common';
import { Endpoint, type PageAnswer, Tag } from '../../http';
import { EVENT_TYPE_DTOS, EventTypeDto } from './event-types.dto';

@Tag('Webhooks and events')
@Controller('v1/webhooks/event-types')
export class EventTypesController {
  @Get()
  @Endpoint({
    id: 'webhooks.eventTypes.list',
    summary: 'List event types',
    description:
      'Lists every type that is raised, on one page, each with the JSON Schema of its payload and an example.',
    access: 'webhooks:read',
    page: EventTypeDto,
  })
  list(): PageAnswer<EventTypeDto> {
    return { items: [...EVENT_TYPE_DTOS], nextCursor: null };
  }
}
