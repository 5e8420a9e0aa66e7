import type { Database } from '@trunkline/platform';
import type { DueMessages } from '../application/messages/ports';

/** Notified after a commit with due messages. */
export const MESSAGES_CHANNEL = 'trunkline_messages';
const WAKE_DEBOUNCE_MS = 5;

/**
 * Sends one NOTIFY for a burst of commits, outside their transactions: NOTIFY in a transaction makes commits wait for one
 * lock.
 */
export class NotifiedMessages implements DueMessages {
  private waking: NodeJS.Timeout | null = null;

  constructor(private readonly db: Database) {}

  announce(): void {
    this.db.afterCommit(() => {
      this.waking ??= setTimeout(() => {
        this.waking = null;
        // The pool may be closed while the process stops.
        this.db.pool.query(`NOTIFY ${MESSAGES_CHANNEL}`).catch(() => undefined);
      }, WAKE_DEBOUNCE_MS).unref();
    });
  }
}
