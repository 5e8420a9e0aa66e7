import type { Response } from 'express';
import type { StreamPosition } from './ports';

export const STREAM_TYPE = 'text/event-stream';

/** One server-sent event. See https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export interface StreamMessage {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
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
  readonly accountId: string;
  readonly start: StreamPosition;
  readonly read: (after: StreamPosition) => Promise<StreamPage>;
}

/** The result of an endpoint with `stream`. Rejects before the first byte if the stream cannot be opened. */
export class EventStream {
  constructor(readonly sendTo: (response: Response) => Promise<void>) {}
}

export function textOf({ id, event, data }: StreamMessage): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
