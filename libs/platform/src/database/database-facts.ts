import type { Client } from 'pg';
import { MONTHLY_TABLES, type MonthlyTableState } from './monthly-partitions';
import { openProbe } from './pool/pooler';
import { APP_ROLE } from './roles/app-role';

export interface DatabaseFacts {
  /** The major version of PostgreSQL. */
  readonly version: number;
  readonly isReadOnly: boolean;
  /** The role as which the service logs in. */
  readonly loginRole: string;
  /** Names of the migrations that have not run, in order; null if the role may not read the list of migrations. */
  readonly pending: readonly string[] | null;
  /** How far the clock of this process is ahead of that of the database. */
  readonly skewSeconds: number;
  /** The tables that are partitioned by month; none while migrations are pending. */
  readonly monthly: readonly MonthlyTableState[];
}

const FACTS = `SELECT current_setting('server_version_num')::integer / 10000 AS version,
  current_setting('transaction_read_only')::boolean AS "isReadOnly", session_user AS "loginRole",
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "atMs",
  to_regclass('trunkline_migrations') IS NOT NULL AS "isMigrated",
  EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}' AND pg_has_role(oid, 'MEMBER')) AS "isMember"`;
const NO_RIGHT = '42501';

interface Row extends Pick<DatabaseFacts, 'version' | 'isReadOnly' | 'loginRole'> {
  readonly atMs: number;
  readonly isMigrated: boolean;
  readonly isMember: boolean;
}

/** Reads what a deployment must know of its database, over a connection of its own. Changes nothing. */
export async function databaseFacts(url: string, migrations: readonly string[]): Promise<DatabaseFacts> {
  const client = await openProbe(url);
  try {
    const sentAt = Date.now();
    const [row] = (await client.query<Row>(FACTS)).rows;
    if (!row) throw new Error('The database returned no row.');
    const { version, isReadOnly, loginRole, atMs, isMigrated, isMember } = row;
    const skewSeconds = ((sentAt + Date.now()) / 2 - atMs) / 1000;
    const done = isMigrated ? await migrationsOf(client, isMember) : [];
    const names = new Set(done);
    const pending = done && migrations.filter((name) => !names.has(name));
    const monthly = pending?.length === 0 ? (await client.query<MonthlyTableState>(MONTHLY_TABLES)).rows : [];
    return { version, isReadOnly, loginRole, skewSeconds, pending, monthly };
  } finally {
    await client.end();
  }
}

/** Returns the migrations that have run, as the application's role may read them; null if it may not. */
async function migrationsOf(client: Client, isMember: boolean): Promise<string[] | null> {
  // For the transaction alone: a pooler may give the connection to others.
  const role = isMember ? `SET LOCAL ROLE ${APP_ROLE}; ` : '';
  try {
    await client.query(`BEGIN; ${role}`);
    return (await client.query<{ name: string }>('SELECT name FROM trunkline_migrations')).rows.map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === NO_RIGHT)) throw error;
    return null;
  } finally {
    await client.query('ROLLBACK');
  }
}
