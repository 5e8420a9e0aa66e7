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

const IS_IN_MEMORY = process.env['TEST_IN_MEMORY'] === 'true';
/** `file_copy` takes half the time in memory. On a disk, its checkpoints make the whole test run wait. */
const CLONE = IS_IN_MEMORY ? 'file_copy' : 'wal_log';
/** Of the databases of this worker of Jest. */
const PREFIX = `t_${process.env['JEST_WORKER_ID'] ?? '0'}_`;

/** The temporary folder of the test file that cloned last, and the end of the clones of the files before it. */
let cloning: { readonly folder: string | undefined; readonly formerDropped: Promise<void> } | null = null;

/**
 * Drops the clones of the test files that ran in this worker before, once for each file: those of a whole run fill 16 GB of
 * memory. A module lives as long as the worker, and each file has a temporary folder of its own.
 */
function dropFormer(admin: pg.Client): Promise<void> {
  const folder = process.env['TMPDIR'];
  if (cloning?.folder !== folder || cloning === null) cloning = { folder, formerDropped: dropClones(admin) };
  return cloning.formerDropped;
}

async function dropClones(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)`,
    [PREFIX],
  );
  for (const { name } of rows) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
}

/** Creates a migrated, empty database and returns its URL. In memory, it exists until the worker's next test file makes one. */
export async function freshDatabaseUrl(): Promise<string> {
  const name = `${PREFIX}${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server() });
  await admin.connect();
  try {
    if (IS_IN_MEMORY) await dropFormer(admin);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY ${CLONE}`);
  } finally {
    await admin.end();
  }
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
