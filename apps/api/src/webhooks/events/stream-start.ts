import { invalidFields } from '@trunkline/kernel';
import type { EventTail, TailPosition } from '@trunkline/webhooks';

/** Returns where a stream begins: after the last event of the client, or now. Throws `invalid_input` for an unknown event. */
export async function startOf(tail: EventTail, accountId: string, lastEventId: string | null): Promise<TailPosition> {
  if (lastEventId === null) return tail.end(accountId);
  const position = await tail.find(accountId, lastEventId);
  if (position) return position;
  // Without the event, the stream could have a gap that the client does not notice.
  throw invalidFields({
    'Last-Event-ID': 'must be an event of the last 30 days. Leave it out to begin with new events',
  });
}
