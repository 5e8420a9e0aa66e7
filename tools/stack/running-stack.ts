import { linkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, isAlive, pause, waitForExit } from '../postgres';
import { readPrivate, writePrivate } from './private-file';
import { StartError } from './start-error';

/** State file of a running stack, read by the other tools. */
export interface RunningStack {
  /** Process id of the launcher. */
  readonly pid: number;
  readonly apps: readonly { readonly name: string; readonly pid: number; readonly main: string }[];
  readonly databaseUrl?: string;
  /** Public URL. */
  readonly rootUrl?: string;
  /** Address of the API on this machine. */
  readonly apiUrl?: string;
  readonly internalUrl?: string;
  /** Serves the metrics of the public API process. */
  readonly metricsUrl?: string;
  /** Of those that the stack was started with, which the environment of a later tool may lack. Hashed ones cannot be used. */
  readonly operatorToken?: string;
  readonly switchToken?: string;
}

const FILE = 'running.json';
const LAUNCHER = 'run.mjs';
const SETTLE_MS = 50;
const ORPHAN_TIMEOUT_MS = 10_000;
const EVICTIONS_MAX = 3;

const fileOf = (dataDir: string): string => join(dataDir, FILE);

function isRunning(stack: RunningStack): boolean {
  // In a container every launcher may have the same process id.
  return stack.pid !== process.pid && isAlive(stack.pid) && commandOf(stack.pid).includes(LAUNCHER);
}

/** Returns the stack that runs on the data folder, or null. */
export function findRunningStack(dataDir: string): RunningStack | null {
  const stack = holderOf(dataDir);
  return stack && isRunning(stack) ? stack : null;
}

/** Ends the apps of a killed launcher, which still hold the ports. */
async function endOrphans(stack: RunningStack): Promise<void> {
  for (const { pid, main } of stack.apps) {
    if (!isAlive(pid) || !commandOf(pid).includes(main)) continue;
    process.kill(pid, 'SIGTERM');
    if (!(await waitForExit(pid, ORPHAN_TIMEOUT_MS))) process.kill(pid, 'SIGKILL');
  }
}

/** Returns whether the link was created, which means that the folder was unclaimed. */
function linked(claim: string, file: string): boolean {
  try {
    linkSync(claim, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns null also for a damaged file: files are replaced atomically, so its launcher cannot be alive. */
function holderOf(dataDir: string): RunningStack | null {
  try {
    return readPrivate(fileOf(dataDir)) as RunningStack | null;
  } catch (error) {
    if (error instanceof StartError) return null;
    throw error;
  }
}

/** Removes the claim of an ended launcher and ends its apps. Throws StartError when the launcher is alive. */
async function evict(dataDir: string, tries: number): Promise<void> {
  const holder = holderOf(dataDir);
  if (holder && (isRunning(holder) || tries >= EVICTIONS_MAX)) throw taken(dataDir, holder);
  if (holder) await endOrphans(holder);
  rmSync(fileOf(dataDir), { force: true });
}

/** Exclusive claim of a launcher on its data folder. */
export class StackClaim {
  private constructor(private readonly dataDir: string) {}

  /** Throws StartError when another stack runs on the folder. Ends the apps of a killed launcher. */
  static async take(dataDir: string): Promise<StackClaim> {
    const claim = `${fileOf(dataDir)}.claim-${process.pid}`;
    writePrivate(claim, { pid: process.pid, apps: [] } satisfies RunningStack);
    try {
      for (let tries = 0; !linked(claim, fileOf(dataDir)); tries++) await evict(dataDir, tries);
    } finally {
      rmSync(claim, { force: true });
    }
    // Two launchers that found the same stale claim may both have removed it: the later link wins.
    await pause(SETTLE_MS);
    const holder = holderOf(dataDir);
    if (holder?.pid !== process.pid) throw taken(dataDir, holder);
    return new StackClaim(dataDir);
  }

  publish(stack: Omit<RunningStack, 'pid'>): void {
    writePrivate(fileOf(this.dataDir), { pid: process.pid, ...stack } satisfies RunningStack);
  }

  release(): void {
    rmSync(fileOf(this.dataDir), { force: true });
  }
}

function taken(dataDir: string, holder: RunningStack | null): StartError {
  const process = holder ? ` (process ${holder.pid})` : '';
  return new StartError(`a stack already runs on ${dataDir}${process}: stop it, or set another DATA_DIR`);
}
