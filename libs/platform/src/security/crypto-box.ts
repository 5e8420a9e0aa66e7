import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomFillSync, timingSafeEqual } from 'node:crypto';

/** A 256-bit key and its name, which sealed values carry so that they open after a rotation. */
export interface MasterKey {
  readonly id: string;
  readonly secret: Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Each call of the generator takes longer than sealing a cursor does, so nonces are cut from larger reads. */
const NONCES_READ = 256;

/**
 * Seals with AES-256-GCM and digests with HMAC-SHA-256, under one key per purpose derived from the master keys (RFC
 * 5869).
 */
export class CryptoBox {
  private readonly derived = new Map<string, Buffer>();
  private readonly nonces = Buffer.alloc(NONCE_BYTES * NONCES_READ);
  private nextNonce = NONCES_READ;

  constructor(private readonly keys: readonly MasterKey[]) {
    if (keys.length === 0) throw new Error('CryptoBox needs a master key.');
  }

  /** The name of the key that seals new values. */
  get currentKeyId(): string {
    const [key] = this.keys as [MasterKey];
    return key.id;
  }

  /**
   * Seals a value under the first master key. Opening requires the same `bound`, so a value copied to another row stays
   * closed.
   */
  seal(purpose: string, plain: Buffer | string, bound = ''): string {
    const [key] = this.keys as [MasterKey];
    return this.sealUnder(key, purpose, plain, bound);
  }

  /** Returns one value per key, sealed under it, to check later that the keys are unchanged. */
  checkValues(purpose: string): { readonly keyId: string; readonly sealed: string }[] {
    return this.keys.map((key) => ({ keyId: key.id, sealed: this.sealUnder(key, purpose, '', key.id) }));
  }

  private sealUnder(key: MasterKey, purpose: string, plain: Buffer | string, bound: string): string {
    const nonce = this.nonce();
    const cipher = createCipheriv('aes-256-gcm', this.derive(key, purpose), nonce).setAAD(Buffer.from(bound));
    const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return `${key.id}.${sealed.toString('base64url')}`;
  }

  /** Returns random bytes that no other value gets, valid until the next call. */
  private nonce(): Buffer {
    if (this.nextNonce === NONCES_READ) {
      randomFillSync(this.nonces);
      this.nextNonce = 0;
    }
    const from = this.nextNonce++ * NONCE_BYTES;
    return this.nonces.subarray(from, from + NONCE_BYTES);
  }

  /** Opens a value. Throws unless it was sealed under a known key for the same purpose and `bound`. */
  open(purpose: string, sealed: string, bound = ''): Buffer {
    const dot = sealed.indexOf('.');
    const key = this.keys.find((each) => each.id === sealed.slice(0, dot));
    const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
    if (!key || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('The value is not sealed under a known key.');
    const decipher = createDecipheriv('aes-256-gcm', this.derive(key, purpose), bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  }

  /**
   * Returns a keyed digest under the first key. Digests are compared within a day, so a rotation costs at most one
   * replay.
   */
  digest(purpose: string, text: string): Buffer {
    const [key] = this.keys as [MasterKey];
    return createHmac('sha256', this.derive(key, purpose)).update(text).digest();
  }

  private derive(key: MasterKey, purpose: string): Buffer {
    const name = `${key.id}/${purpose}`;
    let bytes = this.derived.get(name);
    if (!bytes) {
      bytes = Buffer.from(hkdfSync('sha256', key.secret, Buffer.alloc(0), purpose, KEY_BYTES));
      this.derived.set(name, bytes);
    }
    return bytes;
  }
}

/** Compares two texts in constant time. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = createHmac('sha256', 'compare').update(a).digest();
  const right = createHmac('sha256', 'compare').update(b).digest();
  return timingSafeEqual(left, right);
}

/** Seals texts for one purpose, each for the row of an ID: a value copied to another row cannot be opened. */
export class SealedTexts {
  constructor(
    private readonly box: CryptoBox,
    private readonly purpose: string,
  ) {}

  seal(id: string, text: string): string {
    return this.box.seal(this.purpose, text, id);
  }

  open(id: string, sealed: string): string {
    return this.box.open(this.purpose, sealed, id).toString();
  }
}
