import type { Database } from '@trunkline/platform';

/** Notified after commits with new events, with the ids of their accounts. */
export const EVENTS_CHANNEL = 'trunkline_events';
const SEPARATOR = ',';
const DEBOUNCE_MS = 5;
/** Keeps the payload of a notification below PostgreSQL's limit of 8,000 bytes. */
const ACCOUNTS_MAX = 150;

/** Announces new events to the readers of all processes, in one NOTIFY for a burst of commits and outside of them. */
export class EventAnnouncements {
  private readonly accountIds = new Set<string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly db: Database) {}

  /** Announces events of the account once the surrounding transaction has committed. */
  add(accountId: string): void {
    this.db.afterCommit(() => {
      this.accountIds.add(accountId);
      // A lost announcement costs readers one poll. The pool may be closed while the process stops.
      this.timer ??= setTimeout(() => void this.send().catch(() => undefined), DEBOUNCE_MS).unref();
    });
  }

  static accountsOf(payload: string | null): readonly string[] | null {
    return payload === null ? null : payload.split(SEPARATOR);
  }

  private async send(): Promise<void> {
    this.timer = null;
    const all = [...this.accountIds];
    this.accountIds.clear();
    for (let from = 0; from < all.length; from += ACCOUNTS_MAX) {
      const payload = all.slice(from, from + ACCOUNTS_MAX).join(SEPARATOR);
      await this.db.pool.query('SELECT pg_notify($1, $2)', [EVENTS_CHANNEL, payload]);
    }
  }
}
