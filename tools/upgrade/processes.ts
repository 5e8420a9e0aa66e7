import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

type Env = Readonly<Record<string, string>>;

const START_MS = 120_000;

/** Runs a command to its end and returns its output. Throws unless it succeeds. */
export function run(cwd: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout;
}

/** Checks out a commit into a folder, installs its dependencies, and builds it. */
export function checkOut(commit: string, folder: string): void {
  if (!existsSync(folder)) run('.', 'git', ['worktree', 'add', '--detach', folder, commit]);
  if (!existsSync(join(folder, 'node_modules'))) run(folder, 'npm', ['ci', '--no-audit', '--no-fund']);
  run(folder, process.execPath, ['tools/build.mjs', 'tools/migrate', 'api', 'worker']);
}

/** Starts the stack of a release until it has created its database and account, and stops it again. */
export async function createData(release: string, dataDir: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', INTERNAL_PORT: '0', WORKER_PORT: '0' };
  const stack = spawn(process.execPath, ['tools/run.mjs', 'start'], {
    cwd: release,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(stack, 'exit');
  for await (const part of stack.stdout.setEncoding('utf8')) if (/ is (up|running)\./.test(String(part))) break;
  stack.kill('SIGTERM');
  await ended;
}

/** An API process that can be replaced by one of another release on the same ports. */
export class Api {
  private child: ChildProcess | null = null;

  constructor(
    readonly port: number,
    readonly internalPort: number,
    private readonly env: Env,
    private readonly log: string,
  ) {}

  async start(folder: string): Promise<void> {
    const env = { ...this.env, PORT: String(this.port), INTERNAL_PORT: String(this.internalPort), DRAIN_SECONDS: '2' };
    const path = { PATH: process.env['PATH'] ?? '' };
    const child = spawn(process.execPath, ['dist/apps/api/main.js'], {
      cwd: folder,
      env: { ...path, ...env },
      stdio: ['ignore', openSync(this.log, 'a'), 'inherit'],
    });
    this.child = child;
    const deadline = Date.now() + START_MS;
    while (!(await isReady(this.port))) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The API in ${folder} did not become ready.`);
      await pause(100);
    }
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${String(port)}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Starts nginx as docs/operations.md recommends, with a port for each pair of upstream ports. */
export async function startNginx(
  folder: string,
  pairs: readonly (readonly [port: number, upstream: readonly number[]])[],
): Promise<ChildProcess> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const servers = pairs.map(
    ([port, upstream]) => `
      upstream to_${String(port)} {
        zone to_${String(port)} 64k;
        ${upstream.map((each) => `server 127.0.0.1:${String(each)} max_fails=1 fail_timeout=2s;`).join('\n')}
        keepalive 32;
        keepalive_timeout 1s;
      }
      server {
        listen 127.0.0.1:${String(port)};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_connect_timeout 2s;
        location / { proxy_pass http://to_${String(port)}; }
      }`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 2; pid ${join(folder, 'nginx.pid')};
    error_log stderr warn; events { worker_connections 1024; }
    http { access_log off; ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')} ${servers.join('')} }`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] });
  await pause(500);
  if (nginx.exitCode !== null) throw new Error('nginx did not start.');
  return nginx;
}

/** Runs the migrations of this checkout and prints what they say. Returns the seconds that they took. */
export async function migrateTo(env: Env): Promise<number> {
  const since = performance.now();
  const child = spawn(process.execPath, ['dist/tools/migrate.js'], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The migration failed.');
  return (performance.now() - since) / 1000;
}
