import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, startStack } from '../../tour/stack';

/** Disables rate limits for the load. */
const RATE_LIMIT_FACTOR = '1000000';
/** Folder of data folders that the benches of one run start from. */
const TEMPLATES = 'BENCH_TEMPLATES';
const NEW = 'new';

/**
 * Starts a stack of its own, over the data that a bench of the same run kept under `name`, or else over the data of a stack
 * that has just started for the first time.
 */
export function startBenchStack({ rateLimitFactor = RATE_LIMIT_FACTOR, name = NEW } = {}): Promise<Stack> {
  const env = { ...process.env, RATE_LIMIT_FACTOR: rateLimitFactor };
  return startStack(env, { template: [name, NEW].map(templateOf).find(hasTemplate) ?? null });
}

/** Returns whether stacks of this name start over data that a bench has kept. */
export function isKept(name: string): boolean {
  return hasTemplate(templateOf(name));
}

/** Stops the stack, and keeps its data for the benches after it if several run. */
export function stopAndKeep(stack: Stack, name: string): Promise<void> {
  return stack.stop(templateOf(name));
}

/** Prepares a new stack's data, which takes as long as some benches, once for all benches of a run. */
export async function withTemplates(work: () => Promise<void>): Promise<void> {
  // In the system's folder for temporary files, where data folders are: they are moved.
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-templates-'));
  // PostgreSQL started by root runs as another user, which must be able to traverse the folder.
  chmodSync(folder, 0o711);
  process.env[TEMPLATES] = folder;
  // Also when the run is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await stopAndKeep(await startStack(process.env), NEW);
  await work();
}

/** Returns null if only one bench runs. */
function templateOf(name: string): string | null {
  const folder = process.env[TEMPLATES];
  return folder ? join(folder, name) : null;
}

function hasTemplate(folder: string | null): folder is string {
  return folder !== null && existsSync(folder);
}
