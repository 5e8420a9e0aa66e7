import { createHash, type Hash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  type LooseFiles,
  type ReceivedFile,
  type Receiving,
  type UploadSpool,
} from '../../application/documents/ports';
import type { PersonalData } from '../../application/personal-data';
import { DOCUMENT_BYTES_MAX } from '../../domain/document';
import { ComplianceErrors } from '../../domain/errors';
import { ContentCopies } from './content-copies';
import { assertUsable, assertWritable, storageFault } from './writable-folder';

const NAME_BYTES = 16;
/** Files of a process that was killed during an upload. */
const ABANDONED_MS = 3_600_000;
const OWNER_ONLY = 0o600;
/** Bytes that wait for the disk, per upload. */
const WRITE_BUFFER_BYTES = 262_144;

/** Counts and, on request, digests the content, and fails past the limit. */
class Measure extends Transform {
  private readonly hash: Hash | null;
  bytes = 0;

  constructor(withDigest: boolean) {
    super();
    this.hash = withDigest ? createHash('sha256') : null;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > DOCUMENT_BYTES_MAX) return done(ComplianceErrors.document_too_large());
    this.hash?.update(chunk);
    done(null, chunk);
  }

  digest(): string | null {
    return this.hash && this.hash.digest('hex');
  }
}

/**
 * Receives a few uploads in memory, and encrypts the others into files of a local folder as they arrive: no plain byte
 * reaches the disk, and parallel uploads do not multiply the memory. Each file is registered as loose until it is discarded
 * or handed over.
 */
export class LocalUploadSpool implements UploadSpool {
  private opened: Promise<unknown> | undefined;
  private readonly copies = new ContentCopies();
  /** Registered files that were not handed over. */
  private readonly registered = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly data: PersonalData,
    private readonly looseFiles: Pick<LooseFiles, 'add' | 'forget'>,
  ) {}

  /** Registers the file while its content arrives, and waits for both. */
  async receive(accountId: string, content: Readable, how: Receiving = {}): Promise<ReceivedFile> {
    await this.ready();
    const storageKey = `${accountId}/${randomBytes(NAME_BYTES).toString('hex')}`;
    const [registered, received] = await Promise.allSettled([
      this.looseFiles.add(accountId, storageKey),
      this.receiveContent(accountId, storageKey, content, how),
    ]);
    if (registered.status === 'fulfilled') this.registered.add(storageKey);
    if (received.status === 'rejected') {
      await this.forget(storageKey);
      throw received.reason;
    }
    if (registered.status === 'fulfilled') return received.value;
    // What cannot be discarded is encrypted, and a later process deletes it.
    await this.discard(received.value).catch(() => undefined);
    throw registered.reason;
  }

  async read({ storageKey, sealed, cipher }: ReceivedFile): Promise<Buffer> {
    const copy = this.copies.of(storageKey);
    if (copy) return copy.content;
    const plain = cipher.decryption(storageKey);
    const source = 'path' in sealed ? createReadStream(sealed.path) : Readable.from(sealed);
    const [content] = await Promise.all([buffer(plain), pipeline(source, plain)]);
    return content;
  }

  handOver({ storageKey }: ReceivedFile): void {
    this.registered.delete(storageKey);
  }

  async discard({ storageKey, sealed }: ReceivedFile): Promise<void> {
    this.copies.end(storageKey);
    try {
      if ('path' in sealed) await rm(sealed.path, { force: true });
    } finally {
      await this.forget(storageKey);
    }
  }

  check(mayWrite = true): Promise<void> {
    return mayWrite ? assertWritable(this.folder) : assertUsable(this.folder);
  }

  private async forget(storageKey: string): Promise<void> {
    if (!this.registered.delete(storageKey)) return;
    // The sweep of loose files removes what cannot be removed now.
    await this.looseFiles.forget([storageKey]).catch(() => undefined);
  }

  private async receiveContent(
    accountId: string,
    storageKey: string,
    content: Readable,
    { digest: withDigest = false, ownsChunks = false }: Receiving,
  ): Promise<ReceivedFile> {
    const copy = this.copies.begin(storageKey);
    if (!copy) return this.receiveOnDisk(accountId, storageKey, content, withDigest);
    try {
      const asked = this.data.cipherOf(accountId);
      const received = copy.fill(content, { ownsChunks });
      // Also without a key, the copy is in use until the content has arrived.
      await Promise.allSettled([asked, received]);
      const [cipher] = await Promise.all([asked, received]);
      const digest = withDigest ? createHash('sha256').update(copy.content).digest('hex') : null;
      const sealed = [cipher.encrypt(storageKey, copy.content, copy.sealedSpace)];
      return { storageKey, sizeBytes: copy.content.length, digest, sealed, cipher };
    } catch (error) {
      this.copies.end(storageKey);
      throw error;
    }
  }

  private async receiveOnDisk(
    accountId: string,
    storageKey: string,
    content: Readable,
    withDigest: boolean,
  ): Promise<ReceivedFile> {
    const path = join(this.folder, storageKey.replace('/', '-'));
    const measure = new Measure(withDigest);
    try {
      const cipher = await this.data.cipherOf(accountId);
      const options = { flags: 'wx', mode: OWNER_ONLY, highWaterMark: WRITE_BUFFER_BYTES };
      await pipeline(content, measure, cipher.encryption(storageKey), createWriteStream(path, options));
      return { storageKey, sizeBytes: measure.bytes, digest: measure.digest(), sealed: { path }, cipher };
    } catch (error) {
      const fault = storageFault(error);
      if (fault === error) await rm(path, { force: true });
      // The next upload creates the folder again.
      else this.opened = undefined;
      throw fault;
    }
  }

  /** After a failure, the next upload tries again. */
  private ready(): Promise<unknown> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw storageFault(error);
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
