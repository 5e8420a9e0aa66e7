import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type ReceivedFile, UploadSpool } from '../../application/documents/ports';
import type { PersonalData } from '../../application/personal-data/ports';
import { DOCUMENT_BYTES_MAX } from '../../domain/documents/document';
import { ComplianceErrors } from '../../domain/errors';

const NAME_BYTES = 16;
/** Files of a process that was killed during an upload. */
const ABANDONED_MS = 3_600_000;
const OWNER_ONLY = 0o600;

/** Counts and digests the content, and fails past the limit. */
class Measure extends Transform {
  private readonly hash = createHash('sha256');
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > DOCUMENT_BYTES_MAX) return done(ComplianceErrors.document_too_large());
    this.hash.update(chunk);
    done(null, chunk);
  }

  digest(): string {
    return this.hash.digest('hex');
  }
}

/** Encrypts uploads into files of a local folder, without a plain byte on the disk. */
export class LocalUploadSpool extends UploadSpool {
  private opened: Promise<unknown> | undefined;

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
    const measure = new Measure();
    try {
      const cipher = await this.data.cipherOf(accountId);
      const file = createWriteStream(path, { flags: 'wx', mode: OWNER_ONLY, flush: true });
      await pipeline(content, measure, cipher.encryption(storageKey), file);
      return { storageKey, sizeBytes: measure.bytes, digest: measure.digest(), path };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  override async read(accountId: string, { storageKey, path }: ReceivedFile): Promise<Buffer> {
    const cipher = await this.data.cipherOf(accountId);
    const plain = cipher.decryption(storageKey);
    const [content] = await Promise.all([buffer(plain), pipeline(createReadStream(path), plain)]);
    return content;
  }

  override async discard({ path }: ReceivedFile): Promise<void> {
    await rm(path, { force: true });
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
