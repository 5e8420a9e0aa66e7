import type { Response } from 'express';
import { toJson } from '../fields/members';
import type { DtoClass } from '../openapi/schema';
import type { StreamPosition } from './ports';

export const STREAM_TYPE = 'text/event-stream';

/** One server-sent event. See https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export interface StreamMessage {
  readonly id: string;
  readonly event: string;
  readonly data: object;
}

export interface StreamPage {
  readonly messages: readonly StreamMessage[];
  /** Where the next page begins, also when no message was found. */
  readonly position: StreamPosition;
  /** Whether the next page can be read at once. */
  readonly hasMore: boolean;
}

/** What a client streams. */
export interface StreamRequest {
  /** Label of metrics. */
  readonly name: string;
  /** The class of the data of its events. */
  readonly type: DtoClass;
  readonly accountId: string;
  readonly start: StreamPosition;
  readonly read: (after: StreamPosition) => Promise<StreamPage>;
}

/** The result of an endpoint with `stream`. Rejects before the first byte if the stream cannot be opened. */
export class EventStream {
  constructor(readonly sendTo: (response: Response) => Promise<void>) {}
}

export function textOf(type: DtoClass, { id, event, data }: StreamMessage): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(toJson(type, data))}\n\n`;
}
