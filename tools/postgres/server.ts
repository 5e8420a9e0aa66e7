import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '@trunkline/kernel/testing';
import { type Binaries, findBinaries, SERVER_ENV } from './binaries';
import { damaged, type DataFolder, openDataFolder, SUPERUSER } from './data-folder';
import { PostgresError } from './postgres-error';
import { commandOf, isAlive, pause, waitForExit, whenGone } from './process';

export interface PostgresOptions {
  /** Folder of the database; created when missing. */
  readonly dir: string;
  /** Default: a free port, chosen at each start. */
  readonly port?: number;
  /** False trades durability for speed, for tests. */
  readonly durable?: boolean;
  /** Default: the binaries of the npm package. */
  readonly binaries?: Binaries;
}

export interface Postgres {
  /** URL of the database `trunkline` as the superuser. */
  readonly url: string;
  readonly port: number;
  /** True when the server of a killed launcher was still running and is reused. */
  readonly adopted: boolean;
  /** Resolves when the server has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Shuts down fast: sessions end, everything committed is on disk. Resolves when the process has ended. */
  readonly stop: () => Promise<void>;
}

interface Server {
  readonly pid: number;
  readonly port: number;
}

const DATABASE = 'trunkline';
const LOG_FILE = 'server.log';
const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 25;
/** Number of ports to try: another process may take a free port before the server binds it. */
const PORT_ATTEMPTS = 5;
const WRONG_PASSWORD = '28P01';
/** SQL states of a server that is starting or recovering, has no session left, or was shut down. */
const NOT_YET = new Set(['57P03', '53300', '57P01']);
const DUPLICATE_DATABASE = '42P04';
const CONNECTIONS_MAX = 400;
/**
 * Autovacuum would start a process for each of the hundreds of databases of a test run, one after the other. Test data is
 * too small and too young to need it.
 */
const FAST = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'shared_buffers=96MB',
];
const DURABLE = ['shared_buffers=256MB'];

