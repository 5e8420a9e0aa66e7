import { Socket } from 'node:net';
import pg from 'pg';
import { enterAppRole } from './roles/app-role';

const RECONNECT_MS = 500;
/** Limits each attempt to connect, and each statement: a pooler may accept a connection and stay silent. */
const ANSWER_TIMEOUT_MS = 10_000;
/** The connection is mostly idle, so only keep-alive probes notice that its host is gone. */
const KEEP_ALIVE_AFTER_MS = 30_000;
const END_TIMEOUT_MS = 1000;
/** After a failover, the old primary may keep this connection although it is read-only and publishes nothing. */
const WATCH_MS = 10_000;
const IS_READ_ONLY = `SELECT current_setting('transaction_read_only')::boolean AS is_read_only`;

/** `payload` is null after a reconnect: what was sent meanwhile is unknown. */
type Listener = (payload: string | null) => void;

/**
 * Listens for PostgreSQL notifications on one connection. Listeners are also called after a reconnect, because some
 * notifications may have been missed. A server that does not answer in time, or has become read-only, counts as lost.
 */
export class Notifications {
  private readonly listeners = new Map<string, Listener[]>();
  private client: pg.Client | null = null;
  /** The socket of the client, or of the attempt to connect. */
  private socket: Socket | null = null;
  private retry: NodeJS.Timeout | null = null;
  /** The driver takes one statement after the other. */
  private lastListen: Promise<unknown> = Promise.resolve();
  private stopped = false;

  /** `url` must keep a session. LISTEN has no effect through a pooler in transaction mode. */
  constructor(
    private readonly url: string,
    private readonly answerTimeoutMs = ANSWER_TIMEOUT_MS,
    private readonly watchMs = WATCH_MS,
  ) {}

  /** Adds a listener, before or after `start`. Earlier notifications are not delivered. */
  listen(channel: string, listener: Listener): void {
    const known = this.listeners.get(channel);
    this.listeners.set(channel, [...(known ?? []), listener]);
    const { client } = this;
    if (known || !client) return;
    const statement = `LISTEN ${pg.escapeIdentifier(channel)}`;
    this.lastListen = this.lastListen.then(() => client.query(statement)).catch(() => client.end());
  }

  /** Connects. Throws when the database is unreachable or silent. Reconnects in the background after a later loss. */
  async start(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: this.url,
      stream: () => socket,
      connectionTimeoutMillis: this.answerTimeoutMs,
      query_timeout: this.answerTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      application_name: 'trunkline-notifications',
    });
    client.on('notification', ({ channel, payload }) =>
      this.listeners.get(channel)?.forEach((listener) => listener(payload ?? '')),
    );
    // Without an `error` listener a broken connection would end the process. `end` follows.
    client.on('error', () => undefined);
    this.socket = socket;
    try {
      await client.connect();
      await enterAppRole(client);
      for (const channel of this.listeners.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      // Not `client.end()`, which waits for the server.
      socket.destroy();
      throw error;
    }
    const watch = setInterval(() => void this.watch(client, socket), this.watchMs);
    watch.unref();
    client.on('end', () => {
      clearInterval(watch);
      this.reconnectLater();
    });
    this.client = client;
    if (this.stopped) await client.end();
  }

  /** Ends the connection, or the attempt to connect, also when the server is silent. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.retry) clearTimeout(this.retry);
    const { client, socket } = this;
    // The driver would neither resolve nor reject `connect` of a client that was ended meanwhile.
    if (!client) return void socket?.destroy(new Error('The notifications were stopped.'));
    const cut = setTimeout(() => socket?.destroy(), END_TIMEOUT_MS);
    await client.end();
    clearTimeout(cut);
  }

  /** Cuts a connection that brings no notifications any more. `end` follows. */
  private async watch(client: pg.Client, socket: Socket): Promise<void> {
    const isLost = await client.query<{ is_read_only: boolean }>(IS_READ_ONLY).then(
      ({ rows }) => rows[0]?.is_read_only !== false,
      () => true,
    );
    if (isLost) socket.destroy();
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
