import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { persistence } from '@trunkline/composition';
import { migrate, platformPersistence } from '@trunkline/platform';
import { pause, startPostgres } from '../../postgres';

const DRAIN_MS = 250;
const LOOK_MS = 100;
const IS_HANDLED = `SELECT NOT EXISTS (SELECT FROM platform.outbox WHERE relayed_at IS NULL)
  AND NOT EXISTS (SELECT FROM platform.event_deliveries WHERE done_at IS NULL AND failed_at IS NULL) AS handled`;

/**
 * Returns the database at DATABASE_URL, or starts an embedded one. It is durable, as in production: writes that a power
 * failure could undo would be unrealistically cheap.
 */
export async function database(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  // PostgreSQL started by root runs as another user, which must be able to traverse the folder.
  chmodSync(folder, 0o711);
  const server = await startPostgres({ dir: join(folder, 'postgres'), durable: true });
  const stop = async (): Promise<void> => {
    // `pool.end()` resolves before its sockets are closed, and a server that stops meanwhile still sends on them.
    await pause(DRAIN_MS);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

/** Runs a bench on that database, migrated. */
export async function onDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const { url, stop } = await database();
  try {
    await migrate(url, [platformPersistence, ...persistence]);
    return await work(url);
  } finally {
    await stop();
  }
}

/** Runs work with a connection of the owner of the tables. */
export async function onClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Updates the statistics of all tables, as autovacuum does within a minute of their growth: every connection then plans its
 * statements anew. Those that were planned while the tables were empty read all rows of an account.
 */
export const analyze = (url: string): Promise<unknown> => onClient(url, (client) => client.query('ANALYZE'));

/** The indexes of a table that no constraint needs, each of which is defined with all of its partitions. */
const INDEXES = `SELECT i.indexrelid::regclass::text AS name,
    replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS definition FROM pg_index i
  WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`;

/** Drops the indexes of a table that no constraint needs. Returns the statements that build them again. */
export async function dropIndexes(owner: pg.Client, table: string): Promise<readonly string[]> {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(INDEXES, [table]);
  for (const { name } of indexes) await owner.query(`DROP INDEX ${name}`);
  return indexes.map(({ definition }) => definition);
}

/** Inserts many rows into a table by `statement`. Builds its indexes behind them, which takes a fraction of the time. */
export async function bulkLoad(owner: pg.Client, table: string, statement: string): Promise<void> {
  const definitions = await dropIndexes(owner, table);
  await owner.query(`SET maintenance_work_mem = '256MB'`);
  await owner.query(statement);
  for (const definition of definitions) await owner.query(definition);
  await owner.query(`VACUUM ANALYZE ${table}`);
}

/** Waits until the worker has handled all events: those of one side must not cost the other side its rate. */
export async function eventsHandled(client: pg.Client | pg.Pool): Promise<void> {
  const isHandled = async () => (await client.query<{ handled: boolean }>(IS_HANDLED)).rows[0]?.handled === true;
  while (!(await isHandled())) await pause(LOOK_MS);
}
