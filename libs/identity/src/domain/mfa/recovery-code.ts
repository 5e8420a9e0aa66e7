import { randomInt } from 'node:crypto';
import { hashSecret } from '../secrets';

/** Contract, section 1. */
export const RECOVERY_CODES = 10;

/** Crockford's 32: none that is taken for another when it is read from paper. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const HALF = 5;
const RECOVERY_CODE = /^[0-9a-z]{5}-[0-9a-z]{5}$/i;

/** Fifty bits of chance each, as `xxxxx-xxxxx`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(`${half()}-${half()}`);
  return [...codes];
}

function half(): string {
  return Array.from({ length: HALF }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** By its form alone: six digits never look so. */
export function looksLikeRecoveryCode(text: string): boolean {
  return RECOVERY_CODE.test(text);
}

/**
 * What is kept of one, typed in capitals or not. Fifty bits behind a fast hash can be searched through, so whoever
 * stores it seals it: a copy of the database without the master key is nothing to guess against.
 */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase()).toString('base64url');
}
