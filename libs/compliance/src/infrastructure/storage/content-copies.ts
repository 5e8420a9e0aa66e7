import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { DOCUMENT_BYTES_MAX } from '../../domain/document';
import { ComplianceErrors } from '../../domain/errors';
import { encryptedLength } from '../personal-data/file-encryption';
import { free } from '../personal-data/freed-memory';

/** Uploads in memory at a time. */
export const COPIES_MAX = 4;

/** The plain content of one file in memory, and space for its encrypted bytes. */
export class ContentCopy {
  private readonly space = Buffer.alloc(DOCUMENT_BYTES_MAX);
  readonly sealedSpace = Buffer.alloc(encryptedLength(DOCUMENT_BYTES_MAX));
  private bytes = 0;

  get content(): Buffer {
    return this.space.subarray(0, this.bytes);
  }

  /**
   * Takes the content in. Rejects with `document_too_large` past the limit, and when the content ends early. Frees the memory
   * of its chunks if it owns them.
   */
  async fill(content: Readable, { ownsChunks }: { readonly ownsChunks: boolean }): Promise<void> {
    const take = (chunk: Buffer): void => {
      if (this.bytes + chunk.length > DOCUMENT_BYTES_MAX) {
        content.destroy(ComplianceErrors.document_too_large());
        return;
      }
      chunk.copy(this.space, this.bytes);
      this.bytes += chunk.length;
      if (ownsChunks) free(chunk);
    };
    content.on('data', take);
    try {
      await finished(content, { writable: false });
    } catch (error) {
      // A parser may report an error of the content and pass on more of it. The copy is given to another upload.
      content.off('data', take).destroy();
      throw error;
    }
  }

  /** Overwrites the content. */
  clear(): void {
    this.space.fill(0, 0, this.bytes);
    this.bytes = 0;
  }
}

/** Holds the plain content of a few files in memory. Its space is used again: it takes memory once, not per file. */
export class ContentCopies {
  private readonly free: ContentCopy[] = [];
  private readonly used = new Map<string, ContentCopy>();

  /** Returns an empty copy for the content of a file, or null while all are in use. */
  begin(storageKey: string): ContentCopy | null {
    if (this.used.size === COPIES_MAX) return null;
    const copy = this.free.pop() ?? new ContentCopy();
    this.used.set(storageKey, copy);
    return copy;
  }

  of(storageKey: string): ContentCopy | undefined {
    return this.used.get(storageKey);
  }

  /** Overwrites the content of a file. Idempotent. */
  end(storageKey: string): void {
    const copy = this.used.get(storageKey);
    if (!copy) return;
    this.used.delete(storageKey);
    copy.clear();
    this.free.push(copy);
  }
}
