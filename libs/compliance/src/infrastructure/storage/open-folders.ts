import { type FileHandle, mkdir, open } from 'node:fs/promises';

interface OpenFolder {
  readonly handle: Promise<FileHandle>;
  users: number;
}

/**
 * The folders in `root` that files are being stored in. A folder is open as long as any work uses it: to open and close it for
 * each file would take as long as to flush it.
 */
export class OpenFolders {
  private readonly open = new Map<string, OpenFolder>();

  constructor(private readonly root: string) {}

  /** Opens or creates a folder for `work`. A new folder is flushed to the disk before the work begins. */
  async use<T>(path: string, work: (folder: FileHandle) => Promise<T>): Promise<T> {
    const folder = this.open.get(path) ?? { handle: this.enter(path), users: 0 };
    this.open.set(path, folder);
    folder.users++;
    try {
      return await work(await folder.handle);
    } finally {
      await this.leave(path, folder);
    }
  }

  private async enter(path: string): Promise<FileHandle> {
    try {
      return await open(path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await mkdir(path, { recursive: true, mode: 0o700 });
      await flush(this.root);
      return open(path, 'r');
    }
  }

  private async leave(path: string, folder: OpenFolder): Promise<void> {
    if (--folder.users > 0) return;
    this.open.delete(path);
    await folder.handle.then(
      (handle) => handle.close(),
      () => undefined,
    );
  }
}

/** Flushes a file or folder to the disk. */
export async function flush(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
