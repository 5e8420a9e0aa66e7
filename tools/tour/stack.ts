import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dataDirOf } from '../stack/environment';
import { findRunningStack, type RunningStack } from '../stack/running-stack';

/** A running stack, and a function that releases it. */
export interface Stack {
  readonly rootUrl: string;
  readonly internalUrl: string;
  /** Serves the metrics of the public API process. */
  readonly metricsUrl: string;
  readonly dashboardUrl: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly operatorToken: string;
  readonly switchToken: string;
  /** Stops it. Moves its data folder to `keepAs`, on the same file system, or else removes it. */
  readonly stop: (keepAs?: string | null) => Promise<void>;
}

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 200;
/** What the launcher prints of an app that ended by itself. */
const APP_ENDED = /: restarting in \d+ s$/;

/** Returns the stack that `npm start` runs here, or starts a temporary one. */
export async function runningStack(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<Stack> {
  const running = await stackIn(dataDirOf(env), env, () => Promise.resolve());
  if (running) return running;
  say('No stack is running here. Starting a temporary one with an empty data folder.');
  return startStack(env);
}

/** Starts a stack of its own on free ports. */
export async function startStack(env: NodeJS.ProcessEnv): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trunkline-stack-'));
  const ports = { PORT: '0', INTERNAL_PORT: '0', WORKER_PORT: '0', METRICS_PORT: '0' };
  const own = { DATA_DIR: dataDir, ...ports, LOG_LEVEL: 'warn' };
  // The caller's URLs name the caller's ports.
  const addresses = { ROOT_URL: undefined, DASHBOARD_URL: undefined };
  const child = spawn(process.execPath, ['tools/run.mjs', 'start', '--build'], {
    env: { ...env, ...addresses, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', reportEnd);
  // A tool that a signal ends must not leave a stack behind.
  const endWithTool = (): void => void child.kill('SIGTERM');
  process.once('exit', endWithTool);
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async (keepAs: string | null = null): Promise<void> => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(late);
    process.removeListener('exit', endWithTool);
    if (keepAs) renameSync(dataDir, keepAs);
    else rmSync(dataDir, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + START_TIMEOUT_MS; child.exitCode === null && Date.now() < deadline; ) {
    const stack = isSeeded(dataDir) ? await stackIn(dataDir, env, stop) : null;
    if (stack) return stack;
    await new Promise((again) => setTimeout(again, POLL_MS));
  }
  await stop();
  throw new Error('The stack did not start; the lines above say why.');
}

/** The launcher starts an app again that ended. What failed meanwhile would have no reason without this line. */
function reportEnd(line: string): void {
  if (APP_ENDED.test(line)) process.stderr.write(`${line}\n`);
}

/** The account is stored before it is created; its key comes last. */
function isSeeded(dataDir: string): boolean {
  const file = join(dataDir, 'account.json');
  return existsSync(file) && readFileSync(file, 'utf8').includes('svc_live_');
}

async function stackIn(dataDir: string, env: NodeJS.ProcessEnv, stop: Stack['stop']): Promise<Stack | null> {
  const running = findRunningStack(dataDir);
  const { rootUrl, internalUrl, metricsUrl, databaseUrl } = running ?? {};
  if (!rootUrl || !internalUrl || !metricsUrl || !databaseUrl) return null;
  const areReady = await Promise.all([rootUrl, internalUrl].map(isReady));
  if (areReady.includes(false)) return null;
  const dashboardUrl = env['DASHBOARD_URL'] ?? `${rootUrl}/dashboard`;
  return { rootUrl, internalUrl, metricsUrl, databaseUrl, dashboardUrl, dataDir, ...tokensOf(running), stop };
}

const tokensOf = (running: RunningStack | null) => ({
  operatorToken: running?.operatorToken ?? '',
  switchToken: running?.switchToken ?? '',
});

async function isReady(rootUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${rootUrl}/health/ready`, { signal: AbortSignal.timeout(POLL_MS * 10) })).ok;
  } catch {
    return false;
  }
}
