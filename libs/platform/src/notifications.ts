import pg from 'pg';

const RECONNECT_MS = 500;

type Listener = () => void;

/**
 * One connection that LISTENs. A notification only ever says "look again": it carries nothing, and each listener is
 * also called after a reconnect, since some may have been missed.
 */
export class Notifications {
  private readonly listeners = new Map<string, Listener[]>();
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(private readonly url: string) {}

  listen(channel: string, listener: Listener): void {
    this.listeners.set(channel, [...(this.listeners.get(channel) ?? []), listener]);
  }

  /** Connects; throws when the database cannot be reached now. Later losses are repaired in the background. */
  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, keepAlive: true });
    client.on('error', () => this.reconnectLater());
    client.on('end', () => this.reconnectLater());
    client.on('notification', ({ channel }) => this.listeners.get(channel)?.forEach((listener) => listener()));
    await client.connect();
    for (const channel of this.listeners.keys()) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    this.client = client;
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
        () => this.listeners.forEach((all) => all.forEach((listener) => listener())),
        () => this.reconnectLater(),
      );
    }, RECONNECT_MS);
  }
}
