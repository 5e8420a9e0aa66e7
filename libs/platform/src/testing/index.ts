import { randomBytes } from 'node:crypto';
import type { Clock } from '@trunkline/kernel';
import pg from 'pg';
import { createDataSource, Database, type Persistence } from '../database/database';
import { platformPersistence } from '../database/platform-persistence';
import { OutboxEventBus } from '../events/outbox';

/** Returns the URL of the server that the test run started. Tests fail without it. */
function server(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test` or `node tools/test.mjs <project>`.');
  return url;
}

/** The migrated database of the test run, which test files clone. */
export const TEMPLATE_DATABASE = 'trunkline_template';

/** `file_copy` takes half the time in memory. On a disk, its checkpoints make the whole test run wait. */
const CLONE = process.env['TEST_IN_MEMORY'] === 'true' ? 'file_copy' : 'wal_log';

/** Creates a migrated, empty database and returns its URL. */
export async function freshDatabaseUrl(): Promise<string> {
  const name = `t_${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server() });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY ${CLONE}`);
  await admin.end();
  const url = new URL(server());
  url.pathname = `/${name}`;
  return url.toString();
}

/**
 * Options of V8 for the apps that tests start. Most of them end before optimized code pays off, and starting creates much
 * garbage: a start costs a seventh less processor time. Source maps would cost a fifth of a start, so the stacks of these apps
 * name lines of the bundle.
 */
export const TEST_APP_FLAGS = ['--no-opt', '--min-semi-space-size=16', '--max-semi-space-size=16'];

export interface TestDatabase {
  readonly url: string;
  readonly db: Database;
  readonly close: () => Promise<void>;
}

/** Opens a `Database` on a new clone as the application's role, for adapter tests. */
export async function testDatabase(contexts: readonly Persistence[]): Promise<TestDatabase> {
  const url = await freshDatabaseUrl();
  const dataSource = await createDataSource({ url }, [platformPersistence, ...contexts]).initialize();
  return { url, db: new Database(dataSource), close: () => dataSource.destroy() };
}

/** Creates the event bus of adapter tests. */
export function testEventBus(db: Database, clock: Clock): OutboxEventBus {
  return new OutboxEventBus(db, clock);
}

export { freePort } from '@trunkline/kernel/testing';
export * from './age-months';
export * from './count-statements';
export * from './eventually';
export * from './lock-waits';
export * from './login-role';
export * from './owner-connection';
export * from './pdf-text';
export * from './pgbouncer';
export * from './promtool';
export * from './recording-log';
export * from './redis';
export * from './wire-proxy';
