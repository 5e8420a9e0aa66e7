import type { QueryRunner } from 'typeorm';
import { APP_ROLE, createDataSource, type Persistence } from './database';

// Any number will do, so long as nothing else in this database takes it.
const MIGRATION_LOCK = 7_203_911;

/** Brings the schema up to date; safe to call from several processes at once. Returns the names of what ran. */
export async function migrate(url: string, contexts: readonly Persistence[]): Promise<string[]> {
  const dataSource = await createDataSource({ url, asOwner: true, poolSize: 3 }, contexts).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    return done.map((migration) => migration.name);
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

/** Creates a context's schema; the application's role may read and write what later comes into it, and may change no table. */
export async function createSchema(db: QueryRunner, name: string): Promise<void> {
  await db.query(`CREATE SCHEMA ${name}`);
  await db.query(`GRANT USAGE ON SCHEMA ${name} TO ${APP_ROLE}`);
  await db.query(
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${name} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${APP_ROLE}`,
  );
  await db.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${name} GRANT USAGE, SELECT ON SEQUENCES TO ${APP_ROLE}`);
}
