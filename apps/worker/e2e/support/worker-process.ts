import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, TEST_APP_FLAGS } from '@trunkline/platform/testing';

export const ROOT = new URL('../../../../', import.meta.url).pathname;
const MAIN = 'dist/apps/worker/main.js';
const PROBE = 'apps/worker/e2e/support/probe-worker';

export const SECRETS = {
  SESSION_SECRETS: 'a-secret-of-more-than-thirty-two-characters',
  MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  OPERATOR_TOKENS: 'operator-token-of-the-tests',
  SWITCH_TOKENS: 'switch-token-of-the-tests',
};

export interface WorkerEnv {
  readonly DATABASE_URL: string;
  readonly DATA_DIR: string;
  readonly [name: string]: string;
}

/** A worker as production runs it: a process of its own, which can be killed. */
export class WorkerProcess {
  readonly lines: string[] = [];
  errors = '';
  private readonly closed: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    this.closed = once(child, 'close');
    let rest = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      this.lines.push(...parts);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
  }

  /** A bundle that the test run has built. */
  static spawn(env: Readonly<Record<string, string>>, file = MAIN): WorkerProcess {
    const child = spawn(process.execPath, [...TEST_APP_FLAGS, join(ROOT, file)], {
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', WORKER_PORT: '0', ...SECRETS, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new WorkerProcess(child);
  }

  /** The real worker with one more subscriber; see probe-worker.ts. */
  static probe(env: WorkerEnv): WorkerProcess {
    return WorkerProcess.spawn(env, `dist/${PROBE}.js`);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Resolves with the port of its health once it says that it has started. */
  async started(): Promise<number> {
    return eventually(() => {
      const line = this.lines.find((each) => each.includes('"worker started"'));
      if (!line) throw new Error(`the worker has not started: ${this.errors || this.lines.join('\n')}`);
      return (JSON.parse(line) as { port: number }).port;
    });
  }

  async signal(name: 'SIGTERM' | 'SIGINT'): Promise<number | null> {
    this.child.kill(name);
    return this.ended();
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await this.ended();
  }

  /** Resolves with the exit code once the process has ended and its whole output is read. */
  async ended(): Promise<number | null> {
    await this.closed;
    return this.child.exitCode;
  }
}

export function makeDataDir(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'trunkline-worker-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
