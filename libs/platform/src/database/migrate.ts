import { runMigrations } from 'bullmq';
import type { PoolClient } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource, type Persistence } from './database';
import { DatabaseAccessError } from './roles/access-error';
import { APP_ROLE, ensureAppRole } from './roles/app-role';
import { QUEUE_SCHEMA, queueGrants, repairGrants } from './roles/grants';
import { requireOwnSession } from './pooler';

// An arbitrary key that no other advisory lock of this database uses.
const MIGRATION_LOCK = 7_203_911;

export interface Migrated {
  /** Names of the migrations that ran. */
  readonly migrations: readonly string[];
  /** Tables and sequences whose grants to the application's role were repaired. */
  readonly repaired: readonly string[];
}

/**
 * Migrates the schema and the queues' tables, and repairs the application's role and its rights. Safe for concurrent
 * processes. Needs a session: throws DatabaseAccessError behind a pooler in transaction mode.
 */
export async function migrate(url: string, contexts: readonly Persistence[]): Promise<Migrated> {
  await requireOwnSession(url);
  const dataSource = await createDataSource({ url, asOwner: true, poolSize: 3 }, contexts).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await requirePlaceForList(lock);
    await ensureAppRole(lock);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    await runMigrations((await lock.connect()) as PoolClient, QUEUE_SCHEMA);
    const repaired = await repair(dataSource, contexts);
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    return { migrations: done.map((migration) => migration.name), repaired };
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

const PLACE = `
  SELECT current_user AS me, coalesce(current_schema(), 'public') AS schema,
    to_regclass(format('%I.trunkline_migrations', current_schema())) IS NOT NULL
      OR coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS has_place`;

/** From PostgreSQL 15 on only the database owner may create tables in the schema `public` by default. */
async function requirePlaceForList(db: QueryRunner): Promise<void> {
  const [row] = (await db.query(PLACE)) as readonly { me: string; schema: string; has_place: boolean }[];
  if (!row || row.has_place) return;
  const { me, schema } = row;
  throw new DatabaseAccessError([
    `the role ${me} may not create the list of migrations in the schema ${schema}. Make it the owner of the database, or run GRANT CREATE ON SCHEMA ${schema} TO ${me} as its owner.`,
  ]);
}

function repair(dataSource: DataSource, contexts: readonly Persistence[]): Promise<string[]> {
  const grants = contexts.flatMap((context) => context.grants ?? []);
  return dataSource.transaction((manager) => repairGrants(manager, [...grants, queueGrants]));
}

/** Creates a context's schema. The application's role may read and write rows of its tables but not alter them. */
export async function createSchema(db: QueryRunner, name: string): Promise<void> {
  await db.query(`CREATE SCHEMA ${name}`);
  await db.query(`GRANT USAGE ON SCHEMA ${name} TO ${APP_ROLE}`);
  await db.query(
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${name} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${APP_ROLE}`,
  );
  await db.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${name} GRANT USAGE, SELECT ON SEQUENCES TO ${APP_ROLE}`);
}
