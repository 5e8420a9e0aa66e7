import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type ReceivedFile, UploadSpool } from '../../application/documents/ports';
import type { PersonalData } from '../../application/personal-data/ports';
import { DOCUMENT_BYTES_MAX } from '../../domain/documents/document';
import { ComplianceErrors } from '../../domain/errors';
import { ContentCopies } from './content-copies';

const NAME_BYTES = 16;
/** Files of a process that was killed during an upload. */
const ABANDONED_MS = 3_600_000;
const OWNER_ONLY = 0o600;
/** Bytes that wait for the disk, per upload. */
const WRITE_BUFFER_BYTES = 262_144;

/** Counts and digests the content, copies it to `copy`, and fails past the limit. */
class Measure extends Transform {
  private readonly hash = createHash('sha256');
  bytes = 0;

  constructor(private readonly copy: Buffer | null) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const at = this.bytes;
    this.bytes += chunk.length;
    if (this.bytes > DOCUMENT_BYTES_MAX) return done(ComplianceErrors.document_too_large());
    this.hash.update(chunk);
    if (this.copy) chunk.copy(this.copy, at);
    done(null, chunk);
  }

  digest(): string {
    return this.hash.digest('hex');
  }
}

/**
 * Encrypts uploads into files of a local folder, without a plain byte on the disk. Also keeps the content of a few in memory,
 * so that their files need not be read and decrypted.
 */
export class LocalUploadSpool extends UploadSpool {
  private opened: Promise<unknown> | undefined;
  private readonly copies = new ContentCopies();

  constructor(
    private readonly folder: string,
    private readonly data: PersonalData,
  ) {
    super();
  }

  override async receive(accountId: string, content: Readable): Promise<ReceivedFile> {
    await this.ready();
    const storageKey = `${accountId}/${randomBytes(NAME_BYTES).toString('hex')}`;
    const path = join(this.folder, storageKey.replace('/', '-'));
    const measure = new Measure(this.copies.begin(storageKey));
    try {
      const cipher = await this.data.cipherOf(accountId);
      const options = { flags: 'wx', mode: OWNER_ONLY, highWaterMark: WRITE_BUFFER_BYTES };
      await pipeline(content, measure, cipher.encryption(storageKey), createWriteStream(path, options));
      return { storageKey, sizeBytes: measure.bytes, digest: measure.digest(), path };
    } catch (error) {
      this.copies.end(storageKey);
      await rm(path, { force: true });
      throw error;
    }
  }

  override async read(accountId: string, { storageKey, sizeBytes, path }: ReceivedFile): Promise<Buffer> {
    const copy = this.copies.of(storageKey);
    if (copy) return copy.subarray(0, sizeBytes);
    const cipher = await this.data.cipherOf(accountId);
    const plain = cipher.decryption(storageKey);
    const [content] = await Promise.all([buffer(plain), pipeline(createReadStream(path), plain)]);
    return content;
  }

  override async discard({ storageKey, path }: ReceivedFile): Promise<void> {
    this.copies.end(storageKey);
    await unlink(path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
  }

  /** After a failure, the next upload tries again. */
  private ready(): Promise<unknown> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  private async open(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { force: true });
    }
  }
}
