import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'bullmq';
import type { PoolClient } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { recordChanges } from '../activity/record-changes';
import { createDataSource, type Persistence } from './database';
import { report, reportTo, type Report } from './online/progress';
import { MONTHS_AHEAD } from './online/partitions';
import { runPending } from './online/run-pending';
import { DatabaseAccessError } from './roles/access-error';
import { APP_ROLE, ensureAppRole } from './roles/app-role';
import { QUEUE_SCHEMA, queueGrants, repairGrants } from './roles/grants';
import { requireOwnSession } from './pool/pooler';

// An arbitrary key that no other advisory lock of this database uses.
const MIGRATION_LOCK = 7_203_911;
const LOCK_PAUSE_MS = 250;

export interface Migrated {
  /** Names of the migrations that ran. */
  readonly migrations: readonly string[];
  /** Tables and sequences whose grants to the application's role were repaired. */
  readonly repaired: readonly string[];
}

/**
 * Migrates the schema and the queues' tables, and repairs the application's role and its rights. Safe for concurrent
 * processes, and while the service runs. Needs a session: throws DatabaseAccessError behind a pooler in transaction mode.
 */
export async function migrate(
  url: string,
  contexts: readonly Persistence[],
  reporting: Report = () => undefined,
): Promise<Migrated> {
  await requireOwnSession(url);
  const dataSource = await createDataSource({ url, asOwner: true, poolSize: 3 }, contexts).initialize();
  // The connection that holds the lock also migrates: if it is lost, so is the migration.
  const db = dataSource.createQueryRunner();
  reportTo(db, reporting);
  try {
    await lockMigrations(db);
    await requirePlaceForList(db);
    await ensureAppRole(db);
    const migrations = await runPending(dataSource, db);
    await addPartitions(db);
    for (const { activity, grants } of contexts)
      if (activity && grants) await recordChanges(db, grants.schema, activity.recorded);
    // The doctor compares the list with the migrations of its release.
    await db.query(`GRANT SELECT ON trunkline_migrations TO ${APP_ROLE}`);
    await runMigrations((await db.connect()) as PoolClient, QUEUE_SCHEMA);
    const repaired = await repair(dataSource, contexts);
    await db.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    return { migrations, repaired };
  } finally {
    await db.release();
    await dataSource.destroy();
  }
}

/**
 * Polls the lock instead of waiting in the server. A statement that waits has a snapshot, and an index that another process builds
 * concurrently waits for all snapshots: PostgreSQL would end one of the two as a deadlock.
 */
async function lockMigrations(db: QueryRunner): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const [row] = (await db.query('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK])) as {
      locked: boolean;
    }[];
    if (row?.locked) return;
    if (isFirst) report(db, 'waits for the migration of another process');
    await pause(LOCK_PAUSE_MS);
  }
}

/** For the coming months, as workers do. */
async function addPartitions(db: QueryRunner): Promise<void> {
  const [row] = (await db.query(`SELECT to_regproc('platform.add_months') IS NOT NULL AS exists`)) as {
    exists: boolean;
  }[];
  if (row?.exists) await db.query('SELECT platform.add_months($1)', [MONTHS_AHEAD]);
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
