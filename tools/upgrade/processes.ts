import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

type Env = Readonly<Record<string, string>>;

/** A process that cannot start usually exits. Far above what a busy machine needs. */
const START_MS = 600_000;
const ASK_MS = 10_000;
const LOG_LINES = 20;

/** The processes that were started here end with this one, however it ends, or they would take the processors of the next run. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  // Not SIGKILL: a stack stops the processes that it has started.
  for (const child of running) child.kill('SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

function start(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options);
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

/** Runs a command to its end and returns its output. Throws unless it succeeds. */
export function run(cwd: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout;
}

/** Checks out a commit into a folder, installs its dependencies, and builds it. */
export function checkOut(commit: string, folder: string): void {
  // With force, because git still knows a folder that was deleted.
  if (!existsSync(folder)) run('.', 'git', ['worktree', 'add', '--force', '--detach', folder, commit]);
  if (!existsSync(join(folder, 'node_modules'))) run(folder, 'npm', ['ci', '--no-audit', '--no-fund']);
  run(folder, process.execPath, ['tools/build.mjs', 'tools/migrate', 'api', 'worker']);
}

/** Starts the stack of a release until it has created its database and account, and stops it again. */
export async function createData(release: string, dataDir: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', INTERNAL_PORT: '0', WORKER_PORT: '0' };
  const stack = start(process.execPath, ['tools/run.mjs', 'start'], {
    cwd: release,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(stack, 'exit');
  let output = '';
  for await (const part of stack.stdout?.setEncoding('utf8') ?? []) {
    output += String(part);
    if (/ is (up|running)\./.test(output)) break;
  }
  if (!/ is (up|running)\./.test(output)) throw new Error(`The stack in ${release} did not start:\n${output}`);
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
    const log = openSync(this.log, 'a');
    const child = start(process.execPath, ['dist/apps/api/main.js'], {
      cwd: folder,
      env: { ...path, ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    const lines = () => readFileSync(this.log, 'utf8').trimEnd().split('\n').slice(-LOG_LINES).join('\n');
    await started(child, `The API in ${folder}`, () => isReady(this.port), lines);
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

/** Waits until a process is ready. Throws with the end of its log when it ends before. */
async function started(
  child: ChildProcess,
  name: string,
  isReady: () => Promise<boolean>,
  log: () => string = () => '',
): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await isReady())) {
    const code = child.exitCode ?? child.signalCode;
    if (code !== null) throw new Error(`${name} ended with ${String(code)} before it was ready. ${log()}`);
    if (Date.now() > deadline) throw new Error(`${name} was not ready after ${String(START_MS / 1000)} s. ${log()}`);
    await pause(100);
  }
}

async function isReady(port: number): Promise<boolean> {
  const url = `http://127.0.0.1:${String(port)}/health/ready`;
  return fetch(url, { signal: AbortSignal.timeout(ASK_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function accepts(port: number): Promise<boolean> {
  return new Promise((known) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isAccepted: boolean) => {
      socket.destroy();
      known(isAccepted);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
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
  const nginx = start('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] });
  // nginx binds all ports before it accepts at any.
  await started(nginx, 'nginx', () => accepts(pairs[0]?.[0] ?? 0));
  return nginx;
}

/** Runs the migrations of this checkout and prints what they say. */
export async function migrateTo(env: Env): Promise<void> {
  const child = start(process.execPath, ['dist/tools/migrate.js'], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0) throw new Error(`The migration ended with ${String(code ?? signal)}.`);
}
