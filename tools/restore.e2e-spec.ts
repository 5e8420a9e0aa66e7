import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import pg from 'pg';
import { type Binaries, findSystemBinaries, type Postgres, startPostgres } from './postgres';
import type { SandboxAccount } from './sandbox/sandbox-account';
import { Launcher } from './stack/launcher';
import type { RunningStack } from './stack/running-stack';

// Starts two servers and four stacks in turn.
jest.setTimeout(240_000);

const [binaries] = findSystemBinaries();

// The embedded server has no pg_dump. A run without the system's server prints a notice, and fails in CI.
if (binaries) describe('a backup', () => restores(binaries));
else it('needs the pg_dump of the system’s packages, which CI has', () => expect(process.env['CI']).not.toBe('true'));

function restores(server: Binaries): void {
  let folder: string;
  let dataDir: string;
  const servers: Postgres[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-restore-'));
    chmodSync(folder, 0o711);
    dataDir = join(folder, 'data');
  });

  afterAll(async () => {
    await Promise.all(servers.map((each) => each.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  const startServer = async (name: string): Promise<Postgres> => {
    const started = await startPostgres({ dir: join(folder, name), durable: false, binaries: server });
    servers.push(started);
    return started;
  };

  /** Runs a command of docs/backup-and-restore.md. */
  const run = (program: string, ...args: string[]): { status: number | null; stderr: string } =>
    spawnSync(join(dirname(server.postgres), program), args, { encoding: 'utf8' });

  const migrate = (url: string): string => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: url };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/tools/migrate.js'], {
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };

  const withStack = async <T>(url: string, work: (stack: RunningStack) => Promise<T>): Promise<T> => {
    const launcher = new Launcher(dataDir, { DATABASE_URL: url });
    try {
      return await work(await launcher.ready());
    } finally {
      await launcher.stop();
    }
  };

  const me = async (stack: RunningStack): Promise<{ status: number; body: unknown }> => {
    const { apiKey } = JSON.parse(readFileSync(join(dataDir, 'account.json'), 'utf8')) as SandboxAccount;
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await fetch(`${stack.apiUrl}/v1/accounts/me`, { headers });
    return { status: answer.status, body: await answer.json() };
  };

  const startApi = (url: string, more: Record<string, string> = {}) => {
    const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
    const env = { PATH: process.env['PATH'], ...secrets, DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', ...more };
    return spawnSync(process.execPath, ['dist/apps/api/main.js'], { env, encoding: 'utf8', timeout: 60_000 });
  };

  it('is restored into a server without the role, migrated, and works with the same master keys alone', async () => {
    const source = await startServer('source');
    const before = await withStack(source.url, me);
    expect(before.status).toBe(200);
    const dump = join(folder, 'trunkline.dump');
    expect(run('pg_dump', '--format=custom', '--no-owner', `--file=${dump}`, source.url).status).toBe(0);
    expect(existsSync(dump)).toBe(true);

    const target = await startServer('target');
    const restored = run('pg_restore', '--no-owner', `--dbname=${target.url}`, dump);
    expect(restored.stderr).toContain('role "trunkline_app" does not exist');
    expect(startApi(target.url)).toMatchObject({ status: 1 });
    const output = migrate(target.url);
    expect(output).toMatch(/repaired the rights of the role trunkline_app on .*billing\.postings/);
    expect(output).toContain('The schema is up to date.');
    expect(migrate(target.url)).toBe('The schema is up to date.\n');

    const client = new pg.Client({ connectionString: target.url });
    await client.connect();
    await client.query('SET ROLE trunkline_app');
    await expect(client.query('DELETE FROM billing.postings')).rejects.toThrow('permission denied');
    await client.end();

    const MASTER_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
    const refused = startApi(target.url, { MASTER_KEYS });
    expect(refused.status).toBe(1);
    expect(`${refused.stdout}${refused.stderr}`).toContain('MASTER_KEYS does not belong to this database');
    expect(await withStack(target.url, me)).toEqual(before);
  });

  it('is refused without its secrets instead of opened with new ones', async () => {
    const source = servers[0];
    if (!source) throw new Error('the first test has started it');
    const kept = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
    rmSync(join(dataDir, 'secrets.json'));
    const launcher = new Launcher(dataDir, { DATABASE_URL: source.url });
    await launcher.ended;
    writeFileSync(join(dataDir, 'secrets.json'), kept, { mode: 0o600 });
    expect(`${launcher.stdout}${launcher.stderr}`).toContain('MASTER_KEYS does not belong to this database');
  });
}
