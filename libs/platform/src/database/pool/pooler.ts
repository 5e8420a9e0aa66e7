import pg from 'pg';
import { DatabaseAccessError } from '../roles/access-error';

/** The kind of pooler between a client and its server process. */
export type Pooling = 'none' | 'session' | 'transaction';

const CONNECT_TIMEOUT_MS = 10_000;
/** Limit for a statement of a probe, including the wait for a server connection. */
const WAIT_MS = 5000;
/** Other clients may take the server connection that a probe looks for, so the probe repeats. */
const ROUNDS = 12;

interface Backend {
  readonly pid: number;
}

/** Opens a connection for the checks at start. */
export async function openProbe(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: WAIT_MS,
    application_name: 'trunkline-start',
  });
  // The rejected statement reports a lost connection.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // The driver does not close the socket after a rejected start-up.
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

async function backendOf(client: pg.Client): Promise<number> {
  return (await client.query<Backend>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;
}

/**
 * Detects the pooler behind the URL. A pooler reports process numbers of its own. One in transaction mode runs a client's
 * transaction on the server connection that another client used last, or a client's statements on different ones.
 */
export async function poolingOf(url: string): Promise<Pooling> {
  const client = await openProbe(url);
  try {
    const { processID } = client as unknown as { processID: number | null };
    if ((await backendOf(client)) === processID) return 'none';
    return (await isShared(client, url)) ? 'transaction' : 'session';
  } finally {
    await client.end();
  }
}

async function isShared(client: pg.Client, url: string): Promise<boolean> {
  const other = await openProbe(url);
  try {
    for (let round = 0; round < ROUNDS; round++) if (await sharedIn(client, other)) return true;
    return false;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    // PgBouncer rejects BEGIN in statement mode, which keeps even less.
    if (reason.includes('statement pooling mode')) return true;
    // A session pooler gives each client a server connection, so the second client may wait in vain.
    if (reason.includes('timeout')) return false;
    throw error;
  } finally {
    await other.end();
  }
}

async function sharedIn(client: pg.Client, other: pg.Client): Promise<boolean> {
  const first = await backendOf(client);
  const second = await backendOf(client);
  if (first !== second) return true;
  await other.query('BEGIN');
  try {
    if ((await backendOf(other)) === second) return true;
    return (await backendOf(client)) !== second;
  } finally {
    await other.query('COMMIT');
  }
}

/** Throws DatabaseAccessError if the URL leads to a pooler in transaction or statement mode. */
export async function requireOwnSession(url: string, setting = 'DATABASE_URL'): Promise<void> {
  if ((await poolingOf(url)) !== 'transaction') return;
  throw new DatabaseAccessError([
    setting === 'DATABASE_DIRECT_URL'
      ? 'DATABASE_DIRECT_URL leads to a pooler in transaction mode. Set it to the address of PostgreSQL itself, or of a pooler in session mode.'
      : `${setting} leads to a pooler in transaction mode, which keeps no session for LISTEN, queues and migrations. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself as well, or use a pool in session mode.`,
  ]);
}
