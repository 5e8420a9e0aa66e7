import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { allDone } from '@trunkline/kernel';
import { type DocumentStorage, type ReceivedFile } from '../../application/documents/ports';
import { flush, OpenFolders } from './open-folders';
import { assertUsable, assertWritable, diskFull, storageFault } from './writable-folder';

const OWNER_ONLY = 0o600;

/** Stores files in a folder, which must be on the same file system as the spool. */
export class FolderStorage implements DocumentStorage {
  private readonly folders: OpenFolders;

  constructor(private readonly folder: string) {
    this.folders = new OpenFolders(folder);
  }

  /** Flushes the file and the folder that names it. Throws `unavailable` without the folder. */
  async put({ storageKey, sealed }: ReceivedFile): Promise<void> {
    const target = this.pathOf(storageKey);
    try {
      await this.folders.use(dirname(target), async (parent) => {
        if (!('path' in sealed)) return write(target, sealed, parent);
        await rename(sealed.path, target);
        await allDone([flush(target), parent.sync()]);
      });
    } catch (error) {
      throw storageFault(error);
    }
  }

  async get(storageKey: string): Promise<Readable> {
    const file = await open(this.pathOf(storageKey), 'r');
    return createReadStream('', { fd: file });
  }

  async remove(storageKey: string): Promise<void> {
    await rm(this.pathOf(storageKey), { force: true });
  }

  check(mayWrite = true): Promise<void> {
    return mayWrite ? assertWritable(this.folder) : assertUsable(this.folder);
  }

  private pathOf(storageKey: string): string {
    return join(this.folder, ...storageKey.split('/'));
  }
}

/** Writes a new file and flushes it and its folder to the disk, together. Leaves no part of it when it cannot be written. */
async function write(path: string, pieces: readonly Buffer[], parent: FileHandle): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY);
  try {
    const { bytesWritten } = await file.writev(pieces);
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    // A full disk takes a part of the bytes without an error.
    if (bytesWritten !== bytes) throw diskFull(`Only ${bytesWritten} of ${bytes} bytes were written to the disk.`);
    await allDone([file.sync(), parent.sync()]);
  } catch (error) {
    await rm(path, { force: true });
    await file.close();
    throw error;
  }
  await file.close();
}
