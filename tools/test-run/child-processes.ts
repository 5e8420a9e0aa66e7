import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly priority?: number;
}

const GRACE_MS = 10_000;
const POLL_MS = 25;

/**
 * Runs Node programs, each as the leader of a process group. A signal reaches the whole group, because Jest's workers and
 * the processes that tests start outlive a Jest that is ended alone.
 */
export class ChildProcesses {
  private readonly running = new Set<ChildProcess>();
  private interrupted = false;

  /** Waits this long for a group to end by itself once its leader has ended after an interruption. */
  constructor(private readonly graceMs = GRACE_MS) {}

  /** Returns processes that are interrupted when this process is: a group of its own gets no Ctrl-C from the terminal. */
  static interruptible(): ChildProcesses {
    const children = new ChildProcesses();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        children.interrupt(signal);
      });
    }
    return children;
  }

  get isInterrupted(): boolean {
    return this.interrupted;
  }

  /** Signals every group. Programs that are yet to run do not start. */
  interrupt(signal: NodeJS.Signals): void {
    this.interrupted = true;
    for (const child of this.running) signalGroup(child, signal);
  }

  /** Ends the groups whose leader has this argument, at once. */
  kill(argument: string): void {
    for (const child of this.running) if (child.spawnargs.includes(argument)) signalGroup(child, 'SIGKILL');
  }

  /** Runs node with inherited output. Resolves to whether it exited with 0; after an interruption, once its group is gone. */
  async node(args: readonly string[], { env = {}, priority = 0 }: ChildOptions = {}): Promise<boolean> {
    if (this.interrupted) return false;
    const child = spawn(process.execPath, [...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      detached: true,
    });
    if (priority !== 0 && child.pid) setPriority(child.pid, priority);
    this.running.add(child);
    const code = await new Promise<number | null>((ended) => {
      child.once('exit', ended);
    });
    if (this.isInterrupted) await this.end(child);
    this.running.delete(child);
    return code === 0;
  }

  /** Processes that stop servers of their own need a moment; what remains then is killed. */
  private async end(child: ChildProcess): Promise<void> {
    signalGroup(child, 'SIGTERM');
    for (const deadline = Date.now() + this.graceMs; signalGroup(child, 0) && Date.now() < deadline; ) {
      await new Promise((again) => setTimeout(again, POLL_MS));
    }
    signalGroup(child, 'SIGKILL');
  }
}

/** Returns false when no process of the group is left. Signal 0 only asks. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (!pid) return false;
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
