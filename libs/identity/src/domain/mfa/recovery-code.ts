import { randomInt } from 'node:crypto';
import { hashSecret } from '../secrets';

/** Codes per set. */
export const RECOVERY_CODES = 10;

/** Crockford's base32, without characters that look alike on paper. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const HALF = 5;
const RECOVERY_CODE = /^[0-9a-z]{5}-[0-9a-z]{5}$/i;

/** Returns a set of codes of 50 random bits each, as `xxxxx-xxxxx`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(`${half()}-${half()}`);
  return [...codes];
}

function half(): string {
  return Array.from({ length: HALF }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** Returns whether the text has the form of a recovery code rather than of a six-digit code. */
export function looksLikeRecoveryCode(text: string): boolean {
  return RECOVERY_CODE.test(text);
}

/** Hashes a code, ignoring case. 50 bits behind a fast hash can be brute-forced, so the hash must be stored sealed. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase()).toString('base64url');
}
