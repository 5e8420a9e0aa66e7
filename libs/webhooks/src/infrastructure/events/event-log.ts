import { type Database, endOfUnpartitioned, ExpiredMonths } from '@trunkline/platform';
import { type EventLog, type RecordedEvent } from '../../application/events/ports';
import { EventAnnouncements } from './event-announcements';

// Events are numbered when they are inserted. The lock, held until the commit, makes that the order of the commits too:
// otherwise a reader could see a number before a lower one, and skip that. A statement of its own, so that the insertion
// follows it.
// Accounts are locked in one order.
const LOCK_TAILS = `SELECT pg_advisory_xact_lock(hashtextextended('webhooks.events ' || account_id, 0))
  FROM unnest($1::text[]) AS account_id`;

const MONTHS_FROM = endOfUnpartitioned('webhooks.events');

/** $1: events as a JSON array. */
const ADD = `INSERT INTO webhooks.events (id, account_id, type, data, related_ids, created_at)
  SELECT id, account_id, type, data, related_ids, created_at
  FROM jsonb_to_recordset($1::jsonb)
    AS e (n integer, id text, account_id text, type text, data jsonb, related_ids text[], created_at timestamptz)
  ORDER BY n ON CONFLICT (id) DO NOTHING`;

/** Of the events from before months. Those that are being delivered stay. */
const PRUNE = `DELETE FROM webhooks.events WHERE id < ${MONTHS_FROM} AND id IN (
    SELECT id FROM webhooks.events WHERE id < ${MONTHS_FROM} AND created_at < $1
      AND id NOT IN (SELECT event_id FROM webhooks.deliveries WHERE status = 'pending' AND event_id < ${MONTHS_FROM})
    ORDER BY created_at LIMIT $2)
  RETURNING id`;

export class StoredEventLog implements EventLog {
  private readonly announcements: EventAnnouncements;
  private readonly months: ExpiredMonths;

  constructor(private readonly db: Database) {
    this.announcements = new EventAnnouncements(db);
    this.months = new ExpiredMonths(db);
  }

  add(events: readonly RecordedEvent[]): Promise<void> {
    const accountIds = [...new Set(events.map(({ event }) => event.accountId))].sort();
    return this.db.run(async () => {
      await this.db.write(LOCK_TAILS, [accountIds]);
      await this.db.write(ADD, [JSON.stringify(events.map(rowOf))]);
      for (const accountId of accountIds) this.announcements.add(accountId);
    });
  }

  dropMonths(before: Date): Promise<number> {
    return this.months.drop('webhooks.events', before);
  }

  async prune(before: Date, limit: number): Promise<number> {
    return (await this.db.query(PRUNE, [before, limit])).length;
  }
}

function rowOf({ event: { id, accountId, type, data, createdAt }, relatedIds }: RecordedEvent, n: number) {
  return { n, id, account_id: accountId, type, data, related_ids: relatedIds, created_at: createdAt };
}
