import type { Database } from '@trunkline/platform';
import type { FeedPage } from '../../application/peer-feeds';
import { changesFrom, cursorOf, type FeedPlace, placeOf } from './feed-place';

export interface FeedStatements {
  readonly name: 'gateways' | 'sources';
  /** SQL: rows after the key in `$2` and following, in the order of their keys. */
  readonly list: string;
  /** SQL: changes after transaction `$2` and the key in `$3` and following, in the order of transactions and keys. */
  readonly changes: string;
  /** Returns whether the values of a key can be compared: a cursor may have been changed on its way. */
  readonly isKey: (key: string) => boolean;
  /** Returns the values of a key. */
  readonly valuesOf: (key: string) => readonly string[];
}

interface FeedItem {
  readonly key: string;
  readonly changedIn?: string;
}

interface Read<R> {
  /** Every transaction below it has ended. */
  readonly upto: string;
  /** Nothing has been forgotten since the place, which is of this database. */
  readonly isKept: boolean;
  readonly rows: readonly R[];
}

/**
 * SQL: reads rows together with the snapshot that they were read in, as one statement. `$1` is the transaction of the place.
 * A restored database can be behind it.
 */
const reading = (feed: string, rows: string) => `SELECT pg_snapshot_xmin(now_visible)::text AS upto,
    f.since <= $1::bigint AND $1::bigint <= pg_snapshot_xmax(now_visible)::text::bigint AS "isKept",
    (SELECT coalesce(json_agg(page), '[]') FROM (${rows}) page) AS rows
  FROM pg_current_snapshot() now_visible, voice.change_feeds f WHERE f.feed = '${feed}'`;

/**
 * A list and its changes. Each change is marked with its transaction. A cursor names the oldest transaction that was running,
 * not the latest change: one that commits later has a number that is not below it, whatever the order of commits.
 */
export class ChangeFeed<R extends FeedItem> {
  private readonly list: string;
  private readonly changes: string;

  constructor(
    private readonly db: Database,
    private readonly statements: FeedStatements,
  ) {
    this.list = reading(statements.name, statements.list);
    this.changes = reading(statements.name, statements.changes);
  }

  async page(after: string | null, limit: number): Promise<FeedPage<R>> {
    const place = placeOf(after);
    if (place.kind === 'start' || !this.statements.isKey(place.key)) return this.listed('', null, limit);
    const page =
      place.kind === 'list' ? await this.listed(place.key, place.upto, limit) : await this.changed(place, limit);
    return page ?? this.listed('', null, limit);
  }

  private listed(key: string, upto: null, limit: number): Promise<FeedPage<R>>;
  private listed(key: string, upto: string, limit: number): Promise<FeedPage<R> | null>;
  /** Returns null if changes since the start of the list may have been forgotten. */
  private async listed(key: string, startedUpto: string | null, limit: number): Promise<FeedPage<R> | null> {
    const values = [startedUpto ?? '0', ...this.statements.valuesOf(key), limit + 1];
    const read = await this.db.get<Read<R>>(this.list, values);
    const upto = startedUpto ?? read.upto;
    if (startedUpto !== null && !read.isKept) return null;
    return {
      ...paged(read.rows, limit, upto, (row) => ({ kind: 'list', upto, key: row.key })),
      isReset: startedUpto === null,
    };
  }

  private async changed(place: Extract<FeedPlace, { kind: 'changes' }>, limit: number): Promise<FeedPage<R> | null> {
    const values = [place.changedIn, place.changedIn, ...this.statements.valuesOf(place.key), limit + 1];
    const read = await this.db.get<Read<R>>(this.changes, values);
    if (!read.isKept) return null;
    const upto = place.upto ?? read.upto;
    const placeAfter = ({ key, changedIn = upto }: R) => ({ kind: 'changes', upto, changedIn, key }) as const;
    return { ...paged(read.rows, limit, upto, placeAfter), isReset: false };
  }
}

/** `rows` is one longer than the page if there is more. */
function paged<R>(
  rows: readonly R[],
  limit: number,
  upto: string,
  placeAfter: (row: R) => Exclude<FeedPlace, { kind: 'start' }>,
): Omit<FeedPage<R>, 'isReset'> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items, hasMore, next: cursorOf(hasMore ? placeAfter(last) : changesFrom(upto)) };
}
