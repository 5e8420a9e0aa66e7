import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { type Binaries, freePort, isAlive, startPostgres, waitForExit } from '../postgres';

/** Servers of one test run. `stop` ends them and removes their folder. */
export interface Servers {
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

type Stop = () => Promise<void>;

// Equals `TEMPLATE_DATABASE` of @trunkline/platform/testing, whose import would pull the whole platform into this bundle.
const TEMPLATE_DATABASE = 'trunkline_template';
const FOLDER_PREFIX = 'trunkline-test-';
/** Linux keeps the files of this folder in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** Several times the databases that exist at once: each of Jest's workers drops those of its last test file. */
const MEMORY_BYTES_MIN = 6 * 1024 ** 3;
const OWNER_FILE = 'owner.pid';
const STOP_TIMEOUT_MS = 10_000;
const READY_TIMEOUT_MS = 10_000;
const POLL_MS = 25;

/** Before, the number of iterations is fixed. */
const SCRAM_ITERATIONS_SINCE = 16;
const NO_REDIS = `
################################################################################
##                                                                            ##
##   NO REDIS HERE: THE TESTS THAT NEED A REAL REDIS ARE NOT RUN.             ##
##   Install a redis-server program, or set TEST_REDIS_URL, to run them too.  ##
##                                                                            ##
################################################################################
`;

/** Debian installs some programs in folders that are only in root's PATH. */
const PROGRAM_FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];

/** Returns the path of an optional program as a variable for the tests. Throws in CI when it is missing. */
function optionalProgram(program: string, variable: string, debianPackage: string): Record<string, string> {
  const found = PROGRAM_FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path));
  if (found) return { [variable]: found };
  if (process.env['CI'] === 'true')
    throw new Error(`${program} is not installed. In CI, the tests that use it must run.`);
  console.log(
    `\n## ${program} IS NOT INSTALLED: THE TESTS THAT USE IT ARE SKIPPED. On Debian: apt-get install ${debianPackage}\n`,
  );
  return {};
}

async function endProcess(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  if (!(await waitForExit(pid, STOP_TIMEOUT_MS))) process.kill(pid, 'SIGKILL');
}

/** Returns whether the folder belongs to this user: others share the roots. A run may remove its folder meanwhile. */
function isOwn(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** Ends the servers of an earlier run that was killed, and removes its folder. */
async function sweep(): Promise<void> {
  const roots = [tmpdir(), MEMORY_FOLDER].filter((root) => existsSync(root));
  const paths = roots.flatMap((root) => readdirSync(root).map((name) => join(root, name)));
  for (const folder of paths.filter((path) => basename(path).startsWith(FOLDER_PREFIX) && isOwn(path))) {
    const pidOf = (file: string): number => {
      try {
        return parseInt(readFileSync(join(folder, file), 'utf8'), 10) || 0;
      } catch {
        return 0;
      }
    };
    const owner = pidOf(OWNER_FILE);
    if (owner === 0 || isAlive(owner)) continue;
    for (const pid of [pidOf('postgres/postmaster.pid'), pidOf('redis.pid')].filter(Boolean)) await endProcess(pid);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the folder for the databases of the run: in memory if enough is free. They consist of half a million files, whose
 * deletion took 78 s on an ext4 disk.
 */
function rootOfServers(): string {
  // The second one respects the limit of a container.
  if (Math.min(freemem(), process.availableMemory()) < MEMORY_BYTES_MIN || !existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize < MEMORY_BYTES_MIN ? tmpdir() : MEMORY_FOLDER;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(rootOfServers(), FOLDER_PREFIX));
  // PostgreSQL started by root runs as another user, which must be able to traverse the folder.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, OWNER_FILE), String(process.pid));
  return folder;
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE}`);
  await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${TEMPLATE_DATABASE}`;
  const migration = spawnSync(process.execPath, ['--enable-source-maps', 'dist/tools/migrate.js'], {
    env: { ...process.env, DATABASE_DIRECT_URL: '', DATABASE_URL: url.toString() },
    encoding: 'utf8',
  });
  if (migration.status !== 0) throw new Error(`the template database: ${migration.stderr.trim()}`);
}

interface Database {
  readonly url: string;
  /** Started by this run, which may change its roles. */
  readonly isOwn: boolean;
  readonly stop: Stop;
}

async function postgres(folder: string, binaries?: Binaries): Promise<Database> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given && !binaries) return { url: given, isOwn: false, stop: () => Promise.resolve() };
  const options = { dir: join(folder, 'postgres'), durable: false, ...(binaries && { binaries }) };
  return { ...(await startPostgres(options)), isOwn: true };
}

