import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const POLL_MS = 25;
/** How late the end of the server is noticed. */
const WATCH_MS = 1000;

export const pause = (ms: number): Promise<void> =>
  new Promise((resume) => {
    setTimeout(resume, ms);
  });

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has no command line. In a container it may never be reaped.
    return process.platform !== 'linux' || commandOf(pid) !== '';
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the command line of a process, or '' when it has ended. */
export function commandOf(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  }
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Resolves when the process has ended. Does not keep the current process alive. */
export function whenGone(pid: number): Promise<void> {
  return new Promise((gone) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      gone();
    }, WATCH_MS).unref();
  });
}

/** Resolves to whether the process ended within the timeout. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}
