import type { DataSource, QueryRunner } from 'typeorm';
import { MigrationExecutor } from 'typeorm';
import { inTransaction, SESSION_SETTINGS, withLockRetries } from './locks';
import { elapsed, forgetSteps, report } from './progress';

type Migration = Awaited<ReturnType<MigrationExecutor['getPendingMigrations']>>[number];

/**
 * Runs the pending migrations on the connection of `db`, in order, and returns their names. A migration is one transaction,
 * unless its property `transaction` is false: each of its statements then commits, and after a failure it is run again from
 * its beginning. See docs/database.md#migrations.
 */
export async function runPending(dataSource: DataSource, db: QueryRunner): Promise<string[]> {
  const executor = new MigrationExecutor(dataSource, db);
  // Creates the list of migrations if there is none.
  await executor.showMigrations();
  const pending = await executor.getPendingMigrations();
  for (const migration of pending) {
    const since = performance.now();
    report(db, `migrating ${migration.name}`);
    await run(executor, db, migration);
    report(db, `migrated ${migration.name} in ${elapsed(since)}`);
  }
  return pending.map(({ name }) => name);
}

async function run(executor: MigrationExecutor, db: QueryRunner, migration: Migration): Promise<void> {
  const { instance } = migration;
  if (!instance) throw new Error(`The migration ${migration.name} has no instance.`);
  const isOnline = instance.transaction === false;
  if (isOnline)
    await withLockRetries(db, async () => {
      await db.query(SESSION_SETTINGS);
      await instance.up(db);
    });
  await db.query(SESSION_SETTINGS);
  await inTransaction(db, async () => {
    if (!isOnline) await instance.up(db);
    await executor.insertMigration(migration);
    await forgetSteps(db);
  });
}
