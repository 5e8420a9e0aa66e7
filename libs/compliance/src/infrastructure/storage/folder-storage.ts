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

  /** The spool has flushed the content; the directory entry is flushed here. */
  override async put({ storageKey, path }: ReceivedFile): Promise<void> {
    const target = this.pathOf(storageKey);
    const parent = dirname(target);
    const created = await mkdir(parent, { recursive: true, mode: 0o700 });
    await rename(path, target);
    await flushFolder(parent);
    if (created) await flushFolder(this.folder);
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

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
