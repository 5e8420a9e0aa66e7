import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { free } from './freed-memory';

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
    let rest = chunk;
    while (this.pendingBytes + rest.length > size) {
      const room = size - this.pendingBytes;
      this.pending.push(rest.subarray(0, room));
      this.passOn(false);
      rest = rest.subarray(room);
    }
    this.pending.push(rest);
    this.pendingBytes += rest.length;
  }

  protected finish(): void {
    this.passOn(true);
  }

  private passOn(isLast: boolean): void {
    const pieces = this.pending;
    this.pending = [];
    this.pendingBytes = 0;
    for (const piece of this.segment(pieces, isLast)) this.push(piece);
  }

  protected get waiting(): number {
    return this.pendingBytes;
  }

  protected nextNonce(isLast: boolean): Buffer {
    return nonceOf(this.index++, isLast);
  }

  /** Returns what a segment becomes, in pieces, so that nothing is copied. */
  protected abstract segment(pieces: readonly Buffer[], isLast: boolean): Buffer[];
}

/** Returns how many bytes a file of `length` bytes has when it is encrypted. */
export function encryptedLength(length: number): number {
  return HEADER_BYTES + length + segmentsOf(length) * TAG_BYTES;
}

/** Encrypts a file in memory as `FileEncryption` does, into `space`. Returns the part of `space` that it takes. */
export function encryptFile(content: Buffer, keyOf: KeyOfSalt, space: Buffer): Buffer {
  if (space.length < encryptedLength(content.length)) throw new RangeError('The encrypted file needs more space.');
  const salt = randomBytes(SALT_BYTES);
  const key = keyOf(salt);
  let end = headerOf(salt).copy(space);
  const segments = segmentsOf(content.length);
  for (let index = 0; index < segments; index++) {
    const plain = content.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES);
    for (const piece of sealSegment(key, nonceOf(index, index === segments - 1), [plain])) {
      end += piece.copy(space, end);
      free(piece);
    }
  }
  return space.subarray(0, end);
}

/** An empty file has one segment too, which authenticates that it is empty. */
function segmentsOf(length: number): number {
  return Math.max(1, Math.ceil(length / SEGMENT_BYTES));
}

function headerOf(salt: Buffer): Buffer {
  return Buffer.concat([Buffer.of(VERSION), salt]);
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - 5);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Returns the sealed pieces and the tag of their segment. */
function sealSegment(key: Buffer, nonce: Buffer, pieces: readonly Buffer[]): Buffer[] {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = pieces.map((piece) => cipher.update(piece));
  cipher.final();
  return [...sealed, cipher.getAuthTag()];
}

export class FileEncryption extends Segments {
  private readonly key: Buffer;

  constructor(keyOf: KeyOfSalt) {
    super();
    const salt = randomBytes(SALT_BYTES);
    this.key = keyOf(salt);
    this.push(headerOf(salt));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.collect(chunk, SEGMENT_BYTES);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.finish();
    done();
  }

  protected override segment(pieces: readonly Buffer[], isLast: boolean): Buffer[] {
    return sealSegment(this.key, this.nextNonce(isLast), pieces);
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

  protected override segment(pieces: readonly Buffer[], isLast: boolean): Buffer[] {
    const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    const nonce = this.nextNonce(isLast);
    const decipher = createDecipheriv('aes-256-gcm', this.key as Buffer, nonce).setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = decipher.update(bytes.subarray(0, -TAG_BYTES));
    decipher.final();
    return [opened];
  }

  private readHeader(chunk: Buffer): Buffer {
    this.header = Buffer.concat([this.header, chunk]);
    if (this.header.length < HEADER_BYTES) return Buffer.alloc(0);
    if (this.header[0] !== VERSION) throw new Error('The encrypted file has an unknown format.');
    this.key = this.keyOf(this.header.subarray(1, HEADER_BYTES));
    return this.header.subarray(HEADER_BYTES);
  }
}
