import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface ProgramOptions {
  readonly folder: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const STOP_TIMEOUT_MS = 6_000;

/** A program that the testbed has started, as the leader of a process group: its children end with it. */
export class Program {
  readonly exited: Promise<number | null>;
  readonly logFile: string;
  private hasExited = false;

  constructor(
    readonly name: string,
    private readonly child: ChildProcess,
    logFile: string,
  ) {
    this.logFile = logFile;
    this.exited = new Promise((ended) => {
      const end = (code: number | null): void => {
        this.hasExited = true;
        ended(code);
      };
      child.once('exit', end);
      child.once('error', () => {
        end(-1);
      });
    });
  }

  static start(name: string, command: string, { folder, args, env = {} }: ProgramOptions): Program {
    const logFile = `${folder}/${name}.log`;
    const output = openSync(logFile, 'a');
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
      detached: true,
    });
    closeSync(output);
    return new Program(name, child, logFile);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return !this.hasExited;
  }

  log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  /** Signals the leader, or with SIGKILL the whole group, and waits for its end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.hasExited) return;
    if (signal === 'SIGKILL') this.killGroup();
    else this.child.kill(signal);
    const late = setTimeout(() => {
      this.killGroup();
    }, STOP_TIMEOUT_MS);
    await this.exited;
    clearTimeout(late);
  }

  /** Kills what is left of the group, at once. */
  killGroup(): void {
    if (!this.child.pid) return;
    try {
      process.kill(-this.child.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
