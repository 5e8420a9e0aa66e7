import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import pg from 'pg';
import { type Binaries, findSystemBinaries, freePort, type Postgres, startPostgres } from './postgres';
import { AppProcess } from './stack/app-process';

// Starts a server and two processes.
jest.setTimeout(180_000);

const [binaries] = findSystemBinaries();

// The embedded server has no psql. A run without the system's server prints a notice, and fails in CI.
if (binaries) describe('the processes of an image', () => starts(binaries));
else it('needs the psql of the system’s packages, which CI has', () => expect(process.env['CI']).not.toBe('true'));

function starts(server: Binaries): void {
  let folder: string;
  let postgres: Postgres;
  const running: AppProcess[] = [];

  const secret = (name: string): string => readFileSync(join(folder, 'docker/secrets', name), 'utf8').trim();
  const urlOf = (name: string): string => secret(name).replace('@postgres:5432', `@127.0.0.1:${postgres.port}`);
  const run = (program: string, args: readonly string[], env: Record<string, string> = {}): string => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      env: { PATH: `${dirname(server.postgres)}:${process.env['PATH'] ?? ''}`, ...env },
      encoding: 'utf8',
    });
    expect([program, status, stderr]).toEqual([program, 0, '']);
    return stdout;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-image-'));
    chmodSync(folder, 0o711);
    mkdirSync(join(folder, 'docker'));
    mkdirSync(join(folder, 'logs'));
    for (const name of ['make-secrets', 'create-roles.sh']) cpSync(join('docker', name), join(folder, 'docker', name));
    postgres = await startPostgres({ dir: join(folder, 'postgres'), durable: false, binaries: server });
    const superuser = new pg.Client({ connectionString: postgres.url.replace(/\/trunkline$/, '/postgres') });
    await superuser.connect();
    await superuser.query('DROP DATABASE trunkline');
    await superuser.end();
  });
  afterAll(async () => {
    await Promise.all(running.map((app) => app.stop()));
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Files of an image: those that are built, and the packages that `npm ci --omit=dev` installs. */
  const copyImage = (): string => {
    const app = join(folder, 'app');
    for (const name of ['api', 'worker'])
      cpSync(`dist/apps/${name}`, join(app, 'dist/apps', name), { recursive: true });
    cpSync('package.json', join(app, 'package.json'));
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { readonly dev?: boolean }>;
    };
    const installed = Object.keys(packages).filter((path) => path && !packages[path]?.dev && existsSync(path));
    // Not links, from which Node would go on to the packages of this checkout.
    run('cp', ['-a', '--parents', ...installed, app]);
    return app;
  };

  it('start with the roles of docker/create-roles.sh and with the packages of an image', async () => {
    run('sh', [join(folder, 'docker/make-secrets')]);
    const { username, password, port } = new URL(postgres.url);
    run('sh', [join(folder, 'docker/create-roles.sh')], {
      SECRETS: join(folder, 'docker/secrets'),
      POSTGRES_USER: username,
      PGPASSWORD: password,
      PGHOST: '127.0.0.1',
      PGPORT: port,
    });
    const migrated = run(process.execPath, ['dist/tools/migrate.js'], { DATABASE_URL: urlOf('owner_database_url') });
    expect(migrated).toMatch(/\d+ migrations have run\.\n$/);

    const app = copyImage();
    const [PORT, INTERNAL_PORT, WORKER_PORT] = [await freePort(), await freePort(), await freePort()].map(String);
    const file = (name: string) => join(folder, 'docker/secrets', name);
    const env = {
      NODE_ENV: 'test',
      DATABASE_URL: urlOf('database_url'),
      SESSION_SECRETS_FILE: file('session_secrets'),
      MASTER_KEYS_FILE: file('master_keys'),
      OPERATOR_TOKENS_FILE: file('operator_tokens'),
      SWITCH_TOKENS_FILE: file('switch_tokens'),
      DATA_DIR: folder,
      PORT: PORT ?? '',
      INTERNAL_PORT: INTERNAL_PORT ?? '',
      WORKER_PORT: WORKER_PORT ?? '',
    };
    for (const [name, port] of [
      ['api', PORT],
      ['worker', WORKER_PORT],
    ] as const) {
      const healthUrl = `http://127.0.0.1:${port ?? ''}/health/ready`;
      const main = join(app, 'dist/apps', name, 'main.js');
      running.push(new AppProcess({ name, main, env, dataDir: folder, print: () => undefined, healthUrl }));
    }
    const { signal } = new AbortController();
    for (const each of running) await each.healthy(signal);
    // Loads the packages for hashing passwords and for locating addresses.
    const signUp = await fetch(`http://127.0.0.1:${PORT ?? ''}/v1/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'ada@analytical.example',
        password: 'correct horse battery staple',
        name: 'Ada Lovelace',
        country: 'GB',
      }),
    });
    expect(signUp.status).toBe(201);
  });
}
