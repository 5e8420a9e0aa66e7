import { createHash, timingSafeEqual } from 'node:crypto';

const HASHED = 'sha256:';

/** A set of configured tokens, each plain or `sha256:<hex>`. Keeps and compares hashes only. */
export class TokenSet {
  private readonly hashes: readonly Buffer[];

  constructor(configured: readonly string[]) {
    this.hashes = configured.map((token) =>
      token.startsWith(HASHED) ? Buffer.from(token.slice(HASHED.length), 'hex') : sha256(token),
    );
  }

  /** Checks a token in constant time. */
  has(token: string): boolean {
    const hash = sha256(token);
    return this.hashes.reduce((found, each) => timingSafeEqual(each, hash) || found, false);
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
