import { Controller, Get, Query } from '@nestjs/common';
import { type Principal } from '@trunkline/kernel';
import { EventQueries } from '@trunkline/webhooks';
import { Cursors, Endpoint, type PageAnswer, pageOfDto, PathId, Who, Tag, timeOf } from '../http';
import { EventDto, ListEventsQuery, toEventDto } from './events.dto';

@Tag('Webhooks and events')
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly events: EventQueries,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'events.list',
    summary: 'List events',
    description: 'Lists the events of the last 30 days, the same that webhooks deliver.',
    access: 'webhooks:read',
    answer: pageOfDto(EventDto),
  })
  list(@Who() who: Principal, @Query() query: ListEventsQuery): Promise<PageAnswer<EventDto>> {
    const { type: types, from, to, related_id: relatedId } = query;
    const filters = { types, from: timeOf(from), to: timeOf(to), relatedId };
    return this.cursors.page(
      { query, scope: who.accountId, sort: 'created_at' },
      (page) => this.events.list(who.accountId, filters, page),
      toEventDto,
    );
  }

  @Get(':id')
  @Endpoint({ id: 'events.get', summary: 'Read an event', access: 'webhooks:read', answer: EventDto })
  async get(@Who() who: Principal, @PathId() id: string): Promise<EventDto> {
    return toEventDto(await this.events.get(who.accountId, id));
  }
}
