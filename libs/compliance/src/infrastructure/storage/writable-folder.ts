import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
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
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < freeBytesMin) throw diskFull(`Only ${bavail * bsize} bytes are free in ${folder}.`);
  const path = join(folder, `${PROBE}${randomUUID()}`);
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: 0o600, flush: true });
  } finally {
    await rm(path, { force: true });
  }
}

export function diskFull(message: string): Error {
  return Object.assign(new Error(message), { code: 'ENOSPC' });
}

/** Returns `unavailable` for a fault of a folder, and any other error as it is. */
export function storageFault(cause: unknown): unknown {
  const isFolder = cause instanceof Error && 'code' in cause && FOLDER_FAULTS.has(String(cause.code));
  return isFolder ? Object.assign(ComplianceErrors.unavailable(), { cause }) : cause;
}
