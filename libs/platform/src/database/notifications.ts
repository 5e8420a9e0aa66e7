import pg from 'pg';
import { enterAppRole } from './roles/app-role';

const RECONNECT_MS = 500;

/** `payload` is null after a reconnect: what was sent meanwhile is unknown. */
type Listener = (payload: string | null) => void;

/**
 * Listens for PostgreSQL notifications on one connection. Listeners are also called after a reconnect, because some
 * notifications may have been missed.
 */
export class Notifications {
  private readonly listeners = new Map<string, Listener[]>();
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private stopped = false;

  /** `url` must keep a session. LISTEN has no effect through a pooler in transaction mode. */
  constructor(private readonly url: string) {}

  /** Adds a listener, before or after `start`. Earlier notifications are not delivered. */
  listen(channel: string, listener: Listener): void {
    const known = this.listeners.get(channel);
    this.listeners.set(channel, [...(known ?? []), listener]);
    if (!known) this.client?.query(`LISTEN ${pg.escapeIdentifier(channel)}`).catch(() => this.client?.end());
  }

  /** Connects. Throws when the database is unreachable. Reconnects in the background after a later loss. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      keepAlive: true,
      application_name: 'trunkline-notifications',
    });
    client.on('notification', ({ channel, payload }) =>
      this.listeners.get(channel)?.forEach((listener) => listener(payload ?? '')),
    );
    // Without an `error` listener a broken connection would end the process. `end` follows.
    client.on('error', () => undefined);
    await client.connect();
    try {
      await enterAppRole(client);
      for (const channel of this.listeners.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    client.on('end', () => this.reconnectLater());
    this.client = client;
    if (this.stopped) await client.end();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.retry) clearTimeout(this.retry);
    await this.client?.end();
  }

  private reconnectLater(): void {
    this.client = null;
    if (this.stopped || this.retry) return;
    this.retry = setTimeout(() => {
      this.retry = null;
      this.start().then(
        () => this.listeners.forEach((all) => all.forEach((listener) => listener(null))),
        () => this.reconnectLater(),
      );
    }, RECONNECT_MS);
  }
}
