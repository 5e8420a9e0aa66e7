import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { StartError } from './start-error';

const OWNER_ONLY = 0o600;

/** Writes the file atomically, readable by its owner only. */
export function writePrivate(file: string, value: unknown): void {
  const partial = `${file}.${String(process.pid)}`;
  rmSync(partial, { force: true });
  writeFileSync(partial, `${JSON.stringify(value, null, 2)}\n`, { mode: OWNER_ONLY });
  renameSync(partial, file);
}

/** Reads a file that `writePrivate` wrote; null when it does not exist. Throws StartError when it is not JSON. */
export function readPrivate(file: string): unknown {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartError(`${file} is damaged: restore it from a backup`, { cause });
  }
}
