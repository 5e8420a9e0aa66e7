import type { Clock } from '@trunkline/kernel';
import type { Database, Notifications } from '@trunkline/platform';
import {
  BEFORE_ALL_EVENTS,
  type EventFilters,
  type EventTail,
  type EventView,
  type TailPage,
  type TailPosition,
} from '../../application/events/ports';
import { keptSince } from '../../domain/retention';
import { EventAnnouncements, EVENTS_CHANNEL } from './event-announcements';

/** Events that one read returns. A slow client of a stream holds at most one page in memory. */
const PAGE = 100;
/** Events that one read with filters examines. */
const EXAMINED = 1000;

// An event without a number was recorded before events were numbered, so all numbered ones follow it.
const FIND = `SELECT coalesce(seq, 0) AS seq, id AS "eventId" FROM webhooks.events
  WHERE account_id = $1 AND id = $2 AND created_at >= $3`;
const END = `SELECT seq, id AS "eventId" FROM webhooks.events
  WHERE account_id = $1 AND seq IS NOT NULL ORDER BY seq DESC LIMIT 1`;

/** One statement, so that the position belongs to the snapshot of the events. One row per match, or one without an event. */
const READ = `
  WITH examined AS MATERIALIZED (
    SELECT seq, id, type, data, created_at, related_ids FROM webhooks.events
    WHERE account_id = $1 AND seq > $2 AND seq IS NOT NULL ORDER BY seq LIMIT $7),
  matching AS (
    SELECT seq, id, type, data, created_at AS "createdAt" FROM examined
    WHERE ($3::text[] IS NULL OR type = ANY ($3)) AND created_at >= $4
      AND ($5::timestamptz IS NULL OR created_at < $5) AND ($6::text IS NULL OR related_ids @> ARRAY[$6])
    ORDER BY seq LIMIT ${PAGE})
  SELECT total.examined, newest.seq AS "lastSeq", newest.id AS "lastId", matching.*
  FROM (SELECT count(*) AS examined FROM examined) AS total
    LEFT JOIN (SELECT seq, id FROM examined ORDER BY seq DESC LIMIT 1) AS newest ON true
    LEFT JOIN matching ON true
  ORDER BY matching.seq`;

const CHANGED = `
  SELECT known.account_id AS "accountId" FROM unnest($1::text[], $2::bigint[]) AS known (account_id, seq)
  WHERE EXISTS (SELECT FROM webhooks.events AS e
    WHERE e.account_id = known.account_id AND e.seq > known.seq AND e.seq IS NOT NULL)`;

/** An event, and what the read says of its position. */
interface Row extends EventView {
  readonly examined: number;
  readonly lastSeq: number | null;
  readonly lastId: string | null;
  /** Null in the only row when no event matches. */
  readonly seq: number | null;
}

export class StoredEventTail implements EventTail {
  constructor(
    private readonly db: Database,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  find(accountId: string, eventId: string): Promise<TailPosition | null> {
    if (eventId === BEFORE_ALL_EVENTS) return Promise.resolve({ seq: 0, eventId });
    return this.db.find<TailPosition>(FIND, [accountId, eventId, keptSince(this.clock.now())]);
  }

  async end(accountId: string): Promise<TailPosition> {
    return (await this.db.find<TailPosition>(END, [accountId])) ?? { seq: 0, eventId: BEFORE_ALL_EVENTS };
  }

  async read(accountId: string, filters: EventFilters, after: TailPosition): Promise<TailPage> {
    const values = valuesOf(filters, keptSince(this.clock.now()));
    // Those that have expired come first.
    const isWhole = after.seq > 0 && Object.values(filters).every((value) => value === undefined);
    const examined = isWhole ? PAGE : EXAMINED;
    const rows = await this.db.query<Row>(READ, [accountId, after.seq, ...values, examined]);
    const matching = rows.filter(({ seq }) => seq !== null);
    if (matching.length === PAGE)
      return { events: matching, position: positionOf(matching.at(-1), after), hasMore: true };
    const [first] = rows;
    const newest = first && { seq: first.lastSeq, id: first.lastId };
    return { events: matching, position: positionOf(newest, after), hasMore: first?.examined === examined };
  }

  async changed(seqs: ReadonlyMap<string, number>): Promise<string[]> {
    const rows = await this.db.query<{ accountId: string }>(CHANGED, [[...seqs.keys()], [...seqs.values()]]);
    return rows.map(({ accountId }) => accountId);
  }

  listen(listener: (accountIds: readonly string[] | null) => void): void {
    this.notifications.listen(EVENTS_CHANNEL, (payload) => listener(EventAnnouncements.accountsOf(payload)));
  }
}

function valuesOf({ types, from, to, relatedId }: EventFilters, kept: Date): unknown[] {
  return [types ?? null, from && from > kept ? from : kept, to ?? null, relatedId ?? null];
}

function positionOf(
  row: { readonly seq: number | null; readonly id: string | null } | undefined,
  after: TailPosition,
): TailPosition {
  return row?.seq && row.id ? { seq: row.seq, eventId: row.id } : after;
}
