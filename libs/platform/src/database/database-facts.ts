import { MONTHLY_TABLES, type MonthlyTableState } from './monthly-partitions';
import { openProbe } from './pooler';

export interface DatabaseFacts {
  /** The major version of PostgreSQL. */
  readonly version: number;
  readonly isReadOnly: boolean;
  /** Names of the migrations that have not run, in order. */
  readonly pending: readonly string[];
  /** How far the clock of this process is ahead of that of the database. */
  readonly skewSeconds: number;
  /** The tables that are partitioned by month; none while migrations are pending. */
  readonly monthly: readonly MonthlyTableState[];
}

const FACTS = `SELECT current_setting('server_version_num')::integer / 10000 AS version,
  current_setting('transaction_read_only')::boolean AS "isReadOnly",
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "atMs",
  to_regclass('trunkline_migrations') IS NOT NULL AS "isMigrated"`;

interface Row extends Pick<DatabaseFacts, 'version' | 'isReadOnly'> {
  readonly atMs: number;
  readonly isMigrated: boolean;
}

/** Reads what a deployment must know of its database, over a connection of its own. Changes nothing. */
export async function databaseFacts(url: string, migrations: readonly string[]): Promise<DatabaseFacts> {
  const client = await openProbe(url);
  try {
    const sentAt = Date.now();
    const [row] = (await client.query<Row>(FACTS)).rows;
    if (!row) throw new Error('The database returned no row.');
    const { version, isReadOnly, atMs, isMigrated } = row;
    const skewSeconds = ((sentAt + Date.now()) / 2 - atMs) / 1000;
    const done = isMigrated ? (await client.query<{ name: string }>('SELECT name FROM trunkline_migrations')).rows : [];
    const names = new Set(done.map(({ name }) => name));
    const pending = migrations.filter((name) => !names.has(name));
    const monthly = pending.length > 0 ? [] : (await client.query<MonthlyTableState>(MONTHLY_TABLES)).rows;
    return { version, isReadOnly, skewSeconds, pending, monthly };
  } finally {
    await client.end();
  }
}
