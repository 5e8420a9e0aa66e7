import { type Clock, type EventBus, type IntegrationEvent, newId } from '@trunkline/kernel';
import type { Database } from '../database/database';

/** Notified after a commit with new events, so that the relay does not wait for its next poll. */
export const OUTBOX_CHANNEL = 'trunkline_outbox';
const WAKE_DEBOUNCE_MS = 5;

/** $1: events as a JSON array, $2: now. Rows are numbered in insertion order. */
const PUBLISH_ALL = `INSERT INTO platform.outbox (id, account_id, type, data, created_at)
  SELECT id, account_id, type, data, $2
  FROM jsonb_to_recordset($1::jsonb) AS e (n integer, id text, account_id text, type text, data jsonb) ORDER BY n`;

/**
 * Stores events in the transaction of their cause. The worker's relay delivers them. See
 * docs/decisions/0011-deliveries-live-in-postgresql.md.
 */
export class OutboxEventBus implements EventBus {
  private waking: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async publish(event: IntegrationEvent): Promise<void> {
    await this.db.write(
      `INSERT INTO platform.outbox (id, account_id, type, data, created_at) VALUES ($1, $2, $3, $4, $5)`,
      [newId('evt'), event.accountId, event.type, event.data, this.clock.now()],
    );
    this.db.afterCommit(() => this.wake());
  }

  async publishAll(events: readonly IntegrationEvent[]): Promise<void> {
    const [only] = events;
    if (!only) return;
    if (events.length === 1) return this.publish(only);
    const rows = events.map(({ type, accountId, data }, n) => ({
      n,
      id: newId('evt'),
      account_id: accountId,
      type,
      data,
    }));
    await this.db.write(PUBLISH_ALL, [JSON.stringify(rows), this.clock.now()]);
    this.db.afterCommit(() => this.wake());
  }

  /**
   * Sends one NOTIFY for a burst of commits, outside their transactions: NOTIFY in a transaction makes commits wait for one
   * lock.
   */
  private wake(): void {
    this.waking ??= setTimeout(() => {
      this.waking = null;
      // A lost notification costs one poll interval. The pool may be closed while the process stops.
      this.notify().catch(() => undefined);
    }, WAKE_DEBOUNCE_MS);
    this.waking.unref();
  }

  private async notify(): Promise<void> {
    await this.db.pool.query(`NOTIFY ${OUTBOX_CHANNEL}`);
  }
}
