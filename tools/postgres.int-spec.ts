import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, isAlive, type Postgres, type PostgresOptions, startPostgres } from './postgres';

describe('the embedded PostgreSQL', () => {
  let template: string;
  let folder: string;
  let running: Postgres[];

  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), 'trunkline-pg-'));
    chmodSync(template, 0o711);
    await (await startPostgres({ dir: join(template, 'postgres'), durable: false })).stop();
  });

  afterAll(() => rmSync(template, { recursive: true }));

  beforeEach(() => {
    running = [];
    folder = mkdtempSync(join(tmpdir(), 'trunkline-pg-'));
    chmodSync(folder, 0o711);
  });

  afterEach(async () => {
    await Promise.all(running.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  /** Copies a cluster that was stopped: creating one takes a second of processor time. */
  const created = (): string => {
    const dir = join(folder, 'postgres');
    expect(spawnSync('cp', ['-a', join(template, 'postgres'), dir]).status).toBe(0);
    return dir;
  };

  const start = async (options: Partial<PostgresOptions> = {}): Promise<Postgres> => {
    const server = await startPostgres({ dir: join(folder, 'postgres'), durable: false, ...options });
    running.push(server);
    return server;
  };

  const query = async (url: string, sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    await client.end();
    return rows;
  };

  it('keeps its data across restarts', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS seven');
    await first.stop();
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'SELECT seven FROM kept')).toEqual([[7]]);
  });

  it('takes over a server whose launcher was killed, and stops it', async () => {
    created();
    const orphan = await start();
    const heir = await start();
    expect(heir).toMatchObject({ adopted: true, port: orphan.port, url: orphan.url });
    await heir.stop();
    await orphan.exited;
    await expect(query(orphan.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('starts when another process has the process id of its previous run', async () => {
    const dir = created();
    writeFileSync(join(dir, 'postmaster.pid'), `${process.pid}\n${dir}\n0\n1\n\n127.0.0.1\n`);
    expect((await start()).adopted).toBe(false);
    expect(isAlive(process.pid)).toBe(true);
  });

  it('stores its password readable by its owner only and requires it', async () => {
    created();
    const server = await start();
    expect(statSync(join(folder, 'postgres', 'trunkline-password')).mode & 0o777).toBe(0o600);
    const guess = new URL(server.url);
    guess.password = 'guess';
    await expect(query(guess.toString(), 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('names the port that is in use', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await expect(start({ port })).rejects.toMatchObject({
      fault: 'port_in_use',
      message: `port ${port} for PostgreSQL is in use`,
    });
    other.close();
  });

  it('rejects a folder of another major version', async () => {
    const dir = created();
    writeFileSync(join(dir, 'PG_VERSION'), '12\n');
    await expect(start()).rejects.toMatchObject({ fault: 'version_mismatch' });
  });

  const spoils: [string, (dir: string) => void][] = [
    ['that is no database', (dir) => rmSync(join(dir, 'PG_VERSION'))],
    ['whose control file is gone', (dir) => rmSync(join(dir, 'global/pg_control'))],
    ['whose control file is overwritten', (dir) => writeFileSync(join(dir, 'global/pg_control'), Buffer.alloc(8192))],
    ['whose log is gone', (dir) => spawnSync('sh', ['-c', `rm ${dir}/pg_wal/0*`])],
    ['whose tables are gone', (dir) => spawnSync('sh', ['-c', `rm -r ${dir}/base/*`])],
    ['whose password does not fit', (dir) => writeFileSync(join(dir, 'trunkline-password'), 'x')],
  ];
  it.each(spoils)('reports in one line a folder that is damaged %s', async (_, spoil) => {
    spoil(created());
    const failure = await start().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'PostgresError', fault: 'damaged' });
    expect((failure as Error).message).toMatch(/^the data folder .* is damaged \(.+\): restore it .*, or remove it.*$/);
  });

  it('starts over when the first start was interrupted', async () => {
    mkdirSync(join(folder, 'postgres.new'), { mode: 0o700 });
    writeFileSync(join(folder, 'postgres.new', 'PG_VERSION'), '18');
    await start();
    expect(existsSync(join(folder, 'postgres.new'))).toBe(false);
  });

  it('works in a private folder', async () => {
    chmodSync(folder, 0o700);
    const server = await start();
    expect(await query(server.url, 'SELECT 1')).toEqual([[1]]);
    const place = join(folder, 'postgres');
    if (lstatSync(place).isSymbolicLink()) {
      await server.stop();
      rmSync(readlinkSync(place), { recursive: true });
    }
  });
});
