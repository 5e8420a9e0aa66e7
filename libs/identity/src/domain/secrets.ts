import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** 256 random bits for a session or a mailed link. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The stored form of a random secret. A fast hash suffices for 192 bits or more. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
