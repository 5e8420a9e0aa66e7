import { type Database, FIRST_INBOX_CHECK, NEXT_INBOX_CHECK } from '@trunkline/platform';
import { type ProcessorInbox, type WaitingEvent } from '../application/processor-events/ports';
import type { ProcessorEvent } from '../application/processor-events/processor-event';

const ADD = `INSERT INTO billing.processor_events
    (processor, event_id, type, news, status, attempts, check_at, received_at, closed_at)
  SELECT $1, $2, $3, $4::jsonb, CASE WHEN $4::jsonb IS NULL THEN 'ignored' ELSE 'received' END, 0,
    CASE WHEN $4::jsonb IS NOT NULL THEN $5::timestamptz + ${FIRST_INBOX_CHECK} END, $5,
    CASE WHEN $4::jsonb IS NULL THEN $5::timestamptz END
  ON CONFLICT (processor, event_id) DO NOTHING RETURNING event_id`;

const WAITING = `event_id AS id, news AS "update", received_at AS "receivedAt"`;
const FIND = `SELECT ${WAITING} FROM billing.processor_events
  WHERE processor = $1 AND event_id = $2 AND status = 'received'`;
const CLAIM = `UPDATE billing.processor_events e
  SET attempts = e.attempts + 1, check_at = $2::timestamptz + ${NEXT_INBOX_CHECK}
  FROM (SELECT processor, event_id FROM billing.processor_events
        WHERE check_at <= $2 AND processor = $1 ORDER BY check_at LIMIT $3 FOR UPDATE SKIP LOCKED) AS due
  WHERE e.processor = due.processor AND e.event_id = due.event_id
  RETURNING e.event_id AS id, e.news AS "update", e.received_at AS "receivedAt"`;
const CLOSE = `UPDATE billing.processor_events SET status = $3, check_at = NULL, closed_at = $4
  WHERE processor = $1 AND event_id = $2 AND status = 'received'`;
const PRUNE = `DELETE FROM billing.processor_events WHERE closed_at < $1 RETURNING event_id`;

export class StoredProcessorInbox implements ProcessorInbox {
  constructor(private readonly db: Database) {}

  async add(processor: string, { id, type, update }: ProcessorEvent, at: Date): Promise<boolean> {
    const added = await this.db.query(ADD, [processor, id, type, update && JSON.stringify(update), at]);
    return added.length > 0;
  }

  findWaiting(processor: string, id: string): Promise<WaitingEvent | null> {
    return this.db.find<WaitingEvent>(FIND, [processor, id]);
  }

  claimDue(processor: string, now: Date, limit: number): Promise<WaitingEvent[]> {
    return this.db.query<WaitingEvent>(CLAIM, [processor, now, limit]);
  }

  async close(processor: string, id: string, status: 'handled' | 'ignored', at: Date): Promise<void> {
    await this.db.write(CLOSE, [processor, id, status, at]);
  }

  async prune(before: Date): Promise<number> {
    return (await this.db.query(PRUNE, [before])).length;
  }
}
