import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

const VERSION = 1;
const SALT_BYTES = 32;
const HEADER_BYTES = 1 + SALT_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEGMENT_BYTES = 65_536;

type KeyOfSalt = (salt: Buffer) => Buffer;

/**
 * Segments of AES-256-GCM, each authenticated before it is passed on (the STREAM construction, IACR 2015/189). The key
 * is used for one file only, so the nonce is the number of the segment, and marks the last one.
 */
abstract class Segments extends Transform {
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private index = 0;

  /** Collects the input into blocks of `size`. A full block is passed on only when more input follows. */
  protected collect(chunk: Buffer, size: number): void {
    this.pending.push(chunk);
    this.pendingBytes += chunk.length;
    while (this.pendingBytes > size) this.push(this.segment(this.firstBytes(size), false));
  }

  protected finish(): void {
    this.push(this.segment(this.firstBytes(this.pendingBytes), true));
  }

  private firstBytes(bytes: number): Buffer {
    const all = this.pending.length === 1 ? (this.pending[0] as Buffer) : Buffer.concat(this.pending);
    this.pending = [all.subarray(bytes)];
    this.pendingBytes = all.length - bytes;
    return all.subarray(0, bytes);
  }

  protected get waiting(): number {
    return this.pendingBytes;
  }

  protected nextNonce(isLast: boolean): Buffer {
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeUInt32BE(this.index++, NONCE_BYTES - 5);
    nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
    return nonce;
  }

  protected abstract segment(bytes: Buffer, isLast: boolean): Buffer;
}

export class FileEncryption extends Segments {
  private readonly key: Buffer;

  constructor(keyOf: KeyOfSalt) {
    super();
    const salt = randomBytes(SALT_BYTES);
    this.key = keyOf(salt);
    this.push(Buffer.concat([Buffer.of(VERSION), salt]));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.collect(chunk, SEGMENT_BYTES);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.finish();
    done();
  }

  protected override segment(bytes: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.key, this.nextNonce(isLast));
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

export class FileDecryption extends Segments {
  private key: Buffer | null = null;
  private header = Buffer.alloc(0);

  constructor(private readonly keyOf: KeyOfSalt) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      const rest = this.key ? chunk : this.readHeader(chunk);
      if (rest.length > 0) this.collect(rest, SEGMENT_BYTES + TAG_BYTES);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      if (this.waiting < TAG_BYTES) throw new Error('The encrypted file is truncated.');
      this.finish();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  protected override segment(bytes: Buffer, isLast: boolean): Buffer {
    const nonce = this.nextNonce(isLast);
    const decipher = createDecipheriv('aes-256-gcm', this.key as Buffer, nonce).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  }

  private readHeader(chunk: Buffer): Buffer {
    this.header = Buffer.concat([this.header, chunk]);
    if (this.header.length < HEADER_BYTES) return Buffer.alloc(0);
    if (this.header[0] !== VERSION) throw new Error('The encrypted file has an unknown format.');
    this.key = this.keyOf(this.header.subarray(1, HEADER_BYTES));
    return this.header.subarray(HEADER_BYTES);
  }
}
