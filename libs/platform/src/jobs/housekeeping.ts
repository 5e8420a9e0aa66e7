import { addDays, type Clock } from '@trunkline/kernel';
import type { Database } from '../database/database';
import type { IdempotencyKeys } from '../stores/idempotency-keys';

const EVENT_DAYS = 30;
const MAIL_DAYS = 30;
const BATCH = 5000;

/** Deletes expired rows in batches. An interrupted run continues the next time. */
export class Housekeeping {
  constructor(
    private readonly db: Database,
    private readonly keys: IdempotencyKeys,
    private readonly clock: Clock,
  ) {}

  /** Deletes events that were relayed 30 days ago and have no open delivery. */
  async pruneOutbox(): Promise<number> {
    return this.deleteAll(
      `DELETE FROM platform.outbox WHERE seq IN (
         SELECT o.seq FROM platform.outbox AS o
         WHERE o.relayed_at < $1 AND NOT EXISTS (
           SELECT FROM platform.event_deliveries AS d
           WHERE d.event_id = o.id AND d.done_at IS NULL AND d.failed_at IS NULL)
         LIMIT ${BATCH})
       RETURNING 1`,
      [addDays(this.clock.now(), -EVENT_DAYS)],
    );
  }

  /** Deletes mails that were sent or refused, 30 days after their creation. */
  async pruneMails(): Promise<number> {
    return this.deleteAll(
      `DELETE FROM platform.mails WHERE id IN (
         SELECT id FROM platform.mails WHERE created_at < $1 AND status <> 'waiting' LIMIT ${BATCH})
       RETURNING 1`,
      [addDays(this.clock.now(), -MAIL_DAYS)],
    );
  }

  /** Deletes stored responses after 24 hours. */
  pruneIdempotencyKeys(): Promise<number> {
    return this.keys.prune();
  }

  /** Deletes full token buckets, expired cache values, places of crashed streams and ended processes, in real time like their stores. */
  async pruneStores(): Promise<number> {
    const buckets = await this.deleteAll(
      `DELETE FROM platform.rate_limits WHERE key IN (
         SELECT key FROM platform.rate_limits WHERE updated_at < clock_timestamp() - interval '1 day' LIMIT ${BATCH})
       RETURNING 1`,
      [],
    );
    const values = await this.deleteAll(
      `DELETE FROM platform.cache WHERE key IN (
         SELECT key FROM platform.cache WHERE expires_at < clock_timestamp() LIMIT ${BATCH})
       RETURNING 1`,
      [],
    );
    const places = await this.deleteAll(
      `DELETE FROM platform.open_streams WHERE id IN (
         SELECT id FROM platform.open_streams WHERE expires_at < clock_timestamp() LIMIT ${BATCH})
       RETURNING 1`,
      [],
    );
    const processes = await this.deleteAll(
      `DELETE FROM platform.processes WHERE id IN (
         SELECT id FROM platform.processes WHERE seen_at < clock_timestamp() - interval '1 day' LIMIT ${BATCH})
       RETURNING 1`,
      [],
    );
    return buckets + values + places + processes;
  }

  private async deleteAll(statement: string, values: readonly unknown[]): Promise<number> {
    let total = 0;
    for (;;) {
      const deleted = (await this.db.query(statement, values)).length;
      total += deleted;
      if (deleted < BATCH) return total;
    }
  }
}
