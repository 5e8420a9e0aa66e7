import { spawn } from 'node:child_process';

/** Several times what the longest bench takes on an idle machine, which a busy one takes too. */
const LIMIT_MS = 7_200_000;
const INTERRUPTED = 130;
/** In which a bench stops the stack that it started. */
const STOP_MS = 20_000;

/**
 * Runs a bench in a process group of its own, which is ended with everything it started. Returns why it did not finish, or
 * null: a bench that missed a target has finished.
 */
export function runSeparately(name: string): Promise<string | null> {
  process.stderr.write(`\n${name}\n`);
  const child = spawn(process.execPath, ['tools/run.mjs', 'bench', name], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const end = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch (error) {
      // The group is gone already.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    end('SIGTERM');
    setTimeout(end, STOP_MS, 'SIGKILL').unref();
  }, LIMIT_MS);
  // Ends the whole run.
  const interrupt = (): void => {
    end('SIGTERM');
    process.exit(INTERRUPTED);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(late);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      end('SIGKILL');
      if (isLate) resolve(`The bench did not finish within ${LIMIT_MS / 60_000} minutes.`);
      else resolve(code === 0 || code === 1 ? null : `The bench ended with ${signal ?? `code ${code ?? 0}`}.`);
    });
  });
}
