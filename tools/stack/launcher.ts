import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, pause } from '../postgres';
import { findRunningStack, type RunningStack } from './running-stack';

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const READY_TIMEOUT_MS = 90_000;
const POLL_MS = 50;

/** Runs `npm start` as a child process on free ports and records its output. */
export class Launcher {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  stdout = '';
  stderr = '';

  constructor(
    readonly dataDir: string,
    env: Readonly<Record<string, string>> = {},
  ) {
    const ports = { PORT: '0', INTERNAL_PORT: '0', WORKER_PORT: '0', METRICS_PORT: '0' };
    this.child = spawn(process.execPath, ['tools/run.mjs', 'start'], {
      env: { ...process.env, NODE_ENV: 'development', ...ports, DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = new Promise((resume) => {
      this.child.once('close', (code, signal) => {
        resume({ code, signal });
      });
    });
  }

  /** Resolves when the start page is printed. Throws with the output when the process ends first. */
  async ready(): Promise<RunningStack> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!this.stdout.includes('Ctrl-C')) {
      const { exitCode, signalCode } = this.child;
      if (exitCode !== null || signalCode || Date.now() > deadline) throw new Error(`${this.stdout}${this.stderr}`);
      await pause(POLL_MS);
    }
    const stack = findRunningStack(this.dataDir);
    if (!stack) throw new Error('the stack printed its page but wrote no state file');
    return stack;
  }

  async stop(): Promise<Ending> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  /** Returns the live processes of the stack on the data folder. */
  living(stack: RunningStack): number[] {
    const postgres = parseInt(readOr(join(this.dataDir, 'postgres', 'postmaster.pid')), 10) || 0;
    return [stack.pid, postgres, ...stack.apps.map(({ pid }) => pid)].filter((pid) => pid > 0 && isAlive(pid));
  }
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
