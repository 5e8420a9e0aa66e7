import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, type Postgres } from '../postgres';
import { type Binaries, findBinaries, SERVER_ENV } from '../postgres/binaries';

const READY_ATTEMPTS = 400;

/** Executes a statement at a server. */
export async function execute(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export interface Standby {
  readonly url: string;
  readonly port: number;
  /** Waits until everything of the primary is replayed, and makes the standby the primary. */
  readonly promote: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Copies a running primary's folder, and returns what the copy needs to recover from it. */
async function copyOf(primary: Postgres, from: string, to: string): Promise<string> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`SELECT pg_backup_start('standby', true)`);
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`The folder was not copied: ${copied.stderr}`);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  return rows[0]?.labelfile ?? '';
}

function lend({ identity: { uid, gid } }: Binaries, path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Starts a server in `to` that follows the primary in `from` by streaming replication. */
export async function startStandby(primary: Postgres, from: string, to: string): Promise<Standby> {
  const binaries = await findBinaries();
  const label = await copyOf(primary, from, to);
  for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, file), { force: true });
  lend(binaries, join(to, 'backup_label'), label);
  lend(binaries, join(to, 'standby.signal'), '');
  const port = await freePort();
  const settings = [
    `port=${String(port)}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    // At least that of the primary.
    'max_connections=400',
    `primary_conninfo=${primary.url}`,
  ];
  const child: ChildProcess = spawn(binaries.postgres, ['-D', to, ...settings.flatMap((each) => ['-c', each])], {
    ...binaries.identity,
    env: SERVER_ENV,
    cwd: '/',
    stdio: 'ignore',
  });
  const url = Object.assign(new URL(primary.url), { port: String(port) }).toString();
  const until = async (statement: string): Promise<void> => {
    for (let attempt = 0; attempt < READY_ATTEMPTS; attempt++) {
      const [isTrue] = await execute(url, statement).catch(() => [false]);
      if (isTrue === true) return;
      await new Promise((again) => setTimeout(again, 50));
    }
    throw new Error(`The standby did not come to: ${statement}`);
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGINT');
    await once(child, 'exit');
  };
  try {
    await until(`SELECT EXISTS (SELECT FROM pg_stat_wal_receiver WHERE status = 'streaming')`);
  } catch (error) {
    await stop();
    throw error;
  }
  const promote = async (): Promise<void> => {
    const [end] = await execute(primary.url, 'SELECT pg_current_wal_lsn()::text');
    await until(`SELECT pg_last_wal_replay_lsn() >= '${String(end)}'::pg_lsn`);
    await execute(url, 'SELECT pg_promote()');
  };
  return { url, port, promote, stop };
}
