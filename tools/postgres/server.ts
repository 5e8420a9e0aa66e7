import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Binaries, findBinaries, SERVER_ENV } from './binaries';
import { damaged, type DataFolder, openDataFolder, SUPERUSER } from './data-folder';
import { PostgresError } from './postgres-error';
import { commandOf, freePort, isAlive, pause, waitForExit, whenGone } from './process';

export interface PostgresOptions {
  /** The folder of the database; made when absent. */
  readonly dir: string;
  /** Default: a free one, chosen anew at each start. */
  readonly port?: number;
  /** False trades safety for speed: for tests, whose data may be lost. */
  readonly durable?: boolean;
  /** Default: those of the npm package. */
  readonly binaries?: Binaries;
}

export interface Postgres {
  /** The superuser's address of the database `trunkline`. */
  readonly url: string;
  readonly port: number;
  /** True when the server outlived a killed launcher and was taken over. */
  readonly adopted: boolean;
  /** Resolves when the server is gone, asked for or not. */
  readonly exited: Promise<void>;
  /** Fast shutdown: sessions are cut off, everything committed is on disk. Resolves when the process is gone. */
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
/** How many free ports are tried: between asking for one and using it somebody may take it. */
const PORT_ATTEMPTS = 5;
const WRONG_PASSWORD = '28P01';
/** Starting up or recovering; all sessions taken; ended by the administrator. */
const NOT_YET = new Set(['57P03', '53300', '57P01']);
const DUPLICATE_DATABASE = '42P04';
const CONNECTIONS_MAX = 300;
const FAST = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=96MB'];
const DURABLE = ['shared_buffers=256MB'];

function urlOf(folder: DataFolder, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${folder.password}@127.0.0.1:${String(port)}/${database}`;
}

/** The error of a statement, or null; an open port is not enough, for a server that recovers answers 57P03. */
async function attempt(url: string, sql: string): Promise<Error | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // A server that stops ends the idle session with an error event; the statement's own error is the one that counts.
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

/** PostgreSQL's own code of the error; '' when it came from the way there. */
function stateOf(error: Error): string {
  return 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code)) ? String(error.code) : '';
}

/** Waits until the server answers a query. Resolves to false when it ends first. */
async function ready(server: Server, folder: DataFolder, gone: () => boolean): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (gone()) return false;
    const error = await attempt(urlOf(folder, server.port, 'postgres'), 'SELECT 1');
    if (!error) return true;
    const state = stateOf(error);
    if (state === WRONG_PASSWORD) throw damaged(folder.dir, 'its password file does not fit');
    if (state && !NOT_YET.has(state)) throw damaged(folder.dir, error.message);
    if (Date.now() > deadline) {
      throw new PostgresError(
        'not_started',
        `PostgreSQL (process ${String(server.pid)}) does not answer: ${error.message}`,
      );
    }
    await pause(POLL_MS);
  }
}

/** The server that already runs on the folder, since whoever started it was killed. */
async function adopt(folder: DataFolder): Promise<Server | null> {
  const pidFile = join(folder.dir, 'postmaster.pid');
  if (!existsSync(pidFile)) return null;
  const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n').map(Number);
  if (!pid || !port) return null;
  if (!isAlive(pid) || !commandOf(pid).includes(folder.dir)) {
    // A reused process id: PostgreSQL itself would take the stranger for its other self and refuse to start.
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
    // The statements of clients hold personal data: only the server's own end is worth a line.
    'log_min_messages=fatal',
    'log_min_error_statement=panic',
    ...(durable ? DURABLE : FAST),
  ];
  // A file and not a pipe: the server must be able to outlive us.
  const log = openSync(join(folder.dir, LOG_FILE), 'w', 0o600);
  const child = spawn(binaries.postgres, ['-D', folder.dir, ...settings.flatMap((setting) => ['-c', setting])], {
    ...binaries.identity,
    env: SERVER_ENV,
    cwd: '/',
    stdio: ['ignore', log, log],
    // Its own group: Ctrl-C at the terminal must not reach it before those who use it.
    detached: true,
  });
  closeSync(log);
  return child;
}

function lastWords(dir: string): string {
  const lines = readFileSync(join(dir, LOG_FILE), 'utf8').trim().split('\n');
  const told = lines.filter((line) => /\b(PANIC|FATAL):/.test(line) && !line.includes('starting up'));
  const words = told.find((line) => line.includes('PANIC:')) ?? told.at(-1) ?? lines.at(-1) ?? '';
  return words.replace(/^.*?(PANIC|FATAL):\s*/, '') || 'it says nothing';
}

/** Starts the server on the port. Resolves to null when something else listens there. */
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
  const words = lastWords(folder.dir);
  if (words.includes('could not create any TCP/IP sockets')) return null;
  throw damaged(folder.dir, words);
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
 * A real PostgreSQL, from its npm package unless told otherwise, on the loopback, as root or as an ordinary user. One caller per folder at a time:
 * a server found running there is taken over, so `stop` stops it. Throws PostgresError, whose message is one line.
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
