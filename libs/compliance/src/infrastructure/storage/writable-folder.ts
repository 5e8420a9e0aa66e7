import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ComplianceErrors } from '../../domain/errors';

/** A folder takes less than this when several uploads are under way. */
const FREE_BYTES_MIN = 16 * 1024 * 1024;
/** More than a file system stores in its directory. */
const PROBE_BYTES = 65_536;
const PROBE = '.probe-';
/** A folder that is missing, is a file, or belongs to another user. The operator can correct it, and the client can retry. */
const FOLDER_FAULTS = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'EACCES', 'EPERM']);

/** Throws unless files can be written to the folder, which is created if it is missing. */
export async function assertWritable(folder: string, freeBytesMin = FREE_BYTES_MIN): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await assertFree(folder, freeBytesMin);
  const path = join(folder, `${PROBE}${randomUUID()}`);
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: 0o600, flush: true });
  } finally {
    await rm(path, { force: true });
  }
}

/** Throws if rights or free space forbid to write to the folder, which may be missing as long as nothing was stored. Writes nothing. */
export async function assertUsable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  await assertFree(folder, FREE_BYTES_MIN);
}

async function assertFree(folder: string, freeBytesMin: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < freeBytesMin) throw diskFull(`Only ${bavail * bsize} bytes are free in ${folder}.`);
}

export function diskFull(message: string): Error {
  return Object.assign(new Error(message), { code: 'ENOSPC' });
}

/** Returns `unavailable` for a fault of a folder, and any other error as it is. */
export function storageFault(cause: unknown): unknown {
  const isFolder = cause instanceof Error && 'code' in cause && FOLDER_FAULTS.has(String(cause.code));
  return isFolder ? Object.assign(ComplianceErrors.unavailable(), { cause }) : cause;
}
