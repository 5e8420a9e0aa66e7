import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pause } from '../postgres';
import { AppLog } from './app-log';
import { StartError } from './start-error';

export interface AppOptions {
  readonly name: string;
  /** The file that the process runs. Default: the bundle of the app of this name. */
  readonly main?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** Answers 200 when the app is ready. */
  readonly healthUrl: string;
  readonly print: (line: string) => void;
  /** Seconds for which the app keeps serving after SIGTERM. */
  readonly drainSeconds?: number;
}

const HEALTH_TIMEOUT_MS = 60_000;
const HEALTH_POLL_MS = 50;
/** Longer than the apps wait for requests in flight, in addition to draining. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * Returns the flags of Node, as in docker/Dockerfile. Objects of a request die young: a larger young generation means fewer collections
 * and fewer promotions. That of a worker is half as large, because both of its semi-spaces stay resident after an export. The old generation may grow
 * by 40 percent between collections: without the limit it doubles, at the same rate of requests.
 */
function flagsOf(name: string): readonly string[] {
  const youngMb = name === 'worker' ? 16 : 32;
  return ['--enable-source-maps', `--max-semi-space-size=${String(youngMb)}`, '--heap-growing-percent=40'];
}

/** Threads of the apps for files. Each parallel upload waits in two of them for the disk; Node's default is four. */
const THREADS = { UV_THREADPOOL_SIZE: '12' };

export const mainOf = (name: string): string => resolve(`dist/apps/${name}/main.js`);

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}

/** One app as a child process. */
export class AppProcess {
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private readonly log: AppLog;
  private isEnded = false;

  constructor(private readonly options: AppOptions) {
    const { name, main = mainOf(name), env, dataDir, print } = options;
    this.log = new AppLog(name, join(dataDir, 'logs', `${name}.log`), print);
    this.child = spawn(process.execPath, [...flagsOf(name), main], {
      env: { ...THREADS, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own: Ctrl-C reaches only the launcher, which then stops the apps in order.
      detached: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) if (stream) this.log.follow(stream);
    this.ended = new Promise((resume) => {
      this.child.once('close', () => {
        this.isEnded = true;
        this.log.close();
        resume();
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Why the process ended. */
  get exitMessage(): string {
    const { exitCode, signalCode } = this.child;
    const how = signalCode ? `was ended by ${signalCode}` : `ended with code ${String(exitCode)}`;
    const log = join(this.options.dataDir, 'logs', `${this.options.name}.log`);
    return `the ${this.options.name} ${how}${this.log.exitReason ? ` (${this.log.exitReason})` : ''}; its log is ${log}`;
  }

  /** Resolves when the app is healthy. Throws StartError when it ends first or takes too long. */
  async healthy(signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + HEALTH_TIMEOUT_MS;
    while (!(await answers(this.options.healthUrl))) {
      signal.throwIfAborted();
      if (this.isEnded) throw new StartError(this.exitMessage);
      if (Date.now() > deadline) throw new StartError(`the ${this.options.name} is not healthy after a minute`);
      await pause(HEALTH_POLL_MS);
    }
  }

  /** Stops the app gracefully, or kills it after the grace period. */
  async stop(): Promise<void> {
    if (this.isEnded) return;
    this.child.kill('SIGTERM');
    const force = setTimeout(
      () => {
        this.options.print(`the ${this.options.name} does not stop: it is killed`);
        this.child.kill('SIGKILL');
      },
      STOP_TIMEOUT_MS + (this.options.drainSeconds ?? 0) * 1000,
    );
    await this.ended;
    clearTimeout(force);
  }
}
