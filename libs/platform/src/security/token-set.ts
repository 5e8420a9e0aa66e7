import { createHash, timingSafeEqual } from 'node:crypto';

const HASHED = 'sha256:';

/** Tokens as configured, each plain or as `sha256:` and its hex; only hashes are kept and compared. */
export class TokenSet {
  private readonly hashes: readonly Buffer[];

  constructor(configured: readonly string[]) {
    this.hashes = configured.map((token) =>
      token.startsWith(HASHED) ? Buffer.from(token.slice(HASHED.length), 'hex') : sha256(token),
    );
  }

  /** Takes the same time whichever token is presented. */
  has(token: string): boolean {
    const hash = sha256(token);
    return this.hashes.reduce((found, each) => timingSafeEqual(each, hash) || found, false);
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
