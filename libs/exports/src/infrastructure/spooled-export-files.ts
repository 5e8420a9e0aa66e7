import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { AppendText, ExportFiles, FileCiphers, FileStorage } from '../application/ports';
import type { ExportFile } from '../domain/export';

const OWNER_ONLY = 0o600;
const FOLDER_OWNER_ONLY = 0o700;
/** How often a file is marked as in use while it is written. */
const MARK_MS = 60_000;
/** A file that was not marked for so long is of a process that was killed. */
const ABANDONED_MS = 15 * MARK_MS;
/** Bytes that wait for the disk, per file. */
const WAITING_BYTES = 262_144;
/** Records compress well: a higher level takes twice as long for a tenth of the size. */
const COMPRESSION_LEVEL = 5;

/** Counts and digests the compressed bytes. */
class Measure extends Transform {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }

  result(): Omit<ExportFile, 'rowCount'> {
    return { sizeBytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

/**
 * Writes files to a local folder, compressed and encrypted as they arrive, and hands them to the storage: no plain byte reaches the
 * disk. The folder must be on the file system of the storage, if that is a folder too.
 */
export class SpooledExportFiles implements ExportFiles {
  constructor(
    private readonly folder: string,
    private readonly ciphers: FileCiphers,
    private readonly storage: FileStorage,
    private readonly markMs = MARK_MS,
  ) {}

  async write(
    accountId: string,
    storageKey: string,
    work: (append: AppendText) => Promise<void>,
  ): Promise<Omit<ExportFile, 'rowCount'>> {
    const name = storageKey.replaceAll('/', '-');
    // What an earlier attempt has left: that attempt was taken for dead, and its file is never used.
    await this.removeLeftovers(name.slice(0, name.lastIndexOf('-') + 1));
    const cipher = await this.ciphers.cipherOf(accountId);
    const path = join(this.folder, name);
    const gzip = createGzip({ level: COMPRESSION_LEVEL });
    const measure = new Measure();
    const target = createWriteStream(path, { mode: OWNER_ONLY, highWaterMark: WAITING_BYTES });
    const ended = new AbortController();
    const written = pipeline(gzip, measure, cipher.encryption(storageKey), target);
    // A full disk ends the pipeline, and nothing would drain it.
    written.catch(() => ended.abort());
    let drained: Promise<unknown> = Promise.resolve();
    // The next text is made while this one is compressed.
    const append: AppendText = async (text) => {
      await drained;
      if (gzip.write(text)) return;
      drained = once(gzip, 'drain', { signal: ended.signal });
      // Its error is thrown by the next wait.
      drained.catch(() => undefined);
    };
    const marks = setInterval(() => void mark(path), this.markMs);
    try {
      await work(append);
      await drained;
      gzip.end();
      await written;
      await this.storage.put({ storageKey, sealed: { path } });
      return measure.result();
    } catch (error) {
      gzip.destroy();
      // The fault of the disk is the cause, not the wait that it ended.
      const fault = await written.then(
        () => error,
        (cause: unknown) => (ended.signal.aborted && isAbort(error) ? cause : error),
      );
      throw fault;
    } finally {
      clearInterval(marks);
      // The storage has taken the file, unless it failed.
      await rm(path, { force: true });
    }
  }

  async read(accountId: string, storageKey: string): Promise<Readable> {
    const [cipher, stored] = await Promise.all([this.ciphers.cipherOf(accountId), this.storage.get(storageKey)]);
    const plain = cipher.decryption(storageKey);
    // Its reader sees the error, which ends the response.
    pipeline(stored, plain).catch((error: unknown) => plain.destroy(error instanceof Error ? error : undefined));
    return plain;
  }

  remove(storageKey: string): Promise<void> {
    return this.storage.remove(storageKey);
  }

  sweep(): Promise<void> {
    return this.removeLeftovers(null);
  }

  /** Deletes the files whose names begin so, and those that no process writes any longer. */
  private async removeLeftovers(start: string | null): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: FOLDER_OWNER_ONLY });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const isOfExport = start !== null && name.startsWith(start);
      if (isOfExport || (await isAbandoned(path))) await rm(path, { force: true });
    }
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
  return mtimeMs < Date.now() - ABANDONED_MS;
}

/** A file that was just stored is gone, and one that cannot be marked is still being written. */
async function mark(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
