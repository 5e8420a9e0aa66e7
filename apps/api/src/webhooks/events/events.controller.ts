import { Controller, Get, Query } from '@nestjs/common';
import { type Page, type Principal } from '@trunkline/kernel';
import { EventQueries, EventTail, type TailPosition } from '@trunkline/webhooks';
import {
  ListQuery,
  Endpoint,
  EventStream,
  LAST_EVENT_ID,
  LastEventId,
  pageOfQuery,
  PathId,
  STREAM_HINT,
  type StreamPage,
  Streams,
  Tag,
  Who,
} from '../../http';
import { EventDto, EventFiltersQuery, ListEventsQuery } from './events.dto';
import { startOf } from './stream-start';

@Tag('Webhooks and events')
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly events: EventQueries,
    private readonly tail: EventTail,
    private readonly streams: Streams,
  ) {}

  @Get()
  @Endpoint({
    id: 'events.list',
    summary: 'List events',
    description: 'Lists the events of the last 30 days, the same that webhooks deliver.',
    access: 'webhooks:read',
    page: EventDto,
  })
  list(@Who() who: Principal, @ListQuery() query: ListEventsQuery): Promise<Page<EventDto>> {
    const filters = eventFiltersOf(query);
    return this.events.list(who.accountId, filters, pageOfQuery(query, 'created_at'));
  }

  @Get('stream')
  @Endpoint({
    id: 'events.stream',
    summary: 'Stream events',
    description: `Sends each event that matches the filters as soon as it is recorded, as a server-sent event of its type. ${STREAM_HINT}`,
    access: 'webhooks:read',
    stream: EventDto,
    reads: LAST_EVENT_ID,
  })
  async stream(
    @Who() { accountId }: Principal,
    @LastEventId() lastEventId: string | null,
    @Query() query: EventFiltersQuery,
  ): Promise<EventStream> {
    const filters = eventFiltersOf(query);
    const start = await startOf(this.tail, accountId, lastEventId);
    const read = async (after: TailPosition): Promise<StreamPage> => {
      const { events, position, hasMore } = await this.tail.read(accountId, filters, after);
      const messages = events.map((event) => ({ id: event.id, event: event.type, data: event }));
      return { messages, position, hasMore };
    };
    return this.streams.of({ name: 'events', type: EventDto, accountId, start, read });
  }

  @Get(':id')
  @Endpoint({
    id: 'events.get',
    summary: 'Read an event',
    description: 'Returns one event with its data, as webhook endpoints receive it.',
    access: 'webhooks:read',
    answer: EventDto,
  })
  get(@Who() who: Principal, @PathId() id: string): Promise<EventDto> {
    return this.events.get(who.accountId, id);
  }
}

/** The filters of events as their context reads them. */
export function eventFiltersOf({ type: types, from, to, relatedId }: EventFiltersQuery) {
  return { types, from, to, relatedId };
}
