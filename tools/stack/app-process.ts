import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pause } from '../postgres';
import { AppLog } from './app-log';
import { StartError } from './start-error';

export interface AppOptions {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** Answers 200 when the app can work. */
  readonly healthUrl: string;
  readonly tell: (line: string) => void;
  /** How long it still takes requests when it is asked to stop. */
  readonly drainSeconds?: number;
}

const HEALTH_TIMEOUT_MS = 60_000;
const HEALTH_POLL_MS = 50;
/** Longer than the apps give the requests in flight, beside what they drain for. */
const STOP_TIMEOUT_MS = 30_000;

/** What requests leave behind dies young: with room for it in megabytes, less is collected, and less outlives its time. */
const NODE_FLAGS = ['--enable-source-maps', '--max-semi-space-size=64'];

export const mainOf = (name: string): string => resolve(`dist/apps/${name}/main.js`);

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}

/** One app as a process of its own. */
export class AppProcess {
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private readonly log: AppLog;
  private isEnded = false;

  constructor(private readonly options: AppOptions) {
    const { name, env, dataDir, tell } = options;
    this.log = new AppLog(name, join(dataDir, 'logs', `${name}.log`), tell);
    this.child = spawn(process.execPath, [...NODE_FLAGS, mainOf(name)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own group: Ctrl-C reaches the launcher alone, which then stops the apps in order.
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

  /** Why the process is no more. */
  get epitaph(): string {
    const { exitCode, signalCode } = this.child;
    const how = signalCode ? `was ended by ${signalCode}` : `ended with code ${String(exitCode)}`;
    const log = join(this.options.dataDir, 'logs', `${this.options.name}.log`);
    return `the ${this.options.name} ${how}${this.log.lastWords ? ` (${this.log.lastWords})` : ''}; its log is ${log}`;
  }

  /** Resolves when the app says that it can work. Throws StartError when it ends first or takes too long. */
  async healthy(signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + HEALTH_TIMEOUT_MS;
    while (!(await answers(this.options.healthUrl))) {
      signal.throwIfAborted();
      if (this.isEnded) throw new StartError(this.epitaph);
      if (Date.now() > deadline) throw new StartError(`the ${this.options.name} is not healthy after a minute`);
      await pause(HEALTH_POLL_MS);
    }
  }

  /** Lets it finish what it does; ends it by force when it does not. */
  async stop(): Promise<void> {
    if (this.isEnded) return;
    this.child.kill('SIGTERM');
    const force = setTimeout(
      () => {
        this.options.tell(`the ${this.options.name} does not stop: it is killed`);
        this.child.kill('SIGKILL');
      },
      STOP_TIMEOUT_MS + (this.options.drainSeconds ?? 0) * 1000,
    );
    await this.ended;
    clearTimeout(force);
  }
}
