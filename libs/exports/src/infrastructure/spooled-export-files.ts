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
/** A file that has not been marked for this long belongs to a process that was killed. */
const ABANDONED_MS = 15 * MARK_MS;
/** How many bytes of a file may wait for the disk. */
const WAITING_BYTES = 262_144;
/** Records compress well: a higher level takes twice as long to save a tenth of the size. */
const COMPRESSION_LEVEL = 5;

/** Counts the compressed bytes and computes their digest. */
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
 * Writes files to a local folder and then hands them to the storage. Each file is compressed and encrypted before it reaches the disk.
 * If the storage is a folder too, both must be on the same file system, so that storing a file renames it.
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
    // Earlier attempts of the export were taken for dead, and their files are never used.
    await this.removeLeftovers(name.slice(0, name.lastIndexOf('-') + 1));
    const cipher = await this.ciphers.cipherOf(accountId);
    const path = join(this.folder, name);
    const gzip = createGzip({ level: COMPRESSION_LEVEL });
    const measure = new Measure();
    const target = createWriteStream(path, { mode: OWNER_ONLY, highWaterMark: WAITING_BYTES });
    const ended = new AbortController();
    const written = pipeline(gzip, measure, cipher.encryption(storageKey), target);
    // A full disk ends the pipeline. `append` would then wait for a drain that never comes.
    written.catch(() => ended.abort());
    let drained: Promise<unknown> = Promise.resolve();
    // Resolves before the text is compressed, so that the caller prepares the next one meanwhile.
    const append: AppendText = async (text) => {
      await drained;
      if (gzip.write(text)) return;
      drained = once(gzip, 'drain', { signal: ended.signal });
      // The next wait throws its error.
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
      // The error of the disk is the cause, and not the wait that it aborted.
      const fault = await written.then(
        () => error,
        (cause: unknown) => (ended.signal.aborted && isAbort(error) ? cause : error),
      );
      throw fault;
    } finally {
      clearInterval(marks);
      // The storage has moved the file away, unless it failed.
      await rm(path, { force: true });
    }
  }

  async read(accountId: string, storageKey: string): Promise<Readable> {
    const [cipher, stored] = await Promise.all([this.ciphers.cipherOf(accountId), this.storage.get(storageKey)]);
    const plain = cipher.decryption(storageKey);
    // The reader of the plain file gets the error, which ends the response.
    pipeline(stored, plain).catch((error: unknown) => plain.destroy(error instanceof Error ? error : undefined));
    return plain;
  }

  remove(storageKey: string): Promise<void> {
    return this.storage.remove(storageKey);
  }

  sweep(): Promise<void> {
    return this.removeLeftovers(null);
  }

  /** Deletes the files whose names begin with `start`, and those that no process is writing any more. */
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

/** Never rejects: the file may have been moved to the storage meanwhile, and writing goes on if it cannot be marked. */
async function mark(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
