import { type Clock, EventBus, type IntegrationEvent, newId } from '@trunkline/kernel';
import type { Database } from '../database/database';

/** Told of by NOTIFY after a commit that published, so that the relay need not wait for its next poll. */
export const OUTBOX_CHANNEL = 'trunkline_outbox';
const WAKE_DEBOUNCE_MS = 5;

/** $1 an array of events, as JSON, $2 now. Rows are numbered in the order in which they are inserted. */
const PUBLISH_ALL = `INSERT INTO platform.outbox (id, account_id, type, data, created_at)
  SELECT id, account_id, type, data, $2
  FROM jsonb_to_recordset($1::jsonb) AS e (n integer, id text, account_id text, type text, data jsonb) ORDER BY n`;

/** Writes events beside the effects they tell of; the worker's relay takes them from there. */
export class OutboxEventBus extends EventBus {
  private waking: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async publish(event: IntegrationEvent): Promise<void> {
    await this.db.query(
      `INSERT INTO platform.outbox (id, account_id, type, data, created_at) VALUES ($1, $2, $3, $4, $5)`,
      [newId('evt'), event.accountId, event.type, event.data, this.clock.now()],
    );
    this.db.afterCommit(() => this.wake());
  }

  override async publishAll(events: readonly IntegrationEvent[]): Promise<void> {
    if (events.length === 0) return;
    const rows = events.map(({ type, accountId, data }, n) => ({
      n,
      id: newId('evt'),
      account_id: accountId,
      type,
      data,
    }));
    await this.db.query(PUBLISH_ALL, [JSON.stringify(rows), this.clock.now()]);
    this.db.afterCommit(() => this.wake());
  }

  /**
   * One NOTIFY for a burst of commits, outside their transactions: within them it would make every commit queue for
   * one lock.
   */
  private wake(): void {
    this.waking ??= setTimeout(() => {
      this.waking = null;
      // A lost wake costs a poll interval; the pool itself may be gone when the process is ending.
      this.notify().catch(() => undefined);
    }, WAKE_DEBOUNCE_MS);
    this.waking.unref();
  }

  private async notify(): Promise<void> {
    await this.db.pool.query(`NOTIFY ${OUTBOX_CHANNEL}`);
  }
}