function urlOf(folder: DataFolder, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${folder.password}@127.0.0.1:${String(port)}/${database}`;
}

/** Returns the error of a statement, or null. An open port is not enough: a recovering server answers 57P03. */
async function attempt(url: string, sql: string): Promise<Error | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // A server that shuts down ends idle sessions with an error event; the statement's own error is reported.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the SQL state of the error, or '' for a connection error. */
function stateOf(error: Error): string {
  return 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code)) ? String(error.code) : '';
}

/** Waits until the server answers a query. Resolves to false when the server ends first. */
async function ready(server: Server, folder: DataFolder, gone: () => boolean): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (gone()) return false;
    const error = await attempt(urlOf(folder, server.port, 'postgres'), 'SELECT 1');
    if (!error) return true;
    const state = stateOf(error);
    if (state === WRONG_PASSWORD) throw damaged(folder.dir, 'the password in its password file is wrong');
    if (state && !NOT_YET.has(state)) throw damaged(folder.dir, error.message);
    if (Date.now() > deadline) {
      throw new PostgresError(
        'not_started',
        `PostgreSQL (process ${String(server.pid)}) does not respond: ${error.message}`,
      );
    }
    await pause(POLL_MS);
  }
}

/** Returns the server that still runs on the folder because its launcher was killed. */
async function adopt(folder: DataFolder): Promise<Server | null> {
  const pidFile = join(folder.dir, 'postmaster.pid');
  if (!existsSync(pidFile)) return null;
  const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n').map(Number);
  if (!pid || !port) return null;
  if (!isAlive(pid) || !commandOf(pid).includes(folder.dir)) {
    // The process id was reused: PostgreSQL would mistake the other process for itself and refuse to start.
    rmSync(pidFile);
    return null;
  }
  const server = { pid, port };
  return (await ready(server, folder, () => !isAlive(pid))) ? server : null;
}

function spawnServer(folder: DataFolder, binaries: Binaries, port: number, durable: boolean): ChildProcess {
  const settings = [
    `port=${String(port)}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${String(CONNECTIONS_MAX)}`,
    'timezone=UTC',
    // Statements contain personal data, so only fatal messages are logged.
    'log_min_messages=fatal',
    'log_min_error_statement=panic',
    ...(durable ? DURABLE : FAST),
  ];
  // A file instead of a pipe: the server must be able to outlive the launcher.
  const log = openSync(join(folder.dir, LOG_FILE), 'w', 0o600);
  const child = spawn(binaries.postgres, ['-D', folder.dir, ...settings.flatMap((setting) => ['-c', setting])], {
    ...binaries.identity,
    env: SERVER_ENV,
    cwd: '/',
    stdio: ['ignore', log, log],
    // A process group of its own: Ctrl-C must not stop it before the apps that use it.
    detached: true,
  });
  closeSync(log);
  return child;
}

function lastError(dir: string): string {
  const lines = readFileSync(join(dir, LOG_FILE), 'utf8').trim().split('\n');
  const fatal = lines.filter((line) => /\b(PANIC|FATAL):/.test(line) && !line.includes('starting up'));
  const reason = fatal.find((line) => line.includes('PANIC:')) ?? fatal.at(-1) ?? lines.at(-1) ?? '';
  return reason.replace(/^.*?(PANIC|FATAL):\s*/, '') || 'the log has no reason';
}

/** Starts the server on the port. Resolves to null when the port is in use. */
async function launchOn(
  port: number,
  folder: DataFolder,
  binaries: Binaries,
  durable: boolean,
): Promise<Server | null> {
  const child = spawnServer(folder, binaries, port, durable);
  const failures: Error[] = [];
  child.once('error', (error) => failures.push(error));
  const server = { pid: child.pid ?? 0, port };
  const gone = (): boolean => failures.length > 0 || child.exitCode !== null || child.signalCode !== null;
  try {
    if (await ready(server, folder, gone)) return server;
  } catch (error) {
    await stop(server);
    throw error;
  }
  if (failures[0]) throw new PostgresError('not_permitted', `PostgreSQL cannot be started: ${failures[0].message}`);
  const reason = lastError(folder.dir);
  if (reason.includes('could not create any TCP/IP sockets')) return null;
  throw damaged(folder.dir, reason);
}

async function launch(folder: DataFolder, binaries: Binaries, options: PostgresOptions): Promise<Server> {
  const durable = options.durable ?? true;
  const ports =
    options.port === undefined ? await Promise.all(Array.from({ length: PORT_ATTEMPTS }, freePort)) : [options.port];
  for (const port of ports) {
    const server = await launchOn(port, folder, binaries, durable);
    if (server) return server;
  }
  throw new PostgresError('port_in_use', `port ${ports.join(', ')} for PostgreSQL is in use`);
}

async function stop(server: Server): Promise<void> {
  if (isAlive(server.pid)) process.kill(server.pid, 'SIGINT');
  if (!(await waitForExit(server.pid, STOP_TIMEOUT_MS))) {
    throw new PostgresError('not_started', `PostgreSQL (process ${String(server.pid)}) does not stop`);
  }
}

/**
 * Starts PostgreSQL on loopback, by default from the npm package, as root or as an ordinary user. A folder has one caller
 * at a time: a server that already runs on it is reused, and `stop` stops it. Throws PostgresError with a one-line
 * message.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = options.binaries ?? (await findBinaries());
  const folder = openDataFolder(options.dir, binaries);
  const adopted = await adopt(folder);
  const server = adopted ?? (await launch(folder, binaries, options));
  const made = await attempt(urlOf(folder, server.port, 'postgres'), `CREATE DATABASE ${DATABASE}`);
  if (made && stateOf(made) !== DUPLICATE_DATABASE) throw damaged(folder.dir, made.message);
  return {
    url: urlOf(folder, server.port, DATABASE),
    port: server.port,
    adopted: adopted !== null,
    exited: whenGone(server.pid),
    stop: () => stop(server),
  };
}
