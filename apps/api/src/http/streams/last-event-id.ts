import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '../endpoint/edge-request';
import type { DocumentedInput } from '../endpoint/policy';

/** The Last-Event-ID header. Null if it is missing or empty, as browsers send it before the first event. */
export const LastEventId = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const header = requestOf(context).headers['last-event-id'];
  return header === undefined || header === '' ? null : String(header);
});

/** The header, for the document. */
export const LAST_EVENT_ID: DocumentedInput = {
  headers: [
    {
      name: 'Last-Event-ID',
      description:
        'Resumes after this event, with the same filters. `evt_0` begins with the oldest stored event. Default: only new events.',
      example: 'evt_0mh2k3l4p9f1c2d3e4b5a6978',
    },
  ],
};

/** What the descriptions of all streams have in common. */
export const STREAM_HINT =
  'The `id` of a message is that of its event, and `data` is JSON. Browsers reconnect by themselves and send the last `id` ' +
  'as `Last-Event-ID`, so that no event is missing or repeated. A message with an `id` and no `data` only moves that ' +
  'position. A comment follows every 15 seconds. The stream ends when its credential does, when the client reads too ' +
  'slowly, and when the server restarts. An account has at most 20 open streams; more return 429 `rate_limited`.';
