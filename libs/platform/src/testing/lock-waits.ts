import { eventually } from './eventually';

interface Connection {
  query(text: string): Promise<object[] | { readonly rows: object[] }>;
}

/** Sessions of this database alone: test files run in parallel on one server. */
const WAITING = `SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND datname = current_database()`;

/** Resolves when at least `count` sessions of the connection's database wait for locks. */
export async function lockWaits(connection: Connection, count = 1): Promise<void> {
  await eventually(async () => {
    // Within a transaction, PostgreSQL shows the sessions of the first look again and again.
    await connection.query('SELECT pg_stat_clear_snapshot()');
    const result = await connection.query(WAITING);
    const waiting = 'rows' in result ? result.rows : result;
    if (waiting.length < count)
      throw new Error(`${String(waiting.length)} of ${String(count)} sessions wait for locks.`);
  });
}
