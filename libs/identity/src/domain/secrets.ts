import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** 256 random bits for a session or a mailed link. Only its hash is ever stored. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a random secret. A fast hash will do: there is nothing to guess in 192 bits or more. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
