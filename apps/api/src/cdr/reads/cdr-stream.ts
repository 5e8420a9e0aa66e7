import { Injectable } from '@nestjs/common';
import { type CdrFilters, Cdrs } from '@trunkline/cdr';
import { EventTail, type EventView, type TailPosition } from '@trunkline/webhooks';
import { type EventStream, type StreamMessage, type StreamPage, Streams } from '../../http';
import { startOf } from '../../webhooks/events/stream-start';
import { CdrDto } from './cdrs.dto';

const TYPE = 'call.completed';
const FILTERS = { types: [TYPE] };

/** Streams the call records of an account, in the order of the events that announce them. */
@Injectable()
export class CdrStream {
  constructor(
    private readonly tail: EventTail,
    private readonly cdrs: Cdrs,
    private readonly streams: Streams,
  ) {}

  /** Throws `invalid_input` for a filter on hidden digits and for an unknown event. */
  async open(accountId: string, filters: CdrFilters, lastEventId: string | null): Promise<EventStream> {
    await this.cdrs.findAll(accountId, [], filters);
    const start = await startOf(this.tail, accountId, lastEventId);
    const read = (after: TailPosition) => this.read(accountId, filters, after);
    return this.streams.of({ name: 'cdrs', type: CdrDto, accountId, start, read });
  }

  private async read(accountId: string, filters: CdrFilters, after: TailPosition): Promise<StreamPage> {
    const { events, position, hasMore } = await this.tail.read(accountId, FILTERS, after);
    const messages = events.length > 0 ? await this.messagesOf(accountId, filters, events) : [];
    return { messages, position, hasMore };
  }

  private async messagesOf(
    accountId: string,
    filters: CdrFilters,
    events: readonly EventView[],
  ): Promise<StreamMessage[]> {
    const found = await this.cdrs.findAll(accountId, events.map(cdrIdOf), filters);
    return events.flatMap((event) => {
      const cdr = found.get(cdrIdOf(event));
      return cdr ? [{ id: event.id, event: TYPE, data: cdr }] : [];
    });
  }
}

const cdrIdOf = ({ data }: EventView): string => String(data['cdr_id']);
