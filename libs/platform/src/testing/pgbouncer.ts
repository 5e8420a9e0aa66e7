import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from './eventually';
import { freePort } from '@trunkline/kernel/testing';

/** Returns the path of PgBouncer. Without it the test run prints a notice, and with CI=true it fails. */
export function pgBouncerProgram(): string | undefined {
  return process.env['TEST_PGBOUNCER'];
}

export interface PgBouncerOptions {
  /** URL of any database on the pooled server. */
  readonly databaseUrl: string;
  readonly mode: 'session' | 'transaction' | 'statement';
  /** Additional lines of the section [pgbouncer]. */
  readonly settings?: readonly string[];
}

export interface PgBouncer {
  /** Returns the URL of the same database and user through the pooler. */
  readonly through: (databaseUrl: string) => string;
  readonly stop: () => Promise<void>;
}

/** PgBouncer refuses to run as root, so it runs as the user `nobody`. */
function identity(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function configure(folder: string, port: number, { databaseUrl, mode, settings = [] }: PgBouncerOptions): string {
  const { hostname, port: serverPort } = new URL(databaseUrl);
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${String(port)}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${join(folder, 'users.txt')}`,
    `pool_mode = ${mode}`,
    'max_client_conn = 500',
    // In session mode each client connection holds a server connection.
    'default_pool_size = 120',
    ...settings,
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Starts PgBouncer before the server of `databaseUrl`, for the users and passwords of the URLs `users`. */
export async function startPgBouncer(options: PgBouncerOptions, users: readonly string[]): Promise<PgBouncer> {
  const program = pgBouncerProgram();
  if (!program || !existsSync(program)) throw new Error('TEST_PGBOUNCER is not set. Run the tests with `npm test`.');
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-pgbouncer-'));
  chmodSync(folder, 0o755);
  const known = users
    .map((url) => new URL(url))
    .map((url) => `"${url.username}" "${decodeURIComponent(url.password)}"`);
  writeFileSync(join(folder, 'users.txt'), `${known.join('\n')}\n`);
  const port = await freePort();
  const child: ChildProcess = spawn(program, [configure(folder, port, options)], { ...identity(), stdio: 'ignore' });
  const through = (databaseUrl: string): string =>
    Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${String(port)}` }).toString();
  await eventually(async () => {
    const client = new pg.Client({ connectionString: through(users[0] ?? options.databaseUrl) });
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  return { through, stop };
}