/** Deriving the key of SCRAM is a quarter of a client's work on a connection, and a run opens thousands. */
async function cheapenPassword(serverUrl: string): Promise<void> {
  const { username, password } = new URL(serverUrl);
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const { rows } = await admin.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  if ((rows[0]?.major ?? 0) >= SCRAM_ITERATIONS_SINCE) {
    await admin.query('SET scram_iterations = 1');
    await admin.query(`ALTER ROLE ${admin.escapeIdentifier(username)} PASSWORD ${admin.escapeLiteral(password)}`);
  }
  await admin.end();
}

/** Starts a Redis for this run, if redis-server is installed. */
async function redis(folder: string): Promise<{ url: string; stop: Stop } | null> {
  const given = process.env['TEST_REDIS_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    if (process.env['CI'] === 'true')
      throw new Error('redis-server is not installed, and CI must run the tests that need it');
    console.log(NO_REDIS);
    return null;
  }
  const port = String(await freePort());
  const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const files = ['--pidfile', join(folder, 'redis.pid'), '--logfile', join(folder, 'redis.log')];
  const child = spawn('redis-server', [...options, ...files, '--maxmemory-policy', 'noeviction', '--daemonize', 'no'], {
    stdio: 'ignore',
    detached: true,
  });
  const pid = child.pid ?? 0;
  writeFileSync(join(folder, 'redis.pid'), String(pid));
  await redisReady(port);
  return { url: `redis://127.0.0.1:${port}`, stop: () => endProcess(pid) };
}

async function redisReady(port: string): Promise<void> {
  const { Redis } = await import('ioredis');
  const retryStrategy = (times: number): number | null => (times * POLL_MS > READY_TIMEOUT_MS ? null : POLL_MS);
  const client = new Redis(Number(port), '127.0.0.1', { retryStrategy, maxRetriesPerRequest: null });
  // Connections are refused until Redis listens; after the last retry the ping rejects.
  client.on('error', () => undefined);
  try {
    await client.ping();
  } finally {
    client.disconnect();
  }
}

/**
 * Starts PostgreSQL with a migrated template database, and Redis if it is installed. Stops everything when the start
 * fails. Without `binaries` it uses the PostgreSQL at TEST_DATABASE_URL, or else the embedded one.
 */
export async function startServers(binaries?: Binaries): Promise<Servers> {
  await sweep();
  const folder = makeFolder();
  const stops: Stop[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const programs = {
      ...optionalProgram('pgbouncer', 'TEST_PGBOUNCER', 'pgbouncer'),
      ...optionalProgram('nginx', 'TEST_NGINX', 'nginx-light'),
      ...optionalProgram('clamd', 'TEST_CLAMD', 'clamav-daemon'),
      ...optionalProgram('bearerbox', 'TEST_BEARERBOX', 'kannel'),
      ...optionalProgram('soffice', 'TEST_SOFFICE', 'libreoffice-calc'),
    };
    const store = await redis(folder);
    if (store) stops.push(store.stop);
    const database = await postgres(folder, binaries);
    stops.push(database.stop);
    if (database.isOwn) await cheapenPassword(database.url);
    await makeTemplate(database.url);
    return {
      env: {
        TEST_DATABASE_URL: database.url,
        TEST_IN_MEMORY: String(database.isOwn && folder.startsWith(MEMORY_FOLDER)),
        ...programs,
        ...(store ? { TEST_REDIS_URL: store.url } : {}),
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
