import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { DocumentStorage, type ReceivedFile } from '../../application/documents/ports';

const OWNER_ONLY = 0o600;

/** Stores files in a folder, which must be on the same file system as the spool. */
export class FolderStorage extends DocumentStorage {
  constructor(private readonly folder: string) {
    super();
  }

  /** Flushes the file, and then the folder that names it. */
  override async put({ storageKey, sealed }: ReceivedFile): Promise<void> {
    const target = this.pathOf(storageKey);
    const place = () => ('path' in sealed ? rename(sealed.path, target) : write(target, sealed));
    await place().catch(async (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await place();
      await flush(this.folder);
    });
    if ('path' in sealed) await flush(target);
    await flush(dirname(target));
  }

  override async get(storageKey: string): Promise<Readable> {
    const file = await open(this.pathOf(storageKey), 'r');
    return createReadStream('', { fd: file });
  }

  override async remove(storageKey: string): Promise<void> {
    await rm(this.pathOf(storageKey), { force: true });
  }

  private pathOf(storageKey: string): string {
    return join(this.folder, ...storageKey.split('/'));
  }
}

/** Writes a new file and flushes it to the disk. Leaves no part of it when that fails. */
async function write(path: string, pieces: readonly Buffer[]): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY);
  try {
    const { bytesWritten } = await file.writev(pieces);
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    if (bytesWritten !== bytes) throw new Error(`Only ${bytesWritten} of ${bytes} bytes were written to the disk.`);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Flushes a file or folder to the disk. */
async function flush(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
