import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { DocumentStorage, type ReceivedFile } from '../../application/documents/ports';

/** Stores files in a folder, which must be on the same file system as the spool. */
export class FolderStorage extends DocumentStorage {
  constructor(private readonly folder: string) {
    super();
  }

  /** Flushes after the rename, so that content and directory entry reach the disk together. */
  override async put({ storageKey, path }: ReceivedFile): Promise<void> {
    const target = this.pathOf(storageKey);
    await rename(path, target).catch(async (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(path, target);
      await flush(this.folder);
    });
    await Promise.all([flush(target), flush(dirname(target))]);
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

/** Flushes a file or folder to the disk. */
async function flush(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
