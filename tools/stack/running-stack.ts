import { linkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, isAlive, pause, waitForExit } from '../postgres';
import { readPrivate, writePrivate } from './private-file';
import { StartError } from './start-error';

/** What a running stack tells the other tools about itself. */
export interface RunningStack {
  /** The process that started it and stops it. */
  readonly pid: number;
  readonly apps: readonly { readonly pid: number; readonly main: string }[];
  readonly databaseUrl?: string;
  /** The public address. */
  readonly rootUrl?: string;
  /** Where the API listens on this machine. */
  readonly apiUrl?: string;
  readonly internalUrl?: string;
}

const FILE = 'running.json';
const LAUNCHER = 'run.mjs';
const SETTLE_MS = 50;
const ORPHAN_TIMEOUT_MS = 10_000;
const EVICTIONS_MAX = 3;

const fileOf = (dataDir: string): string => join(dataDir, FILE);

function isRunning(stack: RunningStack): boolean {
  // In a container every start may get the same process id.
  return stack.pid !== process.pid && isAlive(stack.pid) && commandOf(stack.pid).includes(LAUNCHER);
}

/** The stack that runs on the data folder now, or null. */
export function findRunningStack(dataDir: string): RunningStack | null {
  const stack = holderOf(dataDir);
  return stack && isRunning(stack) ? stack : null;
}

/** The apps of a launcher that was killed: they hold the ports, and nobody else will stop them. */
async function endOrphans(stack: RunningStack): Promise<void> {
  for (const { pid, main } of stack.apps) {
    if (!isAlive(pid) || !commandOf(pid).includes(main)) continue;
    process.kill(pid, 'SIGTERM');
    if (!(await waitForExit(pid, ORPHAN_TIMEOUT_MS))) process.kill(pid, 'SIGKILL');
  }
}

/** True when the link could be made, which is to say that nobody held the claim. */
function linked(claim: string, file: string): boolean {
  try {
    linkSync(claim, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Null also when the file is damaged: it is put in place whole, so no launcher that still lives left it like that. */
function holderOf(dataDir: string): RunningStack | null {
  try {
    return readPrivate(fileOf(dataDir)) as RunningStack | null;
  } catch (error) {
    if (error instanceof StartError) return null;
    throw error;
  }
}

/** Removes a claim whose launcher is gone, with what it left running. Throws StartError when the launcher lives. */
async function evict(dataDir: string, tries: number): Promise<void> {
  const holder = holderOf(dataDir);
  if (holder && (isRunning(holder) || tries >= EVICTIONS_MAX)) throw taken(dataDir, holder);
  if (holder) await endOrphans(holder);
  rmSync(fileOf(dataDir), { force: true });
}

/** The claim of one launcher on its data folder; two on one folder would corrupt each other's work. */
export class StackClaim {
  private constructor(private readonly dataDir: string) {}

  /** Throws StartError when another stack runs on the folder. What a killed one left running is ended. */
  static async take(dataDir: string): Promise<StackClaim> {
    const claim = `${fileOf(dataDir)}.claim-${process.pid}`;
    writePrivate(claim, { pid: process.pid, apps: [] } satisfies RunningStack);
    try {
      for (let tries = 0; !linked(claim, fileOf(dataDir)); tries++) await evict(dataDir, tries);
    } finally {
      rmSync(claim, { force: true });
    }
    // Two that found the same stale claim may each have removed it: the later link is the one that stands.
    await pause(SETTLE_MS);
    const holder = holderOf(dataDir);
    if (holder?.pid !== process.pid) throw taken(dataDir, holder);
    return new StackClaim(dataDir);
  }

  tell(stack: Omit<RunningStack, 'pid'>): void {
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
