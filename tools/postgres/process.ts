import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const POLL_MS = 25;
const WATCH_MS = 500;

export const pause = (ms: number): Promise<void> =>
  new Promise((resume) => {
    setTimeout(resume, ms);
  });

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has no command left: in containers nobody may ever collect it.
    return process.platform !== 'linux' || commandOf(pid) !== '';
  } catch (error) {
    // EPERM: it lives, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The words that the process was started with, or '' when it is gone. */
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

/** Resolves when the process is gone; does not keep ours running for it. */
export function whenGone(pid: number): Promise<void> {
  return new Promise((gone) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      gone();
    }, WATCH_MS).unref();
  });
}

/** Resolves to whether the process was gone within the time. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}

/** A port of the loopback that nothing listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((found, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => {
        found(port);
      });
    });
  });
}
