import { DOCUMENT_BYTES_MAX } from '../../domain/documents/document';

const COPIES_MAX = 4;

/** Holds the plain content of a few files in memory. The buffers are used again: they take memory once, not per file. */
export class ContentCopies {
  private readonly free: Buffer[] = [];
  private readonly used = new Map<string, Buffer>();

  /** Returns a buffer for the content of a file, or null while all are in use. */
  begin(storageKey: string): Buffer | null {
    if (this.used.size === COPIES_MAX) return null;
    const copy = this.free.pop() ?? Buffer.alloc(DOCUMENT_BYTES_MAX);
    this.used.set(storageKey, copy);
    return copy;
  }

  of(storageKey: string): Buffer | undefined {
    return this.used.get(storageKey);
  }

  /** Overwrites the content of a file. */
  end(storageKey: string): void {
    const copy = this.used.get(storageKey);
    if (!copy) return;
    this.used.delete(storageKey);
    this.free.push(copy.fill(0));
  }
}
